import pytest

from kifu_lab.experiments.tables import Row, Table, Value
from kifu_lab.experiments.values import mean_of, mean_share, points_of, share_of


def test_a_mean_has_students_interval() -> None:
    at = mean_of([1.0, 2.0, 3.0], paper=2.5, digits=2)
    assert (at.value, at.paper) == (2.0, 2.5)
    assert at.low is not None
    assert at.high is not None
    assert at.high - 2.0 == pytest.approx(2.0 - at.low) == pytest.approx(4.3027 / 3**0.5)
    assert mean_of([7.0]).low is None
    assert mean_of([]).value is None


def test_a_share_counts_draws_half_and_stays_among_its_games() -> None:
    at = share_of([3, 2, 0])
    assert at.value == points_of([3, 2, 0]) == 80.0
    assert at.low is not None
    assert at.high is not None
    assert 0 < at.low < 80 < at.high <= 100
    assert share_of(None, 75.0).value is None
    assert share_of([0, 0, 0]).value is None


def test_shares_of_runs_never_leave_the_hundred() -> None:
    assert mean_share([[9, 0, 1]]) == share_of([9, 0, 1])
    at = mean_share([[10, 0, 0], [10, 0, 0], [1, 0, 9]])
    assert (at.value, at.low, at.high) == (70.0, 0.0, 100.0)
    assert mean_share([]).value is None


def test_counts_are_written_to_the_last_digit() -> None:
    table = Table("", "row", ["patterns", "share"], [Row("all", [Value(3_234_793), Value(0.123456789)])])
    assert table.csv().splitlines()[1:] == ["all,patterns,3234793,,,", "all,share,0.123457,,,"]
