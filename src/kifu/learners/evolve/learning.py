"""What agents learn in their lives: backpropagation on positions whose results they remember.

Evolution alone knows of a game only who won. A child that also studies the positions of past games, and hands
what it learned on to its own children (Lamarck's way), is far stronger after the same time.
"""

import numpy as np
import numpy.typing as npt

from kifu._native import learners as native
from kifu.errors import InputError
from kifu.learners.evolve.encodings import encoding
from kifu.learners.evolve.genome import Floats, Layout
from kifu.learners.evolve.memory import Lessons


class School:
    """Teaches networks of one kind.

    Args:
        kind: of the networks.
        layout: their layers, two of them hidden.
        threads: how many learn at once; the result does not depend on it.
    """

    def __init__(self, kind: str, layout: Layout, threads: int = 1) -> None:
        if len(layout.layers) != 4:
            raise InputError(f"expected a network with two hidden layers, got {layout.layers!r}")
        self._encoding = encoding(kind)
        self._hidden = layout.layers[1], layout.layers[2]
        self._threads = threads

    def taught(
        self,
        genes: Floats,
        lessons: Lessons,
        targets: npt.NDArray[np.float32],
        positions: int,
        rate: float,
        seed: int,
    ) -> Floats:
        """The networks in the rows of `genes` after learning.

        Args:
            genes: one network a row.
            lessons: what positions are drawn from.
            targets: the value that each should have, for its side to move.
            positions: how many are drawn.
            rate: falls from this to nothing.
            seed: of what is drawn.
        """
        return np.asarray(
            native.study_draughts(
                np.ascontiguousarray(genes),
                self._encoding,
                *self._hidden,
                np.ascontiguousarray(lessons.positions),
                np.ascontiguousarray(targets, np.float32),
                positions,
                rate,
                seed,
                self._threads,
            )
        )

    def sensitivities(self, genes: Floats, positions: npt.NDArray[np.uint32]) -> Floats:
        """How much each network's output moves with each weight: root of the mean square over positions."""
        return np.asarray(
            native.draughts_sensitivity(
                np.ascontiguousarray(genes),
                self._encoding,
                *self._hidden,
                np.ascontiguousarray(positions),
                self._threads,
            )
        )
