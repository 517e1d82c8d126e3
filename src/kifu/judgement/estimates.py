"""An estimate of any position: who will own each point, by how much somebody leads, which blocks live."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kifu._native import analysis as native
from kifu.errors import PositionError
from kifu.games.go import Board, Counting
from kifu.judgement.blocks import BlockVerdict, Judgement, judge, judge_all
from kifu.models.life import LifeModel
from kifu.records.moves import Colour
from kifu.work.executors import chunks, map_threads


@dataclass(frozen=True, eq=False)
class Estimate:
    """Estimated outcome of a position.

    Attributes:
        judgement: The blocks behind it.
        ownership: Expected owner of every point at the end: 1 surely Black's, -1 surely White's.
        owned: By how much Black leads if every point counts as its expected owner says, komi counted;
            negative where White does.
        lead: The same, drawn towards an even game while the owners are unsure: what is left at the end.
        trust: How much of `owned` is in the lead, from 0 to 1.
    """

    judgement: Judgement
    ownership: NDArray[np.float32]
    owned: float
    lead: float
    trust: float

    @property
    def board(self) -> Board:
        """The position."""
        return self.judgement.board

    @property
    def blocks(self) -> tuple[BlockVerdict, ...]:
        """Every block with status, probability and reason."""
        return self.judgement.blocks

    @property
    def winner(self) -> Colour | None:
        """Who leads."""
        return None if self.lead == 0 else Colour.BLACK if self.lead > 0 else Colour.WHITE

    @property
    def owner(self) -> NDArray[np.uint8]:
        """The likelier owner of every point: 1 Black, 2 White, 0 where it is open."""
        sure = abs(self.ownership) >= 0.3
        return np.where(sure, np.where(self.ownership > 0, 1, 2), 0).astype(np.uint8)


def estimate(
    board: Board,
    *,
    komi: float | None = None,
    model: LifeModel | None = None,
    seed: int = 1,
    judgement: Judgement | None = None,
) -> Estimate:
    """Estimate a position under the board's rules.

    Args:
        board: The position.
        komi: Points for White, for Black's handicap stones too; the ruleset's usual komi if not given.
        model: The bundled one if not given.
        seed: Of the random endings.
        judgement: Of this position, if there is one already.
    """
    komi = board.rules.komi if komi is None else komi
    judged = judgement or judge(board, finished=False, komi=komi, model=model, seed=seed)
    ownership = _ownership(judged)
    owned = float(ownership.sum())
    if board.rules.counting is Counting.TERRITORY:
        # Stones that stay count nothing; a stone that is lost counts twice, for the point and the prisoner.
        owned = float((ownership - _SIGN[judged.stones]).sum())
        captured_black, captured_white = judged.captured
        owned += captured_white - captured_black
    trust = _trust(ownership)
    lead = drawn_to_even(owned, trust, board.rules.counting) - komi
    if judged.evaluation is not None:
        by_network = min(1.0, float(np.interp(board.size, (9, 19), _BY_NETWORK)) * (1 - trust))
        lead += by_network * (float(judged.evaluation.lead[0]) - lead)
    return Estimate(judged, ownership, owned - komi, lead, trust)


def estimate_all(
    boards: Sequence[Board],
    *,
    komi: float | None = None,
    model: LifeModel | None = None,
    seed: int = 1,
    threads: int = 0,
) -> list[Estimate]:
    """Estimate many positions: the same as one by one, sooner. Arguments as for `judge_all`."""

    def some(part: Sequence[Board]) -> list[Estimate]:
        judged = judge_all(part, finished=False, komi=komi, model=model, seed=seed, threads=1)
        return [estimate(one.board, komi=komi, judgement=one) for one in judged]

    return list(chain.from_iterable(map_threads(some, list(chunks(boards, _AT_ONCE)), threads)))


#: Positions that a thread estimates at a time.
_AT_ONCE = 16


#: What Black's first move is worth, about.
FAIR = {Counting.AREA: 7.0, Counting.TERRITORY: 6.5}


def drawn_to_even(owned: float, trust: float, counting: Counting) -> float:
    """Black's lead without komi, drawn from what Black owns more towards an even game."""
    return FAIR[counting] + trust * (owned - FAIR[counting])


def _trust(ownership: NDArray[np.float32]) -> float:
    """The share of a lead that lasts to the end, by how sure owners are on average.

    Owners err together, all over the board, so that their sum is worth less than each of them. Fitted to the
    results of training games, 800 of 9x9 and 500 of 19x19, and on 19x19 to the winners of others too, for
    games that are scored are the close ones (lab/benchmarks/lead_error.py). Sizes between are interpolated.
    """
    lines = len(ownership)
    sure, bend = (float(np.interp(lines, (9, 19), ends)) for ends in ((0.92, 0.96), (3.3, 2.25)))
    return float(min(1.0, float(np.abs(ownership).mean()) / sure) ** bend)


def nearest_living(stones: ArrayLike, alive: ArrayLike) -> NDArray[np.uint8]:
    """Give every point to the colour of the nearest living block, as the paper does (section 6).

    Args:
        stones: Of shape (height, width): 0 empty, 1 black, 2 white.
        alive: Of the same shape, true where a stone lives.

    Returns:
        1 Black's, 2 White's, 0 where both are as near, or nobody lives. Distances are along the lines.
    """
    board, life = np.ascontiguousarray(stones, np.uint8), np.ascontiguousarray(alive, np.uint8)
    if board.ndim != 2 or board.shape != life.shape:
        raise PositionError(
            f"expected stones and life of one shape (height, width), got {board.shape} and {life.shape}"
        )
    return native.nearest_living(board, life)


# Log-odds that an empty point becomes Black's, from what random endings say (as it is, and stretched), from
# whose area it lies in without the dead, and from the nearest living block; then the same times the filled
# share of the board. Logistic regression on training games whose score agrees with their record: 900 of 9x9,
# 250 of 19x19, three positions each; the expected calibration error on 9x9 validation games is 0.015. Sizes
# between are interpolated.
_WEIGHTS_9 = np.array([[1.1, 1.645, -0.909, 0.73], [2.205, 2.468, 2.458, -0.047]])
_WEIGHTS_19 = np.array([[0.122, 1.545, 0.104, 0.223], [2.339, 3.073, 0.609, 0.821]])

# The same with the network's log-odds last, fitted on validation games (lab/benchmarks/network_weights.py).
_NETWORK_WEIGHTS_9 = np.array([[0.16, 0.178, 0.021, -0.038, 0.978], [0.231, 0.202, 0.08, 0.121, -0.009]])
_NETWORK_WEIGHTS_19 = np.array([[-0.408, 0.248, 0.186, 0.004, 1.113], [0.981, 1.463, 0.339, -0.018, -0.638]])

# The network's say in the lead where nothing is sure, on 9 and on 19 lines; fitted in the same way.
_BY_NETWORK = (1.298, 0.982)


def _at(nine: NDArray[np.float64], nineteen: NDArray[np.float64], lines: int) -> NDArray[np.float64]:
    """Weights for a board of so many lines, from those for 9 and 19."""
    share = min(max((lines - 9) / 10, 0.0), 1.0)
    return (1 - share) * nine + share * nineteen


def seen(judged: Judgement) -> list[NDArray[np.floating]]:
    """What speaks for Black's owning each point: what the weights above are for."""
    near = nearest_living(judged.stones, judged.dead == 0)
    layers: list[NDArray[np.floating]] = [
        judged.playouts,
        np.arctanh(np.clip(judged.playouts, -0.98, 0.98)),
        _SIGN[judged.area],
        _SIGN[near],
    ]
    if judged.evaluation is not None:
        layers.append(2 * np.arctanh(np.clip(judged.evaluation.owners[0], -0.999, 0.999)))
    return layers


def _ownership(judged: Judgement) -> NDArray[np.float32]:
    stones = judged.stones
    nine, nineteen = (
        (_WEIGHTS_9, _WEIGHTS_19) if judged.evaluation is None else (_NETWORK_WEIGHTS_9, _NETWORK_WEIGHTS_19)
    )
    filled = np.count_nonzero(stones) / stones.size
    weights = np.array([1.0, filled]) @ _at(nine, nineteen, len(stones))
    odds = np.tensordot(weights, np.array(seen(judged)), 1)
    on_stones = _SIGN[stones] * (2 * judged.alive - 1)
    return np.where(stones != 0, on_stones, np.tanh(odds / 2)).astype(np.float32)


_SIGN = np.array([0.0, 1.0, -1.0])
