"""Games against a player."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from kifu.interfaces.web.answer_schemas.moves import Candidate
from kifu.interfaces.web.answer_schemas.positions import BothSides, DraughtsPosition, GoPosition
from kifu.interfaces.web.answer_schemas.words import Colour, Game


class Level(TypedDict):
    """A strength to play against."""

    level: str
    opponent: str


class PlayersOfGame(TypedDict):
    """Who plays a game."""

    players: list[str]
    levels: list[Level]


class Players(TypedDict):
    """Who can be played against, levels from the weakest to the strongest."""

    go: PlayersOfGame
    draughts: PlayersOfGame


class GameLine(TypedDict):
    """A game in a line."""

    id: str
    created: float
    game: Game
    opponent: str
    human: Colour
    name: str
    size: int
    result: str
    version: int
    moves: int


class GameList(TypedDict):
    """All games, the newest first."""

    games: list[GameLine]


class PlayedGame(TypedDict):
    """A game against a player as it stands; `size` to `handicap` of Go alone."""

    id: str
    created: float
    game: Game
    opponent: str
    human: Colour
    name: str
    seed: int
    size: NotRequired[int]
    rules: NotRequired[str]
    komi: NotRequired[float]
    handicap: NotRequired[int]
    clock: str | None
    clocks: NotRequired[Annotated[BothSides, Field(description="seconds left")]]
    moves: list[str]
    result: Annotated[str, Field(description="empty while the game goes on")]
    why: str
    value: float | None
    comment: str
    version: int
    state: Annotated[
        Literal["play", "thinking", "counting", "over"], Field(description="`play`: it is your turn")
    ]
    position: GoPosition | DraughtsPosition


class DraughtsHint(TypedDict):
    """A good move of draughts with what may follow."""

    move: str
    value: float | None
    line: list[str]


class Hints(TypedDict):
    """Moves that would be good."""

    candidates: list[Candidate | DraughtsHint]
