"""What all experiments of the paper share."""

import math
from collections.abc import Sequence

from kifu.experiments.tables import Value

PAPER = "Nguyen, Playing Draughts using Neural Networks and Genetic Algorithms"
DIFFERENCE = "The paper printed no results: there is nothing to compare with but the goals."
SHARE = "Share of the points, in per cent, a draw half; ballots with both colours"


def share_of(score: list[int] | None) -> Value:
    """The share of the points with Wilson's interval."""
    if not score:
        return Value(None, digits=1)
    from kifu.arena.ratings import score_share

    at = score_share(*score)
    return Value(100 * at.value, 100 * at.low, 100 * at.high, digits=1)


def mean_of(values: list[float], digits: int = 1, signed: bool = False) -> Value:
    """The mean over runs, with Student's 95 % interval."""
    import statistics

    if not values:
        return Value(None, digits=digits)
    middle = statistics.mean(values)
    if len(values) < 2:
        return Value(middle, digits=digits, signed=signed)
    half = _STUDENT.get(len(values), 2.0) * statistics.stdev(values) / math.sqrt(len(values))
    return Value(middle, middle - half, middle + half, digits=digits, signed=signed)


def points(score: Sequence[int]) -> float:
    """Points in per cent."""
    wins, draws, losses = score
    return 100 * (wins + draws / 2) / (wins + draws + losses)


#: Quantiles for two-sided 95 % by the number of runs.
_STUDENT = {2: 12.71, 3: 4.30, 4: 3.18, 5: 2.78, 6: 2.57, 7: 2.45, 8: 2.36, 9: 2.31, 10: 2.26}
