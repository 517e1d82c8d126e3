"""Games counted in shards on the workers of an executor, such as a cluster, and the counts merged as a tree.

The one way in which books and dictionaries of patterns are harvested elsewhere: what is counted are whole
numbers, so that they are those of one machine, however the games are cut.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any

from kifu.archive.packed import PackedGames
from kifu.work.executors import open_executor
from kifu.work.merging import merge_tree

#: Told how many games are counted.
Told = Callable[[int], None]

_SHARDS_A_WORKER = 4  # so that all have something to do until the end
_GAMES_A_PART = 20_000
_MOST_PARTS = 256
_MOST_GAMES = 8000  # of a shard: a worker holds all that it finds in one


@dataclass(frozen=True)
class Cutting:
    """How games are cut.

    Attributes:
        games: Of a shard.
        parts: Into which its counts are cut. Each part of all games is merged by itself, so that no worker
            holds everything.
    """

    games: int
    parts: int

    @classmethod
    def of(cls, games: int, workers: int, at_once: int, *, whole: bool) -> "Cutting":
        """Cut so many games for so many workers.

        Args:
            games: In all.
            workers: Who count.
            at_once: Games that take a worker a second or more: a task of that length hardly notices what it
                costs to send it, and what it finds need not be merged.
            whole: Whether counts stay in one piece.
        """
        parts = 1 if whole else min(_MOST_PARTS, max(2, workers, -(-games // _GAMES_A_PART)))
        # Every part of a shard is a task too: the more of them, the fewer the shards.
        most = min(at_once * -(-parts // 4), _MOST_GAMES)
        return cls(max(1, min(most, -(-games // (_SHARDS_A_WORKER * workers)))), parts)


def count_in_shards(
    executor: Executor,
    games: PackedGames,
    count: Callable[..., Any],
    merge: Callable[..., Any],
    *,
    shared: Any,
    at_once: int,
    told: Told,
    cut: Callable[[Any, int], list[Any]] | None = None,
    finish: Callable[[Any], Any] | None = None,
) -> Iterator[Any]:
    """Yield the counts of all games, part by part; nothing where there are no games.

    Args:
        executor: Who counts.
        games: That are counted.
        count: Counts games, given them and what is shared.
        merge: Makes one count of several.
        shared: The second argument of `count`.
        at_once: As for `Cutting.of`.
        told: How far it is.
        cut: A count into so many parts; it stays whole if None.
        finish: What is done with each part before it comes here.
    """
    with open_executor(executor) as pool:
        cutting = Cutting.of(len(games), pool.workers, at_once, whole=cut is None)
        yield from merge_tree(
            pool,
            count if cut is None else partial(_count_and_cut, count, cut, cutting.parts),
            games.chunks(cutting.games),
            merge,
            parts=cutting.parts,
            finish=finish,
            shared=shared,
            told=lambda done: told(min(done * cutting.games, len(games))),
            name=str,
        )


def _count_and_cut(
    count: Callable[..., Any],
    cut: Callable[[Any, int], list[Any]],
    parts: int,
    games: PackedGames,
    shared: Any,
) -> list[Any]:
    return cut(count(games, shared), parts)
