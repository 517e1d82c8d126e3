"""Every reason is a fact of the board: each is drawn here, and its numbers are counted by hand."""

import pytest

from kifu._native import analysis as native
from kifu.analysis.judgement import judge
from kifu.analysis.reasons import Reason, words
from kifu.positions.go import Board, Colour

ENCLOSED = """
. X . X O . O . .
X X X X O O O O O
. . . X O . . . .
X X X X O O O O O
X . . X O . . . .
X O . X O O O O O
X . . X O . . . .
X X X X O O O O O
. X . X O . . O .
"""

# Black A9 can only run into White's walls; White's stones around have two eyes.
IN_ATARI = """
X O . O . O . . .
. O O O O O X X X
O O X X X X X . .
. O X . . . . . .
O O X . . . . . .
O X X . . . . . .
O X . . . . . . .
O X X . . . . . .
. O X . . . . . .
"""


def judged(diagram: str, finished: bool = True):
    board = Board.from_diagram(diagram)
    board.pass_()
    board.pass_()
    return judge(board, finished=finished)


def block_at(judgement, vertex: str):
    block = judgement.board.block_at(vertex)
    return next(b for b in judgement.blocks if b.points == block.stones)


def test_unconditional_life_is_bensons():
    judgement = judged(ENCLOSED)
    for block in judgement.blocks:
        alive = block.points[0] in judgement.board.unconditional_life()[block.colour]
        assert (block.kind is Reason.UNCONDITIONAL) == alive
    assert block_at(judgement, "D9").reason == "unconditionally alive"


def test_a_stone_among_unconditionally_living_enemies_is_dead():
    block = block_at(judged(ENCLOSED), "B4")
    assert (block.status, block.dead, block.probability) == ("dead", True, 0.0)
    assert block.reason == "inside Black's area, whose border is unconditionally alive"


def test_in_atari_without_escape():
    judgement = judged(IN_ATARI)
    block = block_at(judgement, "A9")
    assert block.dead
    assert len(judgement.board.block_at("A9").liberties) == 1
    assert block.kind in (Reason.ATARI, Reason.ENEMY_PROVED)


@pytest.mark.parametrize(
    ("reason", "numbers", "expected"),
    [
        (Reason.EYES, (2,), "two eyes"),
        (Reason.EYES, (13,), "13 eyes"),
        (Reason.ROOM, (3, 2, 1), "an area of 3 points, two eyes if Black plays there first"),
        (Reason.ROOM, (2, 0, 1), "one eye of 2 points and 1 other liberty"),
        (Reason.ROOM, (7, 1), "an area of 7 points, with room for two eyes"),
        (Reason.SEKI, (1,), "seki: without two eyes, 1 liberty shared with White"),
        (Reason.SEKI, (0,), "seki: without two eyes"),
        (Reason.RACE, (1, 3, 2, 4), "one eye of 3 points and 2 outside liberties against 4"),
        (Reason.RACE, (0, 0, 1, 4), "no eye and 1 outside liberty against 4"),
        (Reason.ATARI, (), "in atari, and no ladder or capture saves it"),
        (Reason.NO_ROOM, (1, 2, 9), "inside White's area of 9 points, without room for two eyes"),
        (Reason.NO_ROOM, (0, 0, 9), "inside White's area of 9 points, without an eye"),
    ],
)
def test_words(reason, numbers, expected):
    assert words(reason, numbers, Colour.BLACK) == expected


def test_every_reason_has_words():
    for reason in Reason:
        assert words(reason, (1, 1, 1, 1), Colour.WHITE)


_RACE = """
        O X . O X
        O X . O X
        O O X X X
        . O O X .
        O . O X .
        """

# The corner belongs to the white stones around it; the three black ones fall if White moves first.
CAPTURES = {
    "dead in a row": (
        """
        X X . O .
        X O O O .
        O O . O O
        . O O . .
        . . . . .
        """,
        "A5",
        2,
    ),
    "two eyes": (
        """
        . X . X O
        X X X X O
        O O O O O
        . . O . .
        . . . . .
        """,
        "B5",
        1,
    ),
    # White on either liberty of B5 puts itself into atari first; Black at C4 connects and has White.
    "no approach": (_RACE, "B5", 1),
    "approach": (_RACE, "D5", 2),
}


@pytest.mark.parametrize("name", CAPTURES)
def test_reading_captures(name):
    diagram, vertex, expected = CAPTURES[name]
    board = Board.from_diagram(diagram)
    point = board._index(vertex)
    assert native.read_capture(board._game, point) == expected
