"""Patterns harvested and counted in shards are those of all games at once."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kifu._native import learners
from kifu.archive.packed import PackedGames
from kifu.learners.moves import shards
from kifu.learners.moves.full import train_full
from kifu.learners.moves.paper import train_paper
from kifu.learners.moves.settings import FullTraining, PaperTraining
from kifu.learners.shards import Cutting

FULL = FullTraining(games=30, counted=20, chunk=10)
PAPER = PaperTraining(games=30, rounds=1, iterations=3)


@pytest.mark.parametrize("number", [1, 2, 3, 8])
def test_merged_counts_are_sums_that_stop_at_the_largest(number: int) -> None:
    random = np.random.default_rng(number)
    counters = [Counter(random.integers(0, 60, 30 * i).tolist()) for i in range(number)]
    counters[0][7] = counters[-1][7] = 40_000
    counters[-1][2**64 - 1] = 1

    def shard(counter: Counter[int]) -> Any:
        keys = sorted(counter)
        return np.array(keys, np.uint64), np.array([counter[key] for key in keys], np.uint16)

    keys, counts = shards.merge(*map(shard, counters))
    total = sum(counters, Counter[int]())
    expected = {key: min(count, 65_535) for key, count in total.items()}
    assert dict(zip(keys.tolist(), counts.tolist(), strict=True)) == expected
    assert keys.tolist() == sorted(total)
    assert (keys.dtype, counts.dtype) == (np.uint64, np.uint16)


def test_counts_without_their_keys_are_refused() -> None:
    with pytest.raises(ValueError, match="as many counts as keys"):
        learners.merge_patterns([(np.zeros(2, np.uint64), np.zeros(1, np.uint16))])


@pytest.mark.parametrize(
    ("train", "what"),
    [(train_full, FULL), (train_paper, PAPER), (train_paper, replace(PAPER, top=0))],
)
def test_shards_do_not_change_the_model(
    train: Callable[..., Any], what: Any, own_games: PackedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Cutting, "of", lambda *_, whole: Cutting(4, 1 if whole else 3))
    whole = train(what, own_games)
    with ThreadPoolExecutor(2) as executor:
        in_shards = train(what, own_games, executor=executor)
    assert in_shards.card == whole.card
    for name, array in whole.arrays.items():
        assert array.dtype == in_shards.arrays[name].dtype
        assert np.array_equal(array, in_shards.arrays[name]), name
