"""What reports say of a game as plain facts: a row a move, and what the index has."""

from typing import Literal, TypedDict

from kifu.games.facts import GameName, PlayersFacts, Vertex
from kifu.records.moves import Side


class MoveRow(TypedDict):
    """A move of a reviewed game of either kind."""

    number: int
    colour: Side
    move: str
    rank: int | None


class GoRow(MoveRow):
    """A move of Go; lead and winrate are Black's."""

    probability: float | None
    best: Vertex | None
    best_probability: float | None
    variation: list[Vertex]
    cost: float
    lead: float
    winrate: float
    phase: str
    marks: list[str]


class DraughtsRow(MoveRow):
    """A move of draughts; the value is Black's."""

    best: str | None
    best_value: float | None
    cost: float
    value: float
    phase: str
    marks: list[str]


class Counted(TypedDict):
    """How well moves were played: how many, how many were the first choice, mistakes and what they lost."""

    moves: int
    first: int
    first_five: int
    mistakes: int
    lost: float


def nothing() -> Counted:
    """No moves yet."""
    return {"moves": 0, "first": 0, "first_five": 0, "mistakes": 0, "lost": 0.0}


#: By side and phase; the phase `all` is the whole game.
CountedSides = dict[str, dict[str, Counted]]


class Outcome(TypedDict):
    """What the index has of a game that depends on which game it is."""

    rules: str
    komi: float | None
    score: str
    finished: bool
    agrees: bool | None
    winner: Side | Literal["draw"] | None
    opening: str


class CostlyMove(TypedDict):
    """The move that cost most."""

    number: int
    cost: float


class GameSummary(PlayersFacts, Outcome):
    """What the index has of a game."""

    file: str
    number: int
    recorded: str | None
    move_count: int
    turning_points: int
    worst: CostlyMove | None
    game: GameName
    size: int
    sides: CountedSides
