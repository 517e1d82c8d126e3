"""Games between networks, played natively: all of a generation in one call."""

from collections.abc import Sequence

import numpy as np

from kifu._native import search as native
from kifu.errors import InputError
from kifu.learners.evolve.games import Games
from kifu.learners.evolve.genome import Floats
from kifu.learners.evolve.settings import Settings
from kifu.learners.evolve.tournament import Pairs
from kifu.work.progress import Progress, silent


class NativePlay:
    """Plays the games of an evolution.

    Args:
        settings: kind of network, decider and rules.
        threads: how many games at once; the result does not depend on it.
        progress: told how many games of a call are done.
    """

    def __init__(self, settings: Settings, threads: int = 1, progress: Progress = silent) -> None:
        self._settings = settings
        self._threads = threads
        self._progress = progress

    def __call__(self, pairs: Pairs, weights: Floats, openings: Sequence[str], seed: int) -> Games:
        """Play all games of `pairs`."""
        settings = self._settings
        try:
            outcomes, _, moves, offsets, evaluations = native.play_draughts_games(
                np.ascontiguousarray(pairs, np.int64),
                settings.network,
                np.ascontiguousarray(weights, np.float64),
                [settings.decider],
                list(openings),
                settings.move_limit,
                settings.blocked == "draws",
                seed,
                self._threads,
                lambda done: self._progress(done, len(pairs), f"game {done} of {len(pairs)}"),
            )
        except ValueError as error:
            raise InputError(str(error)) from None
        return Games(
            np.asarray(outcomes),
            np.diff(np.asarray(offsets)),
            np.asarray(moves),
            tuple(openings[int(opening)] for opening in pairs[:, 2]),
            int(np.asarray(evaluations).sum()),
        )
