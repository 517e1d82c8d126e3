"""The moves of the pattern book."""

from kifu.games.go import Board, Point


def book_moves(board: Board) -> list[tuple[Point, float]]:
    """Moves of the book in a position with how often they were played when they could be, best first."""
    from kifu.models.book import Book

    return [(move.point, move.probability) for move in Book.bundled(board.size).rank(board)]
