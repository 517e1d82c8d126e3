"""How sure a measured share is: Wilson's interval for independent cases, the bootstrap for cases in games."""

import numpy as np
import numpy.typing as npt

from kifu.arena.ratings import Estimated, wilson
from kifu.errors import InputError
from kifu.work.seeds import stream

__all__ = ["Estimated", "by_game", "wilson"]


def by_game(
    hits: npt.NDArray[np.bool_], game: npt.NDArray[np.integer], *, samples: int = 1000, seed: int = 1
) -> Estimated:
    """Return the share of hits among cases that are alike within a game, such as blocks.

    Whole games are drawn again and again; the interval holds the middle 95 % of the shares. Where all cases
    are alike, drawing says nothing: then it is Wilson's, as if each game were one case.

    Raises:
        InputError: There are no cases.
    """
    if len(hits) == 0:
        raise InputError("expected at least one case, got none")
    _, number = np.unique(game, return_inverse=True)
    per_game = np.stack(
        [np.bincount(number, weights=hits).astype(np.float64), np.bincount(number).astype(np.float64)]
    )
    n = per_game.shape[1]
    if hits.all() or not hits.any():
        return wilson(n if hits.all() else 0, n)
    drawn = stream(seed, "bootstrap").multinomial(n, np.full(n, 1 / n), size=samples)
    wrong, cases = per_game @ drawn.T
    low, high = np.quantile(wrong / cases, [0.025, 0.975])
    return Estimated(float(hits.mean()), float(low), float(high))
