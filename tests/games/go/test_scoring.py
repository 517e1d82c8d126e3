"""Scores under each ruleset: the same position, counted by its rules."""

import pytest

from kifu.games.go import Board, Colour, score

FINISHED = """
    . X O . .
    X X O O .
    . X X O .
    . X O O O
    X X X O .
"""


@pytest.mark.parametrize(
    ("rules", "result"),
    [
        ("chinese", "W+8.5"),  # 12 points to 13, and 7.5
        ("aga", "W+8.5"),
        ("new zealand", "W+8"),
        ("tromp-taylor", "W+8.5"),
        ("ing", "W+9"),
        ("japanese", "W+8.5"),  # 3 points to 5, and 6.5
        ("korean", "W+8.5"),
    ],
)
def test_the_same_position_under_every_ruleset(rules: str, result: str) -> None:
    assert str(score(Board.from_diagram(FINISHED, rules=rules)).result) == result


def test_dead_stones_captures_and_komi() -> None:
    board = Board.from_diagram(
        """
        . X O . O
        X X O O .
        . X O O O
        O X X X X
        . X . X .
        """,
        rules="japanese",
    )
    counted = score(board, dead=["A2"], komi=0.5)
    # Black: A5 A3 A2 A1 C1 E1 and the dead stone; White: D5 E4.
    assert (counted.black, counted.white) == (7.0, 2.5)
    assert counted.winner is Colour.BLACK
    assert str(counted.result) == "B+4.5"


@pytest.mark.parametrize(
    ("rules", "points"), [("chinese", 4), ("aga", 3), ("japanese", 0), ("new zealand", 0)]
)
def test_handicap_stones_cost_what_the_rules_say(rules: str, points: int) -> None:
    counted = score(Board.from_diagram(FINISHED, rules=rules), handicap=4)
    assert counted.compensation == points


def test_a_draw() -> None:
    counted = score(Board(5, "tromp-taylor"), komi=0)
    assert counted.winner is None
    assert str(counted.result) == "0"
