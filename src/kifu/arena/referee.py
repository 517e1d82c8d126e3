"""Who decides what is dead at the end of a game of Go: Kifu's model of life, or an outside engine."""

from typing import Protocol, cast

from kifu.errors import InputError
from kifu.games.go import Board, Point
from kifu.players.engine import EnginePlayer
from kifu.players.named import make_player
from kifu.players.settled import Verdict


class Referee(Protocol):
    """Names the dead stones of a finished position."""

    def dead_stones(self, board: Board) -> list[Point]:
        """Return the dead stones."""

    def close(self) -> None:
        """Let go of a process."""


class LifeReferee:
    """Kifu's own verdict, the one that `kifu score` gives."""

    def dead_stones(self, board: Board) -> list[Point]:
        """Return what the model of life calls dead."""
        return Verdict(board).dead_points()

    def close(self) -> None:
        """Nothing to let go of."""


def make_referee(text: str) -> Referee:
    """Make a referee from `kifu` or `gtp:"gnugo --mode gtp"`."""
    if text == "kifu":
        return LifeReferee()
    if text.startswith("gtp:"):
        return cast(EnginePlayer, make_player(text))
    raise InputError(f'expected the referee as kifu or gtp:"COMMAND", got {text!r}')
