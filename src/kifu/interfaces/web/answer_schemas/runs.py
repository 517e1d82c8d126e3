"""Training runs, matches and tournaments, and their numbers."""

from typing import Annotated, Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict


class Run(TypedDict):
    """A training run, a match or a tournament."""

    id: str
    kind: Annotated[str, Field(description="evolve, match, tournament, train moves and so on")]
    kifu: str
    options: dict[str, Any]
    seed: int
    modified: Annotated[float, Field(description="when its files last changed, in seconds since 1970")]
    running: bool
    part_of: NotRequired[Annotated[str, Field(description="of a match: the tournament that it belongs to")]]


class Runs(TypedDict):
    """All runs, the latest first."""

    runs: list[Run]


class Interval(TypedDict):
    """A number with its 95 % interval; null where it is infinite."""

    value: float | None
    low: float | None
    high: float | None


class MatchTable(TypedDict):
    """The score of a match so far, of its first player."""

    games: int
    wins: int
    draws: int
    losses: int
    share: NotRequired[Interval]
    elo: NotRequired[Interval]


class Standing(TypedDict):
    """A player's place in a tournament; Elo around the mean of all, with a 95 % interval."""

    player: str
    elo: float
    low: float
    high: float
    points: float
    games: int


class PairScore(TypedDict):
    """A match of a tournament; the first player's wins."""

    id: str
    first: str
    second: str
    wins: int
    draws: int
    losses: int


class TournamentTable(TypedDict):
    """A tournament so far, the best player first."""

    players: list[str]
    standings: list[Standing]
    points: Annotated[list[list[float]], Field(description="of each of `players` against each")]
    matches: list[PairScore]


class LogTable(TypedDict):
    """The last value of each column of a run's log."""

    lines: int
    last: dict[str, int | float | str]
    champions: NotRequired[Annotated[list[int], Field(description="generations that can be played")]]


class RunTable(Run):
    """A run with its numbers."""

    table: MatchTable | TournamentTable | LogTable


class RunLog(TypedDict):
    """Lines of a log; ask again with `since=next`."""

    id: str
    since: int
    next: int
    lines: list[Any]
