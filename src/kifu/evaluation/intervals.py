"""How sure a measured share is: Wilson's interval for independent cases, the bootstrap for cases in games."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kifu.errors import InputError
from kifu.work.seeds import stream

_Z95 = 1.959963984540054


class Interval(NamedTuple):
    """A share with its 95 % interval."""

    value: float
    low: float
    high: float


def wilson(hits: int, cases: int) -> Interval:
    """Return the share of hits among independent cases, such as games won.

    Raises:
        InputError: There are no cases, or more hits than cases.
    """
    if not 0 <= hits <= cases or cases == 0:
        raise InputError(f"expected hits among at least one case, got {hits!r} of {cases!r}")
    share, z2 = hits / cases, _Z95**2 / cases
    centre = (share + z2 / 2) / (1 + z2)
    half = _Z95 / (1 + z2) * np.sqrt(share * (1 - share) / cases + z2 / (4 * cases))
    return Interval(share, max(0.0, float(centre - half)), min(1.0, float(centre + half)))


def by_game(
    hits: npt.NDArray[np.bool_], game: npt.NDArray[np.integer], *, samples: int = 1000, seed: int = 1
) -> Interval:
    """Return the share of hits among cases that are alike within a game, such as blocks.

    Whole games are drawn again and again; the interval holds the middle 95 % of the shares.

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
    drawn = stream(seed, "bootstrap").multinomial(n, np.full(n, 1 / n), size=samples)
    wrong, cases = per_game @ drawn.T
    low, high = np.quantile(wrong / cases, [0.025, 0.975])
    return Interval(float(hits.mean()), float(low), float(high))
