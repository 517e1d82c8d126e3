"""The book on one core: harvesting it from games, and asking it for the moves of a position."""

from kifu._native.learners import BookHarvest
from kifu.games.go import Board
from kifu.models.book import Book
from kifu_lab.bench.measure import Benchmark, Repeat, timed
from kifu_lab.bench.moves import packed_games

_FACTS = 15


def _harvest() -> Repeat:
    games = packed_games(19)

    def work() -> int:
        harvest = BookHarvest(_FACTS)
        harvest.create(19, games.actions, games.offsets, 1)
        harvest.thin(2)
        harvest.count(19, games.actions, games.offsets, 1)
        return len(games.actions)

    return timed(work)


def _rank(size: int) -> Repeat:
    book = Book.bundled(size)
    board = Board(size)
    third = size // 3
    for x, y in ((third, third), (2 * third, third), (third, 2 * third), (2 * third, 2 * third)):
        board.play((x, y))

    def work() -> int:
        for _ in range(200):
            book.rank(board)
        return 200

    return timed(work)


BENCHMARKS = [
    Benchmark("book/harvest-19x19", "moves", _harvest),
    Benchmark("book/rank-19x19", "positions", lambda: _rank(19)),
    Benchmark("book/rank-9x9", "positions", lambda: _rank(9)),
]
