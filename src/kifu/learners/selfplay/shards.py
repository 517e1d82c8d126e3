"""Shards: games of self-play in one file, a NumPy archive (`.npz`) with these arrays.

Games lie end to end, game i is `actions[offsets[i]:offsets[i + 1]]`; so do the policy targets.

| array | type | shape | meaning |
| --- | --- | --- | --- |
| actions | uint16 | | moves as `kifu.records.packed_moves` reads them, those of the start too |
| offsets | int64 | games + 1 | where each game begins |
| owners | uint8 | games, points | owner at the end: 0 neutral, 1 Black, 2 White |
| leads | float32 | games | Black's lead at the end, komi counted |
| terms | float32 | games, 4 | komi; 1 for area counting; ranks of Black and White (-100 unknown) |
| starts | int32 | games | moves that were not self-play but where it began |
| policy_games | int32 | targets | game of a searched position |
| policy_moves | int32 | targets | moves before it |
| policy_offsets | int64 | targets + 1 | where its moves begin |
| policy_points | int16 | | points of moves that were searched, row by row; -1 the pass |
| policy_visits | int32 | | their visits, at least 1 |

The last five may be missing together: moves were then drawn from the policy, without search.
"""

import io
import math
import re
import zipfile
import zlib
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kifu.errors import InputError
from kifu.records.packed_moves import is_move
from kifu.work.files import read_bytes

_TYPES: dict[str, type[np.generic]] = {
    "actions": np.uint16,
    "offsets": np.int64,
    "owners": np.uint8,
    "leads": np.float32,
    "terms": np.float32,
    "starts": np.int32,
    "policy_games": np.int32,
    "policy_moves": np.int32,
    "policy_offsets": np.int64,
    "policy_points": np.int16,
    "policy_visits": np.int32,
}
_POLICY = tuple(name for name in _TYPES if name.startswith("policy_"))
_NAME = re.compile(r"(\d{6,})\.npz")
_LARGEST = 1 << 28


@dataclass(frozen=True, eq=False)
class Shard:
    """Games of self-play on one board size; the module has the meaning of each array.

    Raises:
        InputError: The arrays do not fit together.
    """

    actions: NDArray[np.uint16]
    offsets: NDArray[np.int64]
    owners: NDArray[np.uint8]
    leads: NDArray[np.float32]
    terms: NDArray[np.float32]
    starts: NDArray[np.int32]
    policy_games: NDArray[np.int32]
    policy_moves: NDArray[np.int32]
    policy_offsets: NDArray[np.int64]
    policy_points: NDArray[np.int16]
    policy_visits: NDArray[np.int32]

    def __post_init__(self) -> None:
        for name, kind in _TYPES.items():
            array = getattr(self, name)
            wanted = 2 if name in ("owners", "terms") else 1
            if array.dtype != kind or array.ndim != wanted:
                raise InputError(
                    f"expected {name} as {np.dtype(kind)} in {wanted} dimensions, got {array.dtype} of shape "
                    f"{array.shape}"
                )
        games, targets = len(self.leads), len(self.policy_games)
        _expect_offsets("offsets", self.offsets, games, len(self.actions))
        _expect_offsets("policy_offsets", self.policy_offsets, targets, len(self.policy_points))
        points = self.owners.shape[1]
        expected = {
            "owners of a square board for every game": len(self.owners) == games
            and self.size**2 == points > 0,
            "owners of 0, 1 and 2": bool((self.owners <= 2).all()),
            "finite leads": bool(np.isfinite(self.leads).all()),
            "finite terms of shape (games, 4)": self.terms.shape == (games, 4)
            and bool(np.isfinite(self.terms).all()),
            "a start within every game": len(self.starts) == games
            and bool(((self.starts >= 0) & (self.starts <= self.lengths)).all()),
            "a game for every policy target": bool(
                ((self.policy_games >= 0) & (self.policy_games < games)).all()
            ),
            "a number of moves for every policy target": len(self.policy_moves) == targets,
            "points of the board and visits of at least 1 in policy targets": bool(
                ((self.policy_points >= -1) & (self.policy_points < points)).all()
            )
            and len(self.policy_visits) == len(self.policy_points)
            and bool((self.policy_visits >= 1).all()),
        }
        for what, holds in expected.items():
            if not holds:
                raise InputError(f"expected {what}")
        most = self.lengths[self.policy_games]
        if not ((self.policy_moves >= 0) & (self.policy_moves <= most)).all():
            raise InputError("expected policy targets within their games")

    def __len__(self) -> int:
        return len(self.leads)

    @property
    def size(self) -> int:
        """Lines of the board."""
        return math.isqrt(self.owners.shape[1])

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """Moves and passes of each game."""
        before = np.concatenate([[0], np.cumsum(is_move(self.actions))])
        counts: NDArray[np.int64] = np.diff(before[self.offsets]).astype(np.int64)
        return counts

    def to_bytes(self) -> bytes:
        """The file: the same shard gives the same bytes."""
        arrays: dict[str, Any] = {
            name: array
            for name, array in asdict(self).items()
            if len(self.policy_games) or name not in _POLICY
        }
        file = io.BytesIO()
        np.savez_compressed(file, **arrays)
        return file.getvalue()


def _expect_offsets(name: str, offsets: NDArray[np.int64], count: int, end: int) -> None:
    fits = len(offsets) == count + 1 and offsets[0] == 0 and offsets[-1] == end
    if not fits or not (np.diff(offsets) > 0).all():
        raise InputError(f"expected {name} that rise from 0 to {end} in {count} steps")


def shard_file(folder: Path, number: int) -> Path:
    """Where a run of self-play keeps a shard."""
    return folder / "shards" / f"{number:06d}.npz"


def shard_numbers(folder: Path) -> list[int]:
    """The shards that a run has, in order."""
    shards = folder / "shards"
    if not shards.is_dir():
        return []
    return sorted(int(match[1]) for path in shards.iterdir() if (match := _NAME.fullmatch(path.name)))


def read_shard(path: Path) -> Shard:
    """Read a shard and check all of it but the rules of Go.

    Raises:
        MissingFileError: There is none.
        InputError: It is damaged, or its arrays do not fit together; the message names the file.
    """
    data = read_bytes(path, limit=_LARGEST)
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            arrays = {name: file[name] for name in _TYPES if name in file.files}
        missing = [name for name in _TYPES if name not in arrays]
        if missing == list(_POLICY):
            arrays |= {name: np.zeros(int(name == "policy_offsets"), _TYPES[name]) for name in _POLICY}
        elif missing:
            raise InputError(f"expected the arrays {', '.join(_TYPES)}; there is no {missing[0]}")
        return Shard(**arrays)
    except (OSError, EOFError, ValueError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
        # What NumPy raises for damaged files; an InputError is a ValueError.
        raise InputError(f"shard {str(path)!r} is damaged: {error}; remove it") from None
