"""Models are trained on these numbers: a faster way to compute them must give the same, bit for bit.

Whoever changes a feature or the playouts on purpose trains new models, and writes new digests here.
"""

import hashlib

import numpy as np
import pytest

from kifu._native import playouts
from kifu._native.features import life_blocks
from kifu.games.go import Board, replay
from kifu.records import sgf
from kifu_lab.bench.life import make_games


def positions(size: int) -> list[Board]:
    records = [sgf.read(data)[0] for data in make_games(size)[:4]]
    return [replay(record, moves=size * size * part // 10).board for record in records for part in (1, 3, 6)]


def digest(arrays: list[np.ndarray]) -> str:
    return hashlib.sha256(b"".join(array.astype("<f4").tobytes() for array in arrays)).hexdigest()[:16]


@pytest.mark.parametrize(
    ("name", "size", "expected"),
    [
        ("paper", 9, "2259d25dfaa761b2"),
        ("paper", 19, "e26301d096b44354"),
        ("full", 9, "35ea72721c864349"),
        ("full", 13, "60b092a65c0984ab"),
        ("full", 19, "3ada3d8d94c4018c"),
    ],
)
def test_features(name: str, size: int, expected: str):
    rows = [life_blocks(board._game, name == "full", 16, 3)[0] for board in positions(size)]
    assert digest(rows) == expected


def test_ownership():
    stones = np.stack([board.stones for board in positions(19)])
    owned = playouts.tactical_ownership(stones, np.tile(np.uint8([1, 2]), 6), 16, 5)
    assert digest([owned]) == "6294b1b5ba3e4593"
