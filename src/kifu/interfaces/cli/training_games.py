"""What commands that learn from archived games have in common: their options, and the games for training."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kifu.interfaces.cli.spans import rank_option

if TYPE_CHECKING:
    from kifu.archive.packed import PackedGames

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--archive", "archives", multiple=True, required=True, type=click.Path(), help="Games; repeatable."
    ),
    click.option(
        "--games", type=click.IntRange(1), help="How many, drawn by the seed; all of them if not given."
    ),
    click.option(
        "--size", type=click.IntRange(2, 25), default=19, show_default=True, help="Lines of the board."
    ),
    rank_option,
    click.option(
        "--seed", type=click.IntRange(0), default=1, show_default=True, help="Decides what is drawn."
    ),
)


def training_options(function: F) -> F:
    """Add `--archive`, `--games`, `--size`, `--rank` and `--seed`."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


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
