"""`kifu train book`: a book of local patterns out of archives of games."""

from pathlib import Path
from typing import Any

import click

from kifu.interfaces.cli.options import Job, job_options, settings_options
from kifu.interfaces.cli.training import out_option, read_training_games, train_model, training_options
from kifu.learners.book_settings import BookTraining


@click.command(
    epilog="Examples: kifu train book --archive pro.db --games 2000 --k 15 --out book.safetensors; as in the "
    "paper: kifu train book --archive pro.db --games 2000 --k 15 --apart --confidence 1 --out "
    "katia.safetensors. Interrupted? Give the same command again, with or without --cluster."
)
@training_options
@settings_options(BookTraining)
@out_option
@job_options("Threads")
def book(
    archives: tuple[str, ...], games: int | None, size: int, ranks: Any, out: str, job: Job, **values: Any
) -> None:
    """Harvest a book: local patterns in which experts played, and how often.

    Only games for training are harvested.
    """
    from kifu.learners.book import train_book

    settings = BookTraining.from_values(values, games=games)
    packed, data = read_training_games(archives, size, ranks)
    made = train_model(
        "train-book", train_book, settings, (packed,), data, seed=values["seed"], out=out, job=job, size=size
    )
    size_mb = Path(out).stat().st_size / 1e6
    job.show(
        {"book": out, **made.card.options, **made.card.results},
        lambda facts: (
            f"{out}: {len(made):,} patterns of up to {settings.k} facts from {facts['games']:,} games, "
            f"{size_mb:.1f} MB"
        ),
    )
