"""What the arena knows of a game: whose move it is, whether it is over, who has won. Nothing else.

A table is one game being played. Go has its own in `kifu.arena.go`; any other game joins with a table.
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

    def record(self, names: dict[Colour, str], result: Result, why: str, comments: dict[int, str]) -> bytes:
        """Write the game down."""
