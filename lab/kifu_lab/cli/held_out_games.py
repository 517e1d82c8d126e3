"""What commands that measure a model on archived games have in common: their options, and the games."""

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import click

from kifu.errors import InputError
from kifu.interfaces.cli.options import F, rank_option, seed_option, stacked

if TYPE_CHECKING:
    from kifu.archive.packed import PackedGames
    from kifu.archive.splits import Split


def split_option(default: str) -> Callable[[F], F]:
    """Which part of an archive is measured on."""
    splits = click.Choice(["test", "validation", "train", "all"])
    return click.option("--split", type=splits, default=default, show_default=True, help="Which games.")


def held_out_options(split: str) -> Callable[[F], F]:
    """Add `--archive`, `--split`, `--games`, `--size`, `--rank` and `--seed`, for `read_held_out_games`.

    Args:
        split: which games, when not said.
    """
    return stacked(
        click.option("--archive", "path", required=True, type=click.Path(), help="Archive of games."),
        split_option(split),
        click.option(
            "--games", type=click.IntRange(1), default=500, show_default=True, help="Number of games."
        ),
        click.option("--size", type=click.IntRange(2, 25), default=19, show_default=True, help="Board size."),
        rank_option,
        seed_option,
    )


def read_held_out_games(
    path: str,
    split: str,
    games: int,
    size: int,
    ranks: tuple[str | None, str | None] | None,
    seed: int,
    *,
    drawn_for: str,
) -> "PackedGames":
    """Draw the games that the options choose, or all; `drawn_for` names the stream of chances."""
    from kifu.archive import Archive
    from kifu.archive.packed import read_packed
    from kifu.work.seeds import stream

    with Archive(path) as archive:
        packed = read_packed(archive, size, None if split == "all" else cast("Split", split), ranks)
    if len(packed) == 0:
        whose = " of players of these ranks" if ranks else ""
        raise InputError(f"expected games on {size}x{size}{whose} in the {split} part of {path}, found none")
    return packed.take(stream(seed, drawn_for).permutation(len(packed))[:games])
