"""Games that Kifu makes itself, packed for training."""

from functools import lru_cache

import numpy as np

from kifu.archive.packed import PackedGames
from kifu.games.go import replay
from kifu.interfaces.bench.life import make_games
from kifu.records import sgf


@lru_cache
def packed(size: int = 9) -> PackedGames:
    """Forty games on one size of board."""
    parts = []
    for data in make_games(size):
        moves = replay(sgf.read(data)[0]).board.moves
        parts.append([m.point.x | m.point.y << 6 | (m.colour.value == "W") << 15 for m in moves if m.point])
    offsets = np.concatenate([[0], np.cumsum([len(part) for part in parts])]).astype(np.int64)
    return PackedGames(size, np.arange(len(parts)), np.concatenate(parts).astype(np.uint16), offsets)
