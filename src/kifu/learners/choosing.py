"""Which games a model learns from."""

import numpy as np

from kifu.archive import PackedGames
from kifu.errors import InputError


def choose_games(
    games: PackedGames, number: int | None, least: int, random: np.random.Generator
) -> PackedGames:
    """Shuffle the games and take the first so many, all if None.

    Raises:
        InputError: There are too few of them.
    """
    wanted = len(games) if number is None else number
    if len(games) < max(wanted, least):
        raise InputError(
            f"needs at least {max(wanted, least):,} games on {games.size}x{games.size} for training, "
            f"found {len(games):,}: give archives with more games, or ask for fewer"
        )
    return games.take(random.permutation(len(games))[:wanted])
