"""An independent table of every draughts position of two to four pieces, kept beside the repository.

One byte a position: 0 drawn, 255 impossible, else plies + 1; the side to move wins in an odd number of plies.
"""

import lzma
from functools import lru_cache
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.uint32]


@lru_cache(maxsize=3)
def oracle(shared_data: Path, pieces: int) -> npt.NDArray[np.uint8]:
    """The bytes of all positions with so many pieces."""
    packed = (shared_data / "draughts" / f"egtb{pieces}.bin.xz").read_bytes()
    return np.frombuffer(lzma.decompress(packed), dtype=np.uint8)


def oracle_positions(shared_data: Path, pieces: int, step: int = 1) -> tuple[Rows, npt.NDArray[np.uint8]]:
    """Possible positions of every `step`-th placement of the pieces, and their bytes.

    Rows are (black, white, kings, side to move), with bit n - 1 for square n and 0 for Black to move.
    """
    rows, places = _placed(pieces, step)
    values = oracle(shared_data, pieces)[places]
    return rows[values != 255], values[values != 255]


def oracle_values(shared_data: Path, rows: Rows) -> npt.NDArray[np.int64]:
    """The bytes of positions as rows; a side without pieces that is to move has lost in no plies."""
    black, white, kings, side = (rows[:, column].astype(np.int64) for column in range(4))
    count, rank, types = (np.zeros(len(rows), dtype=np.int64) for _ in range(3))
    ways = np.array([[comb(square, place) for place in range(6)] for square in range(32)])
    for square in range(32):
        there = (black | white) >> square & 1
        count += there
        rank += there * ways[square, count]
        kind = 2 * (white >> square & 1) + (kings >> square & 1)
        types = np.where(there == 1, 4 * types + kind, types)
    values = np.ones(len(rows), dtype=np.int64)
    for pieces in (2, 3, 4):
        which = (count == pieces) & (black != 0) & (white != 0)
        places = ((rank[which] << 2 * pieces) | types[which]) * 2 + side[which]
        values[which] = oracle(shared_data, pieces)[places]
    return values


def _placed(pieces: int, step: int) -> tuple[Rows, npt.NDArray[np.int64]]:
    """Placements of so many pieces for either side to move, and their places in the oracle's file."""
    squares = np.array(list(combinations(range(32), pieces))[::step], dtype=np.int64)
    rank = sum(np.array([comb(s, i + 1) for s in range(32)])[squares[:, i]] for i in range(pieces))
    rows, places = [], []
    for types in range(4**pieces):
        kinds = [types >> 2 * (pieces - 1 - i) & 3 for i in range(pieces)]  # the lowest square first
        if {kind // 2 for kind in kinds} != {0, 1}:
            continue
        bits = 1 << squares
        black = sum(bits[:, i] for i in range(pieces) if kinds[i] < 2)
        white = sum(bits[:, i] for i in range(pieces) if kinds[i] >= 2)
        kings = sum((bits[:, i] for i in range(pieces) if kinds[i] % 2), np.zeros(len(bits), dtype=np.int64))
        for side in (0, 1):
            rows.append(np.stack([black, white, kings, np.full(len(bits), side)], axis=1))
            places.append(((rank << 2 * pieces) | types) * 2 + side)
    return np.concatenate(rows).astype(np.uint32), np.concatenate(places)
