"""Searches of a game's positions: what each is worth, which move is best there, and what each move lost."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kifu.analysis.course import Effort
from kifu.games.go import Board
from kifu.models.network import Network
from kifu.players.network_search import (
    NetworkTreeOptions,
    SearchedMove,
    SearchedPosition,
    SearchTree,
    simulate,
)
from kifu.records.moves import Colour
from kifu.work.executors import core_count, map_threads
from kifu.work.progress import Progress, silent

#: Positions that one tree holds. Trees run in threads of their own, so that the result does not depend on how
#: many there are.
_TOGETHER = 32
#: Leaves that the network answers at once, about.
_BATCH = 48
#: From so many points on, a loss is searched longer.
_DOUBTED = 1.0
#: Part of the time that is for all positions alike.
_FIRST_SHARE = 0.65
#: After so many simulations of a position, leads are compared with its mean.
_RECENTRED = (1, 8, 32, 128, 512)
#: A best move has at least this part of the visits of the most visited one.
_ENOUGH = 0.15
#: On boards larger than this, playouts have a part in every value: the network for them learned from games
#: that were close at the end, and hardly sees what a dead group costs.
_SMALL, _LARGE = 9, NetworkTreeOptions(playout_part=0.6, playouts=4)
#: How much the value of a move with few visits is doubted.
_CAUTION = 0.6


@dataclass(frozen=True)
class SearchBudget:
    """How long positions are searched.

    Attributes:
        visits: simulations of every position.
        more: simulations more of both positions around a move that seems to have lost something.
        seconds: for the whole game, instead of visits.
    """

    visits: int
    more: int
    seconds: float | None = None

    @staticmethod
    def of(effort: Effort, size: int, seconds: float | None = None) -> "SearchBudget | None":
        """The budget of an effort on a board of this many lines; None for `fast`."""
        if effort == "fast":
            return None
        visits = round(float(np.interp(size**2, (81, 361), (120, 80))))
        budget = SearchBudget(visits, 2 * visits, seconds)
        return replace(budget, visits=5 * visits, more=10 * visits) if effort == "deep" else budget


@dataclass(frozen=True, eq=False)
class SearchedTurn:
    """A position of a game and what its next move lost.

    Attributes:
        position: what the search found.
        lost: points that the game's next move lost for who made it; None at the end and before a setup.
    """

    position: SearchedPosition
    lost: float | None


def search_game(
    boards: Sequence[Board],
    komi: float,
    network: Network,
    budget: SearchBudget,
    *,
    threads: int = 0,
    progress: Progress = silent,
) -> list[SearchedTurn]:
    """Search the positions of a game.

    Args:
        boards: after 0, 1, 2, ... moves; each has the past of the one before it.
        komi: all that White gets, for Black's handicap stones too.
        network: answers the leaves.
        budget: how long.
        threads: 0 for one per core; with a budget of visits the result is the same for any number.
        progress: called after every part of the game.
    """
    cut = list(_parts(boards))
    rounds = -(-len(cut) // min(threads or core_count(), len(cut)))
    seconds = None if budget.seconds is None else budget.seconds / rounds
    found: list[SearchedTurn] = []
    for turns in map_threads(lambda part: _search(part, komi, network, budget, seconds), cut, threads):
        found += turns
        progress(len(found), len(boards), "searching")
    return found


def best_move(position: SearchedPosition) -> SearchedMove | None:
    """The best move that a search found; None where it tried none."""
    if not position.moves:
        return None
    most = max(move.visits for move in position.moves)
    sure = [move for move in position.moves if move.visits >= max(2, _ENOUGH * most)] or position.moves[:1]
    return max(sure, key=lambda move: move.value - _CAUTION / move.visits**0.5)


def parts(boards: Sequence[Board]) -> list[range]:
    """Numbers of positions that are searched together; of searches of each alone the result is the same."""
    found, begin = [], 0
    for part in _parts(boards):
        end = begin + len(part.boards) - (not part.has_last)
        found.append(range(begin, end))
        begin = end
    return found


class _Part(NamedTuple):
    """Positions that follow by a move each; the last one belongs to the next part, unless there is none."""

    boards: Sequence[Board]
    has_last: bool


def _parts(boards: Sequence[Board]) -> Iterator[_Part]:
    steps = [board._game.steps for board in boards]
    setups = [i for i in range(1, len(boards)) if steps[i] != steps[i - 1] + 1]
    for begin, end in pairwise([0, *setups, len(boards)]):
        moves = end - 1 - begin
        count = max(1, -(-moves // _TOGETHER))
        count += count > 1 and count % 2  # an even number keeps two cores busy
        cuts = [begin + round(moves * i / count) for i in range(count + 1)]
        for first, last in pairwise(cuts):
            yield _Part(boards[first : last + 1], last == end - 1)


def _search(
    part: _Part, komi: float, network: Network, budget: SearchBudget, seconds: float | None
) -> list[SearchedTurn]:
    boards = part.boards
    options = _LARGE if boards[0].size > _SMALL else NetworkTreeOptions()
    tree = SearchTree(boards[-1], network, komi, first=boards[0]._game.steps, options=options)
    started = time.monotonic()

    def grow(roots: npt.NDArray[np.int32], visits: int, share: float) -> None:
        each = max(1, _BATCH // len(roots))
        done, recentred = 0, list(_RECENTRED)
        while done < visits if seconds is None else time.monotonic() - started < share * seconds:
            simulate(network, [(tree, np.tile(roots, each))])
            done += each
            if recentred and done >= recentred[0]:
                recentred.pop(0)
                tree.recentre()

    grow(np.arange(len(tree), dtype=np.int32), budget.visits, _FIRST_SHARE)
    lost = _losses(tree, boards)
    doubted = {i for i, points in enumerate(lost) if points >= _DOUBTED}
    if doubted:
        grow(np.array(sorted(doubted | {i + 1 for i in doubted}), np.int32), budget.more, 1.0)
        lost = _losses(tree, boards)
    turns = [SearchedTurn(tree.position(i), points) for i, points in enumerate(lost)]
    return [*turns, SearchedTurn(tree.position(-1), None)] if part.has_last else turns


def _losses(tree: SearchTree, boards: Sequence[Board]) -> list[float]:
    """What each move lost: the lead after the best move less that after the one played."""
    found = [tree.position(i) for i in range(len(tree))]
    lost = []
    for board, before, after in zip(boards, found, found[1:], strict=False):
        sign = 1 if board.to_play is Colour.BLACK else -1
        best = best_move(before)
        lost.append((before.lead * sign if best is None else best.lead) - sign * after.lead)
    return lost
