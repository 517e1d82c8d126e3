"""What evaluations of books and models of moves share: ranking every move, and phases of a game."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu.archive import PackedGames
from kifu.work.executors import open_executor
from kifu.work.progress import Progress

_CHUNK, _SHARD = 20, 5  # games ranked at once here, and by a worker of an executor
_LAST = 100_000

Columns = tuple[npt.NDArray[Any], ...]


def rank_moves(
    games: PackedGames,
    rank: Callable[[PackedGames, Any], Columns],
    asked: Any,
    types: Sequence[type[np.generic]],
    *,
    executor: Executor | None,
    progress: Progress,
    doing: str,
) -> Columns:
    """Rank every move of games, a few games at a time.

    Args:
        games: all on boards of one size.
        rank: gives columns with one entry a move, first the number of its game; may run on a worker.
        asked: its second argument.
        types: of the columns.
        executor: who ranks, such as a cluster; this process without one.
        progress: called after games.
        doing: what the progress shows.
    """
    parts: list[Columns] = [tuple(np.zeros(0, kind) for kind in types)]
    step, done = _CHUNK if executor is None else _SHARD, 0
    progress(0, len(games), doing)
    with open_executor(1 if executor is None else executor) as pool:
        for part in pool.map_ordered(rank, games.chunks(step), shared=asked, name=str):
            parts.append((part[0] + np.uint32(done), *part[1:]))
            done = min(done + step, len(games))
            progress(done, len(games), doing)
    return tuple(np.concatenate(column) for column in zip(*parts, strict=True))


def phases(
    starts: Sequence[int], moves: npt.NDArray[np.uint16]
) -> Iterator[tuple[dict[str, int | None], npt.NDArray[np.bool_]]]:
    """Facts of each phase of a game that has moves, and which moves these are.

    Args:
        starts: first move of each phase.
        moves: numbers of moves.
    """
    for begin, end in zip(starts, (*starts[1:], _LAST), strict=True):
        here = (moves >= begin) & (moves < end)
        if here.any():
            last = end - 1 if end < _LAST else None
            yield {"from": begin, "to": last, "positions": int(here.sum())}, here
