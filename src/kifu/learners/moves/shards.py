"""Pattern dictionaries harvested and counted in shards of games, merged as a tree.

Keys are spread evenly over all numbers of 64 bits: a dictionary is cut into ranges of keys, and no worker
holds the patterns of all games.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import partial

import numpy as np
import numpy.typing as npt

from kifu._native import learners, models
from kifu.archive.packed import PackedGames
from kifu.work.executors import open_executor
from kifu.work.merging import merge_tree
from kifu.work.sorted_keys import joined

#: Games of a shard.
SHARD = 250
_PARTS = 4

Keys = npt.NDArray[np.uint64]
Counts = npt.NDArray[np.uint16]
Frequencies = tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]
Told = Callable[[int], None]

_MOST = np.iinfo(np.uint16).max


def harvest(
    executor: Executor, games: PackedGames, chains: int, at_least: int, told: Told
) -> tuple[Keys, Counts]:
    """Return the keys of patterns played at least so many times, sorted, and how often each was."""
    with open_executor(executor) as pool:
        parts = merge_tree(
            pool,
            _harvest,
            games.chunks(SHARD),
            merge,
            parts=_PARTS,
            finish=partial(_frequent, at_least=at_least),
            shared=chains,
            told=lambda done: told(min(done * SHARD, len(games))),
            name=_name,
        )
        keys, counts = zip(*parts, strict=True)
    return np.concatenate(keys), np.concatenate(counts)


def count(
    executor: Executor, dictionary: models.PatternDictionary, games: PackedGames, nested: bool, told: Told
) -> Frequencies:
    """Count for every pattern the legal moves in it that were played, and those that were not."""
    with open_executor(executor) as pool:
        found: Iterator[Frequencies] = merge_tree(
            pool,
            _count,
            games.chunks(SHARD),
            _add,
            shared=(dictionary.keys(), nested),
            told=lambda done: told(min(done * SHARD, len(games))),
            name=_name,
        )
        return next(found)


def merge(first: tuple[Keys, Counts], second: tuple[Keys, Counts]) -> tuple[Keys, Counts]:
    """Join sorted keys and add up their counts, which stop at the largest that they can be."""
    keys, *places = joined(first[0], second[0])
    counts = np.zeros(len(keys), np.uint32)
    for where, (_, number) in zip(places, (first, second), strict=True):
        counts[where] += number
    return keys, np.minimum(counts, _MOST).astype(np.uint16)


def _harvest(games: PackedGames, chains: int) -> list[tuple[Keys, Counts]]:
    """All patterns of a shard, by ranges of keys; runs on a worker."""
    found = learners.PatternHarvest(chains)
    found.add(games.size, games.actions, games.offsets, 1)
    keys, counts = found.finish(1, 1)
    bounds = np.arange(1, _PARTS, dtype=np.uint64) * np.uint64((1 << 64) // _PARTS)
    cuts = np.searchsorted(keys, bounds)
    return list(zip(np.split(keys, cuts), np.split(counts, cuts), strict=True))


def _frequent(found: tuple[Keys, Counts], at_least: int) -> tuple[Keys, Counts]:
    keys, counts = found
    return keys[counts >= at_least], counts[counts >= at_least]


def _count(games: PackedGames, shared: tuple[Keys, bool]) -> Frequencies:
    """Count in a shard; runs on a worker."""
    keys, nested = shared
    dictionary = models.PatternDictionary(keys)
    found = learners.Frequencies(dictionary)
    found.add(dictionary, games.size, games.actions, games.offsets, nested, 1)
    return found.used(), found.unused()


def _add(first: Frequencies, second: Frequencies) -> Frequencies:
    return first[0] + second[0], first[1] + second[1]


def _name(games: PackedGames) -> str:
    return f"{len(games)} games from number {games.ids[0]} on"
