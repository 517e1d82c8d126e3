"""Estimates: the paper's rule as it is written, and expectations that add up."""

import numpy as np
import pytest

from kifu.games.go import Board, Colour, diagrams
from kifu.judgement.estimates import estimate, nearest_living

HALVES = """
. . X O . . .
. . X O . . .
. . X O . O .
. O X O . . .
. . X O . . .
. . X O . . .
. . X O . . .
"""


def test_a_point_belongs_to_the_nearest_living_block():
    stones = diagrams.read(
        """
        X . . . O
        . . . . .
        . . X . .
        . . . . .
        . . . . .
        """
    )
    alive = np.ones_like(stones)
    alive[2, 2] = 0
    # With the black stone in the centre dead, the middle column is as near to one corner as to the other.
    assert nearest_living(stones, alive).tolist() == [[1, 1, 0, 2, 2]] * 5


@pytest.mark.parametrize("seed", range(5))
def test_distances_agree_with_a_slow_search(seed):
    random = np.random.default_rng(seed)
    stones = random.choice([0, 0, 0, 0, 1, 2], size=(7, 9))
    alive = random.random((7, 9)) < 0.7
    expected = np.zeros((7, 9), int)
    for y, x in np.ndindex(7, 9):
        near = {
            c: min((abs(y - v) + abs(x - u) for v, u in np.argwhere((stones == c) & alive)), default=99)
            for c in (1, 2)
        }
        expected[y, x] = 1 if near[1] < near[2] else 2 if near[2] < near[1] else 0
    assert (nearest_living(stones, alive) == expected).all()


def test_area_and_territory_agree_on_a_settled_board():
    for rules in ("chinese", "japanese"):
        found = estimate(Board.from_diagram(HALVES, Colour.BLACK, rules), komi=0)
        # 21 points to 28, and White B4 behind Black's wall is dead.
        assert found.winner is Colour.WHITE
        assert abs(found.lead + 7) < 3


def test_colours_swapped_swap_the_estimate():
    board = Board.from_diagram(HALVES)
    swapped = Board.from_stones(np.array([0, 2, 1], np.uint8)[board.stones], Colour.WHITE)
    a, b = estimate(board, komi=0), estimate(swapped, komi=0)
    assert a.lead == pytest.approx(-b.lead, abs=2.0)


def test_ownership_is_within_bounds():
    found = estimate(Board.from_diagram(HALVES))
    assert (abs(found.ownership) <= 1).all()
    assert found.owner[3, 1] == 1  # the dead stone's point is Black's


@pytest.mark.parametrize("size", [9, 13, 19])
def test_a_game_begins_even(size: int) -> None:
    board = Board(size, "chinese")
    for point in ("D4", "F6", "F4"):
        guess = estimate(board, komi=7)
        assert abs(guess.lead) < 3, f"{guess.lead} after {len(board.moves)} moves"
        assert guess.trust < 0.3
        board.play(point)
