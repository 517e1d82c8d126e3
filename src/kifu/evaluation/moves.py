"""How well a model of moves predicts what experts played."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu.archive.packed import PackedGames
from kifu.evaluation.intervals import by_game
from kifu.models.moves import MovePredictor
from kifu.work.progress import Progress, silent

#: Ranks at which the cumulative share is told, as in the paper's tables.
RANKS = (1, 5, 10, 20, 40, 60, 80)
#: First moves of the phases of a game.
PHASES = (1, 21, 41, 81, 121, 161, 201, 241)
_CHUNK = 20


@dataclass(frozen=True)
class MoveOutcomes:
    """What a model said of moves that were played; one entry a move, passes left out."""

    game: npt.NDArray[np.uint32]
    move: npt.NDArray[np.uint16]
    rank: npt.NDArray[np.uint16]
    probability: npt.NDArray[np.float32]


def outcomes(
    model: MovePredictor, games: PackedGames, *, threads: int = 1, progress: Progress = silent
) -> MoveOutcomes:
    """Rank every move of the games."""
    parts: list[Sequence[npt.NDArray[Any]]] = []
    for i, part in enumerate(games.chunks(_CHUNK)):
        progress(i * _CHUNK, len(games), "predicting moves")
        game, move, rank, probability = model.native.rank_games(
            games.size, part.actions, part.offsets, threads
        )
        parts.append([game + np.uint32(i * _CHUNK), move, rank, probability])
    if not parts:
        parts = [[np.zeros(0, t) for t in (np.uint32, np.uint16, np.uint16, np.float32)]]
    return MoveOutcomes(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def report(found: MoveOutcomes) -> dict[str, Any]:
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
