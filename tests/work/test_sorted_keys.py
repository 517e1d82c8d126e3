"""Joined keys are those of both, once and in order."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kifu.work.sorted_keys import joined

KEYS = st.sets(st.integers(0, 2**64 - 1) | st.integers(0, 9))


@given(KEYS, KEYS)
def test_joined(first: set[int], second: set[int]) -> None:
    sides = [np.array(sorted(side), np.uint64) for side in (first, second)]
    keys, *places = joined(*sides)
    assert keys.tolist() == sorted(first | second)
    assert keys.dtype == np.uint64
    for side, where in zip(sides, places, strict=True):
        assert np.array_equal(keys[where], side)
