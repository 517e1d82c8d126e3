"""The one reader of packed moves of Go: 16 bits a move, pass or stone of a setup.

Native code (`native/go/action.hpp`) packs them, readers hand them to boards, and archives store them:
bits 0-5 hold the column from the left, bits 6-11 the row from the top, both from 0; bits 12-13 the kind;
bit 15 is set for White. A column or row may lie off the board where a record says so.
Most functions take one number or a NumPy array of them.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, overload

from kifu.records.moves import Colour, Move, Point
from kifu.records.properties import Stone

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bools = npt.NDArray[np.bool_]

#: Kinds: a stone is played, a pass, a stone is set up, a point is emptied.
PLAY, PASS, PLACE, CLEAR = range(4)

_WHITE = 0x8000
_Packed = TypeVar("_Packed", int, "npt.NDArray[Any]")


def kind(packed: _Packed) -> _Packed:
    """Which of PLAY, PASS, PLACE and CLEAR it is."""
    return packed >> 12 & 3


def column(packed: _Packed) -> _Packed:
    """The column from the left, from 0; 0 in a pass."""
    return packed & 63


def row(packed: _Packed) -> _Packed:
    """The row from the top, from 0; 0 in a pass."""
    return packed >> 6 & 63


@overload
def is_move(packed: int) -> bool: ...
@overload
def is_move(packed: "npt.NDArray[np.uint16]") -> "Bools": ...
def is_move(packed: Any) -> Any:
    """Whether it is a move or a pass, not setup."""
    return kind(packed) <= PASS


@overload
def is_white(packed: int) -> bool: ...
@overload
def is_white(packed: "npt.NDArray[np.uint16]") -> "Bools": ...
def is_white(packed: Any) -> Any:
    """Whether it is White's."""
    return packed & _WHITE != 0


def pack(kind: int, is_white: bool, column: int = 0, row: int = 0) -> int:
    """The number that stands for a move, a pass or a stone of a setup."""
    return column | row << 6 | kind << 12 | (_WHITE if is_white else 0)


def with_points(
    packed: "npt.NDArray[np.uint16]", columns: "npt.NDArray[Any]", rows: "npt.NDArray[Any]"
) -> "npt.NDArray[np.uint16]":
    """The same moves on other points."""
    moved: npt.NDArray[np.uint16] = (packed & 0xF000 | columns | rows << 6).astype(packed.dtype)
    return moved


@lru_cache(maxsize=1 << 14)
def move_of(packed: int, size: int = 0) -> Move | None:
    """The move or pass on a board of so many lines, or None if it is setup."""
    return Move(_colour(packed), _point(packed, size)) if is_move(packed) else None


def stone_of(packed: int, size: int = 0) -> Stone | None:
    """The stone that is set up (or the point that is emptied), or None if it is a move."""
    point = _point(packed, size)
    if point is None or is_move(packed):
        return None
    return Stone(None if kind(packed) == CLEAR else _colour(packed), point)


def _colour(packed: int) -> Colour:
    return Colour.WHITE if is_white(packed) else Colour.BLACK


def _point(packed: int, size: int) -> Point | None:
    return None if kind(packed) == PASS else Point(column(packed), row(packed), size)
