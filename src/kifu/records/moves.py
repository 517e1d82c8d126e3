"""The small types that records and positions share: colours, points of a Go board, moves of Go."""

from enum import Enum
from typing import NamedTuple


class Colour(Enum):
    """A side. In Go and in English draughts Black moves first."""

    BLACK = "B"
    WHITE = "W"

    @property
    def opponent(self) -> "Colour":
        """The other side."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK

    def __str__(self) -> str:
        return "Black" if self is Colour.BLACK else "White"


class Point(NamedTuple):
    """A point of a Go board: x from the left, y from the top, both from 0, as SGF counts them.

    `kifu.games.coordinates` converts to and from every other way of writing points.
    """

    x: int
    y: int


class Move(NamedTuple):
    """A Go move: a stone on a point, or a pass where the point is None."""

    colour: Colour
    point: Point | None

    @property
    def is_pass(self) -> bool:
        """Whether no stone is played."""
        return self.point is None
