"""All coordinate systems agree."""

import pytest

from kifu.errors import PointError
from kifu.games import coordinates as c
from kifu.records.moves import Point


def test_the_table_of_the_module() -> None:
    point = Point(15, 3)
    assert c.to_gtp(point, 19) == "Q16"
    assert c.to_sgf(point) == "pd"
    assert c.to_index(point, 19) == 72
    assert c.from_gtp("q16", 19) == c.from_sgf("pd", 19) == c.from_index(72, 19) == point


@pytest.mark.parametrize("size", [2, 9, 19, 25])
def test_every_point_goes_there_and_back(size: int) -> None:
    for index in range(-1, size * size):
        point = c.from_index(index, size)
        assert c.to_index(point, size) == index
        assert c.from_gtp(c.to_gtp(point, size), size) == point
        assert c.from_sgf(c.to_sgf(point), size) == point


def test_tt_is_a_pass_only_up_to_19() -> None:
    assert c.from_sgf("tt", 19) is None
    assert c.from_sgf("tt", 20) == Point(19, 19)


@pytest.mark.parametrize("text", ["a", "aaa", "a1", "é1", "zz"])
def test_bad_sgf_points(text: str) -> None:
    with pytest.raises(PointError):
        c.from_sgf(text, 19)
