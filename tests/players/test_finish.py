"""A game is ended when it is over, and not before."""

import pytest

from kifu.games.go import Board, Colour, Point
from kifu.players.katia import Katia
from kifu.players.katia_options import KatiaOptions

# From games of Katia's: every point has its owner as long as the marked move is made. A pass would lose.
CONNECT = """
. . . . . . . X .
. . . . . X X . X
. X X X X X . . X
X X O X . X X X O
X O O O X X X O O
O . O . O X X X O
. O . O . O X O .
. . . . . O O O .
. . . . . . . . .
"""
CLOSE_THE_EDGE = """
O . O X X . . . .
. O O O O X . X .
. . O O X X . O .
O . . O X . X . .
O . O X X O O . .
O O O X . X X . .
. O . O X O . . .
. . O O X . X . .
. . . O O X . . .
"""


def choice(diagram: str, colour: Colour, mode: str) -> Point | None:
    board = Board.from_diagram(diagram, colour)
    katia = Katia(KatiaOptions(mode=mode, playouts=1000, nk=0))  # type: ignore[arg-type]
    katia.new_game(board.size, board.rules, 7.0)
    return katia.choose(board).move


@pytest.mark.parametrize("mode", ["tree", "verify"])
def test_no_pass_before_the_last_move_is_made(mode: str) -> None:
    assert choice(CONNECT, Colour.WHITE, mode) == Point(8, 6)
    assert choice(CLOSE_THE_EDGE, Colour.BLACK, mode) == Point(5, 0)
