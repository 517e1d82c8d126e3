"""The book harvested in shards of games.

Patterns travel as a harvest's tally has them: depth first, children by their steps. Whatever hangs on one
first step belongs to one part.
"""

from concurrent.futures import Executor
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kifu._native import learners
from kifu.archive.packed import PackedGames
from kifu.learners.shards import Told, count_in_shards
from kifu.work.sent import MadeThere

# Games that take half a second or a second.
_CREATED, _COUNTED = 1000, 250

Form = tuple[Any, ...]  # what a harvest is made with: facts, shared, lines, beside


class Patterns(NamedTuple):
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


class Counted(NamedTuple):
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
        parts = count_in_shards(
            self._executor,
            games,
            _create,
            merge,
            shared=form,
            at_once=_CREATED,
            told=told,
            cut=_cut,
            finish=partial(_thinned, least_played=least_played),
        )
        found = merge(*parts)
        nothing = np.zeros(len(found.depth), np.uint32)
        harvest.restore(found.depth, found.step, nothing, found.played, found.moves, 0)
        return found.created

    def count(self, harvest: learners.BookHarvest, form: Form, games: PackedGames, told: Told) -> None:
        """Count how often patterns come up, and add that to the harvest."""
        depth, step, matched, played = harvest.tally()
        found: Counted = next(
            count_in_shards(
                self._executor,
                games,
                _count,
                _add,
                shared=MadeThere(_restored, form, depth, step),
                at_once=_COUNTED,
                told=told,
            )
        )
        harvest.restore(
            depth, step, _sum(matched, found.matched), played, harvest.moves, harvest.tests + found.tests
        )


def merge(*shards: Patterns) -> Patterns:
    """Join patterns and add up their counts."""
    joined = learners.merge_books([(shard.depth, shard.step, shard.played) for shard in shards])
    return Patterns(*joined, sum(shard.moves for shard in shards), sum(shard.created for shard in shards))


def _create(games: PackedGames, form: Form) -> Patterns:
    """All patterns of a shard; runs on a worker."""
    harvest = learners.BookHarvest(*form)
    harvest.create(games.size, games.actions, games.offsets, 1)
    depth, step, _, played = harvest.tally()
    return Patterns(depth, step, played, harvest.moves)


def _cut(found: Patterns, parts: int) -> list[Patterns]:
    first = found.depth == 1
    # Neighbours among the steps are about as frequent, and their lowest bits are the kind of a fact.
    part = (found.step[first].astype(np.uint32) * 40_503 >> 7) % parts
    of = part[np.cumsum(first) - 1] if len(part) else part
    return [
        Patterns(
            found.depth[of == i], found.step[of == i], found.played[of == i], found.moves if i == 0 else 0
        )
        for i in range(parts)
    ]


def _thinned(found: Patterns, least_played: int) -> Patterns:
    kept = found.played >= least_played
    played = np.where(kept, found.played, 0).astype(np.uint32)  # what only leads to others advises nothing
    # What a kept pattern hangs on stays: where only a neighbour was played, its centre need not have been.
    for depth in range(int(found.depth.max(initial=0)), 1, -1):
        above = np.flatnonzero(found.depth == depth - 1)
        kept[above[np.searchsorted(above, np.flatnonzero(kept & (found.depth == depth))) - 1]] = True
    return Patterns(found.depth[kept], found.step[kept], played[kept], found.moves, len(kept))


def _restored(form: Form, depth: NDArray[np.uint8], step: NDArray[np.uint16]) -> learners.BookHarvest:
    harvest = learners.BookHarvest(*form)
    nothing = np.zeros(len(depth), np.uint32)
    harvest.restore(depth, step, nothing, nothing, 0, 0)
    return harvest


def _count(games: PackedGames, patterns: MadeThere[learners.BookHarvest]) -> Counted:
    """Look at all empty points of a shard; runs on a worker."""
    return Counted(*patterns.value.counted(games.size, games.actions, games.offsets, 1))


def _add(*shards: Counted) -> Counted:
    matched = shards[0].matched
    for shard in shards[1:]:
        matched = _sum(matched, shard.matched)
    return Counted(matched, sum(shard.tests for shard in shards))


def _sum(some: NDArray[np.uint32], more: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Counts added up; raises OverflowError as the native harvest does."""
    total: NDArray[np.uint32] = some + more
    if (total < some).any():
        raise OverflowError(
            f"a pattern came up more than {2**32 - 1:,} times, which is as far as a book counts"
        )
    return total
