"""Local reading: who lives if whom begins, on boards that every player knows."""

import numpy as np
import pytest

from kifu.analysis.fights import Fight, read_fight, words
from kifu.games.coordinates import from_gtp, to_gtp
from kifu.games.go import Board, Colour

AROUND = """
O O O O O O . . .
. . O . O O O O .
. . O O O . . . .
O O O . . . . . .
. . O O O O O O O
. . O . O . . . .
. . O O O . . . .
"""

# The top of a 9x9 board; where White kills and where Black lives, or None where they do not or need not.
SHAPES = {
    "straight three": (". . . X O . . . .\nX X X X O O O O O", "B9", "B9"),
    "straight four": (". . . . X O . . .\nX X X X X O O O O", None, "any"),
    "two points": (". . X O . . . . .\nX X X O O O O O O", "any", None),
    "two eyes": (". X . X O . . . .\nX X X X O O O O O", None, None),
    "bent three": (". . X O . . . . .\n. X X O O O O O O\nX X O O O O O O .", "A9", "A9"),
    "square four": (". . X O . . . . .\n. . X O O O O O O\nX X X O O O O O .", "any", None),
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name):
    lines, killed, saved = SHAPES[name]
    rows = (lines + AROUND).strip().split("\n")
    board = Board.from_diagram("\n".join([*rows[:-1][:8], rows[-1]]))
    point = next(from_gtp(v, 9) for v in ("C9", "D9", "E9") if board[from_gtp(v, 9)] is Colour.BLACK)
    fight = read_fight(board, point, board.stones == 2)
    for found, expected in ((fight.killed_at, killed), (fight.saved_at, saved)):
        assert (found is not None) == (expected is not None)
        assert expected in (None, "any") or to_gtp(found, 9) == expected


def test_words():
    fight = Fight(from_gtp("C1", 9), from_gtp("B1", 9))
    assert words(fight, Colour.BLACK) == "dead if White begins at C1, alive if Black begins at B1"
    assert words(Fight(None, None), Colour.BLACK) == ""


def test_nothing_is_said_of_open_spaces():
    board = Board.from_diagram(
        "\n".join([". . . . . . . . ."] * 4 + [". . . . X . . . ."] + [". . . . . . . . ."] * 4)
    )
    fight = read_fight(board, from_gtp("E5", 9), np.zeros((9, 9), bool))
    assert fight.killed_at is None
