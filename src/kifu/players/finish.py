"""Whether to end a game: pass, take dead stones off first, or play on.

What a search says of the owners of points holds for the moves it would make: a position is only settled if it
is so after a pass, with the opponent to move. That is searched before anything is passed.
"""

from collections.abc import Callable, Iterable

from kifu.games.go import Board, Point
from kifu.games.go.rules import Counting
from kifu.players.base import Choice
from kifu.players.endgame import Ending
from kifu.players.tree_search import SearchResult

#: Searches a position; with moves, only these are looked at.
Look = Callable[[Board, Iterable[Point | None] | None], SearchResult]

#: A pass that is worth this much less than a move is no pass.
_NOISE = 0.03


def finish(board: Board, komi: float, value: float, look: Look, *, cleanup: bool) -> Choice | None:
    """Return a pass, a stone that takes dead ones off, or None to play on.

    Args:
        board: The position; `board.to_play` decides.
        komi: Points for White.
        value: Chance to win with the best move that is known.
        look: Searches positions.
        cleanup: Whether dead stones are taken off under area counting while they could be disputed.
    """
    after = board.copy()
    after.play(None)
    answered = look(after, None)
    if answered.best is None or answered.ownership is None or 1 - answered.best.value < value - _NOISE:
        return None
    ending = Ending(board, komi, answered.ownership)
    if ending.safe_lead > 0:
        return Choice(None, comment=f"ahead by {ending.safe_lead:g} or more: passes")
    if ending.likely_lead <= 0:
        return Choice(None, comment="behind, and nothing is left to play") if ending.is_settled else None
    if cleanup and board.rules.counting is Counting.AREA:
        capture = _capture(board, ending, look)
        if capture is not None:
            return Choice(capture, comment="takes dead stones off before the game ends")
    return Choice(None, comment=f"ahead by {ending.likely_lead:g}") if ending.is_settled else None


def _capture(board: Board, ending: Ending, look: Look) -> Point | None:
    """A stone that brings dead ones nearer to their end and is no worse than a pass."""
    captures = ending.captures()
    if not captures:
        return None
    moves = [move for move in look(board, [*captures, None]).moves if move.visits > 0]
    passing = next((move.value for move in moves if move.move is None), 1.0)
    return next(
        (move.move for move in moves if move.move is not None and move.value >= passing - _NOISE), None
    )
