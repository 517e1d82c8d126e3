"""Expert moves and openings of a position."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from kifu.interfaces.web.answer_schemas.words import Colour, Game, Vertex


class Reason(TypedDict):
    """Why a move ranks where it does."""

    topic: str
    text: str
    factor: Annotated[float, Field(description="by how much it multiplies the odds")]
    share: Annotated[float, Field(description="of all that speaks for the move")]


class Pattern(TypedDict):
    """The largest known shape around a move."""

    template: Annotated[int, Field(description="from 1, the smallest, to 8, the whole board")]
    played: int
    seen: int | None
    diagram: list[str]


class PatternUse(TypedDict):
    """A game of the archive with the same shape."""

    id: int
    move: int
    title: str


class Candidate(TypedDict):
    """A move that experts would consider."""

    rank: int
    point: Vertex
    probability: float
    reasons: NotRequired[list[Reason]]
    pattern: NotRequired[Pattern]
    games: NotRequired[list[PatternUse]]


class Predictions(TypedDict):
    """Expert moves: `kifu predict --json`."""

    move: int
    moves: int
    to_play: Colour
    played: Vertex | None
    candidates: list[Candidate]


class OpeningExample(TypedDict):
    """A game in which a continuation was played."""

    game: int
    move: int
    black: str
    white: str
    year: int | None


class Continuation(TypedDict):
    """A move that was played in a position."""

    move: str
    also: Annotated[list[str], Field(description="the same by the position's own symmetry")]
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


class BookMove(TypedDict):
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
    game: Game
    size: int
    move: int
    to_play: Colour
    found: int
    by_period: dict[str, int]
    recent_from: int | None
    continuations: list[Continuation]
    book: list[BookMove]
    notes: list[str]
