"""What analysis tells of a search."""

import pytest

from kifu.players.search_analyser import thoughts_of
from kifu.players.tree_search import MoveStatistics, SearchResult
from kifu.positions.go import Board, Point


def _lower_of(visits: int, value: float) -> float:
    move = MoveStatistics(Point(2, 2), visits, value, 0, 0.5, 0.1, 0.0, (Point(2, 2),))
    (thought,) = thoughts_of(SearchResult((move,), value, 0.0, 0, 0, 0.0, 1, None), Board(9)).moves
    assert thought.lower is not None
    return thought.lower


def test_one_lucky_playout_is_not_surer_than_many_good_ones() -> None:
    assert _lower_of(1, 0.99) < 0.25
    assert _lower_of(1, 1.0) < 0.25
    assert _lower_of(100, 0.6) > 0.45


@pytest.mark.parametrize("value", [0.0, 0.3, 0.5, 0.9, 1.0])
def test_the_lower_bound_rises_to_the_value_with_the_visits(value: float) -> None:
    bounds = [_lower_of(visits, value) for visits in (1, 10, 100, 10_000, 1_000_000)]
    assert bounds == sorted(bounds)
    assert min(bounds) >= 0
    assert bounds[-1] == pytest.approx(value, abs=0.01)
    assert bounds[-1] <= value
