"""How well a model of moves predicts what experts played."""

from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu.archive.packed import PackedGames
from kifu.evaluation.intervals import by_game
from kifu.models.moves import MovePredictor
from kifu.work.executors import open_executor
from kifu.work.facts import JsonObject
from kifu.work.progress import Progress, silent

#: Ranks at which the cumulative share is told, as in the paper's tables.
RANKS = (1, 5, 10, 20, 40, 60, 80)
#: First moves of the phases of a game.
PHASES = (1, 21, 41, 81, 121, 161, 201, 241)
#: Games ranked at once here, and by a worker of an executor.
_CHUNK, _SHARD = 20, 5


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
        progress: told of games.
    """
    parts: list[tuple[npt.NDArray[Any], ...]] = []
    shared = model, threads if executor is None else 1
    progress(0, len(games), "predicting moves")
    step = _CHUNK if executor is None else _SHARD
    with open_executor(1 if executor is None else executor) as pool:
        for part in pool.map_ordered(_rank, games.chunks(step), shared=shared, name=str):
            first = len(parts) * step
            parts.append((part[0] + np.uint32(first), *part[1:]))
            progress(min(first + step, len(games)), len(games), "predicting moves")
    if not parts:
        parts = [tuple(np.zeros(0, t) for t in (np.uint32, np.uint16, np.uint16, np.float32))]
    return MoveOutcomes(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _rank(games: PackedGames, shared: tuple[MovePredictor, int]) -> tuple[npt.NDArray[Any], ...]:
    """Game, move, rank and probability of the moves of some games; may run on a worker."""
    model, threads = shared
    return tuple(model.native.rank_games(games.size, games.actions, games.offsets, threads))


def report(found: MoveOutcomes) -> JsonObject:
    """Return cumulative shares by rank with their 95 % intervals, log-loss, and the share by phase."""
    if len(found.rank) == 0:
        return {"games": 0, "positions": 0, "ranks": {}, "log_loss": None, "phases": []}
    ranks = {}
    intervals = {}
    for rank in RANKS:
        share = by_game(found.rank <= rank, found.game)
        ranks[str(rank)] = share.value
        intervals[str(rank)] = [share.low, share.high]
    phases = []
    for begin, end in zip(PHASES, (*PHASES[1:], 100_000), strict=True):
        here = (found.move >= begin) & (found.move < end)
        if here.any():
            phases.append(
                {
                    "from": begin,
                    "to": end - 1 if end < 100_000 else None,
                    "positions": int(here.sum()),
                    "ranks": {str(r): float((found.rank[here] <= r).mean()) for r in (1, 5, 10, 20)},
                }
            )
    return {
        "games": len(np.unique(found.game)),
        "positions": len(found.rank),
        "ranks": ranks,
        "intervals": intervals,
        "log_loss": float(-np.log(np.maximum(found.probability, 1e-9)).mean()),
        "phases": phases,
    }
