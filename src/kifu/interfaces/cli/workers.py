"""Who does the work: `--workers` on this machine, or `--cluster` on several."""

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

_CLUSTER = click.option(
    "--cluster", metavar="ADDRESS", help="Work on a Dask cluster, such as tcp://scheduler:8786."
)


def worker_options(what: str) -> Callable[[F], F]:
    """Add `--workers` and `--cluster`.

    Args:
        what: what workers are, for the help: "Processes that read".
    """

    def add(function: F) -> F:
        workers = click.option(
            "--workers", type=click.IntRange(1), help=f"{what}; one per core when not given."
        )
        return workers(_CLUSTER(function))

    return add


def cluster_option(function: F) -> F:
    """Add `--cluster` alone, where the number of workers has a name of its own."""
    return _CLUSTER(function)


@contextlib.contextmanager
def open_workers(
    workers: int | None, cluster: str | None, option: str = "--workers"
) -> Iterator[int | Executor | None]:
    """What `workers=` of a long job is given: a number, None for one per core, or the cluster."""
    if cluster is None:
        yield workers
        return
    if workers is not None:
        raise click.UsageError(f"give either {option} for this machine or --cluster, which has its own")
    from kifu.work.cluster import open_cluster

    with open_cluster(cluster) as executor:
        yield executor


@contextlib.contextmanager
def open_threads(
    workers: int | None, cluster: str | None, option: str = "--workers"
) -> Iterator[dict[str, Any]]:
    """What `threads=` and `executor=` of a native job are given: threads of this machine, or a cluster.

    What only one machine can do has all cores of this one even then.
    """
    from kifu.work.executors import core_count

    with open_workers(workers, cluster, option) as given:
        executor = given if isinstance(given, Executor) else None
        yield {"threads": workers or core_count(), "executor": executor}


@contextlib.contextmanager
def open_games(parallel: int | None, cluster: str | None) -> Iterator[dict[str, Any]]:
    """What `parallel=` and `executor=` of matches are given."""
    with open_workers(parallel, cluster, "--parallel") as given:
        yield {"parallel": parallel or 1, "executor": given if isinstance(given, Executor) else None}
