"""`kifu train opening`: values of openings, learned from self-play."""

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.interfaces.cli.options import Job, job_options, open_threads, seed_option, settings_options
from kifu.interfaces.cli.output import command_line, print_row
from kifu.learners.opening.settings import OpeningSettings

if TYPE_CHECKING:
    from kifu.learners.opening.training import OpeningTraining

_HEADINGS = ("games", "against Random", "points", "error", "games/s")


@click.command(
    epilog="Examples: kifu train opening --features ABCDE --encoding binary --games 3000 --expert kifu --run "
    "runs/abcde; as the paper had it, a game a second: kifu train opening --expert gnugo:level=1 --run "
    "runs/gnugo. Interrupted? Give the same command again. More games? Raise --games."
)
@click.option("--run", "folder", required=True, type=click.Path(file_okay=False), help="Folder of the run.")
@click.option(
    "--games", "-n", type=click.IntRange(1, 10**7), default=3000, show_default=True, help="Number of games."
)
@settings_options(OpeningSettings)
@seed_option
@job_options("Test games at once")
def opening(folder: str, games: int, seed: int, job: Job, **values: Any) -> None:
    """Learn what openings are worth, from self-play and an expert who finishes the games.

    Every step is saved with its test against a player that moves at random: whatever stops a run, the same
    command continues it to the same result. The model is FOLDER/model.safetensors. Games of self-play follow
    one another; what a cluster takes over are the test games that GNU Go finishes.
    """
    from kifu.learners.opening.session import open_training
    from kifu.work.interrupts import stop_when_asked

    settings = OpeningSettings.from_values(values)
    path = Path(folder)
    screen = _Screen(job.silent)
    with (
        open_threads(job.workers, job.cluster) as who,
        open_training(path, settings, seed, **who) as training,
    ):
        with stop_when_asked() as stop:
            while training.games < games and not stop:
                # Tests come after the same games, however often a run is continued with more.
                next_test = settings.every - training.games % settings.every
                step, times = training.advance(min(next_test, games - training.games))
                screen.show(step, times)
        facts = _write(path, training, settings, seed)
        facts |= {"finished": training.games >= games, "seconds": screen.seconds}
        facts["seconds"]["processor"] = round(time.process_time(), 1)
    job.show(facts, lambda facts: "{model}: after {games:,} games".format(**facts))
    if not facts["finished"] and not job.as_json:
        click.echo("stopped; the same command goes on")


def _write(path: Path, training: "OpeningTraining", settings: OpeningSettings, seed: int) -> dict[str, Any]:
    """Write the model; what a script wants to know."""
    from kifu.learners.opening.session import model_file, model_of
    from kifu.learners.opening.training import Step

    lines = list(training.log())
    last = Step(**lines[-1]) if lines else None
    model_of(training, settings, seed, command_line(), last).save(model_file(path))
    facts: dict[str, Any] = {
        "run": os.fspath(path),
        "games": training.games,
        "model": os.fspath(model_file(path)),
        "inputs": settings.inputs,
    }
    if last is not None and last.test_games:
        facts |= {"test_games": last.test_games, "wins": last.wins, "draws": last.draws}
    return facts


class _Screen:
    """The table that grows by a line a step, and the seconds added up."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._begun = False
        self.seconds = {"training": 0.0, "expert": 0.0, "all": 0.0}

    def show(self, step: Any, times: Any) -> None:
        for name, more in (("training", times.training), ("expert", times.expert), ("all", times.seconds)):
            self.seconds[name] = round(self.seconds[name] + more, 3)
        if self._quiet:
            return
        if not self._begun:
            print_row(_HEADINGS)
            self._begun = True
        won = (step.wins + step.draws / 2) / step.test_games if step.test_games else None
        cells = (
            f"{step.games:,}",
            "" if won is None else f"{won:.0%}",
            "" if won is None else f"{step.points:+.1f}",
            f"{step.error:.1f}",
            f"{times.games / max(times.training, 1e-9):,.1f}",
        )
        print_row(cells)
