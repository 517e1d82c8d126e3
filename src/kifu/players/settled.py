"""What is settled: own eyes, and what becomes of every point of a finished game."""

import numpy as np
import numpy.typing as npt

from kifu._native import analysis as native
from kifu.games.go import Board, Colour, Point
from kifu.models.life import LifeModel


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


class Verdict:
    """What the life model says of a position taken as finished.

    Attributes:
        dead: true on every dead stone.
        owner: mean owner of every point over random endings, 1 Black's, -1 White's.
        area: owner of every point by area without the dead: 0 nobody's, 1 Black's, 2 White's.
    """

    def __init__(self, board: Board, model: LifeModel | None = None, seed: int = 1) -> None:
        model = model or LifeModel.bundled()
        _, _, playouts, layers, _ = native.judge(
            board._game, model.classifier, model.features.is_full, model.features.playouts, seed, True
        )
        self.dead: npt.NDArray[np.bool_] = layers[7] != 0
        self.owner: npt.NDArray[np.float32] = playouts
        self.area: npt.NDArray[np.uint8] = layers[0]

    def dead_points(self) -> list[Point]:
        """The dead stones."""
        return [Point(int(x), int(y)) for y, x in np.argwhere(self.dead)]

    def settled(self, sure: float = 0.9) -> npt.NDArray[np.bool_]:
        """Where random endings and the count agree whose a point is."""
        sign = np.array([0.0, 1.0, -1.0])[self.area]
        settled: npt.NDArray[np.bool_] = self.owner * sign >= sure
        return settled
