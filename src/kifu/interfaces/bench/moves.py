"""Expert moves of whole positions, on one core."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from kifu.games.go import replay
from kifu.interfaces.bench.life import make_games
from kifu.interfaces.bench.measure import Benchmark, Repeat, timed
from kifu.models.moves import MovePredictor
from kifu.records import sgf

_Games = tuple[npt.NDArray[np.uint16], npt.NDArray[np.int64], int]


@lru_cache
def packed_games(size: int) -> _Games:
    """The games of the life benchmark as packed moves."""
    parts = []
    for data in make_games(size):
        moves = replay(sgf.read(data)[0]).board.moves
        parts.append([m.point.x | m.point.y << 6 | (m.colour.value == "W") << 15 for m in moves if m.point])
    offsets = np.concatenate([[0], np.cumsum([len(part) for part in parts])]).astype(np.int64)
    return np.concatenate(parts).astype(np.uint16), offsets, int(offsets[-1])


def _predict(size: int) -> Repeat:
    model = MovePredictor.bundled(size)
    actions, offsets, positions = packed_games(size)

    def work() -> int:
        model.native.rank_games(size, actions, offsets, 1)
        return positions

    return timed(work)


BENCHMARKS = [
    Benchmark("moves/predict-19x19", "positions", lambda: _predict(19)),
    Benchmark("moves/predict-9x9", "positions", lambda: _predict(9)),
]
