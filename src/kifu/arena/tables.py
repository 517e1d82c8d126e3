"""What the arena knows of a game: whose move it is, whether it is over, who has won. Nothing else.

A table is one game being played, terms are what a match is played under. Go has its own in `kifu.arena.go`,
draughts in `kifu.arena.draughts`; any other game joins in the same way.
"""

from typing import Any, Protocol

from kifu.players.clocks import Clock
from kifu.records.moves import Colour
from kifu.records.results import Result


class Decision(Protocol):
    """What a player of any game says when it is asked."""

    @property
    def resign(self) -> bool:
        """Whether it gives up."""

    @property
    def comment(self) -> str:
        """Why, for people."""


class Contestant(Protocol):
    """A player of any game; what it is asked is between it and its table."""

    name: str

    def close(self) -> None:
        """Let go of processes and threads."""


class Terms(Protocol):
    """What a match of some game is played under."""

    @property
    def limit(self) -> int:
        """Moves after which a game is broken off and counted as it stands."""

    def facts(self) -> dict[str, Any]:
        """Everything by name, the defaults filled in."""

    def table(self, seed: int, pair: int) -> "Table":
        """Set up a game; both games of a pair have the same opening."""

    def check_player(self, text: str) -> object:
        """Refuse the text of a player that the game does not have."""

    def make_player(self, text: str, seed: int) -> Contestant:
        """Make a player of the game from its text."""


class Table(Protocol):
    """One game."""

    suffix: str  # of its record's file, with the dot

    @property
    def mover(self) -> Colour:
        """Whose move it is."""

    @property
    def moves(self) -> int:
        """How many moves have been made, those of the opening included."""

    @property
    def is_over(self) -> bool:
        """Whether the rules end the game here."""

    def seat(self, player: Any) -> None:
        """Tell a player that a game begins."""

    def ask(self, player: Any, clock: Clock | None) -> Decision:
        """Let a player decide; changes nothing."""

    def accept(self, decision: Any) -> None:
        """Make the move; raises IllegalMoveError where the rules forbid it."""

    def result(self) -> Result:
        """Who has won in this position, the game being over or broken off."""

    def ending(self, result: Result) -> tuple[str, str]:
        """How a game that is over ended: a short name such as `count`, and in words."""

    def broken_off(self, result: Result) -> str:
        """In words how a game ended that came to the limit of moves."""

    def record(self, names: dict[Colour, str], result: Result, why: str, comments: dict[int, str]) -> bytes:
        """Write the game down."""
