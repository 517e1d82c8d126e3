"""What results say about strength: shares with intervals, Elo, and Bradley-Terry ratings of many players."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from kifu.errors import InputError

_Z95 = 1.959963984540054
_ELO = 400 / math.log(10)


class Estimated(NamedTuple):
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


class Rating(NamedTuple):
    """A player's rating in Elo, around a mean of 0."""

    elo: float
    low: float
    high: float


class Standing(NamedTuple):
    """A player's place among others.

    Attributes:
        player: as text.
        rating: Bradley-Terry, in Elo around the mean of all.
        points: wins, and half of the draws.
        games: played.
    """

    player: str
    rating: Rating
    points: float
    games: int


#: Wins, draws and losses of the first player of a pair, by the numbers of both.
Scores = Mapping[tuple[int, int], tuple[int, int, int]]


def wilson(hits: float, cases: int) -> Estimated:
    """The share of hits among independent cases, such as games won, with Wilson's interval.

    Raises:
        InputError: There are no cases, or more hits than cases.
    """
    if not 0 <= hits <= cases or cases == 0:
        raise InputError(f"expected hits among at least one case, got {hits!r} of {cases!r}")
    share, z2 = hits / cases, _Z95**2 / cases
    centre = (share + z2 / 2) / (1 + z2)
    half = _Z95 / (1 + z2) * math.sqrt(share * (1 - share) / cases + z2 / (4 * cases))
    return Estimated(share, max(0.0, centre - half), min(1.0, centre + half))


#: 97.5 % points of Student's t for 1 to 9 degrees of freedom.
_STUDENT = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)


def student(freedom: int) -> float:
    """How many standard errors a 95 % interval goes to each side, by Student's degrees of freedom.

    Raises:
        InputError: There are none.
    """
    if freedom < 1:
        raise InputError(f"expected at least one degree of freedom, got {freedom}")
    if freedom <= len(_STUDENT):
        return _STUDENT[freedom - 1]
    # Expansion around the normal distribution; right to three digits from here on.
    z, n = _Z95, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )


def score_share(wins: int, draws: int, losses: int) -> Estimated:
    """The share of points, a draw being half a point, with Wilson's interval."""
    games = wins + draws + losses
    if games == 0 or min(wins, draws, losses) < 0:
        raise InputError(f"expected at least one game, got {wins} wins, {draws} draws, {losses} losses")
    return wilson(wins + draws / 2, games)


def elo(share: float) -> float:
    """The difference in Elo that gives this share of the points; infinite for all or nothing."""
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return _ELO * math.log(share / (1 - share))


def elo_difference(wins: int, draws: int, losses: int) -> Estimated:
    """By how much the first player is stronger, in Elo."""
    return Estimated(*(elo(value) for value in score_share(wins, draws, losses)))


def bradley_terry(points: Sequence[Sequence[float]], prior: float = 1.0) -> list[Rating]:
    """Rate players by all their games.

    Newton's method on the Bradley-Terry likelihood. Every player also has `prior` drawn games with an average
    one, so that somebody who won all games has a finite rating.

    Args:
        points: points[i][j] is what player i scored against player j, a draw being half a point.
        prior: how many such games; at least a little above 0.
    """
    scored = np.asarray(points, np.float64)
    n = len(scored)
    if scored.ndim != 2 or scored.shape != (n, n) or n < 2 or (scored < 0).any() or prior <= 0:
        raise InputError(f"expected points of at least 2 players against each other, got {scored.shape}")
    games = scored + scored.T
    np.fill_diagonal(games, 0)
    won = scored.sum(axis=1) - scored.diagonal()
    strength = np.zeros(n)
    information = np.eye(n)
    for _ in range(100):
        expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
        average = 1 / (1 + np.exp(-strength))
        slope = won - (games * expected).sum(axis=1) + prior * (0.5 - average)
        weight = games * expected * (1 - expected)
        information = np.diag(weight.sum(axis=1) + prior * average * (1 - average)) - weight
        step = np.linalg.solve(information, slope)
        # A step of more than three units overshoots where somebody has won everything.
        strength += step * min(1.0, 3.0 / max(float(np.abs(step).max()), 1e-12))
        if np.abs(step).max() < 1e-10:
            break
    strength -= strength.mean()
    # Deviations from the mean of all: the common shift is of no interest.
    centre = np.eye(n) - 1 / n
    error = np.sqrt(np.clip(np.diag(centre @ np.linalg.inv(information) @ centre), 0, None))
    return [
        Rating(_ELO * s, _ELO * (s - _Z95 * e), _ELO * (s + _Z95 * e))
        for s, e in zip(strength.tolist(), error.tolist(), strict=True)
    ]


def points_of(players: int, scores: Scores) -> list[list[float]]:
    """What each player scored against each other one."""
    table = [[0.0] * players for _ in range(players)]
    for (i, j), (wins, draws, losses) in scores.items():
        table[i][j] = wins + draws / 2
        table[j][i] = losses + draws / 2
    return table


def standings_of(players: Sequence[str], scores: Scores) -> list[Standing]:
    """Rate players by all their games; the best first."""
    points = points_of(len(players), scores)
    ratings = bradley_terry(points)
    rows = [
        Standing(player, ratings[i], sum(points[i]), sum(sum(s) for pair, s in scores.items() if i in pair))
        for i, player in enumerate(players)
    ]
    return sorted(rows, key=lambda row: (-row.rating.elo, row.player))
