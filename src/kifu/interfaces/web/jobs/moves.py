"""Expert moves and openings of a position."""

import os
from typing import Any

from kifu.analysis.moves import predict as predict_moves
from kifu.analysis.openings import book_for, look_up
from kifu.analysis.terms import terms_of
from kifu.archive import Archive
from kifu.archive.position_index import PositionIndex, open_index
from kifu.archive.ranks import parse_level
from kifu.errors import InputError, MissingToolError, PositionError
from kifu.interfaces.move_facts import PatternUse, Predictions, games_of, prediction_facts
from kifu.interfaces.opening_facts import OpeningFacts, opening_facts
from kifu.interfaces.web.jobs.requested import requested_position
from kifu.interfaces.web.problems import RefusedError
from kifu.work.executors import core_count

#: Games of which experts' moves are known.
_PREDICTED = ("go",)
_open: dict[str, tuple[tuple[int, ...], PositionIndex]] = {}


def predict(
    archive: str | None, top: int, explain: bool, games: bool, rank: str | None = None, **where: Any
) -> Predictions:
    """Return the candidates, as `kifu predict --json` gives them."""
    found = requested_position(**where)
    board = found.position
    if board.game not in _PREDICTED:
        raise RefusedError(
            422, "expected a position of Go: experts' moves of draughts are not known", "draughts"
        )
    komi = None if found.game is None else terms_of(found.game.record).total_komi
    try:
        level = None if rank is None else parse_level(rank)
        candidates = predict_moves(board, top=top, explain=explain or games, komi=komi, rank=level)
    except (InputError, MissingToolError) as error:
        raise RefusedError(422, str(error), "rank") from None
    uses: dict[int, list[PatternUse]] = {}
    if games:
        if archive is None:
            raise RefusedError(
                422, "games come from an archive, and the server was started without one", "games"
            )
        with Archive(archive) as opened:
            uses = games_of(opened, board, candidates[:3])
    return prediction_facts(board, found.moves, found.played, candidates, uses)


def openings(archive: str | None, not_ready: str, top: int, by: str, **where: Any) -> OpeningFacts:
    """Return the continuations, as `kifu openings --json` gives them; wrong questions are named first."""
    asked = requested_position(**where)
    if not_ready:
        raise RefusedError(503, not_ready)
    position = asked.position
    index = None if archive is None else _index(archive)
    book = book_for(position)
    if archive is None and book is None:
        raise PositionError(
            "openings of draughts come from an archive, and the server was started without one"
        )
    found = look_up(index, position, book=book, period="year" if by == "year" else "decade", top=top)
    return opening_facts(archive, index, position, asked.move, found, book)


def make_index(archive: str) -> None:
    """Make the archive's index of positions, or bring it up to date."""
    with Archive(archive) as opened:
        open_index(opened, threads=core_count())


def _index(path: str) -> PositionIndex:
    """The index, mapped once and again when the archive has changed."""
    facts = os.stat(path)  # noqa: PTH116, asked for every request
    state = (facts.st_size, facts.st_mtime_ns)
    if path not in _open or _open[path][0] != state:
        with Archive(path) as opened:
            _open[path] = (state, open_index(opened, threads=1))
    return _open[path][1]
