"""What reports say of a game as plain facts: a row a move, and what the index has."""

from typing import Literal, TypedDict

from kifu.analysis.course import Effort
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
    """A move of draughts; the value is Black's.

    `depth`: from how many plies on a search finds the mistake; None where there is none, and where the
    ending is solved.
    """

    best: str | None
    best_value: float | None
    best_line: str | None
    cost: float
    depth: int | None
    value: float
    phase: str
    marks: list[str]


class CountedKind(TypedDict):
    """How many mistakes were of one kind, and what they lost."""

    count: int
    lost: float


class Counted(TypedDict):
    """How well moves were played: how many, how many were the first choice, mistakes and what they lost."""

    moves: int
    first: int
    first_five: int
    mistakes: int
    lost: float
    kinds: dict[str, CountedKind]


def nothing() -> Counted:
    """No moves yet."""
    return {"moves": 0, "first": 0, "first_five": 0, "mistakes": 0, "lost": 0.0, "kinds": {}}


def add_kind(counted: Counted, kind: str, lost: float, count: int = 1) -> None:
    """Count mistakes of one kind."""
    found = counted["kinds"].setdefault(kind, {"count": 0, "lost": 0.0})
    found["count"] += count
    found["lost"] = round(found["lost"] + lost, 3)


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
    effort: Effort | None


class CostlyMove(TypedDict):
    """The move that cost most."""

    number: int
    cost: float


class LostAt(TypedDict):
    """The move with which a game was lost: the last turning point, else the loser's biggest mistake."""

    number: int
    phase: str
    turning: bool


class GameSummary(PlayersFacts, Outcome):
    """What the index has of a game."""

    file: str
    number: int
    recorded: str | None
    move_count: int
    turning_points: int
    worst: CostlyMove | None
    resigned: LostAt | None
    game: GameName
    size: int
    sides: CountedSides
