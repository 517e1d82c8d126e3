"""Reasons in words; `native/tests/test_judgement.cpp` has a board of each kind."""

import pytest

from kifu.games.go import Board, Colour
from kifu.judgement import judge
from kifu.judgement.reasons import Reason, words

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


def test_a_single_stone_is_free():
    board = Board(9)
    board.play("E5")
    (block,) = judge(board, finished=False).blocks
    assert block.kind is Reason.ROOM  # all the board is its area
    board.play("C3")
    block, _ = judge(board, finished=False).blocks
    assert (block.kind, block.facts[0]) == (Reason.FREE, 4)


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
        (Reason.ROOM, (6, 0, 1), "an area of 6 points"),
        (Reason.ROOM, (2, 3, 1), "one eye of 2 points and 1 other liberty"),
        (Reason.ROOM, (7, 1), "an area of 7 points, with room for two eyes"),
        (Reason.SEKI, (1,), "seki: without two eyes, 1 liberty shared with White"),
        (Reason.RACE, (1, 3, 2, 4), "one eye of 3 points and 2 outside liberties against 4"),
        (Reason.RACE, (0, 0, 1, 4), "no eye and 1 outside liberty against 4"),
        (Reason.ATARI, (), "in atari, and no ladder or capture saves it"),
        (Reason.NO_ROOM, (1, 2, 9), "inside White's area of 9 points, without room for two eyes"),
        (Reason.NO_ROOM, (0, 0, 9), "inside White's area of 9 points, without an eye"),
        (Reason.WEAK, (2, 0, 0), "2 liberties and no eye"),
        (Reason.WEAK, (1, 2, 5), "1 liberty and 5 points of eye space"),
    ],
)
def test_words(reason, numbers, expected):
    assert words(reason, numbers, Colour.BLACK) == expected


def test_every_reason_has_words():
    for reason in Reason:
        assert words(reason, (1, 1, 1, 1), Colour.WHITE)
