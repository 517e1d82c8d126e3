"""What was played in a position as plain facts, for `--json` and for the HTTP API."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict, cast

from kifu.games.facts import GameName, Vertex
from kifu.games.game import Position
from kifu.records.moves import Side, vertex
from kifu.work.facts import pick

if TYPE_CHECKING:
    from kifu.analysis.opening_values import ValuedMove
    from kifu.analysis.openings import Openings
    from kifu.archive.position_index import PositionIndex
    from kifu.models.book import Book


class OpeningExample(TypedDict):
    """A game in which a continuation was played."""

    game: int
    move: int
    black: str
    white: str
    year: int | None


class ContinuationFacts(TypedDict):
    """A move that was played in a position."""

    move: str
    also: Annotated[list[str], "the same by the position's own symmetry"]
    games: int
    share: float
    black_wins: int
    white_wins: int
    draws: int
    first_year: int | None
    last_year: int | None
    by_period: dict[str, int]
    trend: float | None
    direction: Literal["", "rising", "steady", "falling"]
    players: list[tuple[str, int]]
    examples: list[OpeningExample]


class BookMoveFacts(TypedDict):
    """A move of the book of shapes."""

    move: Vertex
    probability: float
    spread: float
    k: int
    matched: int
    played: int
    frequency: float
    usefulness: float
    pattern: list[str]


class OpeningFacts(TypedDict):
    """What was played in a position: `kifu openings --json`."""

    archive: str | None
    games: int | None
    depth: int | None
    game: GameName
    size: int
    move: int
    to_play: Side
    found: int
    by_period: dict[str, int]
    recent_from: int | None
    continuations: list[ContinuationFacts]
    book: list[BookMoveFacts]
    notes: list[str]


class MoveValue(TypedDict):
    """A move of an opening and its value in points."""

    move: Vertex
    points: float


class OpeningValue(TypedDict):
    """What a move of an opening was worth to who made it."""

    number: int
    move: Vertex
    points: float | None
    rank: int | None
    loss: float | None
    best: list[MoveValue]


def opening_value(move: "ValuedMove") -> OpeningValue:
    """A move of an opening with its value, and the best moves there were."""
    return {
        "number": move.number,
        "move": vertex(move.move),
        "points": None if move.points is None else round(move.points, 2),
        "rank": move.rank,
        "loss": None if move.loss is None else round(move.loss, 2),
        "best": [{"move": str(best.point), "points": round(best.points, 2)} for best in move.best],
    }


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
    archive: str | None,
    index: "PositionIndex | None",
    position: Position,
    moves: int,
    found: "Openings",
    book: "Book | None",
) -> OpeningFacts:
    """Everything that is known of a position.

    Args:
        archive: Path of the archive, if there is one.
        index: Of its positions.
        position: Of Go or of draughts.
        moves: That led to it.
        found: What was looked up.
        book: The book of shapes; None where the game has none.
    """
    from kifu.analysis.openings import book_facts

    return {
        "archive": Path(archive).name if archive else None,
        "games": index.games if index else None,
        "depth": index.depth if index else None,
        "game": cast(GameName, position.game),
        "size": position.size,
        "move": moves,
        "to_play": position.to_play.side,
        "found": found.games,
        "by_period": found.by_period,
        "recent_from": found.recent_from,
        "continuations": [
            pick(ContinuationFacts, one, examples=[pick(OpeningExample, game) for game in one.examples])
            for one in found.continuations
        ],
        "book": [cast(BookMoveFacts, book_facts(book, move)) for move in found.book]
        if book is not None
        else [],
        "notes": opening_notes(index, position, moves, found),
    }
