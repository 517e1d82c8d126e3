"""`kifu train moves`: a model of expert moves out of archives of games."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.interfaces.cli.output import json_option, print_json, quiet_option
from kifu.interfaces.cli.runs import training_run

if TYPE_CHECKING:
    from kifu.archive.packed import PackedGames


@click.command(
    epilog="Examples: kifu train moves --archive pro.db --games 20000 --out moves.safetensors; as in the "
    "paper: kifu train moves --archive pro.db --games 20000 --config paper --width 0.9 --top 20 --out "
    "paper.safetensors. Interrupted? Give the same command again.",
)
@click.option(
    "--archive", "archives", multiple=True, required=True, type=click.Path(), help="Games; repeatable."
)
@click.option(
    "--games", type=click.IntRange(1), help="How many, drawn by the seed; all of them if not given."
)
@click.option(
    "--config",
    type=click.Choice(["paper", "full"]),
    default="full",
    show_default=True,
    help="paper: frequencies and maximum entropy; full: patterns and facts in a softmax.",
)
@click.option("--size", type=click.IntRange(2, 25), default=19, show_default=True, help="Lines of the board.")
@click.option(
    "--width", type=click.FloatRange(0), default=0.9, show_default=True, help="paper: width factor W."
)
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
    type=click.FloatRange(0, min_open=True),
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
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Decides what is drawn.")
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="The model file.")
@quiet_option
@json_option
def moves(
    archives: tuple[str, ...],
    games: int | None,
    config: str,
    size: int,
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
    quiet: bool,
    as_json: bool,
) -> None:
    """Train the model of expert moves.

    Only games for training are learned from; those for validation and test are not touched
    (`kifu evaluate moves`).
    """
    from kifu.learners.moves import FullTraining, PaperTraining, train_full, train_paper
    from kifu.work.executors import core_count
    from kifu.work.progress import progress_bar

    packed, data = read_training_games(archives, size)
    options: Mapping[str, Any]
    if config == "paper":
        paper = PaperTraining(games, width, top, folded, seed=seed)
        options = {"width": width, "top": top, "folded": folded}
    else:
        full = FullTraining(games, passes, rate, at_least=at_least, chains=chains, net=not no_net, seed=seed)
        options = {"passes": passes, "rate": rate, "at_least": at_least, "chains": chains, "net": not no_net}
    options = {"archives": data, "config": config, "size": size, "games": games, **options}
    with (
        training_run(out, "train-moves", options, seed) as run,
        progress_bar(quiet=quiet or as_json, unit="games") as progress,
    ):
        about: dict[str, Any] = {"data": data, "command": " ".join(["kifu", *sys.argv[1:]]), "run": run}
        if config == "paper":
            model = train_paper(paper, packed, threads=core_count(), progress=progress, **about)
        else:
            model = train_full(full, packed, threads=core_count(), progress=progress, **about)
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


def read_training_games(paths: tuple[str, ...], size: int) -> tuple["PackedGames", dict[str, Any]]:
    """The games for training of all archives, and what the card says of them."""
    import numpy as np

    from kifu.archive import Archive
    from kifu.archive.packed import PackedGames, read_packed

    parts, data = [], {}
    for path in paths:
        with Archive.open(path) as archive:
            part = read_packed(archive, size, "train")
            sources = archive.query("SELECT path, fingerprint FROM sources ORDER BY id")
        parts.append(part)
        data[Path(path).name] = {
            "sources": {Path(source).name: fingerprint for source, fingerprint in sources},
            "split": "train",
            "games": len(part),
        }
    starts = np.cumsum([0] + [len(part.actions) for part in parts[:-1]])
    offsets = [part.offsets[:-1] + start for part, start in zip(parts, starts, strict=True)]
    total = sum(len(part.actions) for part in parts)
    return PackedGames(
        size,
        np.concatenate([part.ids for part in parts]),
        np.concatenate([part.actions for part in parts]),
        np.concatenate([*offsets, [total]]).astype(np.int64),
    ), data
