"""Draughts endings of up to four pieces, solved exactly: who wins, and in how many plies."""

import zlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kifu._native import draughts as native
from kifu.errors import InputError, PositionError
from kifu.games.draughts.position import Position
from kifu.work.cache import cache_folder
from kifu.work.files import read_bytes, write_bytes
from kifu.work.progress import Progress, silent

MOST_PIECES = 4
_MAGIC = b"KIFU draughts endings 1\n"


class Solution(NamedTuple):
    """What best play leads to, for the side to move.

    Attributes:
        outcome: 1 won, 0 drawn, -1 lost.
        plies: until the end, the winner hurrying and the loser holding out; 0 for a draw.
    """

    outcome: int
    plies: int

    def __str__(self) -> str:
        if self.outcome == 0:
            return "draw"
        return (
            f"{'win' if self.outcome > 0 else 'loss'} in {self.plies} {'ply' if self.plies == 1 else 'plies'}"
        )


class Slice(NamedTuple):
    """All positions with the same pieces: counts for the side to move.

    Attributes:
        men: of the side to move.
        kings: of the side to move.
        other_men: of the other side.
        other_kings: of the other side.
        won: positions the side to move wins.
        lost: positions it loses.
        drawn: positions nobody wins.
        longest: plies of the longest way to win or lose.
    """

    men: int
    kings: int
    other_men: int
    other_kings: int
    won: int
    lost: int
    drawn: int
    longest: int

    def __str__(self) -> str:
        return f"{_side(self.men, self.kings)} against {_side(self.other_men, self.other_kings)}"


class Endings:
    """Solved endings; `solve` or `ready` make them.

    Repetitions and the rule of forty moves do not count in them.
    """

    def __init__(self, solved: native.Endings) -> None:
        self._solved = solved

    @classmethod
    def solve(cls, pieces: int = MOST_PIECES, progress: Progress = silent) -> "Endings":
        """Work backwards from every end, without the GIL; Ctrl-C ends it."""
        total = native.Endings.size(_checked(pieces))
        solved = native.Endings.solve(
            pieces, lambda done: progress(done, total, f"endings of up to {pieces} pieces")
        )
        return cls(solved)

    @classmethod
    def load(cls, path: str | Path) -> "Endings":
        """Read what `save` wrote; anything else, and anything damaged, is refused."""
        data = read_bytes(path)
        head = len(_MAGIC) + 5
        if not data.startswith(_MAGIC) or len(data) < head:
            raise InputError(f"expected solved endings of this version of Kifu, got {str(path)!r}")
        pieces, check = data[len(_MAGIC)], int.from_bytes(data[len(_MAGIC) + 1 : head], "little")
        try:
            if zlib.crc32(data[head:]) != check:
                raise ValueError("its check sum is wrong")
            return cls(native.Endings(pieces, data[head:]))
        except ValueError as error:
            raise InputError(f"the endings in {str(path)!r} are damaged: {error}; solve them again") from None

    def save(self, path: str | Path) -> None:
        """Write them at once: a reader never sees half of them."""
        values = self._solved.values()
        head = _MAGIC + bytes([self.pieces]) + zlib.crc32(values).to_bytes(4, "little")
        write_bytes(path, head + values)

    @property
    def native(self) -> native.Endings:
        """The native table, for those who search natively."""
        return self._solved

    @property
    def pieces(self) -> int:
        """Up to how many pieces on the board."""
        return self._solved.pieces

    def probe(self, position: Position) -> Solution | None:
        """Say how a position ends; None where it has more pieces, or none of one side."""
        return _solution(self._solved.probe(position._game))

    def probe_rows(self, rows: npt.NDArray[np.uint32]) -> npt.NDArray[np.int16]:
        """The same for rows (black, white, kings, side to move): 0 drawn, else plies + 1, -1 not known.

        An odd number of plies is a win of the side to move.
        """
        try:
            return self._solved.probe_rows(np.ascontiguousarray(rows, dtype=np.uint32))
        except ValueError as error:
            raise PositionError(f"cannot look up these positions: {error}") from None

    def census(self) -> list[Slice]:
        """Count the positions of every kind of ending."""
        return [Slice(*row) for row in self._solved.census()]


def cache_file(pieces: int = MOST_PIECES) -> Path:
    """Where solved endings are kept: the user's cache folder, or that of KIFU_CACHE."""
    return cache_folder() / f"draughts-endings-{_checked(pieces)}.bin"


def ready(pieces: int = MOST_PIECES, progress: Progress = silent) -> Endings:
    """Return the endings, solving and keeping them at the first use.

    Where the cache folder cannot be written, they are solved anew in every process.
    """
    path = cache_file(pieces)
    if (kept := _kept(path) or _unkept.get(pieces)) is not None:
        return kept
    endings = Endings.solve(pieces, progress)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        endings.save(path)
    except OSError:
        return _unkept.setdefault(pieces, endings)
    return _kept(path) or endings


_unkept: dict[int, Endings] = {}


@lru_cache(maxsize=4)
def _loaded(path: Path, size: int, changed: int) -> Endings:
    return Endings.load(path)


def _kept(path: Path) -> Endings | None:
    try:
        known = path.stat()
        return _loaded(path, known.st_size, known.st_mtime_ns)
    except (OSError, InputError):
        return None  # not there, or of another version


def _solution(value: int) -> Solution | None:
    if value < 0:
        return None
    if value == 0:
        return Solution(0, 0)
    return Solution(1 if value % 2 == 0 else -1, value - 1)


def _checked(pieces: int) -> int:
    if not 2 <= pieces <= MOST_PIECES:
        raise InputError(f"expected 2 to {MOST_PIECES} pieces, got {pieces!r}")
    return pieces


def _side(men: int, kings: int) -> str:
    parts = [
        f"{number} {name if number == 1 else plural}"
        for number, name, plural in ((kings, "king", "kings"), (men, "man", "men"))
        if number
    ]
    return " and ".join(parts)
