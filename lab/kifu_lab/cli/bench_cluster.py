"""`kifu lab bench cluster`: what a cluster gains and costs."""

from dataclasses import asdict

import click

from kifu.errors import InputError
from kifu.interfaces.cli.output import columns, print_json
from kifu.work.progress import progress_bar

_FEWEST = 20  # games; with fewer some workers would have none


def bench_cluster(
    archive: str | None, wanted: str | None, repeats: int, address: str | None, quiet: bool, as_json: bool
) -> None:
    """Measure and print a table."""
    import numpy as np

    from kifu.interfaces.cli.training import read_training_games
    from kifu_lab.bench.cluster import made_games, measure_cluster

    games = int(wanted or 1000) if (wanted or "1000").isdecimal() else 0
    if games < _FEWEST:
        raise click.UsageError(
            f"expected --games of at least {_FEWEST} for `kifu lab bench cluster`, got {wanted!r}"
        )
    if archive is None:
        packed = made_games(games)
    else:
        packed, _ = read_training_games((archive,), 19, None)
        if len(packed) < _FEWEST:
            raise InputError(f"expected {_FEWEST} games on 19x19 or more in {archive!r}, found {len(packed)}")
        packed = packed.take(np.arange(min(games, len(packed))))
    with progress_bar(quiet=quiet or as_json, unit="jobs") as progress:
        found, cost = measure_cluster(packed, repeats, address, progress)
    if as_json:
        print_json({"games": len(packed), "jobs": [asdict(job) for job in found], "cost": asdict(cost)})
        return
    workers = f"{cost.workers} workers"
    head = ("what", "here", "one worker", workers, "speed-up", "spread", "by processor time", "goal")
    rows: list[tuple[str, ...]] = [head]
    for job in found:
        seconds = (spent.seconds for spent in (job.here, job.alone, job.together))
        times = (*(f"{value:.2f} s" for value in seconds), f"{job.ratio:.2f} x")
        spread = f"{job.spread[0]:.2f}-{job.spread[1]:.2f}"
        rows.append((job.name, *times, spread, f"{job.by_processor:.2f} x", f"{job.goal:g} x"))
    click.echo(columns(rows, right=[1, 2, 3, 4, 5, 6, 7]))
    click.echo(
        f"{len(packed):,} games; a task costs {cost.task:.2f} ms ({cost.processor:.2f} ms of the processor), "
        f"{cost.merged:.2f} ms where results stay with the workers and are merged; an answer takes "
        f"{cost.answer:.1f} ms"
    )
