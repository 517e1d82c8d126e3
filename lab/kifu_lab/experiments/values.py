"""Means and shares as values of tables, with their 95 % intervals."""

from collections.abc import Sequence
from dataclasses import replace

from kifu_lab.experiments.tables import Value


def mean_of(
    values: Sequence[float], paper: float | None = None, digits: int = 1, signed: bool = False
) -> Value:
    """The mean, with Student's interval; of nothing, a value that is missing."""
    import statistics

    from kifu.arena.ratings import student

    if not values:
        return Value(None, paper=paper, digits=digits, signed=signed)
    middle, n = statistics.mean(values), len(values)
    if n < 2:
        return Value(middle, paper=paper, digits=digits, signed=signed)
    half = student(n - 1) * statistics.stdev(values) / n**0.5
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


def mean_share(scores: Sequence[Sequence[int]], paper: float | None = None, digits: int = 1) -> Value:
    """The mean of the shares of runs in per cent, with Student's interval over the runs.

    Of one run, or of runs that do not differ, the share itself with Wilson's interval of all games.
    """
    if len(scores) == 1:
        return share_of(scores[0], paper, digits)
    at = mean_of([points_of(score) for score in scores], paper, digits)
    if at.low is None or at.high is None:
        return at
    if at.low == at.high:  # runs that are all alike do not say that there is nothing to doubt
        return share_of([sum(column) for column in zip(*scores, strict=True)], paper, digits)
    return replace(at, low=max(0.0, at.low), high=min(100.0, at.high))


def points_of(score: Sequence[int]) -> float:
    """The share of the points in per cent, as a number."""
    wins, draws, losses = score
    return 100 * (wins + draws / 2) / (wins + draws + losses)
