"""What a cluster gains and costs: the same work here on one core and on the workers of a Dask cluster.

The clusters are on this machine unless an address is given, so that workers, scheduler and this process share
its cores, and nothing is lost on a network.
"""

import contextlib
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Any

import numpy as np

from kifu.archive.packed import PackedGames
from kifu.arena.draughts import DraughtsTerms
from kifu.arena.match import MatchSettings
from kifu.arena.tournament import play_tournament
from kifu.errors import MissingToolError
from kifu.evaluation.moves import outcomes
from kifu.interfaces.bench.moves import packed_games
from kifu.learners.book import BookTraining, train_book
from kifu.learners.moves.harvest import harvest
from kifu.models.moves import MovePredictor
from kifu.work.cluster import open_cluster
from kifu.work.executors import open_executor
from kifu.work.progress import Progress, silent

GOAL = 1.7
_TASKS = 500
_PLAYERS = ("material:depth=6", "mcts:playouts=300", "ept:net=champion,playouts=100")
_CHAINS, _AT_LEAST = 127, 3  # of the full model of moves

# Does the work here (None) or elsewhere; what it returns must be the same.
Work = Callable[[Executor | None], object]


@dataclass(frozen=True)
class SpeedUp:
    """What came out; seconds are medians over the repeats.

    Attributes:
        name: What was done.
        here: Seconds on one core of this machine, without a cluster.
        alone: Seconds on a cluster of one worker.
        together: Seconds on all workers.
        ratio: How many times faster than here all workers were; the median over the repeats.
        spread: The least and the greatest ratio.
        goal: The least ratio on two workers that Kifu means to reach.
    """

    name: str
    here: float
    alone: float | None
    together: float
    ratio: float
    spread: tuple[float, float]
    goal: float


@dataclass(frozen=True)
class Cost:
    """What a task costs that does nothing.

    Attributes:
        workers: Of the cluster.
        task: Milliseconds a task, one after the other through all workers.
        merged: The same of a task whose result stays with the worker and is merged with its neighbour's.
        answer: Milliseconds until the answer to a single task is here.
    """

    workers: int
    task: float
    merged: float
    answer: float


def measure_cluster(
    games: PackedGames | None, repeats: int, address: str | None = None, progress: Progress = silent
) -> tuple[list[SpeedUp], Cost]:
    """Measure harvest, tournament and evaluation.

    Args:
        games: On 19x19; made ones if None.
        repeats: How often everything is done.
        address: Of a cluster; two workers are started here if None.
        progress: Told of jobs done.
    """
    jobs = _jobs(made_games() if games is None else games)
    times: dict[str, list[tuple[float, float | None, float]]] = {name: [] for name, *_ in jobs}
    with contextlib.ExitStack() as stack:
        together = stack.enter_context(open_cluster(address or stack.enter_context(_workers(2))))
        alone = None if address else stack.enter_context(open_cluster(stack.enter_context(_workers(1))))
        cost = _cost(together)
        for repeat in range(repeats):
            for number, (name, work) in enumerate(jobs):
                progress(repeat * len(jobs) + number, repeats * len(jobs), name)
                single = None if alone is None else _seconds(work, alone)
                times[name].append((_seconds(work, None), single, _seconds(work, together)))
    return [_speed_up(name, rows) for name, rows in times.items()], cost


def made_games(number: int = 400) -> PackedGames:
    """The games of the other benchmarks, over and over."""
    actions, offsets, _ = packed_games(19)
    some = PackedGames(19, np.arange(len(offsets) - 1), actions, offsets)
    return some.take(np.arange(number) % len(some))


def _jobs(games: PackedGames) -> list[tuple[str, Work]]:
    model = MovePredictor.bundled()
    ranked = games.take(np.arange(min(len(games), 100)))
    settings = MatchSettings(_PLAYERS[0], _PLAYERS[1], DraughtsTerms())
    book = BookTraining(games=len(games))
    return [
        ("harvest of the book", lambda who: train_book(book, games, executor=who)),
        ("harvest of patterns", lambda who: harvest(games, _CHAINS, _AT_LEAST, 1, silent, who)),
        ("tournament", lambda who: play_tournament(list(_PLAYERS), settings, 20, executor=who)),
        ("evaluation", lambda who: outcomes(model, ranked, executor=who)),
    ]


@contextlib.contextmanager
def _workers(number: int) -> Iterator[str]:
    try:
        from distributed import LocalCluster
    except ImportError as error:
        raise MissingToolError(
            "a cluster needs Dask, which is not installed: pip install 'kifu[cluster]'"
        ) from error
    start: Any = LocalCluster  # Dask is half typed
    with start(
        n_workers=number, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


def _seconds(work: Work, who: Executor | None) -> float:
    started = time.perf_counter()
    work(who)
    return time.perf_counter() - started


def _cost(executor: Executor) -> Cost:
    from kifu.work.merging import merge_tree

    with open_executor(executor) as pool:
        list(pool.map_ordered(abs, range(50)))  # connections are made, and functions known
        answers = [_seconds(lambda who: list(pool.map_ordered(abs, [1])), None) for _ in range(20)]
        spread = _seconds(lambda who: list(pool.map_ordered(abs, range(_TASKS))), None)
        # As many merges as there are counts to merge, but for one.
        merged = _seconds(lambda who: list(merge_tree(pool, abs, range(_TASKS // 2), max)), None)
        return Cost(
            pool.workers, 1000 * spread / _TASKS, 1000 * merged / _TASKS, 1000 * statistics.median(answers)
        )


def _speed_up(name: str, rows: list[tuple[float, float | None, float]]) -> SpeedUp:
    here, alone, together = zip(*rows, strict=True)
    ratios = [one / many for one, many in zip(here, together, strict=True)]
    return SpeedUp(
        name,
        statistics.median(here),
        None if alone[0] is None else statistics.median(alone),
        statistics.median(together),
        statistics.median(ratios),
        (min(ratios), max(ratios)),
        GOAL,
    )
