"""Many games of draughts between networks in one native call: what evolution plays."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kifu._native import search as native
from kifu.errors import InputError
from kifu.games.draughts import START_FEN, Move, unpack
from kifu.models.draughts_net import KINDS, Network, weight_count
from kifu.work.executors import open_executor

#: How a game ended, by the number in `Games.endings`.
ENDINGS = ("no move", "blocked, a draw", "repetition", "forty moves", "move limit")

_OVER = "W:W12:B8,3"  # White is to move and cannot
_PARTS_A_WORKER = 3  # games differ in length, and so do workers

Networks = Sequence[Network] | tuple[str, npt.ArrayLike]


@dataclass(frozen=True)
class Games:
    """Finished games, in the order of their pairs.

    Attributes:
        outcomes: for Black, 1 won, 0 drawn, -1 lost.
        endings: numbers in `ENDINGS`.
        packed: the moves of all games, one after the other, those of openings included.
        offsets: where each game begins in `packed`, and its length at the end.
        evaluations: positions that were judged.
        values: what the search of each move found, -1 to 1 for who made it; NaN for moves of openings and
            others that nobody searched for.
    """

    outcomes: npt.NDArray[np.int8]
    endings: npt.NDArray[np.uint8]
    packed: npt.NDArray[np.uint16]
    offsets: npt.NDArray[np.int64]
    evaluations: npt.NDArray[np.int64]
    values: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.outcomes)

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """Moves of each game, both sides counted."""
        return np.diff(self.offsets)

    def packed_moves(self, game: int) -> npt.NDArray[np.uint16]:
        """The moves of one game, packed."""
        return self.packed[self.offsets[game] : self.offsets[game + 1]]

    def moves(self, game: int) -> list[Move]:
        """The moves of one game that began from the usual position."""
        return unpack(self.packed_moves(game))


def play_games(
    pairs: npt.ArrayLike,
    networks: Networks,
    decider: str | Sequence[str],
    *,
    openings: Sequence[str] = (),
    move_limit: int = 0,
    blocked_is_draw: bool = False,
    seed: int = 1,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> Games:
    """Play games natively; Ctrl-C ends them.

    Args:
        pairs: rows (Black's agent, White's agent, opening), each a number from 0.
        networks: of the agents, all of one kind: networks, or a kind with a matrix of weights, a row each.
            Empty where no decider needs one.
        decider: how moves are chosen: `minimax:depth=4`, `material:depth=4`, `mcts:playouts=500`,
            `ept:playouts=200,ply=6` or `random`; one for all agents, or one for each. `captures=yes` lets
            alpha-beta read captures to their end, `deepen=yes,nodes=N` deepens within a bound.
        openings: moves such as `9-13 22-17 13x22`, or a FEN; the usual start if there are none.
        move_limit: moves of both sides together, those of the opening included, after which a game is drawn;
            0 for no limit.
        blocked_is_draw: whether a player who has pieces but no move has drawn, as the paper reads it, and not
            lost.
        seed: a game depends on it and on its own number only, not on threads or other games.
        threads: how many games are played at once; 0 for all cores.
        executor: who plays them instead of these threads, such as a cluster; the games are the same.
        progress: told several times a second how many games are finished.
    """
    kind, weights = _matrix(networks)
    deciders = [decider] if isinstance(decider, str) else list(decider)
    rows = np.ascontiguousarray(pairs, dtype=np.int64)
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise InputError(f"expected pairs as rows (black, white, opening), got the shape {rows.shape}")
    if move_limit < 0:
        raise InputError(f"expected a move limit of 0 (none) or more, got {move_limit!r}")
    order = _Order(rows, kind, weights, deciders, list(openings), move_limit, blocked_is_draw, seed % 2**64)
    if executor is None:
        return _play(order, threads, progress)
    return _play_there(order, executor, progress or (lambda done: None))


class _Order(NamedTuple):
    """What the native call is given, in its order."""

    pairs: npt.NDArray[np.int64]
    kind: str
    weights: npt.NDArray[np.float64]
    deciders: list[str]
    openings: list[str]
    move_limit: int
    blocked_is_draw: bool
    seed: int


def _play(order: _Order, threads: int, progress: Callable[[int], None] | None = None) -> Games:
    try:
        return Games(*native.play_draughts_games(*order, threads, progress))
    except ValueError as error:
        raise InputError(f"cannot play these games: {error}") from None


def _play_there(order: _Order, executor: Executor, progress: Callable[[int], None]) -> Games:
    """Cut the games into a few parts for each worker."""
    _play(order._replace(pairs=order.pairs[:0]), 1)  # what is wrong is told before anything is sent
    total = len(order.pairs)
    parts: list[Games] = []
    with open_executor(executor) as pool:
        step = max(1, -(-total // (_PARTS_A_WORKER * pool.workers)))
        spans = [(begin, min(begin + step, total)) for begin in range(0, total, step)]
        for part in pool.map_ordered(_play_span, spans, shared=order, name=lambda span: f"games {span}"):
            parts.append(part)
            progress(spans[len(parts) - 1][1])
    lengths = [part.lengths for part in parts]
    return Games(
        np.concatenate([np.zeros(0, np.int8), *(part.outcomes for part in parts)]),
        np.concatenate([np.zeros(0, np.uint8), *(part.endings for part in parts)]),
        np.concatenate([np.zeros(0, np.uint16), *(part.packed for part in parts)]),
        np.cumsum(np.concatenate([[0], *lengths]), dtype=np.int64),
        np.concatenate([np.zeros(0, np.int64), *(part.evaluations for part in parts)]),
        np.concatenate([np.zeros(0, np.float32), *(part.values for part in parts)]),
    )


def _play_span(span: tuple[int, int], order: _Order) -> Games:
    """Play the games from one number to another; runs on a worker.

    A game's number decides what it draws, and a native call counts from 0. So those before it stand in their
    places, and begin in a position in which they are over.
    """
    begin, end = span
    pairs = order.pairs[:end].copy()
    pairs[:begin] = 0, 0, len(order.openings or [START_FEN])
    played = _play(order._replace(pairs=pairs, openings=[*(order.openings or [START_FEN]), _OVER]), 1)
    return replace(
        played,
        outcomes=played.outcomes[begin:],
        endings=played.endings[begin:],
        offsets=played.offsets[begin:],
        evaluations=played.evaluations[begin:],
    )


def _matrix(networks: Networks) -> tuple[str, npt.NDArray[np.float64]]:
    if isinstance(networks, tuple) and len(networks) == 2 and isinstance(networks[0], str):
        kind = networks[0]
        matrix = np.ascontiguousarray(networks[1], dtype=np.float64)
        if matrix.ndim != 2 or matrix.shape[1] != weight_count(kind):
            raise InputError(
                f"expected a matrix of {weight_count(kind)} columns for networks of the kind {kind}, "
                f"got the shape {matrix.shape}"
            )
        return kind, matrix
    listed = [network for network in networks if isinstance(network, Network)]
    kinds = {network.kind for network in listed}
    if len(listed) != len(networks) or len(kinds) > 1:
        raise InputError(
            f"expected networks all of one kind among {', '.join(KINDS)}, got {sorted(kinds) or networks!r}"
        )
    if not listed:
        return "squares", np.empty((0, weight_count("squares")))
    return listed[0].kind, np.stack([network.weights for network in listed])
