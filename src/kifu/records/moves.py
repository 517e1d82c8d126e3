"""The small types that records and positions share: colours, points of a Go board, moves of Go."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, NamedTuple

#: A colour as facts for JSON name it, and as moves do.
Side = Literal["black", "white"]
Letter = Literal["B", "W"]


class Colour(Enum):
    """A side. In Go and in English draughts Black moves first."""

    BLACK = "B"
    WHITE = "W"

    @property
    def opponent(self) -> "Colour":
        """The other side."""
        return Colour.WHITE if self is Colour.BLACK else Colour.BLACK

    @property
    def side(self) -> Side:
        """`black` or `white`, as facts for JSON name it."""
        return "black" if self is Colour.BLACK else "white"

    @property
    def letter(self) -> Letter:
        """`B` or `W`, as moves are written."""
        return "B" if self is Colour.BLACK else "W"

    def __str__(self) -> str:
        return "Black" if self is Colour.BLACK else "White"


#: Columns as players name them, without I.
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class _Place(NamedTuple):
    x: int
    y: int


class Point(_Place):
    """A point of a Go board: x from the left, y from the top, both from 0, as SGF counts them.

    A point that knows its board prints as players write it: `D4`. Points compare by x and y alone.
    `kifu.games.coordinates` converts to and from every other way of writing points.

    Attributes:
        size: Lines of its board from top to bottom; 0 where that is not known.
    """

    size: int

    def __new__(cls, x: int, y: int, size: int = 0) -> "Point":
        """Make a point."""
        point = super().__new__(cls, x, y)
        point.size = size
        return point

    def __str__(self) -> str:
        if self.size and 0 <= self.x < len(COLUMNS):
            return f"{COLUMNS[self.x]}{self.size - self.y}"
        return f"({self.x}, {self.y})"

    def __repr__(self) -> str:
        return f"Point({str(self)!r})" if self.size else f"Point{tuple(self)}"

    def __reduce__(self) -> tuple[type["Point"], tuple[int, int, int]]:
        return Point, (self.x, self.y, self.size)


@dataclass(frozen=True, slots=True)
class Move:
    """A Go move: a stone on a point, or a pass where the point is None. Prints as `D4` or `pass`.

    Attributes:
        colour: Who plays.
        point: Where, or None.
        captured: The stones it took off the board, where it was played on one; not compared.
    """

    colour: Colour
    point: Point | None
    captured: tuple[Point, ...] = field(default=(), compare=False)

    @property
    def is_pass(self) -> bool:
        """Whether no stone is played."""
        return self.point is None

    def __str__(self) -> str:
        return vertex(self.point)

    def __repr__(self) -> str:
        return f"Move('{self.colour.value} {self}')"


def vertex(point: Point | None) -> str:
    """Write a point as players do, `D4`, and None as `pass`."""
    return "pass" if point is None else str(point)
