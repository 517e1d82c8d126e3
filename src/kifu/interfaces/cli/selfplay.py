"""`kifu selfplay`: games of a network against itself, and the gate that a new network must pass."""

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.interfaces.cli.options import Job, job_options, settings_options
from kifu.interfaces.cli.output import count, print_row
from kifu.learners.selfplay.settings import SelfplaySettings

if TYPE_CHECKING:
    from kifu.learners.selfplay.run import ShardFacts

_HEADINGS = ("games", "network", "targets", "moves", "Black wins", "mean lead", "seconds")
_EPILOG = (
    "Examples: kifu selfplay runs/self --archive human9.db --games 5000; learn from the games: kifu train "
    "network --archive human9.db --selfplay runs/self --start network.safetensors --rate 0.0004 --run "
    "runs/network --minutes 30; let the new network play: kifu selfplay runs/self --candidate "
    "runs/network/model.onnx. Games without search: kifu selfplay runs/self19 --size 19 --visits 0."
)


@click.command(epilog=_EPILOG)
@click.argument("folder", metavar="RUN", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--games", type=click.IntRange(1), help="Games in all, by whole shards; default: until interrupted."
)
@click.option(
    "--candidate",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Play the gate match of this network (ONNX) instead; if it wins, it plays from now on.",
)
@click.option(
    "--archive", "archives", multiple=True, type=click.Path(), help="Games to start from; repeatable."
)
@click.option(
    "--network",
    type=click.Path(dir_okay=False, path_type=Path),
    help="First network (ONNX) of a new run; default: the bundled one.",
)
@settings_options(SelfplaySettings, defaults=False)
@click.option("--seed", type=click.IntRange(0), help="Random seed.  [default: 1]")
@job_options("Processes that play")
def command(
    folder: Path,
    games: int | None,
    candidate: Path | None,
    archives: tuple[str, ...],
    network: Path | None,
    seed: int | None,
    job: Job,
    **values: Any,
) -> None:
    """Let a network play against itself; start the run in the folder RUN, or continue it.

    Games start from positions of records and from the empty board. They are saved in shards, whatever stops
    the run; a continued run keeps its options.
    """
    given = {name: value for name, value in values.items() if value is not None}
    if candidate is not None:
        if given or archives or network or games or seed is not None:
            raise click.UsageError("a gate match has the options of its run; give --candidate alone")
        _gate(folder, candidate, job)
        return
    from kifu.learners.selfplay.run import open_selfplay, settings_of

    usual = settings_of(folder).facts() if (folder / "run.json").exists() else {}
    settings = SelfplaySettings.from_facts(usual | given)
    with open_selfplay(folder, settings, archives, network, seed) as selfplay:
        with contextlib.suppress(KeyboardInterrupt), job.processes("games") as who:
            playing = selfplay.play(games, **who)
            with contextlib.closing(playing):
                for number, facts in enumerate(playing):
                    if not job.silent:
                        _show(facts, is_first=number == 0)
        played = selfplay.games
    job.show(
        {"run": os.fspath(folder), "games": played, "finished": games is not None and played >= games},
        lambda facts: (
            f"{folder}: {count(played, 'game')}"
            + ("" if facts["finished"] else f"; go on: kifu selfplay {folder}")
        ),
    )


def _gate(folder: Path, candidate: Path, job: Job) -> None:
    from dataclasses import asdict

    from kifu.learners.selfplay.gate import play_gate

    with job.processes("games") as who:
        gate = play_gate(folder, candidate, **who)
    verdict = "accepted: it plays from now on" if gate.accepted else "refused"
    job.show(
        {"run": os.fspath(folder), **asdict(gate)},
        lambda _: (
            f"network {gate.number} against network {gate.against}: {gate.won} won, {gate.drawn} drawn, "
            f"{gate.lost} lost, {gate.share:.1%}; {verdict}"
        ),
    )


def _show(facts: "ShardFacts", is_first: bool) -> None:
    if is_first:
        print_row(_HEADINGS)
    cells = (
        f"{facts.games:,}",
        f"{facts.network}",
        f"{facts.targets:,}",
        f"{facts.moves:.1f}",
        f"{facts.black:.0%}",
        f"{facts.lead:.1f}",
        f"{facts.seconds:.1f}",
    )
    print_row(cells)
