"""Shares of moves by rank, over all moves and by phase of the game, as plain facts."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NotRequired, TypedDict

import numpy as np
import numpy.typing as npt

from kifu.evaluation.intervals import by_game


class RankShares(TypedDict):
    """How often the move played was among a model's first so many, with 95 % intervals."""

    games: int
    positions: int
    ranks: dict[str, float]
    intervals: dict[str, list[float]]
    log_loss: float | None


def rank_shares(
    game: npt.NDArray[Any], rank: npt.NDArray[Any], probability: npt.NDArray[Any], ranks: Sequence[int]
) -> RankShares:
    """Cumulative shares by rank.

    Args:
        game: Of every move.
        rank: Of every move among the model's, from 1.
        probability: Of every move.
        ranks: Those to report.
    """
    shares = {str(most): by_game(rank <= most, game) for most in ranks} if len(rank) else {}
    return {
        "games": len(np.unique(game)),
        "positions": len(rank),
        "ranks": {most: share.value for most, share in shares.items()},
        "intervals": {most: [share.low, share.high] for most, share in shares.items()},
        "log_loss": log_loss(probability) if len(rank) else None,
    }


def log_loss(probability: npt.NDArray[Any]) -> float:
    """Mean of the negative logarithm of probabilities."""
    return float(-np.log(np.maximum(probability, 1e-9)).mean())


Phase = TypedDict(
    "Phase",
    {
        "from": int,
        "to": int | None,
        "positions": int,
        "answers": NotRequired[float],
        "ranks": dict[str, float],
    },
)


def phases(
    move: npt.NDArray[Any],
    starts: Sequence[int],
    ranks: Callable[[npt.NDArray[np.bool_]], dict[str, float]],
) -> Iterator[tuple[Phase, npt.NDArray[np.bool_]]]:
    """The phases that have moves, each with which moves those are.

    Args:
        move: Numbers of all moves.
        starts: First moves of the phases.
        ranks: Gives the shares by rank of some of the moves.
    """
    for begin, end in zip(starts, (*starts[1:], None), strict=True):
        here = (move >= begin) & (move < end) if end is not None else move >= begin
        if here.any():
            last = None if end is None else end - 1
            yield {"from": begin, "to": last, "positions": int(here.sum()), "ranks": ranks(here)}, here
