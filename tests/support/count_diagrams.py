"""Counts as text: how the golden cases and the failures of these tests are written and read.

A board: `x` `o` living stones, `b` `w` dead ones, `.` empty. A counted board: `x` `o` stones that live
independently, `X` `O` in seki, `B` `W` territory, `b` `w` eyes in seki, `,` dame, `f` must be filled,
`1` `2` held by Black or White behind a border that is not closed.
"""

import numpy as np
from numpy.typing import NDArray

from kifu.games.go.counting import TerritoryCount

Board = tuple[NDArray[np.uint8], NDArray[np.bool_]]


def read_board(rows: list[str]) -> Board:
    """Stones and dead marks of a board."""
    letters = np.array([list(row) for row in rows])
    stones = np.where(np.isin(letters, ["x", "b"]), 1, np.where(np.isin(letters, ["o", "w"]), 2, 0))
    return stones.astype(np.uint8), np.isin(letters, ["b", "w"])


def write_count(stones: NDArray[np.uint8], count: TerritoryCount) -> list[str]:
    """The rows of a counted board."""

    def letter(at: tuple[int, int]) -> str:
        if stones[at] and not count.dead[at]:
            return ("XO" if count.seki[at] else "xo")[stones[at] - 1]
        if count.territory[at]:
            return "BW"[count.territory[at] - 1]
        if count.seki_eyes[at]:
            return "bw"[count.seki_eyes[at] - 1]
        if count.filled[at]:
            return "f"
        if count.open_points[at]:
            return "12"[count.open_points[at] - 1]
        return "," if count.dame[at] else "?"

    return [
        "".join(letter((row, column)) for column in range(stones.shape[1])) for row in range(stones.shape[0])
    ]


def write_totals(count: TerritoryCount) -> list[str]:
    """The sums of a count, one side a line."""
    return [
        f"black: territory {count.black_territory}, prisoners {count.black_prisoners}",
        f"white: territory {count.white_territory}, prisoners {count.white_prisoners}",
    ]


def read_case(text: str) -> dict[str, list[str]]:
    """The layers of a case by name; comment lines begin with `#`."""
    layers: dict[str, list[str]] = {}
    rows: list[str] = []
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.endswith(":") and line[:-1].replace(" ", "").isupper():
            rows = layers.setdefault(line[:-1], [])
        else:
            rows.append(line)
    return layers
