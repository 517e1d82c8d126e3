"""What a lead is worth: the chance to win with it."""

import math

import numpy as np

from kifu.judgement.estimates import Estimate

#: Lines of a board, and two weights fitted on 300 training games each of 9x9 and 19x19: log-odds of a lead in
#: lines, where nothing is sure and more where all is (lab/benchmarks/winrate_calibration.py).
_LINES, _UNSURE, _SURE = (9, 19), (-0.53, 1.31), (3.55, 0.10)


#: Weights of the log-odds of a lead, as far as it is trusted, and of the network's, on the same boards;
#: fitted on validation games (lab/benchmarks/network_weights.py).
_BY_LEAD, _BY_NETWORK = (0.092, 1.7), (1.081, 0.745)


def chance(estimate: Estimate) -> float:
    """Black's chance to win."""
    lines = estimate.board.size
    by_lead = chance_of(estimate.lead, estimate.trust, lines)
    evaluation = estimate.judgement.evaluation
    if evaluation is None:
        return by_lead
    odds = float(np.interp(lines, _LINES, _BY_LEAD)) * estimate.trust * _logit(by_lead)
    odds += float(np.interp(lines, _LINES, _BY_NETWORK)) * _logit(float(evaluation.win[0]))
    return 1 / (1 + math.exp(-odds))


def chance_of(lead: float, trust: float, lines: int) -> float:
    """Chance to win with an estimated lead, trusted so far, on a board of so many lines."""
    weight = max(0.0, float(np.interp(lines, _LINES, _UNSURE) + trust * np.interp(lines, _LINES, _SURE)))
    return float(1 / (1 + math.exp(-max(-700.0, min(700.0, lead * weight / lines)))))


def _logit(chance: float) -> float:
    chance = min(max(chance, 1e-4), 1 - 1e-4)
    return math.log(chance / (1 - chance))
