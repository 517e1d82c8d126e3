"""Reading out whether a block of a finished position can be captured."""

import pytest

from kifu._native.analysis import read_capture
from kifu.games.go import Board

FAILS, CAPTURED = 1, 2

CASES = {
    "two eyes": (
        ". X . X O . . / X X X X O . . / O O O O O . . / " + " / ".join([". . . . . . ."] * 4),
        FAILS,
    ),
    "a square of four is one eye": (
        ". . X O . . . / . . X O . . . / X X X O . . . / O O O O . . . / "
        + " / ".join([". . . . . . ."] * 3),
        CAPTURED,
    ),
    "four in a row are two": (
        ". . . . X O . / X X X X X O . / O O O O O O . / " + " / ".join([". . . . . . ."] * 4),
        FAILS,
    ),
    "three in a row with the middle taken": (
        ". O . X O . . / X X X X O . . / O O O O O . . / " + " / ".join([". . . . . . ."] * 4),
        CAPTURED,
    ),
}


@pytest.mark.parametrize(("drawn", "expected"), CASES.values(), ids=CASES)
def test_nakade(drawn, expected):
    board = Board.from_diagram(drawn.replace(" / ", "\n"))
    point = int((board.stones.ravel() == 1).argmax())
    assert read_capture(board._game, point, 4000, 20, 7) == expected
