"""Advice during play: the number is the search's, and settled games end."""

import pytest

from kifu.analysis.hints import advise
from kifu.analysis.tally import count
from kifu.analysis.terms import Terms
from kifu.games.go import Board, Colour, replay
from kifu.judgement import judge
from kifu.records import sgf
from kifu.records.samples import read_sample

SETTLED = """
    . X . X O . O . .
    X X X X O O . O O
    . X . X O . O O .
    X X X X O O O . O
    . X . X O . O O O
    X . X X O O . O .
    . X X X O . O O O
    X X . X O O O . O
    . X X X O . O O .
"""


def test_nothing_is_left_but_to_pass() -> None:
    for colour in Colour:
        advice = advise(Board.from_diagram(SETTLED, colour, "japanese"), 6.5)
        assert advice.hints[0].move is None


def test_hints_finish_a_game_without_throwing_it_away() -> None:
    record = sgf.read(read_sample("sample"))[0]
    board = replay(record).board
    while board.last_move is not None and board.last_move.point is None:
        board.undo()
    terms = Terms.explicit(board.rules, 7.5, 0)
    before = count(judge(board, finished=True), terms).used.lead
    for _ in range(12):
        if board.is_over:
            break
        board.play(advise(board, terms.total_komi).hints[0].move)
    assert board.is_over
    assert count(judge(board, finished=True), terms).used.lead == pytest.approx(before, abs=1.0)


@pytest.mark.parametrize("size", [3, 21])
def test_boards_without_a_network_have_hints_too(size: int) -> None:
    advice = advise(Board(size), 0.5)
    assert 1 <= len(advice.hints) <= 5
