"""Labelled games as arrays: some of them, with all their columns."""

import numpy as np
import pytest

from kifu.errors import InputError
from kifu.features.labelled import LabelledGames


def games() -> LabelledGames:
    owners = np.repeat(np.arange(3, dtype=np.uint8)[:, None], 4, axis=1)
    ids, offsets = np.array([7, 8, 9]), np.array([0, 2, 2, 5])
    return LabelledGames(
        2, ids, np.arange(5, dtype=np.uint16), offsets, owners, np.array([1, 2, 3], np.int16)
    )


@pytest.mark.parametrize("which", [[2, 0], np.array([2, 0], np.uint8)], ids=["list", "array"])
def test_games_are_taken_in_the_order_given(which: object) -> None:
    some = games().take(which)
    assert isinstance(some, LabelledGames)
    assert some.ids.tolist() == [9, 7]
    assert some.actions.tolist() == [2, 3, 4, 0, 1]
    assert some.offsets.tolist() == [0, 3, 5]
    assert some.owners[:, 0].tolist() == [2, 0]
    assert some.levels.tolist() == [3, 1]


def test_a_mask_takes_and_may_take_none() -> None:
    assert games().take(np.array([False, True, True])).ids.tolist() == [8, 9]
    none = games().take(np.zeros(3, np.bool_))
    assert (len(none), none.offsets.tolist(), none.owners.shape) == (0, [0], (0, 4))
    assert str(none) == "0 games"


def test_chunks_are_all_games_in_turn() -> None:
    parts = list(games().chunks(2))
    assert [part.ids.tolist() for part in parts] == [[7, 8], [9]]
    assert [str(part) for part in parts] == ["2 games from number 7 on", "1 game from number 9 on"]


def test_columns_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="expected offsets, owners and levels for 1 games"):
        LabelledGames(
            2, np.array([1]), np.zeros(0, np.uint16), np.array([0, 0]), games().owners, games().levels
        )
