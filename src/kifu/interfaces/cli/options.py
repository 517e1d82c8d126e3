"""Options that commands share, and options made from settings."""

import contextlib
import functools
import math
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click

from kifu.interfaces.cli.output import json_option, print_json, quiet_option
from kifu.work.settings import Setting, Settings, all_settings

F = TypeVar("F", bound=Callable[..., Any])


class Number(click.FloatRange):
    """A finite number within bounds; click's own range lets `nan` through."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Read it."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"expected a number in the range {self._describe_range()}, got {value!r}", param, ctx)
        return number


def span(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[Any, Any] | None:
    """Both ends of `FROM-TO`, `FROM-`, `-TO` or one value; None for an open end."""
    if value is None:
        return None
    low, dash, high = value.partition("-")
    ends = (low, high if dash else low)
    if not any(ends):
        raise click.BadParameter(f"expected FROM-TO, FROM-, -TO or one value, not {value!r}", ctx, param)
    return ends[0] or None, ends[1] or None


def number_span(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[Any, Any] | None:
    """Both ends of a span of numbers; None for an open end."""
    ends = span(ctx, param, value)
    if ends is None:
        return None
    if not all(end is None or (end.isdecimal() and len(end) < 10) for end in ends):
        raise click.BadParameter(f"expected numbers as in 10-20, 10- or -20, not {value!r}", ctx, param)
    low, high = (None if end is None else int(end) for end in ends)
    return low, high


def settings_options(
    cls: type[Settings], *keys: str, defaults: bool = True, prefix: str = ""
) -> Callable[[F], F]:
    """Add an option for every setting of a class and its parts.

    Args:
        cls: the settings; `cls.from_values` makes them of the command's arguments.
        keys: the settings that are options, in this order; all but the internal ones if none is named.
        defaults: whether what is not given has its usual value, and the help shows it; otherwise it is None.
        prefix: stands before the help, `Go: `, which then shows the usual values in any case.
    """
    known = {entry.key: entry for entry in all_settings(cls)}
    chosen = keys or [key for key, entry in known.items() if not entry.internal]
    options = [_option(known[key], defaults, prefix) for key in chosen]
    options += [_renamed(entry) for entry in known.values() if entry.formerly]
    return stacked(*options)


def stacked(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, in the order of the help."""

    def add(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return add


def _option(entry: Setting, defaults: bool, prefix: str) -> Callable[[F], F]:
    name = entry.flag
    text = prefix + (entry.help[:1].lower() + entry.help[1:] if prefix else entry.help)
    if entry.kind is bool:
        return click.option(
            name,
            entry.key,
            is_flag=True,
            callback=lambda ctx, param, given: not entry.default if given else None,
            help=text,
        )
    default = entry.default if defaults and entry.shown_default else None
    if prefix and entry.shown_default:
        text += f"  [default: {entry.shown_default}]"
    return click.option(
        name, entry.key, type=_type(entry), default=default, show_default=default is not None, help=text
    )


def _renamed(entry: Setting) -> Callable[[F], F]:
    """The older name of an option, which says the new one."""
    former = f"--{entry.formerly.replace('_', '-')}"

    def refuse(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
        if value is not None:
            raise click.UsageError(f"{former} is now {entry.flag}: give {entry.flag} {value}")

    return click.option(former, hidden=True, expose_value=False, callback=refuse)


def _type(entry: Setting) -> Any:
    if entry.choices:
        return click.Choice(entry.choices)
    if entry.kind is int:
        least, most = (None if bound is None else int(bound) for bound in (entry.least, entry.most))
        return click.IntRange(least, most)
    if entry.kind is float:
        low = entry.least if entry.above is None else entry.above
        high = entry.most if entry.below is None else entry.below
        return Number(low, high, min_open=entry.above is not None, max_open=entry.below is not None)
    return click.Path(path_type=Path) if entry.kind is Path else click.STRING


KOMI = Number(-1000, 1000)

#: Which game and position of a file, and what it is judged under.
number_option = click.option(
    "--number",
    "--game",
    "number",
    type=int,
    default=1,
    show_default=True,
    help="Number of the game in the file.",
)
move_option = click.option(
    "--move", "-m", type=int, help="Move number; negative counts from the end. Default: the last move."
)
rules_option = click.option("--rules", help="Rules instead of the record's own.")
komi_option = click.option("--komi", type=KOMI, help="Points for White instead of the record's own.")
rank_option = click.option(
    "--rank", "ranks", callback=span, metavar="SPAN", help="Of both players: 5k-1d, 1d-, 9p."
)
seed_option = click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="Random seed."
)
cluster_option = click.option(
    "--cluster", metavar="ADDRESS", help="Work on a Dask cluster, such as tcp://scheduler:8786."
)


def model_option(what: str, option: str = "--model") -> Callable[[F], F]:
    """A model file instead of the bundled one (argument `model`)."""
    return click.option(
        option, "model", type=click.Path(dir_okay=False), help=f"{what}; default: the bundled one."
    )


def svg_option(what: str) -> Callable[[F], F]:
    """A file for a drawing (argument `svg`)."""
    return click.option("--svg", type=click.Path(dir_okay=False), help=f"Write {what} as SVG to this file.")


def worker_options(
    what: str, *names: str, default: str = "one per core", cluster: bool = True
) -> Callable[[F], F]:
    """Add `--workers` and `--cluster`.

    Args:
        what: what workers are, for the help: "Processes that read".
        names: more of the option.
        default: how many there are if not given.
        cluster: whether a cluster may do the work.
    """
    text = f"{what}; default: {default}."
    workers = click.option(*names, "--workers", "workers", type=click.IntRange(1), help=text)
    return stacked(workers, cluster_option) if cluster else workers


@dataclass(frozen=True)
class Job:
    """How a long command works and what it prints; what `job_options` gives to a command."""

    workers: int | None
    cluster: str | None
    quiet: bool
    as_json: bool

    @property
    def silent(self) -> bool:
        """Whether only the result is printed."""
        return self.quiet or self.as_json

    @contextlib.contextmanager
    def threads(self, unit: str = "") -> Iterator[dict[str, Any]]:
        """Arguments `threads`, `executor` and `progress` of a native job."""
        from kifu.work.progress import progress_bar

        with (
            open_threads(self.workers, self.cluster) as who,
            progress_bar(quiet=self.silent, unit=unit) as progress,
        ):
            yield {**who, "progress": progress}

    @contextlib.contextmanager
    def games(self) -> Iterator[dict[str, Any]]:
        """Arguments `parallel`, `executor` and `progress` of a match; a signal ends its games cleanly."""
        from kifu.work.progress import progress_bar
        from kifu.work.signals import ending_cleanly

        with (
            ending_cleanly(),
            open_workers(self.workers, self.cluster, "--parallel") as given,
            progress_bar(quiet=self.quiet, unit="games") as progress,
        ):
            executor = given if isinstance(given, Executor) else None
            yield {"parallel": self.workers or 1, "executor": executor, "progress": progress}

    @contextlib.contextmanager
    def processes(self, unit: str = "") -> Iterator[dict[str, Any]]:
        """Arguments `workers` and `progress` of a job done by processes."""
        from kifu.work.progress import progress_bar

        with (
            open_workers(self.workers, self.cluster) as crew,
            progress_bar(quiet=self.silent, unit=unit) as progress,
        ):
            yield {"workers": crew, "progress": progress}

    def show(self, facts: Any, text: Callable[[Any], str]) -> None:
        """Print the facts as JSON, or as text for people."""
        if self.as_json:
            print_json(facts)
        else:
            click.echo(text(facts))


def job_options(*what: str, **more: Any) -> Callable[[F], Callable[..., Any]]:
    """Add the options of `worker_options`, `--quiet` and `--json`; the command gets them as `job`."""

    def add(function: F) -> Callable[..., Any]:
        @functools.wraps(function)
        def command(
            *, workers: int | None, quiet: bool, as_json: bool, cluster: str | None = None, **rest: Any
        ) -> Any:
            return function(job=Job(workers, cluster, quiet, as_json), **rest)

        return stacked(worker_options(*what, **more), quiet_option, json_option)(command)

    return add


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
