"""`kifu train`: models out of archives of games."""

from typing import Any

import click

from kifu.interfaces.cli.output import command_line, json_option, print_json, quiet_option
from kifu.interfaces.cli.runs import training_run
from kifu.interfaces.cli.train_book import book
from kifu.interfaces.cli.train_moves import moves
from kifu.interfaces.cli.train_network import network, onnx
from kifu.interfaces.cli.train_opening import opening
from kifu.interfaces.cli.workers import open_threads, worker_options


@click.group("train", epilog="Example: kifu train life --archive games.db --out life.safetensors")
def command() -> None:
    """Train models from archives of games."""


command.add_command(moves)
command.add_command(book)
command.add_command(opening)
command.add_command(network)
command.add_command(onnx)


@command.command(
    epilog="Examples: kifu train life --archive games.db --classifier trees --out life.safetensors; "
    "as the paper's best: kifu train life --archive games.db --features paper --classifier gdx-25 "
    "--examples 175000 --tries 3 --out gone.safetensors. Interrupted? Give the same command again.",
)
@click.option(
    "--archive",
    "archives",
    multiple=True,
    required=True,
    type=click.Path(),
    help="Labelled games; repeatable.",
)
@click.option(
    "--features", type=click.Choice(["paper", "full"]), default="full", show_default=True, help="Feature set."
)
@click.option("--playouts", type=click.IntRange(1), default=64, show_default=True, help="For the full set.")
@click.option(
    "--classifier",
    default="trees",
    show_default=True,
    help="nmc, ldc, loglc, gdx-25, gdx-25-5, rprop-50 (hidden neurons as you like), trees.",
)
@click.option(
    "--examples", type=click.IntRange(10), default=175_000, show_default=True, help="To learn from."
)
@click.option("--share", type=float, default=0.05, show_default=True, help="Of a game's blocks.")
@click.option("--end-share", type=float, help="Of the last position's blocks; as --share when not given.")
@click.option("--tries", type=click.IntRange(1), default=1, show_default=True, help="The best is kept.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Decides what is drawn.")
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The model file.")
@worker_options("Threads that collect blocks")
@quiet_option
@json_option
def life(
    archives: tuple[str, ...],
    features: str,
    playouts: int,
    classifier: str,
    examples: int,
    share: float,
    end_share: float | None,
    tries: int,
    seed: int,
    out: str,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Train the life model: which blocks live to the end of the game.

    Only games for training are learned from; games for validation decide when to stop; those for test are
    not touched (`kifu evaluate life`). Boards of several sizes may be mixed.
    """
    from kifu.features.life import LifeFeatures
    from kifu.learners.life.settings import Collecting, LifeTraining
    from kifu.learners.life.training import train
    from kifu.work.progress import progress_bar

    what = LifeTraining(
        classifier,
        Collecting(
            LifeFeatures("full" if features == "full" else "paper", playouts if features == "full" else 1),
            share,
            end_share,
            seed,
        ),
        examples,
        tries,
    )
    training, validation, data = _read(archives)
    options = {
        "archives": data,
        "features": features,
        "playouts": playouts,
        "classifier": classifier,
        "examples": examples,
        "share": share,
        "end_share": end_share,
        "tries": tries,
    }
    with (
        open_threads(workers, cluster) as who,
        training_run(out, "train-life", options, seed) as run,
        progress_bar(quiet=quiet or as_json) as progress,
    ):
        model = train(
            what,
            training,
            validation,
            data=data,
            command=command_line(),
            run=run,
            progress=progress,
            **who,
        )
        model.save(out)
    facts = {"model": out, "data": data, **model.card.options, **model.card.results}
    if as_json:
        print_json(facts)
        return
    results = model.card.results
    click.echo(
        f"{out}: {classifier} on {model.card.options['examples']:,} blocks; "
        f"{results['validation_error']:.2%} of {results['validation_examples']:,} blocks of the validation "
        f"games wrong, {results['training_error']:.2%} of those learned from"
    )


def _read(paths: tuple[str, ...]) -> tuple[list[Any], list[Any], dict[str, Any]]:
    """Games for training and validation of all archives, and what the card says of them."""
    from kifu.archive import Archive
    from kifu.archive.sources import distinct_names
    from kifu.features.labelled import read_labelled

    training, validation, data = [], [], {}
    for name, path in zip(distinct_names(paths), paths, strict=True):
        with Archive.open(path) as archive:
            learn, check = read_labelled(archive, "train"), read_labelled(archive, "validation")
            sources = archive.fingerprints()
        training += learn
        validation += check
        data[name] = {
            "sources": sources,
            "split": "train",
            "games": sum(len(games) for games in learn),
            "validation_games": sum(len(games) for games in check),
        }
    return training, validation, data
