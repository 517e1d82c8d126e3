"""Looking moves up in a book."""

from dataclasses import replace

import pytest

from kifu.archive.packed import PackedGames
from kifu.games.go import Board
from kifu.learners.book import train_book
from kifu.learners.book_settings import BookTraining
from kifu.models.book import VERSION, Book
from kifu.models.files import ModelError, save


@pytest.fixture(scope="module")
def book(own_games: PackedGames) -> Book:
    return train_book(BookTraining(games=40, k=8, confidence=1), own_games)


def test_moves_come_best_first_with_their_counts(book: Book) -> None:
    moves = book.rank(Board(9))
    assert [m.probability for m in moves] == sorted((m.probability for m in moves), reverse=True)
    best = moves[0]
    assert best.facts <= 4  # an empty board has four edges and nothing else
    assert best.probability == best.played / best.matched
    assert best.spread == pytest.approx((best.probability / best.matched) ** 0.5)
    # Bayes: P(p) P(i|p) = P(i) P(p|i)
    assert book.frequency(best) * best.probability == pytest.approx(book.prior() * book.usefulness(best))


def test_fewer_facts_may_be_asked_for(book: Book) -> None:
    board = Board(9)
    for point in ("E5", "C3", "G7"):
        board.play(point)
    assert max(m.facts for m in book.rank(board, most=3)) <= 3
    assert all(board.is_legal(m.point) for m in book.rank(board))


def test_the_diagram_shows_the_centre_and_the_edges(book: Book) -> None:
    best = book.rank(Board(9))[0]
    rows = book.diagram(best).splitlines()
    assert sum(row.count("*") for row in rows) == 1
    assert any("#" in row for row in rows)


def test_a_move_beside_a_centre_is_drawn_where_it_is(own_games: PackedGames, tmp_path) -> None:
    book = train_book(BookTraining(games=40, k=8, confidence=1, beside=True), own_games)
    board = Board(9)
    for point in ("E5", "C3", "G7", "C5"):
        board.play(point)
    moves = book.rank(board)
    assert moves
    assert all(board.is_legal(move.point) for move in moves)
    assert len({move.point for move in moves}) == len(moves)
    for move in moves:
        assert book.diagram(move).count("*") == 1
    book.save(tmp_path / "book.safetensors")
    assert Book.load(tmp_path / "book.safetensors").rank(board) == moves


def test_a_saved_book_is_the_same(book: Book, tmp_path) -> None:
    book.save(tmp_path / "book.safetensors")
    again = Book.load(tmp_path / "book.safetensors")
    assert again.rank(Board(9)) == book.rank(Board(9))
    assert len(again) == len(book)


def test_a_book_of_another_version_is_refused(book: Book, tmp_path) -> None:
    save(tmp_path / "b.safetensors", replace(book.card, version=VERSION + 1), book.arrays)
    with pytest.raises(ModelError, match=f"expected version {VERSION} of a book model, got version 2"):
        Book.load(tmp_path / "b.safetensors")


def test_arrays_that_are_no_tree_are_refused(book: Book) -> None:
    arrays = dict(book.arrays)
    arrays["depth"] = arrays["depth"] + 1
    with pytest.raises(ModelError, match="do not fit its card"):
        Book(book.card, arrays)


def test_small_boards_have_a_book_of_their_own() -> None:
    assert Book.bundled(9).size == 9
    assert Book.bundled(13) is Book.bundled()
    move = Book.bundled(9).rank(Board(9))[0]
    assert 2 <= move.point.x <= 6
    assert 2 <= move.point.y <= 6


def test_the_bundled_book_opens_in_a_corner() -> None:
    move = Book.bundled().rank(Board(19))[0]
    assert {min(move.point.x, 18 - move.point.x), min(move.point.y, 18 - move.point.y)} <= {2, 3}
