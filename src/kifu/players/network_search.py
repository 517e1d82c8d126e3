"""Searches guided by the network: trees whose leaves it answers in batches, of one game or of many."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu._native.search import NetworkTree
from kifu.games.coordinates import from_index
from kifu.games.go import Board, Counting, Point
from kifu.models.network import UNKNOWN_RANK, Network
from kifu.players.tree_search import PlayoutOptions

#: Positions that the network answers at once.
BATCH = 64


@dataclass(frozen=True)
class NetworkTreeOptions:
    """How a tree grows; the defaults are those of play.

    Attributes:
        exploration: Weight of the priors' bonus.
        first_play: How much less than its parent a move without visits is expected to be worth.
        temperature: Of the policy; above 1 flattens it.
        lead_part: Part of a value that is the lead and not the chance to win.
        lead_scale: Lead, in lines of the board, that is worth three quarters of that part.
        playout_part: Part of a leaf's value that is playouts.
        playouts: Of a leaf, where they have a part.
    """

    exploration: float = 1.0
    first_play: float = 0.2
    temperature: float = 1.0
    lead_part: float = 0.4
    lead_scale: float = 1.5
    playout_part: float = 0.0
    playouts: int = 1


@dataclass(frozen=True)
class SearchedMove:
    """What a search knows of one move.

    Attributes:
        move: The point, or None for a pass.
        visits: How often it was tried.
        win: Chance to win of the side to move.
        lead: Its expected lead in points.
        value: What the search goes by: chance and lead together, -1 to 1.
        prior: What the network expected before any search.
        variation: The moves expected from here on, this one first.
    """

    move: Point | None
    visits: int
    win: float
    lead: float
    value: float
    prior: float
    variation: tuple[Point | None, ...]


@dataclass(frozen=True, eq=False)
class SearchedPosition:
    """What a search knows of a position.

    Attributes:
        moves: The moves that were tried, the most visited first.
        visits: Of the position.
        win: Black's chance to win.
        lead: Black's expected lead.
        first_win: Black's chance to win without search.
        first_lead: Black's lead without search.
        ownership: Mean owner of every point, 1 Black's, -1 White's.
    """

    moves: tuple[SearchedMove, ...]
    visits: int
    win: float
    lead: float
    first_win: float
    first_lead: float
    ownership: npt.NDArray[np.float32]


class SearchTree:
    """A tree over the last positions of a game.

    Args:
        board: The game so far; the present position is the last root.
        network: Answers the leaves.
        komi: Points for White, for Black's handicap stones too.
        first: The first step of the board's past that is a root; only the present if None.
        ranks: Of Black and White as numbers (`kifu.archive.ranks`).
        options: How the tree grows.
        seed: The same seed gives the same tree.
    """

    def __init__(
        self,
        board: Board,
        network: Network,
        komi: float,
        *,
        first: int | None = None,
        ranks: tuple[int | None, int | None] = (None, None),
        options: NetworkTreeOptions | None = None,
        seed: int = 1,
    ) -> None:
        black, white = (UNKNOWN_RANK if rank is None else rank for rank in ranks)
        self.size = board.size
        self.native = NetworkTree(
            board._game,
            board._game.steps if first is None else first,
            komi,
            board.rules.counting is Counting.AREA,
            black,
            white,
            network.expert,
            PlayoutOptions().native,
            seed=seed,
            **asdict(options or NetworkTreeOptions()),
        )

    def __len__(self) -> int:
        """How many positions can be searched."""
        return self.native.roots

    def advance(self, board: Board) -> None:
        """Go on to the position after the game's next move, which is the last root from now on."""
        self.native.advance(board._game)

    def recentre(self) -> None:
        """From now on compare leads with the mean so far of each position, not with an even game."""
        self.native.recentre()

    def position(self, root: int = -1) -> SearchedPosition:
        """What is known of a position."""
        facts = self.native.report(root % len(self))
        return _searched(facts, self.size)


def simulate(
    network: Network, wanted: Sequence[tuple[SearchTree, npt.NDArray[np.int32]]], threads: int = 1
) -> int:
    """One simulation from each of the named roots of some trees; the leaves of all are one batch.

    Returns:
        How many simulations were made.
    """
    begun = 0
    parts: list[tuple[SearchTree, Any, Any]] = []
    for tree, roots in wanted:
        done, planes, numbers = tree.native.collect(roots, len(roots), threads)
        begun += done
        if len(planes):
            parts.append((tree, planes, numbers))
    if not parts:
        return begun
    planes = parts[0][1] if len(parts) == 1 else np.concatenate([part[1] for part in parts])
    numbers = parts[0][2] if len(parts) == 1 else np.concatenate([part[2] for part in parts])
    answers = network.raw(planes, numbers)
    at = 0
    for tree, own, _ in parts:
        tree.native.apply(*(answer[at : at + len(own)] for answer in answers))
        at += len(own)
    return begun


def _searched(facts: dict[str, Any], size: int) -> SearchedPosition:
    moves = tuple(
        SearchedMove(
            from_index(point, size),
            visits,
            win,
            lead,
            value,
            prior,
            tuple(from_index(p, size) for p in variation),
        )
        for (point, visits), (win, lead, value, prior), variation in zip(
            facts["counts"].tolist(), facts["values"].tolist(), facts["variations"], strict=True
        )
    )
    return SearchedPosition(
        moves,
        facts["visits"],
        facts["win"],
        facts["lead"],
        facts["first_win"],
        facts["first_lead"],
        facts["ownership"],
    )
