"""Lines of an analysis, one for each turn."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from kifu.interfaces.web.answer_schemas.moves import Candidate
from kifu.interfaces.web.answer_schemas.score import Block
from kifu.interfaces.web.answer_schemas.service import Problem
from kifu.interfaces.web.answer_schemas.words import Letter, Vertex


class GoRoot(TypedDict):
    """The position as a whole; Black's numbers."""

    currentPlayer: Letter
    winrate: float
    scoreLead: float
    visits: int


class GoMoveInfo(TypedDict):
    """A candidate, in KataGo's words."""

    move: Vertex
    order: int
    prior: Annotated[float, Field(description="probability that an expert plays it")]
    visits: int
    winrate: float
    scoreLead: float
    pv: list[Vertex]


class GoPlayed(TypedDict):
    """The game's own next move."""

    move: Vertex
    rank: NotRequired[int]
    probability: NotRequired[float]


class GoTurn(TypedDict):
    """A line of an analysis of Go."""

    id: str
    turnNumber: int
    isDuringSearch: Literal[False]
    rootInfo: GoRoot
    moveInfos: list[GoMoveInfo]
    played: NotRequired[GoPlayed]
    ownership: NotRequired[list[float]]
    policy: NotRequired[list[float]]
    blocks: NotRequired[list[Block]]
    candidates: NotRequired[list[Candidate]]


class DraughtsRoot(TypedDict):
    """The position as a whole: Black's value, from -1 lost to 1 won."""

    currentPlayer: Letter
    value: float
    ending: str | None


class DraughtsMoveInfo(TypedDict):
    """A legal move and what it leads to."""

    move: str
    order: int
    value: float
    pliesToEnd: Annotated[int, Field(description="0 unless the end is seen; above 0 the mover wins")]
    pv: list[str]


class DraughtsPlayed(TypedDict):
    """The game's own next move."""

    move: str
    rank: NotRequired[int]
    loss: NotRequired[Annotated[float, Field(description="what it cost the side that made it")]]


class DraughtsTurn(TypedDict):
    """A line of an analysis of draughts."""

    id: str
    game: Literal["draughts"]
    turnNumber: int
    isDuringSearch: Literal[False]
    fen: str
    rootInfo: DraughtsRoot
    moveInfos: list[DraughtsMoveInfo]
    played: NotRequired[DraughtsPlayed]


class FailedTurn(TypedDict):
    """The last line, where something went wrong on the way."""

    id: str
    error: str
    problem: Problem
