"""How every legal move of a position stands, by alpha-beta and by solved endings."""

from collections.abc import Sequence
from dataclasses import dataclass

from kifu._native import search as native
from kifu.games.draughts import Position
from kifu.games.draughts.endings import Endings
from kifu.models.draughts_net import Network
from kifu.work.progress import Progress, silent


@dataclass(frozen=True)
class Option:
    """A legal move and how it stands.

    Attributes:
        move: as people write it.
        value: for the side that makes it, -1 lost to 1 won.
        plies: to the end where the search reaches it, below 0 where that side loses; else 0.
        line: what follows, this move first.
        by_depth: its value after a search 1, 2, 3, ... plies deep, the move included; empty where it needed
            none.
    """

    move: str
    value: float
    plies: int
    line: tuple[str, ...]
    by_depth: tuple[float, ...] = ()


@dataclass(frozen=True)
class Budget:
    """How far positions are searched.

    Attributes:
        depth: plies behind each move, at most; captures are followed further.
        nodes: nodes searched for each position, at most; 0: no bound.
        reduce: whether unlikely answers are searched less deep.
        table: known positions kept, as a power of 2.
    """

    depth: int
    nodes: int = 0
    reduce: bool = False
    table: int = 16


def move_values(
    positions: Sequence[Position],
    budget: Budget,
    *,
    moves: Sequence[Sequence[str]] = (),
    network: Network | None = None,
    endings: Endings | None = None,
    seconds: float = 0.0,
    threads: int = 0,
    progress: Progress = silent,
) -> list[list[Option]]:
    """Search moves of some positions, all moves of a position to the same depth.

    Each position is searched on its own: without `seconds`, what is found depends on it and its past alone.

    Args:
        positions: with their past.
        budget: for each of them.
        moves: for each position those to search; empty for all legal ones.
        network: what judges positions; None counts pieces: a man is 2/64, a king 3/64.
        endings: solved positions to look up.
        seconds: for all positions together; 0: no bound.
        threads: 0 for one per core.
        progress: called with the positions that are done.

    Returns:
        For each position its moves, the best first; of moves that win, the one that wins soonest.
    """
    found = native.draughts_move_values(
        [position._game for position in positions],
        moves,
        None if network is None else network.native,
        None if endings is None else endings.native,
        budget.depth,
        budget.reduce,
        budget.nodes,
        seconds,
        budget.table,
        threads,
        lambda done: progress(done, len(positions), "searching"),
    )
    progress(len(positions), len(positions), "searching")
    return [
        sorted(
            (Option(m, value, plies, tuple(line), tuple(d)) for m, value, plies, line, d in each), key=_order
        )
        for each in found
    ]


def _order(option: Option) -> tuple[float, int]:
    """The best first: soon won before late won, late lost before soon lost."""
    return -option.value, option.plies
