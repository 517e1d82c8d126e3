"""What a player is: something that is given a board and chooses a move."""

from dataclasses import dataclass
from typing import Protocol

from kifu.errors import KifuError
from kifu.games.go import Board, Point, Rules
from kifu.players.clocks import Clock


class PlayerError(KifuError):
    """A player that cannot go on: its process died, its model is missing, its answer makes no sense."""


class PlayerTimeoutError(PlayerError):
    """A player that did not answer in time."""


@dataclass(frozen=True)
class Choice:
    """What a player does.

    Attributes:
        move: The point, or None for a pass.
        resign: Whether it gives up instead of moving.
        value: Chance to win for the player to move, 0 to 1, where it knows.
        comment: Why, for people.
    """

    move: Point | None
    resign: bool = False
    value: float | None = None
    comment: str = ""


class Player(Protocol):
    """A Go player. Made once, used for many games, closed at the end."""

    name: str

    def new_game(self, size: int, rules: Rules, komi: float) -> None:
        """Forget the last game and prepare for one; komi is all that White gets, for handicap stones too."""

    def choose(self, board: Board, clock: Clock | None = None) -> Choice:
        """Choose for `board.to_play`; the board has the whole past. Without a clock, as long as usual."""

    def close(self) -> None:
        """Let go of processes and threads; a closed player is not used again."""
