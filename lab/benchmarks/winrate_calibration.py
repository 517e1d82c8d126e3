"""Chance to win of a lead, for analysis without a search: fitted on training games, measured on validation.

    python lab/benchmarks/winrate_calibration.py --games 200 human9.db kgs19.db

The chance is 1 / (1 + exp(-lead * max(0, a + b * trust) / lines)), `lead` and `trust` being those of an
estimate. Prints a and b for each archive's size and the log loss and calibration error on as
many validation games. Games whose komi is not that of an even game are left out.
"""

import argparse

import numpy as np
from playout_quality import positions
from scipy.optimize import minimize

from kifu.judgement import estimate

#: Of even games.
KOMI = (5.0, 8.0)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archives", nargs="+")
    parser.add_argument("--games", type=int, default=200)
    arguments = parser.parse_intermixed_args()
    print("lines  a      b      log loss  without  calibration error")
    for path in arguments.archives:
        lines, *train = rows(path, arguments.games, "train")
        _, *held = rows(path, arguments.games, "validation")
        fitted = minimize(loss, np.array([0.5, 2.0]), args=tuple(train), method="Nelder-Mead").x
        share = held[2].mean()
        plain = -(share * np.log(share) + (1 - share) * np.log(1 - share))
        print(
            f"{lines:5} {fitted[0]:6.2f} {fitted[1]:6.2f} {loss(fitted, *held):9.4f} {plain:8.4f} "
            f"{calibration(chance(fitted, *held[:2]), held[2]):18.3f}",
            flush=True,
        )


def rows(path: str, games: int, split: str) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    """Lines of the board, then for each position the lead in lines, its trust, whether Black won."""
    found = []
    lines = 0
    for board, komi, black, _ in positions(path, games, (0.2, 0.4, 0.6, 0.8), split):
        lines = board.size
        if KOMI[0] <= komi <= KOMI[1]:
            guess = estimate(board, komi=komi)
            found.append((guess.lead / lines, guess.trust, black))
    table = np.array(found, np.float64)
    return lines, table[:, 0], table[:, 1], table[:, 2]


def chance(weights: np.ndarray, lead: np.ndarray, trust: np.ndarray) -> np.ndarray:
    """Of Black to win."""
    return np.asarray(1 / (1 + np.exp(-lead * np.maximum(weights[0] + weights[1] * trust, 0))))


def loss(weights: np.ndarray, lead: np.ndarray, trust: np.ndarray, won: np.ndarray) -> float:
    """Mean log loss."""
    p = np.clip(chance(weights, lead, trust), 1e-6, 1 - 1e-6)
    return float(-np.mean(np.where(won > 0, np.log(p), np.log(1 - p))))


def calibration(p: np.ndarray, won: np.ndarray) -> float:
    """Expected calibration error over ten equal parts."""
    bins = np.minimum((p * 10).astype(int), 9)
    parts = (bins == i for i in set(bins))
    return float(sum(abs(p[part].mean() - won[part].mean()) * part.mean() for part in parts))


if __name__ == "__main__":
    main()
