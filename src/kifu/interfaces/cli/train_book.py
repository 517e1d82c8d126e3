"""`kifu train book`: a book of local patterns out of archives of games."""

from pathlib import Path
from typing import Any

import click

from kifu.interfaces.cli.numbers import Number
from kifu.interfaces.cli.output import command_line, json_option, print_json, quiet_option
from kifu.interfaces.cli.runs import training_run
from kifu.interfaces.cli.training_games import read_training_games, training_options
from kifu.interfaces.cli.workers import open_threads, worker_options


@click.command(
    epilog="Examples: kifu train book --archive pro.db --games 2000 --k 15 --out book.safetensors; as in the "
    "paper: kifu train book --archive pro.db --games 2000 --k 15 --apart --confidence 1 --out "
    "katia.safetensors. Interrupted? Give the same command again, with or without --cluster.",
)
@training_options
@click.option("--k", type=click.IntRange(1, 60), default=15, show_default=True, help="Facts of a pattern.")
@click.option(
    "--least",
    type=Number(0, 1, max_open=True),
    default=0.01,
    show_default=True,
    help="Keep patterns whose centre is played more often than this.",
)
@click.option(
    "--confidence",
    type=Number(0),
    default=2.0,
    show_default=True,
    help="Drop patterns with P(i|p) below so many standard deviations; 1 keeps all.",
)
@click.option("--apart", is_flag=True, help="Store symmetric forms apart, as in the paper.")
@click.option(
    "--edge-points", is_flag=True, help="Every neighbour off the board is a fact, not each edge once."
)
@click.option(
    "--beside", is_flag=True, help="Patterns may also advise one of the eight points around their centre."
)
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The book.")
@worker_options("Threads")
@quiet_option
@json_option
def book(
    archives: tuple[str, ...],
    games: int | None,
    k: int,
    size: int,
    ranks: tuple[str | None, str | None] | None,
    least: float,
    confidence: float,
    apart: bool,
    edge_points: bool,
    beside: bool,
    seed: int,
    out: str,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Harvest a book: local patterns in which experts played, and how often.

    Only games for training are harvested.
    """
    from kifu.learners.book import train_book
    from kifu.learners.book_settings import BookTraining
    from kifu.work.progress import progress_bar

    what = BookTraining(games, k, least, confidence, not apart, not edge_points, beside, seed=seed)
    packed, data = read_training_games(archives, size, ranks)
    options: dict[str, Any] = {
        "archives": data,
        "size": size,
        "games": games,
        "k": k,
        "least": least,
        "confidence": confidence,
        "apart": apart,
        "edge_points": edge_points,
        "beside": beside,
    }
    with (
        open_threads(workers, cluster) as who,
        training_run(out, "train-book", options, seed) as run,
        progress_bar(quiet=quiet or as_json, unit="games") as progress,
    ):
        made = train_book(
            what,
            packed,
            data=data,
            command=command_line(),
            run=run,
            progress=progress,
            **who,
        )
        made.save(out)
    if as_json:
        print_json({"book": out, **made.card.options, **made.card.results})
        return
    size_mb = Path(out).stat().st_size / 1e6
    click.echo(
        f"{out}: {len(made):,} patterns of up to {k} facts from {made.card.options['games']:,} games, "
        f"{size_mb:.1f} MB"
    )
