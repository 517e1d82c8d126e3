"""How something grows: a power law fitted to measured points, with intervals, carried on beyond them."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from kifu.arena.ratings import student
from kifu.errors import InputError


@dataclass(frozen=True)
class PowerLaw:
    """`factor * x ** exponent`, least squares of the logarithms.

    Attributes:
        factor: the value at 1.
        exponent: 1 where twice as many take twice as long.
        low: lower end of the exponent's 95 % interval; None where two points leave nothing to judge by.
        high: the upper end.
        spread: standard error of the fit in logarithms.
        points: how many were measured.
        centre: mean logarithm of x.
        width: sum of squared distances from it.
    """

    factor: float
    exponent: float
    low: float | None
    high: float | None
    spread: float | None
    points: int
    centre: float
    width: float

    def at(self, x: float) -> tuple[float, float | None, float | None]:
        """Return the value at x with its 95 % interval for a new measurement.

        It holds only if growth goes on as it was between the points.
        """
        value = math.log(self.factor) + self.exponent * math.log(x)
        if self.spread is None:
            return math.exp(value), None, None
        away = (math.log(x) - self.centre) ** 2 / self.width
        half = student(self.points - 2) * self.spread * math.sqrt(1 + 1 / self.points + away)
        return tuple(math.exp(min(value + sign * half, 700)) for sign in (0, -1, 1))  # type: ignore[return-value]

    def facts(self) -> dict[str, object]:
        """Return what `--json` says of it."""
        kept = ("factor", "exponent", "low", "high", "points")
        return {name: value for name, value in asdict(self).items() if name in kept}


def fit_power_law(x: Sequence[float], y: Sequence[float]) -> PowerLaw:
    """Fit a power law to points above 0.

    Raises:
        InputError: There are fewer than two different x, or a value is not above 0.
    """
    if len(x) != len(y) or len(set(x)) < 2 or min(*x, *y) <= 0:
        raise InputError(f"expected at least two points above 0 at different x, got {x!r} and {y!r}")
    lx, ly = np.log(np.asarray(x, np.float64)), np.log(np.asarray(y, np.float64))
    centre = float(lx.mean())
    width = float(((lx - centre) ** 2).sum())
    exponent = float(((lx - centre) * (ly - ly.mean())).sum()) / width
    factor = math.exp(float(ly.mean()) - exponent * centre)
    if len(x) == 2:
        return PowerLaw(factor, exponent, None, None, None, 2, centre, width)
    left = ly - ly.mean() - exponent * (lx - centre)
    spread = math.sqrt(float((left**2).sum()) / (len(x) - 2))
    half = student(len(x) - 2) * spread / math.sqrt(width)
    return PowerLaw(factor, exponent, exponent - half, exponent + half, spread, len(x), centre, width)
