"""What a player of draughts is: something that is given a position and chooses a move."""

from typing import Protocol

from kifu.games.draughts import Position
from kifu.players.base import Choice
from kifu.players.clocks import Clock


class DraughtsPlayer(Protocol):
    """A draughts player. Made once, used for many games, closed at the end."""

    name: str

    def new_game(self) -> None:
        """Forget the last game."""

    def choose(self, position: Position, clock: Clock | None = None) -> Choice:
        """Choose for the side to move; the position has its whole past. Without a clock, as long as usual."""

    def close(self) -> None:
        """Release processes and threads; a closed player is not used again."""
