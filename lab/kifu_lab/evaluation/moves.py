"""How well a model of moves predicts what experts played."""

from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kifu.archive.packed import PackedGames
from kifu.models.moves import MovePredictor
from kifu.work.facts import JsonObject
from kifu.work.progress import Progress, silent
from kifu_lab.evaluation.intervals import by_game
from kifu_lab.evaluation.ranking import Columns, phases, rank_moves

#: Ranks at which the cumulative share is told, as in the paper's tables.
RANKS = (1, 5, 10, 20, 40, 60, 80)
#: First moves of the phases of a game.
PHASES = (1, 21, 41, 81, 121, 161, 201, 241)


@dataclass(frozen=True)
class MoveOutcomes:
    """What a model said of moves that were played; one entry a move, passes left out."""

    game: npt.NDArray[np.uint32]
    move: npt.NDArray[np.uint16]
    rank: npt.NDArray[np.uint16]
    probability: npt.NDArray[np.float32]


def outcomes(
    model: MovePredictor,
    games: PackedGames,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> MoveOutcomes:
    """Rank every move of the games.

    Args:
        model: that is measured.
        games: all on boards of one size.
        threads: native threads; the result is the same for any number.
        executor: who ranks instead of these threads, such as a cluster; the result is the same.
        progress: called after games.
    """
    asked = model, threads if executor is None else 1
    types = (np.uint32, np.uint16, np.uint16, np.float32)
    return MoveOutcomes(
        *rank_moves(
            games, _rank, asked, types, executor=executor, progress=progress, doing="predicting moves"
        )
    )


def _rank(games: PackedGames, asked: tuple[MovePredictor, int]) -> Columns:
    model, threads = asked
    return tuple(model.native.rank_games(games.size, games.actions, games.offsets, threads))


def report(found: MoveOutcomes) -> JsonObject:
    """Return cumulative shares by rank with their 95 % intervals, log-loss, and the share by phase."""
    if len(found.rank) == 0:
        return {"games": 0, "positions": 0, "ranks": {}, "log_loss": None, "phases": []}
    shares = {str(rank): by_game(found.rank <= rank, found.game) for rank in RANKS}
    return {
        "games": len(np.unique(found.game)),
        "positions": len(found.rank),
        "ranks": {rank: share.value for rank, share in shares.items()},
        "intervals": {rank: [share.low, share.high] for rank, share in shares.items()},
        "log_loss": float(-np.log(np.maximum(found.probability, 1e-9)).mean()),
        "phases": [
            {**phase, "ranks": {str(r): float((found.rank[here] <= r).mean()) for r in (1, 5, 10, 20)}}
            for phase, here in phases(PHASES, found.move)
        ],
    }
