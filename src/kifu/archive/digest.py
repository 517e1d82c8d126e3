"""Bytes of a record file -> rows of its games: the one place where the archive meets readers and rules.

Moves of Go are packed as `native/go/packed.hpp` says: x in bits 0-5, y in bits 6-11, colour in bits 12-13
(1 black, 2 white), a pass has x = y = 63.
"""

import re
import zlib

import numpy as np

from kifu._native import go
from kifu.archive.ranks import level
from kifu.archive.rows import GameRow
from kifu.errors import RecordError


def digest(data: bytes, name: str) -> list[GameRow]:
    """The rows of all games in a record file."""
    if b"(;" not in data.replace(b"\n", b""):
        raise RecordError(f"expected a game record in {name!r}")
    p = {k.decode(): v.decode("utf-8", "replace") for k, v in re.findall(rb"([A-Z]{2})\[([^\]]*)\]", data)}
    size = int(p.get("SZ", "19"))
    moves = np.array(
        [
            (4096 if c == b"B" else 8192) | ((v[0] - 97) | (v[1] - 97) << 6 if v and v != b"tt" else 4095)
            for c, v in re.findall(rb";\s*([BW])\[(\w\w|)\]", data)
        ],
        np.uint16,
    )
    none = np.zeros(0, np.uint16)
    key = go.game_key(size, none, moves)
    key = key - (1 << 64) if key >= 1 << 63 else key
    date = p.get("DT")
    year = re.search(r"\d{4}", date or "")
    return [
        GameRow(
            0, key, "go", size, size, p.get("PB"), p.get("PW"), p.get("BR"), p.get("WR"),
            level(p.get("BR")), level(p.get("WR")), date, int(year[0]) if year else None, p.get("EV"),
            p.get("RU"), None, 0, p.get("RE"), "unknown", None, None, len(moves), None, None,
            moves.tobytes(), b"", zlib.compress(data, 6),
        )
    ]  # fmt: skip
