"""Batches to learn from: positions drawn by seed and step, made natively while the network trains."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from kifu._native import models as native
from kifu.learners.network.games import NetworkGames
from kifu.models.moves import MovePredictor
from kifu.models.network import RANK_NUMBERS, lead_targets
from kifu.work.seeds import stream

T = TypeVar("T")

#: Positions of games with labelled owners are drawn so many times as often as others.
_LABELLED_WEIGHT = 2
#: How often a position is learned from without the players' ranks.
_RANK_DROPPED = 0.2
#: Ways to turn a board.
SYMMETRIES = 8


@dataclass(frozen=True)
class Batch:
    """Positions with what came of them, from the view of the side to move.

    Attributes:
        planes, numbers: inputs, see `native/features/network_planes.hpp`.
        moves: the move played, the number of points for a pass, -1 where nothing was played.
        owners: 0 neutral, 1 own, 2 the enemy's, 255 not known.
        results: 1 won, 0.5 drawn, 0 lost; NaN not known.
        leads: distributions over the lead's bins, all 0 where it is not known.
        policy: of self-play, shares of the visits of points and pass, all 0 where nothing was searched.
    """

    planes: npt.NDArray[np.float32]
    numbers: npt.NDArray[np.float32]
    moves: npt.NDArray[np.int32]
    owners: npt.NDArray[np.uint8]
    results: npt.NDArray[np.float32]
    leads: npt.NDArray[np.float32]
    policy: npt.NDArray[np.float32] | None = None


class Batches:
    """Draws batches from games; the batch of a step depends on the seed and the step alone."""

    def __init__(
        self, games: NetworkGames, predictor: MovePredictor | None, size: int, seed: int, threads: int = 1
    ) -> None:
        self._games = games
        self._model = None if predictor is None else predictor.native
        self._size = size
        self._seed = seed
        self._threads = threads
        weights = games.lengths * np.where(games.labelled, _LABELLED_WEIGHT, 1)
        self._ends = np.cumsum(weights)

    def draw(self, step: int) -> Batch:
        """The batch of a step."""
        random = stream(self._seed, "batch", step)
        chosen = np.searchsorted(self._ends, random.integers(self._ends[-1], size=self._size), side="right")
        # The last position of a game, behind its last move, teaches its end alone.
        moves = random.integers(self._games.lengths[chosen] + 1)
        symmetries = random.integers(SYMMETRIES, size=self._size)
        dropped = random.random(self._size) < _RANK_DROPPED
        return self.at(chosen, moves, symmetries, dropped)

    def at(
        self,
        chosen: npt.NDArray[np.integer],
        moves: npt.NDArray[np.integer],
        symmetries: npt.NDArray[np.integer] | None = None,
        dropped: npt.NDArray[np.bool_] | None = None,
    ) -> Batch:
        """Positions before given moves (from 0) of given games."""
        # Only these games go to native code, which checks what it is given.
        games = self._games.take(chosen)
        if symmetries is None:
            symmetries = np.zeros(len(chosen), np.uint8)
        planes, numbers, to_play, targets, owners = native.network_samples(
            self._model,
            games.size,
            games.actions,
            games.offsets,
            games.terms,
            games.owners,
            np.arange(len(chosen), dtype=np.int32),
            moves.astype(np.int32),
            symmetries.astype(np.uint8),
            self._threads,
        )
        if dropped is not None:
            numbers[dropped, RANK_NUMBERS:] = _unknown_ranks(numbers.shape[1])
        black = to_play == 1
        wins, leads = games.wins, games.leads
        return Batch(
            planes,
            numbers,
            targets,
            owners,
            np.where(black, wins, 1 - wins).astype(np.float32),
            lead_targets(np.where(black, leads, -leads)),
        )


def drawn_ahead(draw: Callable[[int], T], step: int) -> Iterator[T]:
    """What `draw` gives for a step and all that follow, each made while the one before it is used."""
    with ThreadPoolExecutor(1) as pool:
        coming = pool.submit(draw, step)
        while True:
            step += 1
            ready = coming.result()
            coming = pool.submit(draw, step)
            yield ready


def _unknown_ranks(width: int) -> npt.NDArray[np.float32]:
    """The numbers that stand for two ranks that are not known."""
    ranks = np.zeros((2, (width - RANK_NUMBERS) // 2), np.float32)
    ranks[:, -1] = 1
    return ranks.ravel()


def held_out(games: NetworkGames, positions: int, seed: int) -> tuple[npt.NDArray[np.int64], ...]:
    """Positions of held-out games for validation: games and moves, the same for every run."""
    random = stream(seed, "validation")
    ends = np.cumsum(games.lengths)
    chosen = np.searchsorted(ends, random.integers(ends[-1], size=positions), side="right")
    return chosen, random.integers(games.lengths[chosen])
