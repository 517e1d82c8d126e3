"""Every reason is a fact of the board: each is drawn here, and its numbers are counted by hand."""

import numpy as np
import pytest

from kifu._native import analysis as native
from kifu.analysis.judgement import judge
from kifu.analysis.reasons import Reason, Room, words
from kifu.games.go import Board, Colour

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


# Of each kind a board where it is so, and one where it is nearly so. Dead stones are small letters; the
# verdict is given, so that no model matters.
MODEL, SURROUNDING, READ = 0, 2, 3
_TWO = """
    . X . X O
    X X X X O
    O O O O O
    . O . O .
    O O O O O
    """
_FOUR = """
    . . . . X O
    X X X X X O
    O O O O O O
    . O . O . O
    O O O O O O
    . O . O . .
    """
_SEKI = """
    X O . O X X X . .
    X O X O X O . X .
    X O X O X O O X .
    X O . O X X X X .
    X O O O X . . . .
    X X X X X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    """
_LAST = """
    x . O X .
    x O O X .
    . O X X .
    . O X . .
    O O X . .
    """
DRAWN = [
    ("two eyes, unconditionally", _TWO, "B5", MODEL, Reason.UNCONDITIONAL, ()),
    ("one eye of four", _FOUR, "E6", MODEL, Reason.ROOM, (4, Room.TWO_EYES, 0)),
    ("of three", _FOUR.replace(". . . . X", "X . . . X"), "E6", MODEL, Reason.ROOM,
     (3, Room.MOVING_FIRST, 0)),
    ("of two", _FOUR.replace(". . . . X", "X X . . X"), "E6", MODEL, Reason.CAPTURABLE, (2,)),
    ("three in a row, dead", _FOUR.replace(". . . . X", "x . . . x").replace("X X X X X", "x x x x x"),
     "E6", MODEL, Reason.NO_ROOM, (1, 3, 10)),
    ("in atari, and capturing one does not help", _FOUR.replace(". . . . X", "x x . O x")
     .replace("X X X X X", "x x x x x"), "E6", MODEL, Reason.ATARI, ()),
    ("in atari, but capturing two helps", _FOUR.replace(". . . . X", "x O . O x")
     .replace("X X X X X", "x x x x x"), "E6", MODEL, Reason.NO_ROOM, (1, 3, 8)),
    ("two eyes, joined by corners only", """
        . X . . O
        X . X . O
        O X X X O
        O O O O O
        . O . O .
        """, "B5", MODEL, Reason.EYES, (2,)),
    ("in its own area", """
        . . . . X
        . X . . X
        . . . . X
        X X X X X
        . . . . .
        """, "B4", SURROUNDING, Reason.OWN_AREA, (16,)),
    ("seki", _SEKI, "C8", MODEL, Reason.SEKI, (2,)),
    ("no seki: the wall around it is open", _SEKI.replace("X O . O X X X X", "X . . O X X X X"), "C8", MODEL,
     Reason.FREE, (2,)),
    ("not captured, as reading says", _FOUR, "E6", READ, Reason.UNCAPTURED, (4,)),
    ("no eyes, and in atari", _SEKI.replace("X O . O X X X . .", "X O O O X X X . ."), "C8", MODEL,
     Reason.CAPTURABLE, (1,)),
    ("a stone among the unconditionally living", """
        . X . X .
        X X X X X
        . o . X .
        X X X X X
        . . . X .
        """, "B3", MODEL, Reason.ENEMY_PROVED, ()),
    ("a race it loses", _LAST, "A5", MODEL, Reason.RACE, (0, 0, 2, 3)),
    ("a race it would win", _LAST.replace(". O X . .", "X O X . ."), "A5", MODEL, Reason.NO_ROOM, (0, 0, 4)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "diagram", "vertex", "ground", "reason", "facts"), DRAWN)
def test_drawn_boards(name, diagram, vertex, ground, reason, facts):
    dead = [sign.islower() for line in diagram.split("\n") for sign in line.split()]
    board = Board.from_diagram(diagram.upper())
    marks = np.array(dead, np.uint8)
    rows = native.explain(board._game, marks, np.full(marks.shape, ground, np.uint8), True)
    wanted = min(board._index(p) for p in board.block_at(vertex).stones)
    row = next(row for row in rows.tolist() if row[0] == wanted)
    assert (Reason(row[1]), tuple(row[2 : 2 + len(facts)])) == (reason, facts), name


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
