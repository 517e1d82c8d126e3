"""Expert moves of whole positions, on one core."""

from functools import lru_cache

from kifu.archive import PackedGames
from kifu.models.moves import MovePredictor
from kifu.records import sgf
from kifu.records.packed_moves import PLAY, kind
from kifu_lab.bench.life import make_games
from kifu_lab.bench.measure import Benchmark, Repeat, timed


@lru_cache
def packed_games(size: int) -> PackedGames:
    """The games of the life benchmark without their passes."""
    games = [sgf.read(data)[0].actions for data in make_games(size)]
    return PackedGames.of(size, [moves[kind(moves) == PLAY] for moves in games])


def _predict(size: int) -> Repeat:
    model = MovePredictor.bundled(size)
    games = packed_games(size)

    def work() -> int:
        model.native.rank_games(size, games.actions, games.offsets, 1)
        return len(games.actions)

    return timed(work)


BENCHMARKS = [
    Benchmark("moves/predict-19x19", "positions", lambda: _predict(19)),
    Benchmark("moves/predict-9x9", "positions", lambda: _predict(9)),
]
