"""Sorted keys of two counts joined: the step that merging counts spends its time on."""

from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

K = TypeVar("K", bound=np.integer[Any])


def joined(
    first: npt.NDArray[K], second: npt.NDArray[K]
) -> tuple[npt.NDArray[K], npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Return all keys once, sorted, and where the keys of the first and of the second are among them.

    Args:
        first: sorted keys without repetition.
        second: the same.
    """
    keys = np.concatenate([first, second])
    # A stable sort knows the two runs and merges them, many times faster than np.union1d.
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    new = np.ones(len(keys), bool)
    new[1:] = keys[1:] != keys[:-1]
    places = np.empty(len(keys), np.intp)
    places[order] = np.cumsum(new) - 1
    return keys[new], places[: len(first)], places[len(first) :]
