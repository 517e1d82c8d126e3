"""Rows of leads: what a move cost, when the lead changed hands."""

import pytest

from kifu.analysis.course import DRAUGHTS, GO, GO_FAST, costs, smooth, turning_points


def test_a_cost_compares_positions_with_the_same_side_to_play():
    # Having the move is worth 4 points here: nobody loses anything but White with move 4.
    leads = [2, -2, 2, -2, 8, 4]
    assert costs(leads, [True, False, True, False, True]) == [0, 0, -6, 6, 4]


def test_smoothing_takes_out_the_swing():
    assert smooth([2, -2, 2, -2, 2], GO_FAST) == [0, 0, 0, 0, 0]
    assert smooth([0.1, -0.2], DRAUGHTS) == [0.1, -0.2]
    assert smooth([3.0], GO_FAST) == [3.0]
    assert smooth([2, -2], GO) == [2, -2]  # a search has no such swing


@pytest.mark.parametrize(
    ("leads", "found"),
    [
        ([], []),
        ([5, 5, 5, 5], []),
        ([5, 5, 5, 5, -5, -5, -5, -5], [4]),
        ([5, 5, 5, 5, -5, 5, 5, 5, 5], []),  # back at once
        ([5, 5, -5, -5, -5, -5], []),  # Black never stayed ahead
        ([5, 5, 5, 5, 0.5, -0.5, -2, -2, -2, -2], [6]),  # told when it is more than even
        ([5, 5, 5, 5, -5, -5], [4]),  # the game ends there
    ],
)
def test_turning_points(leads, found):
    assert turning_points(leads, GO) == found


@pytest.mark.parametrize(
    ("loss", "decided", "name"),
    [
        (1, False, None),
        (2, False, "inaccuracy"),
        (4, False, "mistake"),
        (4, True, None),
        (9, True, "blunder"),
    ],
)
def test_losses_are_named_by_size(loss, decided, name):
    assert GO.name(loss, decided) == name
