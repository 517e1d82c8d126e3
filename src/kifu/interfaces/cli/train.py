"""`kifu train`: models out of archives of games."""

from typing import Any

import click

from kifu.interfaces.cli.options import Job, job_options, settings_options
from kifu.interfaces.cli.train_book import book
from kifu.interfaces.cli.train_moves import moves
from kifu.interfaces.cli.train_network import network, onnx
from kifu.interfaces.cli.train_opening import opening
from kifu.interfaces.cli.training import archives_option, out_option, train_model
from kifu.learners.life.settings import LifeTraining


@click.group("train", epilog="Example: kifu train life --archive games.db --out life.safetensors")
def command() -> None:
    """Train models from archives of games."""


for _model in (moves, book, opening, network, onnx):
    command.add_command(_model)


@command.command(
    epilog="Examples: kifu train life --archive games.db --classifier trees --out life.safetensors; "
    "as the paper's best: kifu train life --archive games.db --features paper --classifier gdx-25 "
    "--examples 175000 --tries 3 --out gone.safetensors. Interrupted? Give the same command again."
)
@archives_option
@settings_options(LifeTraining)
@out_option
@job_options("Threads that collect blocks")
def life(archives: tuple[str, ...], out: str, job: Job, **values: Any) -> None:
    """Train the life model: which blocks live to the end of the game.

    Only games for training are learned from; games for validation decide when to stop; those for test are
    left to `kifu lab evaluate life`. Boards of several sizes may be mixed. Label games first: kifu label.
    """
    from kifu.learners.life.training import train

    if values["features"] == "paper":
        values["playouts"] = 1  # it has none
    settings = LifeTraining.from_values(values)
    training, validation, data = _read(archives)
    model = train_model(
        "train-life", train, settings, (training, validation), data, seed=values["seed"], out=out, job=job
    )
    card = model.card
    job.show(
        {"model": out, "data": data, **card.options, **card.results},
        lambda facts: (
            f"{out}: {settings.classifier} on {facts['examples']:,} blocks; "
            f"{facts['validation_error']:.2%} of {facts['validation_examples']:,} blocks of the validation "
            f"games wrong, {facts['training_error']:.2%} of those learned from"
        ),
    )


def _read(paths: tuple[str, ...]) -> tuple[list[Any], list[Any], dict[str, Any]]:
    """Games for training and validation of all archives, and what the card says of them."""
    from kifu.archive import Archive
    from kifu.archive.labels import read_labelled
    from kifu.archive.sources import distinct_names

    training, validation, data = [], [], {}
    for name, path in zip(distinct_names(paths), paths, strict=True):
        with Archive(path) as archive:
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
