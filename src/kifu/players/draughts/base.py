"""What a player of draughts is: something that is given a position and chooses a move."""

from dataclasses import dataclass
from typing import Protocol

from kifu.games.draughts import Move, Position
from kifu.players.clocks import Clock


@dataclass(frozen=True)
class DraughtsChoice:
    """What a player does.

    Attributes:
        move: The move; None only where it resigns.
        resign: Whether it gives up instead of moving.
        value: How the side to move stands, -1 lost to 1 won, where it knows.
        plies_to_end: Where it sees the end: plies to its win, or below 0 to its loss; else 0.
        depth: Plies it has read, where that makes sense.
        variation: The line it expects, this move first.
        comment: Why, for people.
    """

    move: Move | None
    resign: bool = False
    value: float | None = None
    plies_to_end: int = 0
    depth: int = 0
    variation: tuple[Move, ...] = ()
    comment: str = ""


class DraughtsPlayer(Protocol):
    """A draughts player. Made once, used for many games, closed at the end."""

    name: str

    def new_game(self) -> None:
        """Forget the last game."""

    def choose(self, position: Position, clock: Clock | None = None) -> DraughtsChoice:
        """Choose for the side to move; the position has its whole past. Without a clock, as long as usual."""

    def close(self) -> None:
        """Let go of processes and threads; a closed player is not used again."""
