"""Pattern dictionaries: what experts played in, and how often."""

from concurrent.futures import Executor

import numpy as np
import numpy.typing as npt

from kifu._native import learners, models
from kifu.archive.packed import PackedGames
from kifu.learners.moves import shards
from kifu.work.progress import Progress

#: Games handed to the native core at once: often enough for a progress bar, and for Ctrl-C.
CHUNK = 100

Keys = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.uint16]


def harvest(
    games: PackedGames,
    chains: int,
    at_least: int,
    threads: int,
    progress: Progress,
    executor: Executor | None = None,
) -> tuple[Keys, Counts]:
    """Return the keys of patterns played at least so many times, sorted, and how often each was."""

    def told(done: int) -> None:
        progress(done, len(games), "harvesting patterns")

    if executor is not None:
        return shards.harvest(executor, games, chains, at_least, told)
    found = learners.PatternHarvest(chains)
    for i, part in enumerate(games.chunks(CHUNK)):
        told(i * CHUNK)
        found.add(games.size, part.actions, part.offsets, threads)
    return found.finish(at_least, threads)


def count(
    dictionary: models.PatternDictionary,
    games: PackedGames,
    threads: int,
    progress: Progress,
    executor: Executor | None = None,
    *,
    nested: bool = False,
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Count for every pattern the legal moves in it that were played, and those that were not.

    Args:
        dictionary: the known patterns.
        games: to count in.
        threads: native threads.
        progress: told how far it is.
        executor: who counts instead of these threads.
        nested: count a move for all its known patterns of shape, not only for the largest.
    """

    def told(done: int) -> None:
        progress(done, len(games), "counting patterns")

    if executor is not None:
        return shards.count(executor, dictionary, games, nested, told)
    frequencies = learners.Frequencies(dictionary)
    for i, part in enumerate(games.chunks(CHUNK)):
        told(i * CHUNK)
        frequencies.add(dictionary, games.size, part.actions, part.offsets, nested, threads)
    return frequencies.used(), frequencies.unused()
