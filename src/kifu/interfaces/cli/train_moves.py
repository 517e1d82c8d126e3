"""`kifu train moves`: a model of expert moves out of archives of games."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from kifu.interfaces.cli.numbers import Number
from kifu.interfaces.cli.output import command_line, json_option, print_json, quiet_option
from kifu.interfaces.cli.runs import training_run
from kifu.interfaces.cli.training_games import read_training_games, training_options
from kifu.interfaces.cli.workers import open_threads, worker_options


@click.command(
    epilog="Examples: kifu train moves --archive pro.db --games 20000 --out moves.safetensors; as in the "
    "paper: kifu train moves --archive pro.db --games 20000 --config paper --width 0.9 --top 20 --out "
    "paper.safetensors. Interrupted? Give the same command again, with or without --cluster.",
)
@training_options
@click.option(
    "--config",
    type=click.Choice(["paper", "full"]),
    default="full",
    show_default=True,
    help="paper: frequencies and maximum entropy; full: patterns and facts in a softmax.",
)
@click.option("--width", type=Number(0), default=0.9, show_default=True, help="paper: width factor W.")
@click.option(
    "--top",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    help="paper: candidates ranked again; 0 none.",
)
@click.option("--folded", is_flag=True, help="paper: coordinates up to symmetry.")
@click.option("--passes", type=click.IntRange(1), default=1, show_default=True, help="full: over the games.")
@click.option(
    "--rate",
    type=Number(0, min_open=True),
    default=0.04,
    show_default=True,
    help="full: of learning.",
)
@click.option(
    "--at-least",
    type=click.IntRange(1),
    default=3,
    show_default=True,
    help="full: how often a pattern must have been played to be known.",
)
@click.option(
    "--chains", type=click.IntRange(0, 127), default=127, show_default=True, help="full: kinds of patterns."
)
@click.option("--no-net", is_flag=True, help="full: do not learn how facts and stones act together.")
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The model file.")
@worker_options("Threads")
@quiet_option
@json_option
def moves(
    archives: tuple[str, ...],
    games: int | None,
    config: str,
    size: int,
    ranks: tuple[str | None, str | None] | None,
    width: float,
    top: int,
    folded: bool,
    passes: int,
    rate: float,
    at_least: int,
    chains: int,
    no_net: bool,
    seed: int,
    out: str,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Train the model of expert moves.

    Only games for training are learned from; those for validation and test are not touched
    (`kifu evaluate moves`).
    """
    from kifu.learners.moves.full import train_full
    from kifu.learners.moves.paper import train_paper
    from kifu.learners.moves.settings import FullTraining, PaperTraining
    from kifu.work.progress import progress_bar

    packed, data = read_training_games(archives, size, ranks)
    options: Mapping[str, Any]
    if config == "paper":
        paper = PaperTraining(games, width, top, folded, seed=seed)
        options = {"width": width, "top": top, "folded": folded}
    else:
        full = FullTraining(games, passes, rate, at_least=at_least, chains=chains, net=not no_net, seed=seed)
        options = {"passes": passes, "rate": rate, "at_least": at_least, "chains": chains, "net": not no_net}
    options = {"archives": data, "config": config, "size": size, "games": games, **options}
    with (
        open_threads(workers, cluster) as who,
        training_run(out, "train-moves", options, seed) as run,
        progress_bar(quiet=quiet or as_json, unit="games") as progress,
    ):
        about: dict[str, Any] = {
            "data": data,
            "command": command_line(),
            "run": run,
            **who,
        }
        if config == "paper":
            model = train_paper(paper, packed, progress=progress, **about)
        else:
            model = train_full(full, packed, progress=progress, **about)
        model.save(out)
    size_mb = Path(out).stat().st_size / 1e6
    patterns = len(model.arrays["keys"])
    if as_json:
        print_json({"model": out, "patterns": patterns, **model.card.options, **model.card.results})
        return
    click.echo(
        f"{out}: {config}, {model.card.options['games']:,} games, {patterns:,} patterns, {size_mb:.1f} MB; "
        "how well it predicts: kifu evaluate moves"
    )
