"""Means and shares as values of tables, with their 95 % intervals."""

from collections.abc import Sequence

from kifu.experiments.tables import Value

#: Student's quantiles for two-sided 95 % by the number of values.
_STUDENT = {2: 12.71, 3: 4.30, 4: 3.18, 5: 2.78, 6: 2.57, 7: 2.45, 8: 2.36, 9: 2.31, 10: 2.26}
#: From a few dozen values on it hardly differs from that of the normal distribution.
_DOZENS, _NORMAL = 2.05, 1.96


def mean_of(
    values: Sequence[float], paper: float | None = None, digits: int = 1, signed: bool = False
) -> Value:
    """The mean, with Student's interval; of nothing, a value that is missing."""
    import statistics

    if not values:
        return Value(None, paper=paper, digits=digits, signed=signed)
    middle, n = statistics.mean(values), len(values)
    if n < 2:
        return Value(middle, paper=paper, digits=digits, signed=signed)
    quantile = _STUDENT.get(n, _DOZENS if n < 60 else _NORMAL)
    half = quantile * statistics.stdev(values) / n**0.5
    return Value(middle, middle - half, middle + half, paper, digits, signed)


def share_of(score: Sequence[int] | None, paper: float | None = None, digits: int = 1) -> Value:
    """The share of the points in per cent, a draw half, with Wilson's interval.

    Args:
        score: wins, draws and losses; None or no game at all gives a value that is missing.
        paper: the paper's share.
        digits: behind the point.
    """
    if not score or not any(score):
        return Value(None, paper=paper, digits=digits)
    from kifu.arena.ratings import score_share

    at = score_share(*score)
    return Value(100 * at.value, 100 * at.low, 100 * at.high, paper, digits)


def points_of(score: Sequence[int]) -> float:
    """The share of the points in per cent, as a number."""
    wins, draws, losses = score
    return 100 * (wins + draws / 2) / (wins + draws + losses)
