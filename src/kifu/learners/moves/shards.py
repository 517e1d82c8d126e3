"""Pattern dictionaries harvested and counted in shards of games.

Keys are spread evenly over all numbers of 64 bits: a dictionary is cut into ranges of keys.
"""

from concurrent.futures import Executor
from functools import partial

import numpy as np
import numpy.typing as npt

from kifu._native import learners, models
from kifu.archive.packed import PackedGames
from kifu.learners.shards import Told, count_in_shards
from kifu.work.sent import MadeThere

# Games that take a second or so. Most patterns of a shard are in no other: large shards save merging.
_HARVESTED, _COUNTED = 2000, 200

Keys = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.uint16]
Found = tuple[Keys, Counts]
Frequencies = tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]


def harvest(executor: Executor, games: PackedGames, chains: int, at_least: int, told: Told) -> Found:
    """Return the keys of patterns played at least so many times, sorted, and how often each was."""
    parts = count_in_shards(
        executor,
        games,
        _harvest,
        merge,
        shared=chains,
        at_once=_HARVESTED,
        told=told,
        cut=_cut,
        finish=partial(_frequent, at_least=at_least),
    )
    keys, counts = (
        zip(*parts, strict=True) if len(games) else ([np.empty(0, np.uint64)], [np.empty(0, np.uint16)])
    )
    return np.concatenate(keys), np.concatenate(counts)


def count(
    executor: Executor, dictionary: models.PatternDictionary, games: PackedGames, nested: bool, told: Told
) -> Frequencies:
    """Count for every pattern the legal moves in it that were played, and those that were not."""
    found = count_in_shards(
        executor,
        games,
        _count,
        _add,
        shared=(MadeThere(models.PatternDictionary, dictionary.keys()), nested),
        at_once=_COUNTED,
        told=told,
    )
    used, unused = next(found)
    return used, unused


def merge(*shards: Found) -> Found:
    """Join sorted keys and add up their counts, which stop at the largest that they can be."""
    return learners.merge_patterns(list(shards))


def _harvest(games: PackedGames, chains: int) -> Found:
    """All patterns of a shard; runs on a worker."""
    found = learners.PatternHarvest(chains)
    found.add(games.size, games.actions, games.offsets, 1)
    return found.finish(1, 1)


def _cut(found: Found, parts: int) -> list[Found]:
    keys, counts = found
    bounds = np.array([(part << 64) // parts for part in range(1, parts)], np.uint64)
    cuts = np.searchsorted(keys, bounds)
    # Copies: a part that stays with a worker would keep the whole there.
    return [
        (some.copy(), so_often.copy())
        for some, so_often in zip(np.split(keys, cuts), np.split(counts, cuts), strict=True)
    ]


def _frequent(found: Found, at_least: int) -> Found:
    keys, counts = found
    return keys[counts >= at_least], counts[counts >= at_least]


def _count(games: PackedGames, shared: tuple[MadeThere[models.PatternDictionary], bool]) -> Frequencies:
    """Count in a shard; runs on a worker."""
    dictionary, nested = shared[0].value, shared[1]
    found = learners.Frequencies(dictionary)
    found.add(dictionary, games.size, games.actions, games.offsets, nested, 1)
    return found.used(), found.unused()


def _add(*shards: Frequencies) -> Frequencies:
    used, unused = (np.array(counts[0]) for counts in zip(*shards, strict=True))
    for more_used, more_unused in shards[1:]:
        used += more_used
        unused += more_unused
    return used, unused
