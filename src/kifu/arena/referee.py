"""Who decides what is dead at the end of a game of Go: Kifu's model of life, or an outside engine."""

from typing import Protocol, cast

from kifu.errors import InputError
from kifu.games.go import Board, Point
from kifu.judgement import judge
from kifu.players.engine import EnginePlayer
from kifu.players.named import make_player


class Referee(Protocol):
    """Names the dead stones of a finished position."""

    def dead_stones(self, board: Board) -> list[Point]:
        """Return the dead stones."""

    def close(self) -> None:
        """Release a process."""


class LifeReferee:
    """Kifu's own judgement, the one that `kifu score` gives."""

    def dead_stones(self, board: Board) -> list[Point]:
        """Return the dead stones of the judgement."""
        return judge(board, finished=True).dead_points

    def close(self) -> None:
        """Nothing to release."""


def make_referee(text: str) -> Referee:
    """Make a referee from `kifu` or `gtp:"gnugo --mode gtp"`."""
    if text == "kifu":
        return LifeReferee()
    if text.startswith("gtp:"):
        return cast(EnginePlayer, make_player(text))
    raise InputError(f'expected the referee as kifu or gtp:"COMMAND", got {text!r}')
