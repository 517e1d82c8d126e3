"""`kifu train opening`: values of openings, learned from self-play."""

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.interfaces.cli.numbers import KOMI
from kifu.interfaces.cli.output import command_line, json_option, print_json, quiet_option
from kifu.interfaces.cli.workers import open_threads, worker_options

if TYPE_CHECKING:
    from kifu.learners.opening.training import OpeningTraining

_HEADINGS = ("games", "against Random", "points", "error", "games/s")


@click.command(
    epilog="Examples: kifu train opening --features ABCDE --encoding binary --games 3000 --expert kifu --run "
    "runs/abcde; as the paper had it, a game a second: kifu train opening --expert gnugo:level=1 --run "
    "runs/gnugo. Interrupted? Give the same command again. More games? Raise --games.",
)
@click.option("--run", "folder", required=True, type=click.Path(file_okay=False), help="Folder of the run.")
@click.option("--games", "-n", type=click.IntRange(1, 10**7), default=3000, show_default=True, help="In all.")
@click.option("--features", default="ABCDE", show_default=True, help="A, and any of B, C, D, E.")
@click.option("--encoding", default="binary", show_default=True, help="scalar, binary or mixed.")
@click.option("--edges", help="B of all points (the paper) or of stones only.")
@click.option("--view", help="Who sees the board: mover, who has just moved, or black.")
@click.option("--scale", type=float, help="Points for which the output is 1.")
@click.option("--hidden", type=int, help="Hidden nodes.")
@click.option("--size", type=int, help="Lines of the board.")
@click.option("--moves", type=int, help="Of both sides, before the expert takes over.")
@click.option("--komi", type=KOMI, help="Points for White.")
@click.option("--expert", default="kifu", show_default=True, help="kifu, kifu:playouts=400, gnugo:level=1.")
@click.option("--rate", type=float, help="Of learning.")
@click.option("--trace", type=float, help="Lambda of TD(lambda); 0 is TD(0).")
@click.option("--explore", type=float, help="How often a less appealing move is made.")
@click.option("--classes", type=int, help="Of less appealing moves.")
@click.option("--decay", type=float, help="How much less likely a class is than the one before it.")
@click.option("--drawn", help="After a drawn move: learn or skip.")
@click.option("--width", type=float, help="First weights are drawn from -width to width.")
@click.option("--every", type=int, help="Training games between two tests.")
@click.option("--test-games", type=int, help="Against Random at each test; 0 for none.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Decides what is drawn.")
@worker_options("Test games at once")
@quiet_option
@json_option
def opening(
    folder: str,
    games: int,
    seed: int,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
    as_json: bool,
    **choices: Any,
) -> None:
    """Learn what openings are worth, from self-play and an expert who finishes the games.

    Every step is saved with its test against a player that moves at random: whatever stops a run, the same
    command continues it to the same result. The model is FOLDER/model.safetensors. Games of self-play follow
    one another; what a cluster takes over are the test games that GNU Go finishes.
    """
    from kifu.learners.opening.session import open_training
    from kifu.learners.opening.settings import OpeningSettings
    from kifu.work.interrupts import stop_when_asked

    settings = OpeningSettings(**{name: value for name, value in choices.items() if value is not None})
    path = Path(folder)
    command = command_line()
    screen = _Screen(quiet or as_json)
    with (
        open_threads(workers, cluster) as who,
        open_training(path, settings, seed, **who) as training,
    ):
        with stop_when_asked() as stop:
            while training.games < games and not stop:
                # Tests come after the same games, however often a run is continued with more.
                next_test = settings.every - training.games % settings.every
                step, times = training.advance(min(next_test, games - training.games))
                screen.show(step, times)
        facts = _write(path, training, settings, seed, command)
        facts |= {"finished": training.games >= games, "seconds": screen.seconds}
        facts["seconds"]["processor"] = round(time.process_time(), 1)
    if as_json:
        print_json(facts)
        return
    click.echo(f"{facts['model']}: after {facts['games']:,} games; {facts['curves']}")
    if not facts["finished"]:
        click.echo("stopped; the same command goes on")


def _write(path: Path, training: "OpeningTraining", settings: Any, seed: int, command: str) -> dict[str, Any]:
    """Write model and curves; what a script wants to know."""
    from kifu.evaluation.opening import curves
    from kifu.interfaces.cli.curves import write_curves
    from kifu.learners.opening.session import model_file, model_of
    from kifu.learners.opening.training import Step

    lines = list(training.log())
    last = Step(**lines[-1]) if lines else None
    model_of(training, settings, seed, command, last).save(model_file(path))
    facts: dict[str, Any] = {
        "run": os.fspath(path),
        "games": training.games,
        "model": os.fspath(model_file(path)),
        **write_curves(path, curves([lines])),
        "inputs": settings.form.inputs,
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
            click.echo("  ".join(f"{heading:>14}" for heading in _HEADINGS))
            self._begun = True
        won = (step.wins + step.draws / 2) / step.test_games if step.test_games else None
        cells = (
            f"{step.games:,}",
            "" if won is None else f"{won:.0%}",
            "" if won is None else f"{step.points:+.1f}",
            f"{step.error:.1f}",
            f"{times.games / max(times.training, 1e-9):,.1f}",
        )
        click.echo("  ".join(f"{cell:>14}" for cell in cells))
