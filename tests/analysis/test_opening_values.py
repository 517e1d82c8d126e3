"""Values of the first moves of a game."""

import pytest

from kifu.analysis.opening_values import value_opening
from kifu.games.go import Board, Colour
from kifu.models.opening import OpeningModel

OPENING = ("E5", "G6", "F7", "F4", "E4", "F3")


@pytest.fixture
def board() -> Board:
    board = Board(9)
    for point in OPENING:
        board.play(point)
    return board


def test_a_move_is_valued_where_it_was_made(board: Board) -> None:
    model = OpeningModel.bundled()
    first, second, *_ = value_opening(board, model, komi=5.5)
    best = model.values(Board(9), 5.5)
    assert (first.number, first.colour, first.legal) == (1, Colour.BLACK, 81)
    assert [move.point for move in first.best] == [move.point for move in best[:3]]
    assert first.rank is not None
    assert best[first.rank - 1].point == first.move
    assert first.loss == pytest.approx(best[0].points - (first.points or 0))
    assert (second.colour, second.legal) == (Colour.WHITE, 80)


def test_the_lead_is_the_mean_of_what_both_sides_expect(board: Board) -> None:
    model = OpeningModel.bundled()
    last = value_opening(board, model, komi=5.5)[-1]
    answer = model.values(board, 5.5)[0]
    assert board.to_play is Colour.BLACK
    assert last.lead == pytest.approx((model.value(board, 5.5) + answer.points) / 2)
    before = Board(9)
    for point in OPENING[:-1]:
        before.play(point)
    lead = value_opening(before, model, komi=5.5)[-1].lead
    answer = model.values(before, 5.5)[0]
    assert lead == pytest.approx((model.value(before, 5.5) - answer.points) / 2)


def test_moves_out_of_turn_are_valued_for_who_made_them() -> None:
    board = Board(9)
    board.play("E5")
    board.to_play = Colour.BLACK
    board.play("C3")
    valued = value_opening(board, komi=0.5)
    assert [move.colour for move in valued] == [Colour.BLACK, Colour.BLACK]
    assert all(move.rank is not None for move in valued)


def test_a_pass_has_no_value_and_the_next_move_has(board: Board) -> None:
    board.play(None)
    board.play("C5")
    passed, last = value_opening(board, komi=5.5)[-2:]
    assert (passed.move, passed.points, passed.rank, passed.loss) == (None, None, None, None)
    assert last.colour is Colour.WHITE
    assert last.points is not None
