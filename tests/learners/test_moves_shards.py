"""Patterns harvested and counted in shards are those of all games at once."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kifu.archive.packed import PackedGames
from kifu.learners.moves import FullTraining, PaperTraining, shards, train_full, train_paper

FULL = FullTraining(games=30, counted=20, chunk=10)
PAPER = PaperTraining(games=30, rounds=1, iterations=3)


def test_merged_counts_are_sums_that_stop_at_the_largest() -> None:
    random = np.random.default_rng(1)
    first, second = (Counter(random.integers(0, 60, 200).tolist()) for _ in range(2))
    first[7], second[7] = 40_000, 30_000

    def sides(counter: Counter[int]) -> Any:
        keys = sorted(counter)
        return np.array(keys, np.uint64), np.array([counter[key] for key in keys], np.uint16)

    keys, counts = shards.merge(sides(first), sides(second))
    both = first + second
    assert dict(zip(keys.tolist(), counts.tolist(), strict=True)) == {**both, 7: 65_535}
    assert keys.tolist() == sorted(both)
    assert (keys.dtype, counts.dtype) == (np.uint64, np.uint16)


@pytest.mark.parametrize(
    ("train", "what"),
    [(train_full, FULL), (train_paper, PAPER), (train_paper, replace(PAPER, top=0))],
)
def test_shards_do_not_change_the_model(
    train: Callable[..., Any], what: Any, own_games: PackedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shards, "SHARD", 4)
    whole = train(what, own_games)
    with ThreadPoolExecutor(2) as executor:
        in_shards = train(what, own_games, executor=executor)
    assert in_shards.card == whole.card
    for name, array in whole.arrays.items():
        assert array.dtype == in_shards.arrays[name].dtype
        assert np.array_equal(array, in_shards.arrays[name]), name
