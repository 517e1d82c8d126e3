"""What commands that learn from archived games share: options, games, and runs that can be resumed."""

import contextlib
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.interfaces.cli.options import Job, rank_option, stacked
from kifu.interfaces.cli.output import command_line
from kifu.work.settings import Settings

if TYPE_CHECKING:
    from kifu.archive.packed import PackedGames
    from kifu.work.runs import Run

archives_option = click.option(
    "--archive", "archives", multiple=True, required=True, type=click.Path(), help="Games; repeatable."
)
out_option = click.option("--out", required=True, type=click.Path(dir_okay=False), help="Model file.")
#: Which games a model is trained with.
training_options = stacked(
    archives_option,
    click.option("--games", type=click.IntRange(1), help="Number of games, at random; default: all."),
    click.option("--size", type=click.IntRange(2, 25), default=19, show_default=True, help="Board size."),
    rank_option,
)


@contextlib.contextmanager
def training_run(out: str, kind: str, options: Mapping[str, Any], seed: int) -> "Iterator[Run]":
    """Open the run beside the model file to be written; what is done, futile or not begun leaves nothing."""
    from kifu.work.runs import open_run

    folder = Path(f"{out}.run")
    removable = False
    try:
        with open_run(folder, kind, options=options, seed=seed) as run:
            try:
                yield run
                removable = True
            except BaseException:
                removable = run.futile or (run.step == 0 and not run.damaged)
                raise
    finally:
        if removable:
            shutil.rmtree(folder, ignore_errors=True)


def train_model(
    kind: str,
    train: Callable[..., Any],
    settings: Settings,
    games: tuple[Any, ...],
    data: dict[str, Any],
    *,
    seed: int,
    out: str,
    job: Job,
    **options: Any,
) -> Any:
    """Train a model, or continue, and save it.

    Args:
        kind: of the run: `train-book`.
        train: the learner.
        settings: its first argument.
        games: its next arguments.
        data: for the card: where the games came from.
        seed: of the run.
        out: the model file.
        job: who works.
        options: what else the run depends on.
    """
    options |= {"archives": data, **settings.facts()}
    with job.threads("games") as who, training_run(out, kind, options, seed) as run:
        model = train(settings, *games, data=data, command=command_line(), run=run, **who)
        model.save(out)
    return model


def read_training_games(
    paths: tuple[str, ...], size: int, ranks: tuple[str | None, str | None] | None
) -> tuple["PackedGames", dict[str, Any]]:
    """The games for training of all archives, and what the card says of them."""
    from kifu.archive import Archive
    from kifu.archive.packed import concatenate, read_packed
    from kifu.archive.sources import distinct_names

    parts, data = [], {}
    for name, path in zip(distinct_names(paths), paths, strict=True):
        with Archive(path) as archive:
            part = read_packed(archive, size, "train", ranks)
            sources = archive.fingerprints()
        parts.append(part)
        data[name] = {"sources": sources, "split": "train", "games": len(part)}
        if ranks is not None:
            data[name]["ranks"] = "-".join(rank or "" for rank in ranks)
    return concatenate(parts), data
