"""The moves of the pattern book, where this Kifu has one."""

from kifu.positions.go import Board, Point
from kifu.protocols.gtp import GtpError


def book_moves(board: Board) -> list[tuple[Point, float]]:
    """Moves of the book in a position with how often they were played when they could be, best first."""
    raise GtpError("there is no book in this Kifu")
