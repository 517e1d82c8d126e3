"""Games with the final owner of every point, as arrays: what life is learned from and measured on."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kifu.errors import InputError


@dataclass(frozen=True, eq=False)
class LabelledGames:
    """Labelled games of one board size. All columns have one entry per game.

    Attributes:
        size: lines of the board.
        ids: numbers of the games, for the reader's use.
        actions: all games' actions end to end, as the archive has them.
        offsets: where each game begins, and the end.
        owners: of shape (games, points): 0 neither's, 1 black, 2 white, 255 unknown.
        levels: rank of the weaker player as a number (`kifu.archive.ranks`); -100 when not known.
    """

    size: int
    ids: npt.NDArray[np.int64]
    actions: npt.NDArray[np.uint16]
    offsets: npt.NDArray[np.int64]
    owners: npt.NDArray[np.uint8]
    levels: npt.NDArray[np.int16]

    def __post_init__(self) -> None:
        n = len(self.ids)
        if len(self.offsets) != n + 1 or self.owners.shape != (n, self.size**2) or len(self.levels) != n:
            raise InputError(
                f"expected offsets, owners and levels for {n} games on {self.size} lines, got "
                f"{len(self.offsets)} offsets, owners of shape {self.owners.shape}, {len(self.levels)} levels"
            )

    def __len__(self) -> int:
        return len(self.ids)

    def take(self, numbers: npt.ArrayLike) -> "LabelledGames":
        """Return the games with these indices (or where a mask is true), in the order given."""
        index = np.asarray(numbers)
        if index.dtype == np.bool_:
            index = np.flatnonzero(index)
        index = index.astype(np.int64)
        begin, length = self.offsets[index], self.offsets[index + 1] - self.offsets[index]
        offsets = np.concatenate([[0], np.cumsum(length)]).astype(np.int64)
        # Where each of the taken actions stood: its game's begin, and how far into the game it is.
        where = np.arange(offsets[-1]) + np.repeat(begin - offsets[:-1], length)
        return LabelledGames(
            self.size,
            self.ids[index],
            self.actions[where],
            offsets,
            np.ascontiguousarray(self.owners[index]),
            self.levels[index],
        )

    def batches(self, games: int) -> Iterator["LabelledGames"]:
        """Go through the games, some at a time."""
        for first in range(0, len(self), games):
            yield self.take(np.arange(first, min(first + games, len(self))))


def concatenate(parts: list[LabelledGames]) -> LabelledGames:
    """Join labelled games of one size.

    Raises:
        InputError: There are none, or they are of different sizes.
    """
    if len({part.size for part in parts}) != 1:
        raise InputError(f"expected games of one board size, got {sorted({part.size for part in parts})}")
    starts = np.cumsum([0] + [int(part.offsets[-1]) for part in parts[:-1]])
    offsets = [part.offsets[:-1] + start for part, start in zip(parts, starts, strict=True)]
    return LabelledGames(
        parts[0].size,
        np.concatenate([part.ids for part in parts]),
        np.concatenate([part.actions[: part.offsets[-1]] for part in parts]),
        np.concatenate([*offsets, [sum(int(part.offsets[-1]) for part in parts)]]).astype(np.int64),
        np.concatenate([part.owners for part in parts]),
        np.concatenate([part.levels for part in parts]),
    )
