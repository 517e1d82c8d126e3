"""`kifu evolve`: draughts players bred from nothing."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.interfaces.cli.output import json_option, print_json, quiet_option
from kifu.interfaces.cli.workers import open_threads, worker_options

if TYPE_CHECKING:
    from kifu.learners.evolve.run import Report
    from kifu.learners.evolve.settings import EvolveSettings

_HEADINGS = ("generation", "champion", "points", "mean of means", "games/s", "left")


@click.command(
    epilog="Examples: kifu evolve --generations 200 --decider minimax:depth=4 --run runs/first; stopped or "
    "killed? kifu evolve --resume runs/first. The champions are in runs/first/champions: kifu play draughts "
    "--against net:runs/first/champions/000200.safetensors,depth=6.",
)
@click.option("--run", "folder", type=click.Path(file_okay=False), help="A new folder for the run.")
@click.option("--resume", type=click.Path(exists=True, file_okay=False), help="Continue the run in a folder.")
@click.option("--generations", "-n", type=click.IntRange(1, 10**6), help="How many in all.  [default: 200]")
@click.option("--preset", help="paper, blondie24 or kifu.  [default: paper]")
@click.option("--network", help="squares, board, pieces or linear.")
@click.option("--decider", help="How agents choose moves: minimax:depth=4, ept:playouts=50, no seconds.")
@click.option("--method", help="genetic, offspring or strategy.")
@click.option("--width", type=float, help="First weights are drawn from -width to width.")
@click.option("--population", type=int, help="Agents of a generation.")
@click.option("--elite", type=int, help="How many of them stay.")
@click.option("--tournament", help="random or round-robin.")
@click.option("--games", type=int, help="Games of each agent as Black.")
@click.option("--openings", help="start or ballots.")
@click.option("--random-moves", type=int, help="Moves drawn after the opening.")
@click.option("--win", type=float, help="Points for a win.")
@click.option("--draw", type=float, help="Points for a draw.")
@click.option("--loss", type=float, help="Points for a loss.")
@click.option("--move-limit", type=int, help="Moves of both sides until a game is drawn.")
@click.option("--blocked", help="Who cannot move loses (the rules) or draws (the paper).")
@click.option("--mutation", help="uniform, gaussian, adaptive or safe.")
@click.option("--mutation-size", type=float, help="Of a step; 0 for the usual one.")
@click.option("--bounds", help="clip keeps weights within -1 to 1; none.")
@click.option("--crossover", help="dominant, node or none.")
@click.option("--dominant", type=float, help="Weights beyond this are dominant.")
@click.option("--rivals", type=int, help="Earlier champions that a new one plays.")
@click.option("--rival-games", type=int, help="Games against each of them.")
@click.option("--rate", type=float, help="How far a strategy moves, or how fast agents learn.")
@click.option("--lessons", type=int, help="Positions that each child learns from; not for strategy, linear.")
@click.option("--memory", type=int, help="Generations whose games are remembered.")
@click.option("--trace", type=float, help="Lambda of what is learned; 1 for results alone.")
@click.option("--teacher", help="Who says what positions are worth: the champion, or the players' search.")
@click.option("--halving", type=int, help="Generations until the rate of learning has halved; 0 never.")
@click.option("--crown", help="The champion is the best of the tournament, or the average of the elite.")
@click.option("--ancestor", help="Begin with a network: a champion's file, or champion for the bundled one.")
@click.option("--seed", type=click.IntRange(0), help="Decides what is drawn.  [default: 1]")
@worker_options("Threads")
@quiet_option
@json_option
def command(
    folder: str | None,
    resume: str | None,
    generations: int | None,
    preset: str | None,
    ancestor: str | None,
    seed: int | None,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
    as_json: bool,
    **choices: Any,
) -> None:
    """Breed draughts players by games among themselves.

    Every generation is saved: whatever stops a run, it continues to the same result.
    """
    from kifu.evaluation.evolve import curves
    from kifu.interfaces.cli.curves import write_curves
    from kifu.learners.evolve.session import champion_file, open_evolution
    from kifu.learners.evolve.settings import preset as preset_of
    from kifu.players.draughts.searching import find_network
    from kifu.work.interrupts import stop_when_asked
    from kifu.work.progress import progress_bar

    if (folder is None) == (resume is None):
        raise click.UsageError("give either --run FOLDER for a new run, or --resume FOLDER")
    path = Path(folder or resume or "")
    if folder is not None:
        settings: EvolveSettings | None = preset_of(preset or "paper", **choices)
        forebear = None if ancestor is None else find_network(ancestor)
    else:
        choices |= {"preset": preset, "ancestor": ancestor}
        given = [name for name, value in choices.items() if value is not None]
        if given:
            raise click.UsageError(
                f"a resumed run keeps its choices; leave out --{given[0].replace('_', '-')}"
            )
        settings = forebear = None
    with (
        open_threads(workers, cluster) as who,
        progress_bar(quiet=quiet or as_json, unit="games") as progress,
        open_evolution(
            path, settings, seed, ancestor=forebear, goal=generations, progress=progress, **who
        ) as (evolution, goal),
    ):
        screen = _Screen(goal, quiet or as_json)
        with stop_when_asked() as stop:
            while evolution.generation < goal and not stop:
                screen.show(evolution.advance())
        finished = evolution.generation >= goal
        facts: dict[str, Any] = {
            "run": os.fspath(path),
            "generations": evolution.generation,
            "finished": finished,
            "champion": os.fspath(champion_file(path, evolution.generation)),
        }
        facts |= write_curves(path, curves(list(evolution.log())))
    if as_json:
        print_json(facts)
        return
    click.echo(f"{facts['champion']}: the champion of generation {facts['generations']}; {facts['curves']}")
    if not finished:
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
            click.echo("  ".join(f"{heading:>13}" for heading in _HEADINGS))
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
        click.echo("  ".join(f"{cell:>13}" for cell in cells))


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}"
