"""Expert moves and openings of a position."""

import os
from typing import Any

from kifu.analysis.moves import predict as predict_moves
from kifu.analysis.openings import look_up
from kifu.archive import Archive
from kifu.archive.position_index import PositionIndex, open_index
from kifu.archive.ranks import parse_level
from kifu.errors import InputError, MissingToolError, PositionError
from kifu.games.go import Board
from kifu.interfaces.move_facts import games_of, prediction_facts
from kifu.interfaces.opening_facts import opening_facts, opening_notes
from kifu.interfaces.web.jobs.places import place_of
from kifu.interfaces.web.problems import RefusedError
from kifu.models.book import Book
from kifu.work.executors import core_count

_open: dict[str, tuple[tuple[int, ...], PositionIndex]] = {}


def predict(
    archive: str | None, top: int, explain: bool, games: bool, rank: str | None = None, **where: Any
) -> dict[str, Any]:
    """Return the candidates, as `kifu predict --json` gives them."""
    place = place_of(**where)
    board = place.position
    if not isinstance(board, Board):
        raise RefusedError(
            422, "expected a position of Go: experts' moves of draughts are not known", "draughts"
        )
    try:
        level = None if rank is None else parse_level(rank)
        found = predict_moves(board, top=top, explain=explain or games, komi=place.komi, rank=level)
    except (InputError, MissingToolError) as error:
        raise RefusedError(422, str(error), "rank") from None
    uses: dict[int, list[dict[str, Any]]] = {}
    if games:
        if archive is None:
            raise RefusedError(
                422, "games come from an archive, and the server was started without one", "games"
            )
        with Archive(archive) as opened:
            uses = games_of(opened, board, found[:3])
    return {
        "move": place.move,
        "moves": place.moves,
        "to_play": board.to_play.name.lower(),
        "played": place.played,
        "candidates": [prediction_facts(p, board.size, uses.get(p.rank)) for p in found],
    }


def openings(archive: str | None, not_ready: str, top: int, by: str, **where: Any) -> dict[str, Any]:
    """Return the continuations, as `kifu openings --json` gives them; wrong questions are named first."""
    place = place_of(**where)
    if not_ready:
        raise RefusedError(503, not_ready)
    position = place.position
    index = None if archive is None else _index(archive)
    book = Book.bundled(position.size) if isinstance(position, Board) else None
    if archive is None and book is None:
        raise PositionError(
            "openings of draughts come from an archive, and the server was started without one"
        )
    found = look_up(index, position, book=book, period="year" if by == "year" else "decade", top=top)
    notes = opening_notes(index, position, place.move, found)
    about = {
        "archive": archive,
        "games": index.games if index else None,
        "depth": index.depth if index else None,
    }
    return opening_facts(about, position, place.move, found, book, notes)


def make_index(archive: str) -> dict[str, Any]:
    """Make the archive's index of positions, or bring it up to date."""
    with Archive(archive) as opened:
        index = open_index(opened, threads=core_count())
    return {"games": index.games, "depth": index.depth, "notes": list(index.notes)}


def _index(path: str) -> PositionIndex:
    """The index, mapped once and again when the archive has changed."""
    facts = os.stat(path)  # noqa: PTH116, asked for every request
    state = (facts.st_size, facts.st_mtime_ns)
    if path not in _open or _open[path][0] != state:
        with Archive(path) as opened:
            _open[path] = (state, open_index(opened, threads=1))
    return _open[path][1]
