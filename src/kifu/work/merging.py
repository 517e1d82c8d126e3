"""Counts of many pieces of work, merged as a tree, so that no single process holds everything.

Every item is counted on its own, some neighbours are merged, what comes of them is merged again: the shape of
the tree depends only on the number of items, so the result is the same on any number of workers. On a cluster
the counts stay with the workers and go from one to another; only what is left of each part at the end comes
here.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from kifu.work.executors import NOTHING, Pool

#: Neighbours that are merged at once: a task for two would cost more than what it does, and every count would
#: be carried about more often.
NEIGHBOURS = 8

T = TypeVar("T")
R = TypeVar("R")


def merge_tree(
    pool: Pool,
    count: Callable[..., Any],
    items: Iterable[T],
    merge: Callable[..., Any],
    *,
    parts: int = 1,
    finish: Callable[[Any], R] | None = None,
    shared: Any = NOTHING,
    told: Callable[[int], None] = lambda done: None,
    name: Callable[[T], str] = repr,
) -> Iterator[R]:
    """Yield the merged counts of all items, part by part; nothing at all where there are no items.

    All functions must be importable by name, or partials of such, and what they take and give must pickle.

    Args:
        pool: Who counts.
        count: Of one item; gives the count, or with several parts a list of that many.
        items: What is counted.
        merge: Several counts, each an argument, into one; of items that follow one another.
        parts: How many each count is cut into; each part has a tree of its own.
        finish: What is done with a whole part before it comes here.
        shared: A second argument of `count`, the same for all.
        told: How many items are counted.
        name: How an error names an item.
    """
    ladders = [_Ladder(pool, merge) for _ in range(parts)]
    done = 0
    for counted in pool.hold_ordered(count, items, shared=shared, name=name):
        for number, ladder in enumerate(ladders):
            ladder.add(counted if parts == 1 else pool.hold(_part, counted, number))
        done += 1
        told(done)
    if not done:
        return
    held = [ladder.top() for ladder in ladders]
    if finish is not None:
        held = [pool.hold(finish, part) for part in held]
    ladders.clear()
    for part in held:
        yield pool.fetch(part)


class _Ladder:
    """Merges what is added as soon as there are enough of the same height."""

    def __init__(self, pool: Pool, merge: Callable[..., Any]) -> None:
        self._pool = pool
        self._merge = merge
        self._steps: list[list[Any]] = []  # what waits at each height, the lowest first

    def add(self, held: Any) -> None:
        for step in self._steps:
            step.append(held)
            if len(step) < NEIGHBOURS:
                return
            held = self._pool.hold(self._merge, *step)
            step.clear()
        self._steps.append([held])

    def top(self) -> Any:
        waiting = [held for step in reversed(self._steps) for held in step]
        self._steps.clear()
        return self._pool.hold(self._merge, *waiting) if len(waiting) > 1 else waiting[0]


def _part(counted: list[T], number: int) -> T:
    return counted[number]
