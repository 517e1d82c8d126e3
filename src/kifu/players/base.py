"""What a player is: something that is given a position and chooses a move."""

from dataclasses import dataclass
from typing import Any, Protocol

from kifu.errors import KifuError
from kifu.games.go import Board, Rules
from kifu.players.clocks import Clock


class PlayerError(KifuError):
    """A player that cannot go on: its process died, its model is missing, its answer makes no sense."""


class PlayerTimeoutError(PlayerError):
    """A player that did not answer in time."""


@dataclass(frozen=True)
class Choice:
    """What a player of either game does. Prints as `D4`, `pass`, `11-15` or `resign`.

    Attributes:
        move: As `position.play` takes it: the point in Go, None for a pass; the move in draughts.
        resign: Whether it gives up instead of moving.
        value: Where it knows, how the side to move stands: its chance to win, 0 to 1, in Go; -1 lost to 1 won
            in draughts.
        plies_to_end: Where it sees the end: plies to its win, or below 0 to its loss; else 0.
        depth: Plies it has read, where that makes sense.
        variation: The line it expects, this move first.
        comment: Why, for people.
    """

    move: Any
    resign: bool = False
    value: float | None = None
    plies_to_end: int = 0
    depth: int = 0
    variation: tuple[Any, ...] = ()
    comment: str = ""

    def __str__(self) -> str:
        return "resign" if self.resign else "pass" if self.move is None else str(self.move)


class Player(Protocol):
    """A Go player. Made once, used for many games, closed at the end."""

    name: str

    def new_game(self, size: int, rules: Rules, komi: float) -> None:
        """Forget the last game and prepare for one; komi is all that White gets, for handicap stones too."""

    def choose(self, board: Board, clock: Clock | None = None) -> Choice:
        """Choose for `board.to_play`; the board has the whole past. Without a clock, as long as usual."""

    def close(self) -> None:
        """Release processes and threads; a closed player is not used again."""
