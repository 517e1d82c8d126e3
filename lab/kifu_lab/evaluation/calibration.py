"""Do probabilities mean what they say? Reliability table and expected calibration error."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kifu.errors import InputError


class Bin(NamedTuple):
    """Cases whose probability lay between two bounds.

    Attributes:
        low: smallest probability of the bin.
        high: largest; it belongs to the next bin, except in the last.
        cases: how many there were.
        predicted: their mean probability; NaN without cases.
        happened: share in which it came true; NaN without cases.
    """

    low: float
    high: float
    cases: int
    predicted: float
    happened: float


@dataclass(frozen=True)
class Calibration:
    """How probabilities compare with what happened.

    Attributes:
        bins: the reliability table.
        error: expected calibration error: the mean distance of the two, each bin by its cases.
        brier: mean squared error of the probabilities.
    """

    bins: tuple[Bin, ...]
    error: float
    brier: float


def calibration(
    probability: npt.NDArray[np.floating], happened: npt.NDArray[np.bool_], bins: int = 10
) -> Calibration:
    """Compare probabilities with what happened, in bins of equal width.

    Raises:
        InputError: There are no cases, or the two differ in length.
    """
    if len(probability) == 0 or len(probability) != len(happened) or bins < 1:
        raise InputError(
            f"expected as many probabilities as outcomes and at least one, got {len(probability)} and "
            f"{len(happened)}"
        )
    p = probability.astype(np.float64)
    which = np.clip((p * bins).astype(np.int64), 0, bins - 1)
    cases = np.bincount(which, minlength=bins)
    with np.errstate(invalid="ignore"):
        predicted = np.bincount(which, weights=p, minlength=bins) / cases
        came_true = np.bincount(which, weights=happened, minlength=bins) / cases
    distance = np.where(cases > 0, np.abs(predicted - came_true), 0.0)
    return Calibration(
        tuple(
            Bin(i / bins, (i + 1) / bins, int(cases[i]), float(predicted[i]), float(came_true[i]))
            for i in range(bins)
        ),
        float((distance * cases).sum() / cases.sum()),
        float(((p - happened) ** 2).mean()),
    )
