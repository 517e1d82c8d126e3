"""Games between networks, played natively: all of a generation in one call."""

from collections.abc import Sequence
from concurrent.futures import Executor

from kifu.arena.draughts_games import play_games
from kifu.learners.evolve.games import Games
from kifu.learners.evolve.genome import Floats
from kifu.learners.evolve.settings import EvolveSettings
from kifu.learners.evolve.tournament import Pairs
from kifu.work.progress import Progress, silent


class NativePlay:
    """Plays the games of an evolution.

    Args:
        settings: kind of network, decider and rules.
        threads: how many games at once; the result does not depend on it.
        executor: who plays instead of these threads, such as a cluster; nor on this.
        progress: told how many games of a call are done.
    """

    def __init__(
        self,
        settings: EvolveSettings,
        threads: int = 1,
        executor: Executor | None = None,
        progress: Progress = silent,
    ) -> None:
        self._settings = settings
        self._threads = threads
        self._executor = executor
        self._progress = progress

    def __call__(self, pairs: Pairs, weights: Floats, openings: Sequence[str], seed: int) -> Games:
        """Play all games of `pairs`."""
        settings = self._settings
        played = play_games(
            pairs,
            (settings.network, weights),
            settings.decider,
            openings=openings,
            move_limit=settings.move_limit,
            blocked_is_draw=settings.blocked == "draws",
            seed=seed,
            threads=self._threads,
            executor=self._executor,
            progress=lambda done: self._progress(done, len(pairs), f"game {done} of {len(pairs)}"),
        )
        return Games(
            played.outcomes,
            played.lengths,
            played.packed,
            tuple(openings[int(opening)] for opening in pairs[:, 2]),
            int(played.evaluations.sum()),
            played.values,
        )
