"""Where nobody needs to play: own eyes, and points that are settled."""

import numpy as np
import numpy.typing as npt

from kifu.games.go import Colour, Point
from kifu.judgement import Judgement


def is_own_eye(stones: npt.NDArray[np.uint8], point: Point, colour: Colour) -> bool:
    """Whether a point is surrounded by own stones and its corners too, but for one in the open."""
    own = 1 if colour is Colour.BLACK else 2
    size = len(stones)
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        x, y = point.x + dx, point.y + dy
        if 0 <= x < size and 0 <= y < size and stones[y, x] != own:
            return False
    enemy, inside = 0, 0
    for dx, dy in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        x, y = point.x + dx, point.y + dy
        if 0 <= x < size and 0 <= y < size:
            inside += 1
            enemy += bool(stones[y, x] == 3 - own)
    return enemy < (2 if inside == 4 else 1)


def settled_points(judged: Judgement, sure: float = 0.9) -> npt.NDArray[np.bool_]:
    """Where random endings and the count agree whose a point is."""
    sign = np.array([0.0, 1.0, -1.0])[judged.area]
    settled: npt.NDArray[np.bool_] = judged.playouts * sign >= sure
    return settled
