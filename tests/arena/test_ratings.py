"""Intervals as tables of statistics have them."""

import pytest

from kifu.arena.ratings import student
from kifu.errors import InputError


def test_students_quantiles_are_those_of_the_tables() -> None:
    known = {1: 12.706, 2: 4.303, 5: 2.571, 9: 2.262, 10: 2.228, 11: 2.201, 15: 2.131, 23: 2.069, 30: 2.042,
             60: 2.000, 120: 1.980, 10**6: 1.960}  # fmt: skip
    assert {n: round(student(n), 3) for n in known} == known
    with pytest.raises(InputError, match="at least one degree of freedom, got 0"):
        student(0)
