"""What a lead is worth: the chance to win with it."""

import math

import numpy as np

from kifu.positions.go import Board

#: Lines of a board, and two weights fitted on 300 training games each of 9x9 and 19x19: log-odds of a lead in
#: lines, on an empty board and more on a full one (benchmarks/winrate_calibration.py).
_LINES, _EMPTY, _FULL = (9, 19), (0.20, 0.47), (1.02, 0.48)


def chance(board: Board, lead: float) -> float:
    """Chance to win of a side that leads by so much, negative where it is behind."""
    return chance_of(lead, float(np.count_nonzero(board.stones)) / board.size**2, board.size)


def chance_of(lead: float, filled: float, lines: int) -> float:
    """Chance to win with an estimated lead on a board of so many lines, of which this share is filled."""
    weight = np.interp(lines, _LINES, _EMPTY) + filled * np.interp(lines, _LINES, _FULL)
    return float(1 / (1 + math.exp(-max(-700.0, min(700.0, lead * float(weight) / lines)))))
