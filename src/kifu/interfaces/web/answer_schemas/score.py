"""The score of a game, its blocks, and labels that are kept."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from kifu.interfaces.web.answer_schemas.words import Colour, Status, Stones, Vertex


class Block(TypedDict):
    """A block and what becomes of it."""

    colour: Colour
    points: list[Vertex]
    status: Status
    probability: Annotated[float, Field(description="that it lives")]
    reason: str


class SideCount(TypedDict):
    """What one side has."""

    territory: float
    stones: float
    prisoners: float
    points: float


class ScoreSheet(TypedDict):
    """The score of a game: `kifu score --json`."""

    rules: str
    rules_from: str
    komi: float
    komi_from: str
    handicap: int
    notes: list[str]
    finished: bool
    unfinished_because: str
    result: Annotated[str, Field(description="as records write it: B+3.5, W+R, 0")]
    margin: float
    winner: Colour | None
    recorded: Annotated[str | None, Field(description="the result that the record states")]
    agrees: bool | None
    counting: Literal["area", "territory", "plain territory", "estimate"]
    other_counts: Annotated[dict[str, str], Field(description="results by other ways to count")]
    black: SideCount
    white: SideCount
    dead: list[Vertex]
    seki: list[Vertex]
    doubtful: list[Vertex]
    in_doubt: list[Vertex]
    dame: list[Vertex]
    open: list[Vertex]
    to_fill: list[Vertex]
    blocks: list[Block]
    ownership: Annotated[
        list[list[float]],
        Field(description="finished: 0 nobody's, 1 Black's, 2 White's; else from 1 Black's to -1 White's"),
    ]
    moves: int
    size: int
    problems: list[str]
    stones: Stones
    corrected: Annotated[list[Vertex], Field(description="blocks that the request changed")]
    record: NotRequired[Annotated[str, Field(description="with `marked`: SGF with TB and TW")]]


class StoredLabel(TypedDict):
    """A label that is on the disk."""

    game: Annotated[int, Field(description="number of the game in the archive")]
    status: Literal["edited"]
    counting: str
    result: str
