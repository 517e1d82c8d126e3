"""What analysis tells of a search."""

import threading
import time

import pytest

from kifu.errors import InputError
from kifu.games.go import Board, Point
from kifu.players.search_analyser import SearchAnalyser, thoughts_of
from kifu.players.tree_search import MoveStatistics, SearchResult, TreeSearch


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


def _analyser(seconds: float) -> tuple[SearchAnalyser, threading.Event]:
    """One whose model takes some time to read, and when that has begun."""
    begun = threading.Event()

    def make() -> TreeSearch:
        begun.set()
        time.sleep(seconds)
        return TreeSearch()

    return SearchAnalyser(make), begun


def test_input_while_a_model_is_read_is_not_kept_waiting() -> None:
    analyser, begun = _analyser(1.0)
    analyser.start(Board(9), 7.0)
    assert begun.wait(10)
    assert analyser.look().moves == ()
    started = time.monotonic()
    analyser.stop()
    assert time.monotonic() - started < 0.5
    analyser.close()
    assert time.monotonic() - started > 0.5, "who closes it waits"
    assert analyser.look().moves == (), "nobody has thought about it"


def test_the_next_position_is_thought_about_when_the_model_is_there() -> None:
    analyser, begun = _analyser(0.3)
    board = Board(9)
    analyser.start(board, 7.0)
    assert begun.wait(10)
    board.play(Point(4, 4))
    analyser.start(board, 7.0)
    until = time.monotonic() + 20
    while not analyser.look().moves and time.monotonic() < until:
        time.sleep(0.02)
    analyser.close()
    assert analyser.look().moves
    assert all(thought.move != Point(4, 4) for thought in analyser.look().moves)


def test_a_model_that_cannot_be_read_is_told_to_who_looks() -> None:
    def make() -> TreeSearch:
        raise InputError("no such model")

    analyser = SearchAnalyser(make)
    analyser.start(Board(9), 7.0)
    analyser._round.ended.wait(10)  # type: ignore[union-attr]
    with pytest.raises(InputError, match="no such model"):
        analyser.look()
    analyser.close()
