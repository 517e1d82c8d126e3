"""How games are cut into shards."""

import pytest

from kifu.learners.shards import Cutting


@pytest.mark.parametrize(
    ("games", "workers", "cutting"),
    [
        (1, 2, Cutting(1, 2)),
        (1_000, 1, Cutting(250, 2)),
        (1_000, 2, Cutting(125, 2)),  # something for each until the end
        (20_000, 2, Cutting(500, 2)),  # about a second each
        (20_000, 100, Cutting(50, 100)),  # a part for each
        (1_000_000, 2, Cutting(6_500, 50)),  # no worker holds more than a fiftieth
        (100_000_000, 2, Cutting(8_000, 256)),  # nor more than its memory can hold
    ],
)
def test_cutting(games: int, workers: int, cutting: Cutting) -> None:
    assert Cutting.of(games, workers, 500, whole=False) == cutting


def test_counts_that_stay_whole() -> None:
    assert Cutting.of(1_000_000, 100, 250, whole=True) == Cutting(250, 1)
