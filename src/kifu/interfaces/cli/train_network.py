"""`kifu train network` and `kifu train onnx`: a network out of archives of games, and its file to run."""

import os
import time
from pathlib import Path
from typing import Any

import click

from kifu.interfaces.cli.options import Job, job_options, seed_option, settings_options
from kifu.interfaces.cli.output import command_line, print_row
from kifu.learners.network.settings import NetworkSettings, SelfplayMix, settings_for

_HEADINGS = ("positions", "minutes", "moves first", "owners right", "winners right", "lead error")
_EPILOG = (
    "Examples: kifu train network --archive games.db --size 9 --minutes 60 --run runs/network; "
    "go on: kifu train network --resume runs/network --minutes 60."
)
#: Steps between two saves.
_STEPS = 500


@click.command(epilog=_EPILOG)
@click.option(
    "--archive", "archives", multiple=True, type=click.Path(), help="Labelled games (kifu label); repeatable."
)
@settings_options(NetworkSettings, "size")
@click.option(
    "--minutes", type=click.FloatRange(0, min_open=True), help="Stop after so long; Ctrl-C does too."
)
@click.option("--run", "folder", type=click.Path(file_okay=False), help="Folder of the run.")
@click.option("--resume", type=click.Path(file_okay=False), help="Continue the run in this folder.")
@click.option("--start", type=click.Path(dir_okay=False), help="Begin with the weights of this network.")
@click.option(
    "--selfplay",
    multiple=True,
    type=click.Path(file_okay=False),
    help="Learn from the games of this run of kifu selfplay, too; repeatable.",
)
@settings_options(SelfplayMix, defaults=False, prefix="Self-play: ")
@settings_options(NetworkSettings, "blocks", "channels", "rate", "expert", defaults=False)
@seed_option
@job_options("Threads", cluster=False)
def network(
    archives: tuple[str, ...],
    minutes: float | None,
    folder: str | None,
    resume: str | None,
    start: str | None,
    selfplay: tuple[str, ...],
    selfplay_share: float | None,
    selfplay_window: int | None,
    seed: int,
    job: Job,
    **values: Any,
) -> None:
    """Train a network: moves, owners, lead and winner of a position in one look.

    Learns from games for training; games for validation are measured after every save. The network is
    FOLDER/model.safetensors, and FOLDER/model.onnx to run it.
    """
    from kifu.learners.network.session import open_training
    from kifu.work.executors import core_count

    if (folder is None) == (resume is None):
        raise click.UsageError("give either --run for a new training or --resume for one that is there")
    settings = None
    if folder is not None:
        if not archives:
            raise click.UsageError("a new training needs --archive with labelled games")
        settings = settings_for(**values)
    mixed = {"selfplay_share": selfplay_share, "selfplay_window": selfplay_window}
    if any(value is not None for value in mixed.values()) and not selfplay:
        raise click.UsageError("--selfplay-share and --selfplay-window need --selfplay with a run")
    path = Path(folder or resume or "")
    with open_training(
        path,
        archives,
        settings,
        None if settings is None else seed,
        threads=job.workers or core_count(),
        start=Path(start) if start else None,
        selfplay=selfplay,
        mix=SelfplayMix.from_values(mixed) if selfplay else None,
    ) as session:
        last = _train(session.training, minutes, job.silent)
        model = session.write_model(command_line())
    job.show(
        {"run": os.fspath(path), "model": os.fspath(model), **last},
        lambda facts: (
            f"{model}: after {facts['positions']:,} positions; go on: kifu train network --resume {path}"
        ),
    )


def _train(training: Any, minutes: float | None, quiet: bool) -> dict[str, Any]:
    """Train until the time is over or somebody interrupts; the last line of the log."""
    from dataclasses import asdict

    from kifu.work.interrupts import stop_when_asked
    from kifu.work.progress import progress_bar

    end = None if minutes is None else time.monotonic() + 60 * minutes
    last: dict[str, Any] = {}
    with stop_when_asked() as stop:
        while not stop and (end is None or time.monotonic() < end):
            left = None if end is None else (end - time.monotonic()) / 60
            with progress_bar(quiet=quiet, unit="positions") as progress:
                last = asdict(training.advance(_STEPS, left, progress=progress, stop=lambda: bool(stop)))
            if not quiet:
                _show(last, first=last["step"] <= _STEPS)
    return last


def _show(line: dict[str, Any], first: bool) -> None:
    if first:
        print_row(_HEADINGS)

    def share(name: str) -> str:
        return "" if line[name] is None else f"{line[name]:.2%}"

    lead = "" if line["lead"] is None else f"{line['lead']:.2f}"
    cells = (
        f"{line['positions']:,}",
        f"{line['minutes']:.1f}",
        *map(share, ("moves", "owners", "winners")),
        lead,
    )
    print_row(cells)


@click.command(epilog="Example: kifu train onnx runs/network/model.safetensors --out network.onnx")
@click.argument("weights", type=click.Path(dir_okay=False))
@click.option("--out", type=click.Path(dir_okay=False), help="ONNX file; default: beside the weights.")
@click.option("--full-precision", is_flag=True, help="32 bits throughout instead of 8 in the body: slower.")
def onnx(weights: str, out: str | None, full_precision: bool) -> None:
    """Make the ONNX file that runs a network from its weights."""
    from kifu.models.network import convert
    from kifu.work.files import write_bytes

    path = Path(out) if out else Path(weights).with_suffix(".onnx")
    data = convert(weights, int8=not full_precision)
    write_bytes(path, data)
    click.echo(f"{path}: {len(data) / 1e6:.1f} MB")
