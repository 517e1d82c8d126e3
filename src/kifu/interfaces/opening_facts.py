"""What was played in a position as plain facts, for `--json` and for the HTTP API."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kifu.games.game import Position

if TYPE_CHECKING:
    from kifu.analysis.openings import Openings
    from kifu.archive.position_index import PositionIndex
    from kifu.models.book import Book


def opening_notes(
    index: "PositionIndex | None", position: Position, moves: int, found: "Openings"
) -> list[str]:
    """Why there is nothing, where there is nothing."""
    if found.games or index is None:
        return []
    if not index.keeps(position.game, moves):
        return [
            f"the index keeps the first {index.depth} moves, this is after move {moves}: "
            f"`kifu archive PATH index --depth {moves + 1}` keeps more"
        ]
    return ["no game of the archive went on from this position"]


def opening_facts(
    where: dict[str, Any],
    position: Position,
    moves: int,
    found: "Openings",
    book: "Book | None",
    notes: list[str],
) -> dict[str, Any]:
    """Everything; `where` says of which archive, how many games and how deep."""
    from kifu.analysis.openings import book_facts

    return {
        **where,
        "archive": Path(where["archive"]).name if where["archive"] else None,
        "game": position.game,
        "size": position.size,
        "move": moves,
        "to_play": position.to_play.name.lower(),
        "found": found.games,
        "by_period": found.by_period,
        "recent_from": found.recent_from,
        "continuations": [{**asdict(c), "direction": c.direction} for c in found.continuations],
        "book": [book_facts(book, m) for m in found.book] if book is not None else [],
        "notes": notes,
    }
