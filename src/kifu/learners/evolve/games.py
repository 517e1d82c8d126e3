"""The games of a generation: all in one native call, on any number of threads."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from kifu.learners.evolve.genome import Floats
from kifu.learners.evolve.tournament import Pairs


@dataclass(frozen=True)
class Games:
    """What came out, game by game.

    Attributes:
        outcomes: 1 where Black won, 0 drawn, -1 where White won.
        lengths: moves of both sides.
        moves: packed moves of all games, one game after the other.
        openings: FEN of the position that each game began with.
        evaluations: of positions by networks, in all.
        values: what the search of each move found for who made it; NaN where there was none.
    """

    outcomes: npt.NDArray[np.int8]
    lengths: npt.NDArray[np.int64]
    moves: npt.NDArray[np.uint16]
    openings: tuple[str, ...]
    evaluations: int
    values: npt.NDArray[np.float32]

    @staticmethod
    def none() -> "Games":
        """No games."""
        empty = np.zeros(0, np.int64)
        return Games(empty.astype(np.int8), empty, empty.astype(np.uint16), (), 0, empty.astype(np.float32))


class Play(Protocol):
    """Plays games between networks; the same result whatever the number of threads."""

    def __call__(self, pairs: Pairs, weights: Floats, openings: Sequence[str], seed: int) -> Games:
        """Play all games of `pairs` between the networks in the rows of `weights`.

        Args:
            pairs: who plays whom from which opening.
            weights: one network a row.
            openings: FENs.
            seed: of whatever deciders draw.
        """
