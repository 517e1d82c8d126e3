"""What a cluster gains and costs: the same work on one worker, on all, and on one core here.

The Dask cluster is on this machine unless an address is given: workers, scheduler and this process share its
cores, and nothing is lost on a network.
"""

import contextlib
import statistics
import time
from collections.abc import Callable, Iterator, Set
from concurrent.futures import Executor
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np

from kifu.archive.packed import PackedGames
from kifu.arena.draughts import DraughtsTerms
from kifu.arena.settings import MatchSettings
from kifu.arena.tournament import play_tournament
from kifu.errors import ClusterError, MissingToolError
from kifu.learners.book import train_book
from kifu.learners.book_settings import BookTraining
from kifu.learners.moves.harvest import harvest
from kifu.models.moves import MovePredictor
from kifu.work.cluster import ClusterExecutor, open_cluster
from kifu.work.executors import open_executor
from kifu.work.progress import Progress, silent
from kifu_lab.bench.moves import packed_games
from kifu_lab.evaluation.moves import outcomes

GOAL = 1.7
_TASKS = 500
_PLAYERS = ("material:depth=6", "mcts:playouts=300", "ept:net=champion,playouts=100")
# Jobs take about as long as one another with so many of the games that patterns are harvested from.
_BOOK, _RANKED, _GAMES_A_PAIR = 1 / 4, 1 / 100, 1 / 250
_WARM = 20  # games of a first round that is not measured: workers import what they need, and connect
_CHAINS, _AT_LEAST = 127, 3  # of the full model of moves
# Dask looks at itself a hundred times a second; docs/cluster.md says what that costs.
_QUIET = {"distributed.worker.profile.enabled": False, "distributed.admin.tick.interval": "500ms"}

# Does the work here (None) or elsewhere; what it returns must be the same.
Work = Callable[[Executor | None], object]


@dataclass(frozen=True)
class Spent:
    """Seconds that a job took.

    Attributes:
        seconds: Until it was done.
        here: Of the processor, in this process; the scheduler is in it where the cluster is on this machine.
        workers: Of the processor, in all workers.
        busiest: Of the processor, in the worker that had most to do.
    """

    seconds: float
    here: float
    workers: float = 0.0
    busiest: float = 0.0


@dataclass(frozen=True)
class SpeedUp:
    """What came out, as medians over the repeats.

    Attributes:
        name: What was done.
        here: On one core of this machine, without a cluster.
        alone: On one worker of the cluster.
        together: On all of them.
        ratio: How many times faster all were than one.
        spread: The least and the greatest ratio.
        by_processor: The same of the processor time of this process and the busiest worker, as if neither
            ever worked while the other did. Other programs disturb this less.
        goal: The least ratio on two workers that Kifu means to reach.
    """

    name: str
    here: Spent
    alone: Spent
    together: Spent
    ratio: float
    spread: tuple[float, float]
    by_processor: float
    goal: float


@dataclass(frozen=True)
class Cost:
    """What a task costs that does nothing.

    Attributes:
        workers: Of the cluster.
        task: Milliseconds a task, many of them in flight.
        processor: Of the processor, in this process and all workers, a task.
        merged: Milliseconds of a task whose result stays with the worker and is merged with its neighbours'.
        answer: Milliseconds until the answer to a single task is here.
    """

    workers: int
    task: float
    processor: float
    merged: float
    answer: float


def measure_cluster(
    games: PackedGames, repeats: int, address: str | None = None, progress: Progress = silent
) -> tuple[list[SpeedUp], Cost]:
    """Measure harvest, tournament and evaluation.

    Args:
        games: On 19x19.
        repeats: How often everything is done.
        address: Of a cluster; two workers are started here if None.
        progress: Told of jobs done.
    """
    jobs = _jobs(games)
    found: dict[str, list[tuple[Spent, Spent, Spent]]] = {name: [] for name, *_ in jobs}
    with (
        contextlib.nullcontext(address) if address else _workers(2) as where,
        open_cluster(where) as cluster,
    ):
        one = cluster.limited(1)
        for _, work in _jobs(games.take(np.arange(min(len(games), _WARM)))):
            work(cluster)
            work(one)
        cost = _cost(cluster)
        for repeat in range(repeats):
            for number, (name, work) in enumerate(jobs):
                progress(repeat * len(jobs) + number, repeats * len(jobs), name)
                here, alone = _spent(work, None), _spent(work, one)
                found[name].append((here, alone, _spent(work, cluster)))
    return [_speed_up(name, rows) for name, rows in found.items()], cost


def made_games(number: int) -> PackedGames:
    """The games of the other benchmarks, over and over."""
    some = packed_games(19)
    return some.take(np.arange(number) % len(some))


def _jobs(games: PackedGames) -> list[tuple[str, Work]]:
    model = MovePredictor.bundled()
    ranked = games.take(np.arange(_share(games, _RANKED)))
    settings = MatchSettings(_PLAYERS[0], _PLAYERS[1], DraughtsTerms())
    book = BookTraining(games=_share(games, _BOOK))
    pair = _share(games, _GAMES_A_PAIR)
    return [
        ("harvest of the book", lambda who: train_book(book, games, executor=who)),
        ("harvest of patterns", lambda who: harvest(games, _CHAINS, _AT_LEAST, 1, silent, who)),
        ("tournament", lambda who: play_tournament(list(_PLAYERS), settings, pair, executor=who)),
        ("evaluation", lambda who: outcomes(model, ranked, executor=who)),
    ]


def _share(games: PackedGames, share: float) -> int:
    return max(1, round(len(games) * share))


@contextlib.contextmanager
def _workers(number: int) -> Iterator[str]:
    try:
        import dask
        from distributed import LocalCluster
    except ImportError as error:
        raise MissingToolError(
            "a cluster needs Dask, which is not installed: pip install 'kifu[cluster]'"
        ) from error
    start: Any = LocalCluster  # Dask is half typed
    with (
        dask.config.set(_QUIET),
        start(
            n_workers=number, threads_per_worker=1, processes=True, dashboard_address=":0", silence_logs=50
        ) as cluster,
    ):
        yield cluster.scheduler_address


def _spent(work: Work, who: ClusterExecutor | None) -> Spent:
    before = {} if who is None else who.processor_by_worker()
    started, here = time.perf_counter(), time.process_time()
    work(who)
    seconds, here = time.perf_counter() - started, time.process_time() - here
    if who is None:
        return Spent(seconds, here)
    after = who.processor_by_worker()
    _expect_same_workers(who.address, before.keys(), after.keys())
    workers = [after[worker] - before[worker] for worker in before]
    return Spent(seconds, here, sum(workers), max(workers))


def _expect_same_workers(address: str, before: Set[str], after: Set[str]) -> None:
    """A worker that came or went in between would belie the sums."""
    changes = [f"{worker} went" for worker in sorted(before - after)]
    changes += [f"{worker} came" for worker in sorted(after - before)]
    if changes:
        raise ClusterError(
            f"expected the same workers at {address} before and after a job, but {', '.join(changes)}: what "
            "it took cannot be told; give the same command again while no worker comes or goes"
        )


def _seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _cost(executor: ClusterExecutor) -> Cost:
    from kifu.work.merging import merge_tree

    with open_executor(executor) as pool:
        list(pool.map_ordered(abs, range(50)))  # connections are made, and functions known
        answers = [_seconds(lambda: list(pool.map_ordered(abs, [1]))) for _ in range(20)]
        spread = _spent(lambda who: list(pool.map_ordered(abs, range(_TASKS))), executor)
        merged = _seconds(lambda: list(merge_tree(pool, abs, range(_TASKS), max)))
        return Cost(
            pool.workers,
            1000 * spread.seconds / _TASKS,
            1000 * (spread.here + spread.workers) / _TASKS,
            1000 * merged / _TASKS,
            1000 * statistics.median(answers),
        )


def _speed_up(name: str, rows: list[tuple[Spent, Spent, Spent]]) -> SpeedUp:
    ratios = [alone.seconds / together.seconds for _, alone, together in rows]
    by_processor = [
        (alone.here + alone.busiest) / (together.here + together.busiest) for _, alone, together in rows
    ]
    here, alone, together = (
        Spent(*(statistics.median(column) for column in zip(*map(astuple, side), strict=True)))
        for side in zip(*rows, strict=True)
    )
    return SpeedUp(
        name,
        here,
        alone,
        together,
        statistics.median(ratios),
        (min(ratios), max(ratios)),
        statistics.median(by_processor),
        GOAL,
    )
