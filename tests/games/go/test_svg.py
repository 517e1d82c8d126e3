"""SVG drawings are well-formed whatever is written on them, and show what was asked."""

from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.errors import InputError, PointError
from kifu.games.go import Board, Point
from kifu.games.go.svg import draw
from kifu.games.svg import MARKS

NS = "{http://www.w3.org/2000/svg}"


def test_stones_marks_and_last_move_are_drawn() -> None:
    board = Board(9)
    board.play("C3")
    board.play("G7")
    tree = ElementTree.fromstring(
        board.svg(marks=dict.fromkeys([Point(2, 6)], "triangle"), labels={Point(4, 4): "12"})
    )
    fills = [circle.get("fill") for circle in tree.iter(f"{NS}circle")]
    assert fills.count("#1d1b1a") == 1
    assert fills.count("#f7f4ee") == 1
    assert "12" in [text.text for text in tree.iter(f"{NS}text")]
    assert board._repr_svg_().startswith("<svg")


@given(st.text(max_size=6), st.text(max_size=30))
def test_hostile_labels_stay_text(label: str, title: str) -> None:
    ElementTree.fromstring(draw(np.zeros((5, 5)), labels={Point(1, 1): label}, title=title))


def test_all_marks_on_all_stones() -> None:
    stones = np.array([[0, 1], [2, 0]])
    for mark in MARKS:
        ElementTree.fromstring(draw(stones, marks={Point(x, y): mark for x in (0, 1) for y in (0, 1)}))


def test_heat_and_bad_arguments() -> None:
    heat = np.array([[0.5, -2], [np.nan, 0]])
    tree = ElementTree.fromstring(draw(np.zeros((2, 2)), heat=heat))
    assert len(list(tree.iter(f"{NS}rect"))) == 3
    with pytest.raises(InputError, match="shape"):
        draw(np.zeros((2, 2)), heat=np.zeros((3, 3)))
    with pytest.raises(InputError, match="expected a mark among"):
        draw(np.zeros((2, 2)), marks={Point(0, 0): "heart"})
    with pytest.raises(PointError):
        draw(np.zeros((2, 2)), labels={Point(5, 0): "x"})
