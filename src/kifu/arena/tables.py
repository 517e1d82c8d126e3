"""What the arena knows of a game: whose move it is, whether it is over, who has won. Nothing else.

An `ArenaGame` is one game being played, `MatchRules` are what a match is played under. Go has its own in
`kifu.arena.go`, draughts in `kifu.arena.draughts`; any other game joins in the same way.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, Protocol

from kifu.games.game import P
from kifu.players.base import Choice
from kifu.players.clocks import Clock
from kifu.records.moves import Colour
from kifu.records.results import Result


class Contestant(Protocol):
    """A player of any game; its game knows how to call it."""

    name: str

    def close(self) -> None:
        """Release processes and threads."""


class MatchRules(Protocol):
    """What a match of some game is played under."""

    @property
    def limit(self) -> int:
        """Moves after which a game is broken off and counted as it stands."""

    @property
    def name(self) -> str:
        """The game, or its board, in a word."""

    def facts(self) -> dict[str, Any]:
        """Everything by name, the defaults filled in."""

    def command_options(self) -> list[str]:
        """Options of `kifu match` for what is not usual."""

    def table(self, seed: int, pair: int) -> "ArenaGame[Any]":
        """Set up a game; both games of a pair have the same opening."""

    def check_player(self, text: str) -> object:
        """Refuse the text of a player that the game does not have."""

    def make_player(self, text: str, seed: int) -> Contestant:
        """Make a player of the game from its text."""


class ArenaGame(ABC, Generic[P]):
    """One game.

    Args:
        position: at the start.
        opening: moves that are made before the players are asked.
    """

    suffix: ClassVar[str]  # of its record's file, with the dot

    def __init__(self, position: P, opening: Iterable[Any] = ()) -> None:
        self.position = position
        for move in opening:
            position.play(move)

    @property
    def moves(self) -> int:
        """How many moves have been made, those of the opening included."""
        return len(self.position.moves)

    @property
    def is_over(self) -> bool:
        """Whether the rules end the game here."""
        return self.position.is_over

    def ask(self, player: Any, clock: Clock | None) -> Choice:
        """Let a player choose on a copy: no player can change the game behind the arena's back."""
        choice: Choice = player.choose(self.position.copy(), clock)
        return choice

    @abstractmethod
    def seat(self, player: Any) -> None:
        """Tell a player that a game begins."""

    @abstractmethod
    def result(self) -> Result:
        """Who has won in this position, the game being over or broken off."""

    @abstractmethod
    def ending(self, result: Result) -> tuple[str, str]:
        """How a game that is over ended: a short name such as `count`, and in words."""

    @abstractmethod
    def broken_off(self, result: Result) -> str:
        """In words how a game ended that came to the limit of moves."""

    @abstractmethod
    def record(self, names: dict[Colour, str], result: Result, why: str, comments: dict[int, str]) -> bytes:
        """Write the game down."""
