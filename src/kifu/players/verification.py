"""Monte-Carlo verification of a few candidates, as Bouzy and Chaslot have it.

A preprocessor and a book propose, playouts decide, and what is clearly worse is dropped on the way.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kifu._native import search as native
from kifu.games.coordinates import all_points, from_index, to_index
from kifu.games.go import Board, Point
from kifu.games.go.rules import Counting
from kifu.models.moves import MovePredictor
from kifu.players.opening_shapes import opening_shapes
from kifu.players.tree_search import PlayoutOptions

#: Something that proposes moves with weights, the best first: a book, a model, a table of openings.
Adviser = Callable[[Board], Sequence[tuple[Point, float]]]


@dataclass(frozen=True)
class VerifiedMove:
    """A candidate after its playouts.

    Attributes:
        move: The point, or None for a pass.
        playouts: It got.
        score: Mean points of the player to move, komi included.
        wins: Part of the playouts won.
        dropped: Whether it was given up as worse than the best.
    """

    move: Point | None
    playouts: int
    score: float
    wins: float
    dropped: bool


@dataclass(frozen=True, eq=False)
class Verification:
    """All candidates, the best first, and the mean owner of every point over the playouts."""

    moves: tuple[VerifiedMove, ...]
    ownership: npt.NDArray[np.float32]


def plain_candidates(board: Board) -> list[tuple[Point, float]]:
    """Return legal moves but own eyes by plain knowledge: tactics, 3x3 shapes, nearness; the best first."""
    points, priors = native.candidates(board._game)
    return [(_point(i, board.size), p) for i, p in zip(points.tolist(), priors.tolist(), strict=True)]


def preprocess(board: Board, model: MovePredictor | None = None, shapes: bool = True) -> list[Point]:
    """Return the preprocessor's moves, the best first.

    Args:
        board: The position.
        model: Ranks them; without it plain knowledge does, with the hand-made shapes before it.
        shapes: Whether the hand-made shapes of the opening are among them.
    """
    if model is not None:
        own = {point for point, _ in plain_candidates(board)}  # own eyes are not in it
        return [c.point for c in model.rank(board) if c.point in own]
    plain = dict(plain_candidates(board))
    opening = opening_shapes(board) if shapes else {}
    total = sum(opening.values())
    for point, weight in opening.items():
        plain[point] = plain.get(point, 0.0) + 0.5 * weight / total
    return sorted(plain, key=lambda point: -plain[point])


def propose(board: Board, first: Sequence[Point], others: Sequence[Point], nk: int, ns: int) -> list[Point]:
    """Take `nk` legal moves from `first` and fill up to `ns` from `others`, each once."""
    chosen = [point for point in dict.fromkeys(first) if board.is_legal(point)][:nk]
    for point in others:
        if len(chosen) >= ns:
            break
        if point not in chosen:
            chosen.append(point)
    return chosen


def verify(
    board: Board,
    candidates: Sequence[Point | None],
    komi: float,
    *,
    playouts: int = 400,
    seconds: float = 0.0,
    width: float = 1.5,
    by_score: bool = True,
    threads: int = 1,
    seed: int = 1,
    knowledge: PlayoutOptions | None = None,
    stop: native.Stop | None = None,
) -> Verification:
    """Play `playouts` games in all after the candidates and compare their means.

    Args:
        board: The position.
        candidates: Legal moves.
        komi: Points for White.
        playouts: For all candidates together; what a dropped one would have got goes to the others.
        seconds: Ends earlier after this time; 0: no bound.
        width: Standard errors around a mean outside of which a candidate is dropped.
        by_score: Compares points, as the paper does, instead of games won.
        threads: The result is the same for any number, unless `seconds` ends it.
        seed: Of the playouts.
        knowledge: What they know.
        stop: Ends it with what there is when another thread sets it.
    """
    counts, values, ownership = native.verify(
        board._game,
        [to_index(move, board.size) for move in candidates],
        komi,
        board.rules.counting is Counting.TERRITORY,
        playouts,
        seconds,
        8,
        width,
        by_score,
        threads,
        seed,
        (knowledge or PlayoutOptions()).native,
        stop or native.Stop(),
    )
    moves = tuple(
        VerifiedMove(from_index(point, board.size), n, score, wins, bool(dropped))
        for (point, n, dropped), (score, wins) in zip(counts.tolist(), values.tolist(), strict=True)
    )
    return Verification(moves, ownership)


def weights(advice: Sequence[tuple[Point, float]], board: Board) -> Mapping[Point, float]:
    """Return advice as priors: legal points with their weights."""
    return {point: weight for point, weight in advice if weight > 0 and board.is_legal(point)}


def _point(index: int, size: int) -> Point:
    return all_points(size)[index]
