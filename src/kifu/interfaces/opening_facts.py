"""What was played in a position as plain facts, for `--json` and for the HTTP API."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kifu.games.go import Board

if TYPE_CHECKING:
    from kifu.analysis.openings import Openings
    from kifu.archive.position_index import PositionIndex
    from kifu.games.draughts import Position
    from kifu.models.book import Book


def opening_notes(
    index: "PositionIndex | None", position: "Board | Position", moves: int, found: "Openings"
) -> list[str]:
    """Why there is nothing, where there is nothing."""
    if found.games or index is None:
        return []
    if isinstance(position, Board) and moves >= index.depth:
        return [
            f"the index keeps the first {index.depth} moves, this is after move {moves}: "
            f"`kifu archive PATH index --depth {moves + 1}` keeps more"
        ]
    return ["no game of the archive went on from this position"]


def opening_facts(
    where: dict[str, Any],
    position: "Board | Position",
    moves: int,
    found: "Openings",
    book: "Book | None",
    notes: list[str],
) -> dict[str, Any]:
    """Everything; `where` says of which archive, how many games and how deep."""
    from kifu.analysis.openings import book_facts

    is_go = isinstance(position, Board)
    mover = position.to_play
    return {
        **where,
        "archive": Path(where["archive"]).name if where["archive"] else None,
        "game": "go" if is_go else "draughts",
        "size": position.size if isinstance(position, Board) else 8,
        "move": moves,
        "to_play": mover.name.lower(),
        "found": found.games,
        "by_period": found.by_period,
        "recent_from": found.recent_from,
        "continuations": [{**asdict(c), "direction": c.direction} for c in found.continuations],
        "book": [book_facts(book, m, position.size) for m in found.book]
        if book is not None and isinstance(position, Board)
        else [],
        "notes": notes,
    }
