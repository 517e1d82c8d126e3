"""`kifu evolve`: draughts players bred from nothing."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.interfaces.cli.options import Job, job_options, settings_options
from kifu.interfaces.cli.output import print_row
from kifu.learners.evolve.settings import PRESETS, EvolveSettings, preset

if TYPE_CHECKING:
    from kifu.learners.evolve.run import Report

_HEADINGS = ("generation", "champion", "points", "mean of means", "games/s", "left")


@click.command(
    epilog="Examples: kifu evolve --generations 200 --decider minimax:depth=4 --run runs/first; stopped or "
    "killed? kifu evolve --resume runs/first. The champions are in runs/first/champions: kifu play draughts "
    "--against net:runs/first/champions/000200.safetensors,depth=6."
)
@click.option("--run", "folder", type=click.Path(file_okay=False), help="A new folder for the run.")
@click.option("--resume", type=click.Path(exists=True, file_okay=False), help="Continue the run in a folder.")
@click.option("--generations", "-n", type=click.IntRange(1, 10**6), help="How many in all.  [default: 200]")
@click.option("--preset", "name", type=click.Choice(list(PRESETS)), help="Other defaults.  [default: paper]")
@settings_options(EvolveSettings, defaults=False)
@click.option("--seed", type=click.IntRange(0), help="Random seed.  [default: 1]")
@job_options("Threads")
def command(
    folder: str | None,
    resume: str | None,
    generations: int | None,
    name: str | None,
    seed: int | None,
    job: Job,
    **values: Any,
) -> None:
    """Breed draughts players by games among themselves.

    Every generation is saved: whatever stops a run, it continues to the same result.
    """
    from kifu.learners.evolve.session import champion_file, open_evolution
    from kifu.players.draughts.searching import find_network
    from kifu.work.interrupts import stop_when_asked

    if (folder is None) == (resume is None):
        raise click.UsageError("give either --run FOLDER for a new run, or --resume FOLDER")
    path = Path(folder or resume or "")
    settings = forebear = None
    if folder is not None:
        forebear = None if values["ancestor"] is None else find_network(values.pop("ancestor"))
        settings = preset(name or "paper", **values)
    else:
        given = [key for key, value in (values | {"preset": name}).items() if value is not None]
        if given:
            raise click.UsageError(
                f"a resumed run keeps its settings; leave out --{given[0].replace('_', '-')}"
            )
    with (
        job.threads("games") as who,
        open_evolution(path, settings, seed, ancestor=forebear, goal=generations, **who) as (evolution, goal),
    ):
        screen = _Screen(goal, job.silent)
        with stop_when_asked() as stop:
            while evolution.generation < goal and not stop:
                screen.show(evolution.advance())
        facts: dict[str, Any] = {
            "run": os.fspath(path),
            "generations": evolution.generation,
            "finished": evolution.generation >= goal,
            "champion": os.fspath(champion_file(path, evolution.generation)),
        }
    job.show(facts, lambda facts: "{champion}: the champion of generation {generations}".format(**facts))
    if not facts["finished"] and not job.as_json:
        click.echo(f"stopped; go on with: kifu evolve --resume {path}")


class _Screen:
    """The table that grows by a line a generation."""

    def __init__(self, goal: int, quiet: bool) -> None:
        self._goal = goal
        self._quiet = quiet
        self._seconds: list[float] = []

    def show(self, report: "Report") -> None:
        if self._quiet:
            return
        if not self._seconds:
            print_row(_HEADINGS)
        facts = report.facts
        # The last ones say best how long the next will take: games grow longer as players get better.
        self._seconds = [*self._seconds[-19:], report.seconds]
        left = (self._goal - facts.generation) * sum(self._seconds) / len(self._seconds)
        cells = (
            f"{facts.generation}",
            facts.champion,
            "" if facts.points is None else f"{facts.points:g}",
            "" if facts.mean_of_means is None else f"{facts.mean_of_means:+.2f}",
            f"{facts.games / max(report.seconds, 1e-9):,.1f}",
            _duration(left),
        )
        print_row(cells)


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}"
