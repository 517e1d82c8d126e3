"""A position as a page draws it."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from kifu.interfaces.web.answer_schemas.words import Colour, Stones, Vertex


class BothSides(TypedDict):
    """A number for each side."""

    black: float
    white: float


class GoPosition(TypedDict):
    """A position of Go as a page draws it."""

    game: Literal["go"]
    size: int
    stones: Stones
    to_play: Colour
    last: Vertex | None
    ko: Vertex | None
    captured: Annotated[BothSides, Field(description="stones that each side has lost")]
    atari: list[list[Vertex]]
    over: bool


class DraughtsMove(TypedDict):
    """A legal move with the squares it passes and takes."""

    move: str
    path: list[int]
    captured: list[int]


class DraughtsPosition(TypedDict):
    """A position of draughts as a page draws it."""

    game: Literal["draughts"]
    size: Literal[8]
    fen: str
    pieces: Annotated[dict[str, str], Field(description="by square: MB, KB, MW, KW")]
    to_play: Colour
    last: str | None
    legal: list[DraughtsMove]
    forced: bool
    over: bool
    ending: str | None


class GoPlace(GoPosition):
    """A position of Go, and where in its game it stands."""

    move: int
    moves: int
    played: Vertex | None


class DraughtsPlace(DraughtsPosition):
    """A position of draughts, and where in its game it stands."""

    move: int
    moves: int
    played: str | None
