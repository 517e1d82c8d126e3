"""What decides the games of a match; light, for commands have options made from it."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from kifu.work.settings import Settings, setting

if TYPE_CHECKING:
    from kifu.arena.tables import MatchRules


@dataclass(frozen=True)
class GoMatch(Settings):
    """Rules of a match of Go; `kifu.arena.go.GoTerms` plays by them."""

    size: int = setting(9, "Board size.", least=2, most=25)
    rules: str = setting("chinese", "Ruleset.")
    komi: float | None = setting(None, "Points for White; default: the ruleset's.", least=-1000, most=1000)
    opening: int | None = setting(None, "Random stones at the start; default: 2 or 4.", least=0, most=40)
    referee: str = setting("kifu", 'Who names the dead stones: kifu, or gtp:"COMMAND".')
    expert: str | None = setting(None, "Who finishes games after 20 moves: kifu, gnugo:level=1.")
    expert_moves: int = 20


@dataclass(frozen=True)
class DraughtsMatch(Settings):
    """Rules of a match of draughts; `kifu.arena.draughts.DraughtsTerms` plays by them."""

    openings: Literal["ballots", "start"] = setting(
        "ballots", "The 156 accepted three-move ballots in random order, or the start position."
    )
    move_limit: int = setting(500, "Moves of both sides after which a game is drawn.", least=1)


def _go() -> "MatchRules":
    from kifu.arena.go import GoTerms

    return GoTerms()


@dataclass(frozen=True)
class MatchSettings(Settings):
    """What decides the games of a match; the number of games is not among it, so more can follow.

    Attributes:
        first: the player whose wins are counted, as text.
        second: its opponent.
        terms: the game and its rules.
    """

    first: str
    second: str
    terms: "MatchRules" = field(default_factory=_go)
    time: str | None = setting(None, "Clock: 300, 60+5 Fischer, 300+60/25 Canadian, 300+3x30 byo-yomi.")
    timeout: float = setting(300.0, "Seconds per move without a clock.", above=0, most=1_000_000)
    seed: int = setting(1, "Random seed.", least=0)

    def __post_init__(self) -> None:
        from kifu.players.clocks import parse_clock

        super().__post_init__()
        self.terms.check_player(self.first)
        self.terms.check_player(self.second)
        if self.time is not None:
            parse_clock(self.time)

    def options(self) -> dict[str, Any]:
        """Everything that a resumed match must have in common with its start."""
        return {
            "first": self.first,
            "second": self.second,
            "terms": self.terms.facts(),
            "time": self.time,
            "timeout": self.timeout,
        }
