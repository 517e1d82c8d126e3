"""How well a model of moves predicts what experts played."""

from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu.archive.packed import PackedGames
from kifu.evaluation.phases import Phase, RankShares, phases, rank_shares
from kifu.models.moves import MovePredictor
from kifu.work.executors import open_executor
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


class MoveReport(RankShares):
    """The same by phase."""

    phases: list[Phase]


def report(found: MoveOutcomes) -> MoveReport:
    """Return cumulative shares by rank with their 95 % intervals, log-loss, and the share by phase."""

    def ranks(here: npt.NDArray[np.bool_]) -> dict[str, float]:
        return {str(most): float((found.rank[here] <= most).mean()) for most in (1, 5, 10, 20)}

    shares = rank_shares(found.game, found.rank, found.probability, RANKS)
    return {**shares, "phases": [phase for phase, _ in phases(found.move, PHASES, ranks)]}
