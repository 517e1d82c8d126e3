"""A tree search that thinks in the background about one position, for analysis commands."""

import math
import threading

from kifu.players.analysers import Selection, Thought, Thoughts
from kifu.players.tree_search import MoveStatistics, SearchResult, TreeSearch
from kifu.positions.go import Board, Colour

_ERRORS = 2.0  # standard errors between the chance to win and its lower bound


class SearchAnalyser:
    """Thinks about one position after another; starting on a new one stops the old.

    Args:
        search: Used by nobody else meanwhile.
    """

    def __init__(self, search: TreeSearch) -> None:
        self._search = search
        self._thread: threading.Thread | None = None
        self._board: Board | None = None

    def start(self, board: Board, komi: float, selection: Selection | None = None) -> None:
        """Begin to think, about a selection of moves where one is given; returns at once."""
        self.stop()
        self._board = board.copy()
        # Ends when it is stopped, or when its memory has been full for long: numbers stay exact below that.
        self._thread = threading.Thread(
            target=self._search.run,
            args=(self._board, komi),
            kwargs={
                "playouts": 1 << 30,
                "stop_when_decided": False,
                "allowed": selection.moves if selection else None,
                "forbidden": selection.forbidden if selection else None,
            },
            daemon=True,
            name="analyser",
        )
        self._thread.start()

    def look(self) -> Thoughts:
        """Return what it thinks by now."""
        if self._board is None:
            return Thoughts(())
        return thoughts_of(self._search.report(), self._board)

    def stop(self) -> None:
        """Stop thinking; what was found can still be looked at."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        while thread.is_alive():  # a stop before the search has begun is not heard
            self._search.stop()
            thread.join(0.01)


def thoughts_of(result: SearchResult, board: Board) -> Thoughts:
    """Put a search's report into the terms of analysis: all values are those of the player to move.

    The lead of the position is that of all playouts, the lead of a move that of those which followed it.
    """
    sign = 1 if board.to_play is Colour.BLACK else -1
    moves = tuple(
        Thought(m.move, m.visits, m.value, m.prior, _lower(m), m.lead, m.variation)
        for m in result.moves
        if m.visits > 0
    )
    return Thoughts(
        moves,
        sum(m.visits for m in moves),
        result.value,
        sign * result.score if result.playouts else None,
        sign * result.ownership if result.playouts and result.ownership is not None else None,
    )


def _lower(move: MoveStatistics) -> float:
    """Wilson's lower bound, two standard errors below: a few lucky playouts do not make it high."""
    unsure = _ERRORS**2 / move.visits
    middle = move.value + unsure / 2
    half = math.sqrt(unsure * (max(0.0, move.value * (1 - move.value)) + unsure / 4))
    return max(0.0, (middle - half) / (1 + unsure))
