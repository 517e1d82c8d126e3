"""Every way to write a point of a Go board, in one place.

The inside of Kifu uses `Point(x, y)`: x from the left, y from the top, both from 0. On 19x19, the star point
in the upper right:

    system  written  reads
    ------  -------  -----------------------------------------------------------------
    GTP     Q16      column A-T without I (to Z on larger boards), row from the bottom
    SGF     pd       column, then row from the top; a-z, then A-Z from 27 on
    index   72       row by row from the top left, from 0: arrays and the native core
    array   [3, 15]  row, column: NumPy boards of shape (size, size)

A pass is None, `pass` in GTP, the empty string in SGF and -1 as an index.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from kifu.errors import PointError
from kifu.records.moves import COLUMNS, Point

SGF_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def to_gtp(point: Point | None, size: int) -> str:
    """Write a point as people say it: D4, or pass."""
    if point is None:
        return "pass"
    check(point, size)
    return f"{COLUMNS[point.x]}{size - point.y}"


def from_gtp(text: str, size: int) -> Point | None:
    """Read D4, d4, T19 or pass."""
    word = text.strip().upper()
    if word == "PASS":
        return None
    column = COLUMNS.find(word[:1]) if word[:1] else -1
    digits = word[1:]
    if column < 0 or not (digits.isascii() and digits.isdigit()) or len(digits) > 3:
        hint = "; the letter I is not used" if word[:1] == "I" else ""
        raise PointError(f"expected a point such as D4, or pass, got {text!r}{hint}")
    point = Point(column, size - int(digits), size)
    if not on_board(point, size):
        last = f"{COLUMNS[size - 1]}{size}"
        raise PointError(f"{text!r} is off the {size}x{size} board, which reaches from A1 to {last}")
    return point


def to_sgf(point: Point | None) -> str:
    """Write a point as SGF does: dd, or the empty string for a pass."""
    if point is None:
        return ""
    return SGF_LETTERS[point.x] + SGF_LETTERS[point.y]


def from_sgf(text: str, size: int) -> Point | None:
    """Read a point of SGF. The empty string is a pass, and so is tt up to 19x19."""
    if text == "" or (text == "tt" and size <= 19):
        return None
    if len(text) != 2 or text[0] not in SGF_LETTERS or text[1] not in SGF_LETTERS:
        raise PointError(f"expected a point of SGF such as dd, got {text!r}")
    return check(Point(SGF_LETTERS.index(text[0]), SGF_LETTERS.index(text[1]), size), size)


def to_index(point: Point | None, size: int) -> int:
    """Number a point row by row from the top left; a pass is -1."""
    if point is None:
        return -1
    check(point, size)
    return point.y * size + point.x


@lru_cache(maxsize=64)
def all_points(size: int) -> tuple[Point, ...]:
    """Every point of a square board, row by row from the top left: made once, as many ask for it often."""
    return tuple(Point(x, y, size) for y in range(size) for x in range(size))


def from_index(index: int, size: int) -> Point | None:
    """Turn a row-by-row number into its point; -1 is a pass."""
    if index == -1:
        return None
    if not 0 <= index < size * size:
        raise PointError(
            f"expected a point number from 0 to {size * size - 1}, or -1 for a pass, got {index!r}"
        )
    return all_points(size)[index]


def points_where(mask: npt.NDArray[np.generic]) -> list[Point]:
    """The points of a square array that are not zero, row by row."""
    points = all_points(len(mask))
    return [points[index] for index in np.flatnonzero(mask).tolist()]


def on_board(point: Point, size: int) -> bool:
    """Whether the point lies on a square board of this size."""
    return 0 <= point.x < size and 0 <= point.y < size


def check(point: Point, size: int) -> Point:
    """Return the point, or raise PointError if it is off the board."""
    if not on_board(point, size):
        raise PointError(
            f"expected x and y from 0 to {size - 1} on a {size}x{size} board, got {tuple(point)!r}"
        )
    return point
