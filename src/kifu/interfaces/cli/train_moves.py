"""`kifu train moves`: a model of expert moves out of archives of games."""

from pathlib import Path
from typing import Any

import click

from kifu.interfaces.cli.options import Job, job_options, settings_options
from kifu.interfaces.cli.training import out_option, read_training_games, train_model, training_options
from kifu.learners.moves.settings import FullTraining, PaperTraining


@click.command(
    epilog="Examples: kifu train moves --archive pro.db --games 20000 --out moves.safetensors; as in the "
    "paper: kifu train moves --archive pro.db --games 20000 --config paper --width 0.9 --top 20 --out "
    "paper.safetensors. Interrupted? Give the same command again, with or without --cluster."
)
@training_options
@click.option(
    "--config",
    type=click.Choice(["paper", "full"]),
    default="full",
    show_default=True,
    help="Model: frequencies and maximum entropy, or patterns and facts in a softmax.",
)
@settings_options(PaperTraining, "width", "top", "folded")
@settings_options(FullTraining)
@out_option
@job_options("Threads")
def moves(
    archives: tuple[str, ...],
    games: int | None,
    config: str,
    size: int,
    ranks: Any,
    out: str,
    job: Job,
    **values: Any,
) -> None:
    """Train the model of expert moves.

    Only games for training are learned from; those for validation and test are not touched
    (`kifu lab evaluate moves`).
    """
    from kifu.learners.moves.full import train_full
    from kifu.learners.moves.paper import train_paper

    is_paper = config == "paper"
    settings = (PaperTraining if is_paper else FullTraining).from_values(values, games=games)
    packed, data = read_training_games(archives, size, ranks)
    model = train_model(
        "train-moves",
        train_paper if is_paper else train_full,
        settings,
        (packed,),
        data,
        seed=values["seed"],
        out=out,
        job=job,
        config=config,
        size=size,
    )
    size_mb = Path(out).stat().st_size / 1e6
    job.show(
        {"model": out, "patterns": len(model.arrays["keys"]), **model.card.options, **model.card.results},
        lambda facts: (
            f"{out}: {config}, {facts['games']:,} games, {len(model.arrays['keys']):,} patterns, "
            f"{size_mb:.1f} MB; how well it predicts: kifu lab evaluate moves"
        ),
    )
