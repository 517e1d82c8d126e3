"""A tree search that thinks in the background about one position, for analysis commands."""

import math
import threading
from collections.abc import Callable

from kifu.games.go import Board, Colour
from kifu.players.analysers import Selection, Thought, Thoughts
from kifu.players.tree_search import MoveStatistics, SearchResult, TreeSearch

_SOON = 0.01
_ERRORS = 2.0  # standard errors between the chance to win and its lower bound


class SearchAnalyser:
    """Thinks about one position after another; starting on a new one stops the old.

    Args:
        make: Makes the search, which nobody else uses; called in the background, for a model may have to be
            read first.
    """

    def __init__(self, make: Callable[[], TreeSearch]) -> None:
        self._make = make
        self._search: TreeSearch | None = None
        self._error: Exception | None = None
        self._board: Board | None = None
        self._making = threading.Lock()
        self._round: _Round | None = None
        self._left: list[_Round] = []  # stopped while their search was being made

    def start(self, board: Board, komi: float, selection: Selection | None = None) -> None:
        """Begin to think, about a selection of moves where one is given; returns at once."""
        self.stop()
        self._board, self._error = board.copy(), None
        self._round = _Round()
        threading.Thread(
            target=self._think,
            args=(self._round, self._board, komi, selection),
            daemon=True,
            name="analyser",
        ).start()

    def look(self) -> Thoughts:
        """Return what it thinks by now."""
        if self._error is not None:
            raise self._error
        if self._board is None or self._search is None:
            return Thoughts(())
        return thoughts_of(self._search.report(), self._board)

    def stop(self) -> None:
        """Stop thinking; what was found can still be looked at."""
        at, self._round = self._round, None
        if at is None:
            return
        with at.lock:
            at.is_over = True
            running = at.running
        if running is None:
            self._left = [*(one for one in self._left if not one.ended.is_set()), at]
            return
        while not at.ended.wait(_SOON):  # a stop before the search has begun is not heard
            running.stop()

    def close(self) -> None:
        """Stop, and wait until nobody thinks or reads any more."""
        self.stop()
        for at in self._left:
            at.ended.wait()

    def _think(self, at: "_Round", board: Board, komi: float, selection: Selection | None) -> None:
        try:
            with self._making:
                if self._search is None:
                    self._search = self._make()
            with at.lock:
                if at.is_over:
                    return
                at.running = self._search
            # Ends when it is stopped, or when its memory has been full for long: numbers stay exact below
            # that.
            self._search.run(
                board,
                komi,
                playouts=1 << 30,
                stop_when_decided=False,
                allowed=selection.moves if selection else None,
                forbidden=selection.forbidden if selection else None,
            )
        except Exception as error:
            # Shown by whoever looks next: an exception of a thread would go to nobody.
            if not at.is_over:
                self._error = error
        finally:
            at.ended.set()


class _Round:
    """One position: whether it is over for those who asked, whose search runs, and whether that has ended."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.is_over = False
        self.running: TreeSearch | None = None
        self.ended = threading.Event()


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
