"""Features of openings computed the plain way: one point after the other, from the paper's words."""

import numpy as np
import numpy.typing as npt

_DIVIDED_BY = {"B": 4, "C": 5, "D": 5, "E": 4}
_FIRST = {"B": 0, "C": 1, "D": 1, "E": 0}


def plain_inputs(
    stones: npt.NDArray[np.uint8], view: int, off_board: float, codes: str, edges: str, unit: float
) -> npt.NDArray[np.float64]:
    """All inputs of a position.

    Args:
        stones: 0 empty, 1 black, 2 white.
        view: the colour that looks.
        off_board: its points that are not on the board.
        codes: of B, C, D and E: absent, scalar or binary.
        edges: `points` or `stones`.
        unit: points that are 1 in the last input.
    """
    board = _turned(np.where(stones == 0, 0, np.where(stones == view, 2, 1)))
    size = len(board)
    out: list[float] = []
    for y in range(size):
        for x in range(size):
            own = int(board[y, x])
            out += [float(own > 0), {0: 0.0, 1: -1.0, 2: 1.0}[own]]
            away = [min(x, size - 1 - x), min(y, size - 1 - y)]
            out += _coded("B", codes[0], away if own or edges == "points" else None, 2)
            block = _block(board, (y, x)) if own else set()
            out += _coded("C", codes[1], [len(_liberties(board, block))] if own else None, 1)
            out += _coded("D", codes[2], [len(block)] if own else None, 1)
            out += _coded("E", codes[3], _near(board, block, own) if own else None, 2)
    return np.array([*out, off_board / unit])


def _coded(letter: str, code: str, counts: list[int] | None, values: int) -> list[float]:
    if code == "-":
        return []
    if code == "s":
        return [0.0] * values if counts is None else [count / _DIVIDED_BY[letter] for count in counts]
    nodes = np.zeros((values, 5))
    for i, count in enumerate(counts or []):
        nodes[i, min(count - _FIRST[letter], 4)] = 1
    return [float(node) for node in nodes.ravel()]


def _turned(board: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The greatest of the eight symmetric forms, read row by row."""
    forms = [np.rot90(b, k) for b in (board, board.T) for k in range(4)]
    return max(forms, key=lambda form: form.ravel().tolist())


def _around(size: int, point: tuple[int, int]) -> list[tuple[int, int]]:
    y, x = point
    return [
        (v, u) for v, u in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)) if 0 <= v < size and 0 <= u < size
    ]


def _block(board: npt.NDArray[np.int64], start: tuple[int, int]) -> set[tuple[int, int]]:
    found, open_points = {start}, [start]
    while open_points:
        for point in _around(len(board), open_points.pop()):
            if board[point] == board[start] and point not in found:
                found.add(point)
                open_points.append(point)
    return found


def _liberties(board: npt.NDArray[np.int64], block: set[tuple[int, int]]) -> set[tuple[int, int]]:
    return {p for stone in block for p in _around(len(board), stone) if board[p] == 0}


def _near(board: npt.NDArray[np.int64], block: set[tuple[int, int]], own: int) -> list[int]:
    friends = enemies = 0
    for point in zip(*np.nonzero(board), strict=True):
        y, x = int(point[0]), int(point[1])
        if (y, x) not in block and any(abs(y - v) + abs(x - u) <= 3 for v, u in block):
            if board[y, x] == own:
                friends += 1
            else:
                enemies += 1
    return [friends, enemies]
