"""What each piece on each square adds to the inputs of a network, for those that learn."""

import numpy as np
import numpy.typing as npt

from kifu.errors import InputError

_KING = 1.5


def encoding(kind: str) -> npt.NDArray[np.float32]:
    """A (128, inputs) matrix for `learning.piece_inputs`: own men, own kings, their men, their kings."""
    if kind == "pieces":
        return np.eye(128, dtype=np.float32)
    if kind == "board":
        squares = np.eye(32)
    elif kind == "squares":
        squares = np.array([[float(_within(n, *sub)) for sub in _sub_squares()] for n in range(32)])
    else:
        raise InputError(f"networks of kind {kind!r} do not learn; squares, board and pieces do")
    return np.concatenate([squares, _KING * squares, -squares, -_KING * squares]).astype(np.float32)


def _sub_squares() -> list[tuple[int, int, int]]:
    """(size, top, left) of all squares from 3x3 to 8x8: 91 of them, in the order of the inputs."""
    return [(size, top, left) for size in range(3, 9) for top in range(9 - size) for left in range(9 - size)]


def _within(square: int, size: int, top: int, left: int) -> bool:
    row = square // 4
    column = 2 * (square % 4) + 1 - row % 2
    return top <= row < top + size and left <= column < left + size
