"""Who plays whom, and what the games are worth."""

import numpy as np
import numpy.typing as npt

from kifu.learners.evolve.genome import Floats
from kifu.learners.evolve.settings import EvolveSettings

#: Rows of (Black's number, White's number, number of the opening).
Pairs = npt.NDArray[np.int32]


def tournament_pairs(settings: EvolveSettings, openings: int, random: np.random.Generator) -> Pairs:
    """The games of a generation: each agent as Black against random opponents, or everybody."""
    n = settings.population
    rows = []
    for black in range(n):
        others = np.delete(np.arange(n), black)
        if settings.tournament == "random":
            # Twice the same game teaches nothing: opponents differ as long as there are enough.
            others = random.choice(others, settings.games, replace=settings.games > n - 1)
        rows += [(black, int(white)) for white in others]
    drawn = random.integers(openings, size=len(rows))
    return np.column_stack([np.array(rows), drawn]).astype(np.int32)


def mirrored_pairs(settings: EvolveSettings, openings: int, random: np.random.Generator) -> Pairs:
    """Games for a strategy: mutant 2i against its mirror image 2i + 1, each opening with both colours."""
    rows = []
    for even in range(0, settings.population, 2):
        for opening in random.integers(openings, size=settings.games):
            rows += [(even, even + 1, opening), (even + 1, even, opening)]
    return np.array(rows, np.int32)


def rival_pairs(settings: EvolveSettings, rivals: int, openings: int, random: np.random.Generator) -> Pairs:
    """Games of a new champion (number 0) against each rival (1, 2, ...), each opening with both colours."""
    rows = []
    for rival in range(1, rivals + 1):
        for opening in random.integers(openings, size=settings.rival_games // 2):
            rows += [(0, rival, opening), (rival, 0, opening)]
    return np.array(rows, np.int32).reshape(-1, 3)


def points(settings: EvolveSettings, pairs: Pairs, outcomes: npt.NDArray[np.int8]) -> Floats:
    """What every agent scored; both players of a game get points."""
    total = np.zeros(settings.population)
    worth = np.array([settings.loss, settings.draw, settings.win])
    np.add.at(total, pairs[:, 0], worth[outcomes + 1])
    np.add.at(total, pairs[:, 1], worth[1 - outcomes])
    return total


def ranking(scored: Floats) -> npt.NDArray[np.int64]:
    """Agents from best to worst; at a tie the one that comes first, so the longest there."""
    return np.argsort(-scored, kind="stable")


def mean_of_means(pairs: Pairs, outcomes: npt.NDArray[np.int8], rivals: int) -> float | None:
    """The champion's mean score (1, 0, -1) against each rival, averaged; None where there are none yet."""
    if not rivals:
        return None
    score = np.where(pairs[:, 0] == 0, outcomes, -outcomes).astype(np.float64)
    rival = np.maximum(pairs[:, 0], pairs[:, 1])
    return float(np.mean([score[rival == r].mean() for r in range(1, rivals + 1)]))
