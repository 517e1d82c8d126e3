"""`kifu lab bench`: speed beside a peer, in the same run."""

import importlib
from typing import Any

import click
from click.core import ParameterSource

from kifu.errors import InputError
from kifu.interfaces.cli.options import cluster_option
from kifu.interfaces.cli.output import columns, json_option, print_json, quiet_option
from kifu.work.progress import progress_bar
from kifu_lab.bench.measure import Benchmark, Measurement, measure

#: Groups of benchmarks, each a module of `kifu_lab.bench` with a list `BENCHMARKS`.
GROUPS = ("go", "records", "draughts", "life", "moves", "book", "playouts", "network")
#: Benchmarks that stand alone, each with options of its own.
ALONE = ("http", "page", "scale", "cluster")
#: Which of them take an option that not all take; "" are those of `GROUPS`.
_TAKEN_BY = {
    "repeats": ("", "page", "cluster"),
    "requests": ("http",),
    "archive": ("scale", "cluster"),
    "games": ("scale", "cluster"),
    "jobs": ("scale",),
    "out": ("scale",),
    "quick": ("scale",),
    "cluster": ("cluster",),
}


@click.command(
    "bench",
    epilog="Example: kifu lab bench go --repeats 9. Peers are measured when they are installed: "
    "pip install './lab[bench]' in a clone of Kifu.",
)
@click.argument("names", nargs=-1)
@click.option(
    "--repeats",
    type=click.IntRange(1, 1000),
    default=5,
    show_default=True,
    help="Of all but `bench http` and `bench scale`: times each is measured.",
)
@click.option(
    "--requests",
    type=click.IntRange(100),
    default=2000,
    show_default=True,
    help="Of `bench http`: to each route, http/score and http/predict.",
)
@click.option(
    "--archive",
    type=click.Path(dir_okay=False),
    help="Of `bench scale` and `bench cluster`: games to draw from.",
)
@click.option(
    "--games", help="Of `bench scale`: how many, as in 1000,4000,all; of `bench cluster`: one number."
)
@click.option("--jobs", help="Of `bench scale`: import, index, book, moves, label, score; all if not given.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    help="Of `bench scale`: keeps each point; the same command, or one with more games or other jobs of the "
    "same archive, goes on.",
)
@click.option("--quick", is_flag=True, help="Of `bench scale`: few games, to see that it works.")
@cluster_option
@quiet_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    names: tuple[str, ...],
    repeats: int,
    requests: int,
    cluster: str | None,
    quiet: bool,
    as_json: bool,
    **scale: Any,
) -> None:
    """Measure speed on one core; the ratio to the peer is what to compare between machines.

    NAMES are groups (go, records, draughts, life, moves, book, playouts, network) or single benchmarks; all
    if none is given. Four stand alone: `bench http`, requests a second of a server with its client beside it;
    `bench page`, how soon the study room can be used in a real Chromium; `bench scale`, time and memory
    against games, workers, generations and board size; and `bench cluster`, how much faster two workers are
    than one, and what a task costs.
    """
    alone = _alone(names)
    _refuse_untaken(ctx, alone)
    if alone == "scale":
        from kifu_lab.cli.bench_scale import run_scale

        run_scale(**scale, quiet=quiet, as_json=as_json)
        return
    if alone == "cluster":
        from kifu_lab.cli.bench_cluster import bench_cluster

        bench_cluster(scale["archive"], scale["games"], repeats, cluster, quiet, as_json)
        return
    if alone == "http":
        _http(names, requests, as_json)
        return
    if alone == "page":
        _page(repeats, as_json)
        return
    chosen = _choose(names)
    results: list[Measurement] = []
    with progress_bar(quiet=quiet or as_json, unit="benchmarks") as progress:
        for i, benchmark in enumerate(chosen):
            progress(i, len(chosen), benchmark.name)
            results.append(measure(benchmark, repeats))
    if as_json:
        print_json([result.facts() for result in results])
        return
    rows: list[tuple[str, ...]] = [("what", "a second", "peer", "a second", "ratio", "spread", "goal")]
    rows += [_row(result) for result in results]
    click.echo(columns(rows, right=[1, 3, 4, 5, 6]))
    for note in dict.fromkeys(result.note for result in results if result.note):
        click.echo(note)


def _alone(names: tuple[str, ...]) -> str:
    """Which benchmark of `ALONE` is named; "" if it is another one."""
    found = next((word for name in names if (word := name.partition("/")[0]) in ALONE), "")
    others = [name for name in names if name != found and not (found == "http" and name.startswith("http/"))]
    if found and others:
        raise click.UsageError(f"`kifu lab bench {found}` stands alone; leave out {', '.join(others)}")
    return found


def _refuse_untaken(ctx: click.Context, alone: str) -> None:
    """No option is given in vain."""
    for option, taken_by in _TAKEN_BY.items():
        given = ctx.get_parameter_source(option) is ParameterSource.COMMANDLINE
        if given and alone not in taken_by:
            others = ", ".join(_title(name) for name in taken_by)
            raise click.UsageError(f"{_title(alone)} has no --{option}: leave it out; it belongs to {others}")


def _title(alone: str) -> str:
    return f"`kifu lab bench {alone or 'NAMES'}`"


def _http(names: tuple[str, ...], requests: int, as_json: bool) -> None:
    from dataclasses import asdict

    from kifu_lab.bench.http import ROUTES, measure_http

    known = ["http", *(f"http/{route}" for route in ROUTES)]
    for name in names:
        if name not in known:
            raise InputError(f"expected {', '.join(known)}; got {name!r}")
    routes = [route for route in ROUTES if "http" in names or f"http/{route}" in names]
    found = measure_http(requests, routes)
    if as_json:
        print_json([asdict(load) for load in found])
        return
    head = (
        "route", "requests", "a second", "goal", "p50 ms", "p99 ms", "failed", "memory MB", "processor ms",
        "client ms", "other programs",
    )  # fmt: skip
    rows: list[tuple[str, ...]] = [head]
    for load in found:
        numbers = [f"{load.requests:,}", f"{load.rate:,.0f}", f"{load.goal:,.0f}", f"{load.p50:.1f}"]
        numbers += [f"{load.p99:.1f}", str(load.failed), f"{load.memory[0]:.0f} to {load.memory[-1]:.0f}"]
        numbers += [f"{load.processor:.2f}", f"{load.client:.2f}", f"{load.others:.0%}"]
        rows.append((load.name, *numbers))
    click.echo(columns(rows, right=range(1, len(head))))


def _page(repeats: int, as_json: bool) -> None:
    from dataclasses import asdict

    from kifu_lab.bench.page import measure_page

    found = measure_page(repeats)
    if as_json:
        print_json([asdict(wait) for wait in found])
        return
    rows: list[tuple[str, ...]] = [("what", "seconds", "least to most", "goal", "other programs")]
    for wait in found:
        spread = f"{wait.least:.2f} to {wait.most:.2f}"
        rows.append((wait.name, f"{wait.seconds:.2f}", spread, f"< {wait.goal:g}", f"{wait.others:.0%}"))
    click.echo(columns(rows, right=range(1, 5)))


def _choose(names: tuple[str, ...]) -> list[Benchmark]:
    found: list[Benchmark] = []
    groups = [name.partition("/")[0] for name in names] or list(GROUPS)
    for group in dict.fromkeys(groups):
        if group not in GROUPS:
            raise InputError(f"expected a group among {', '.join(GROUPS)}; got {group!r}")
        found += importlib.import_module(f"kifu_lab.bench.{group}").BENCHMARKS
    if not names:
        return found
    chosen = [b for b in found if b.name in names or b.name.partition("/")[0] in names]
    for name in names:
        if not any(b.name == name or b.name.startswith(f"{name}/") for b in chosen):
            raise InputError(f"expected a benchmark among {', '.join(b.name for b in found)}; got {name!r}")
    return chosen


def _row(result: Measurement) -> tuple[str, ...]:
    row = [result.name, f"{_rate(result.rate)} {result.unit}"]
    if result.ratio is None or result.peer_rate is None or result.ratio_spread is None:
        row += [result.peer or "", "", "", ""]
    else:
        low, high = result.ratio_spread
        row += [
            result.peer or "",
            _rate(result.peer_rate),
            f"{result.ratio:,.1f} x",
            f"{low:,.1f}-{high:,.1f}",
        ]
    row.append(f"{result.goal:g} x" if result.goal else "")
    return tuple(row)


def _rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2f}"
