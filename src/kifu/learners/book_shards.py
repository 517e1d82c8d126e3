"""The book harvested in shards of games: each counted by a worker, the counts merged as a tree.

What is counted are whole numbers of the same patterns, so the book is the one that a single machine harvests.
Patterns travel as a harvest's tally has them: depth first, children by their steps. Whatever hangs on one
first step belongs to one part, and no worker holds all parts of all games.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kifu._native import learners
from kifu.archive.packed import PackedGames
from kifu.work.executors import open_executor
from kifu.work.merging import merge_tree
from kifu.work.sorted_keys import joined

#: Games of a shard: a few seconds of work, beside which sending it is nothing.
SHARD = 250
_PARTS = 4

Told = Callable[[int], None]
Form = tuple[Any, ...]  # what a harvest is made with: facts, shared, lines, beside


@dataclass(frozen=True)
class Patterns:
    """Some of the patterns in which experts played, depth first.

    Attributes:
        depth: from 1.
        step: to the last fact of each.
        played: how often.
        moves: of the games that they are from; told by one part of each shard.
        created: how many there were before those played too seldom were dropped.
    """

    depth: NDArray[np.uint8]
    step: NDArray[np.uint16]
    played: NDArray[np.uint32]
    moves: int = 0
    created: int = 0


@dataclass(frozen=True)
class Counted:
    """How often each pattern came up, and how many points were looked at."""

    matched: NDArray[np.uint32]
    tests: int


class Shards:
    """Harvests on the workers of an executor.

    Args:
        executor: such as a cluster.
        at_once: games that are counted between two checkpoints.
    """

    def __init__(self, executor: Executor, at_once: int) -> None:
        self._executor = executor
        self.at_once = at_once

    def create(
        self, harvest: learners.BookHarvest, form: Form, games: PackedGames, least_played: int, told: Told
    ) -> int:
        """Make the patterns played at least so often; returns how many there were before."""
        with open_executor(self._executor) as pool:
            parts = merge_tree(
                pool,
                _create,
                games.chunks(SHARD),
                merge,
                parts=_PARTS,
                finish=partial(_thinned, least_played=least_played),
                shared=form,
                told=lambda done: told(min(done * SHARD, len(games))),
                name=_name,
            )
            found = reduce(merge, parts)
        nothing = np.zeros(len(found.depth), np.uint32)
        harvest.restore(found.depth, found.step, nothing, found.played, found.moves, 0)
        return found.created

    def count(self, harvest: learners.BookHarvest, form: Form, games: PackedGames, told: Told) -> None:
        """Count how often patterns come up, and add that to the harvest."""
        depth, step, matched, played = harvest.tally()
        with open_executor(self._executor) as pool:
            counted: Iterator[Counted] = merge_tree(
                pool,
                _count,
                games.chunks(SHARD),
                _add,
                shared=(form, Patterns(depth, step, played)),
                told=lambda done: told(min(done * SHARD, len(games))),
                name=_name,
            )
            found = next(counted)
        harvest.restore(
            depth, step, matched + found.matched, played, harvest.moves, harvest.tests + found.tests
        )


def merge(first: Patterns, second: Patterns) -> Patterns:
    """Join patterns and add up their counts, one length after the other."""
    levels: list[_Level] = []
    sides = [_Side(first), _Side(second)]
    for depth in range(1, 1 + max(int(side.depth.max(initial=0)) for side in (first, second))):
        both, *numbers = joined(sides[0].keys(depth), sides[1].keys(depth))
        played = np.zeros(len(both), np.uint32)
        for side, own in zip(sides, numbers, strict=True):
            side.numbers = own
            played[own] += side.played
        levels.append(_Level(both >> 16, (both & 0xFFFF).astype(np.uint16), played))
    depth_first = _depth_first(levels)
    return Patterns(
        np.repeat(np.arange(1, len(levels) + 1, dtype=np.uint8), [len(level.step) for level in levels])[
            depth_first
        ],
        np.concatenate([np.zeros(0, np.uint16), *(level.step for level in levels)])[depth_first],
        np.concatenate([np.zeros(0, np.uint32), *(level.played for level in levels)])[depth_first],
        first.moves + second.moves,
        first.created + second.created,
    )


@dataclass(frozen=True)
class _Level:
    """Patterns of one length, by the number of their parent among those one shorter, then by step."""

    parent: NDArray[np.int64]
    step: NDArray[np.uint16]
    played: NDArray[np.uint32]


class _Side:
    """One of two trees that are merged, read level by level.

    Attributes:
        numbers: of the patterns of the level read last, among those of both trees.
        played: how often they were.
    """

    def __init__(self, patterns: Patterns) -> None:
        self._patterns = patterns
        self._places = np.full(1, -1)  # the root stands before all others
        self.numbers: NDArray[np.int64] = np.zeros(1, np.int64)
        self.played = patterns.played

    def keys(self, depth: int) -> NDArray[np.int64]:
        """The patterns of the next level, each as its parent's number and its step."""
        places = np.flatnonzero(self._patterns.depth == depth)
        parents = np.searchsorted(self._places, places) - 1
        self._places = places
        self.played = self._patterns.played[places]
        return self.numbers[parents] << 16 | self._patterns.step[places]


def _depth_first(levels: list[_Level]) -> NDArray[np.int64]:
    """The order that puts the patterns of all levels depth first."""
    sizes = [np.ones(len(level.step), np.int64) for level in levels]  # of each with all that hangs on it
    for number, below in reversed(list(enumerate(levels[1:]))):
        np.add.at(sizes[number], below.parent, sizes[number + 1])
    places: list[NDArray[np.int64]] = [np.full(1, -1)]
    for level, size in zip(levels, sizes, strict=True):
        before = np.cumsum(size) - size
        eldest = np.searchsorted(level.parent, level.parent)
        places.append(places[-1][level.parent] + 1 + before - before[eldest])
    place = np.concatenate(places)[1:]
    order = np.empty(len(place), np.int64)
    order[place] = np.arange(len(place))
    return order


def _create(games: PackedGames, form: Form) -> list[Patterns]:
    """All patterns of a shard in parts; runs on a worker."""
    harvest = learners.BookHarvest(*form)
    harvest.create(games.size, games.actions, games.offsets, 1)
    depth, step, _, played = harvest.tally()
    first = depth == 1
    part = (step[first] % _PARTS)[np.cumsum(first) - 1] if len(depth) else step
    return [
        Patterns(depth[part == i], step[part == i], played[part == i], harvest.moves if i == 0 else 0)
        for i in range(_PARTS)
    ]


def _thinned(found: Patterns, least_played: int) -> Patterns:
    kept = found.played >= least_played
    played = np.where(kept, found.played, 0).astype(np.uint32)  # what only leads to others advises nothing
    # What a kept pattern hangs on stays: where only a neighbour was played, its centre need not have been.
    for depth in range(int(found.depth.max(initial=0)), 1, -1):
        above = np.flatnonzero(found.depth == depth - 1)
        kept[above[np.searchsorted(above, np.flatnonzero(kept & (found.depth == depth))) - 1]] = True
    return Patterns(found.depth[kept], found.step[kept], played[kept], found.moves, len(kept))


def _count(games: PackedGames, shared: tuple[Form, Patterns]) -> Counted:
    """Look at all empty points of a shard; runs on a worker."""
    form, patterns = shared
    harvest = learners.BookHarvest(*form)
    nothing = np.zeros(len(patterns.depth), np.uint32)
    harvest.restore(patterns.depth, patterns.step, nothing, patterns.played, 0, 0)
    harvest.count(games.size, games.actions, games.offsets, 1)
    return Counted(harvest.tally()[2], harvest.tests)


def _add(first: Counted, second: Counted) -> Counted:
    return Counted(first.matched + second.matched, first.tests + second.tests)


def _name(games: PackedGames) -> str:
    return f"{len(games)} games from number {games.ids[0]} on"
