"""Many games of one board size in memory, packed: two bytes a move, so all of a large collection fits."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kifu.archive.arrays import batches
from kifu.archive.filters import Filter
from kifu.archive.splits import Split, game_splits

if TYPE_CHECKING:
    from kifu.archive.archive import Archive


@dataclass(frozen=True, eq=False)
class PackedGames:
    """Games of Go on boards of one size; game i is `actions[offsets[i]:offsets[i + 1]]`.

    What a kind of its own adds are columns with one entry per game.

    Attributes:
        size: lines of the board.
        ids: numbers of the games in the archive.
        actions: moves, passes and setup as native/go/action.hpp packs them, up to the first illegal one.
        offsets: where each game begins; one more entry than games.
    """

    size: int
    ids: NDArray[np.int64]
    actions: NDArray[np.uint16]
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.ids)

    def __str__(self) -> str:
        first = f" from number {self.ids[0]} on" if len(self) else ""
        return f"{len(self)} {'game' if len(self) == 1 else 'games'}{first}"

    def take(self, which: ArrayLike) -> Self:
        """Return the games with these indices (or where a mask is true), in the order given."""
        index = np.asarray(which)
        index = np.flatnonzero(index) if index.dtype == np.bool_ else index.astype(np.int64)
        parts = [self.actions[self.offsets[i] : self.offsets[i + 1]] for i in index]
        offsets = np.zeros(len(parts) + 1, np.int64)
        np.cumsum([len(part) for part in parts], out=offsets[1:])
        actions = np.concatenate(parts) if parts else np.zeros(0, np.uint16)
        of_games = {
            field.name: getattr(self, field.name)[index]
            for field in fields(self)
            if field.name not in ("size", "actions", "offsets")
        }
        return replace(self, actions=actions, offsets=offsets, **of_games)

    def chunks(self, games: int) -> Iterator[Self]:
        """Return the games in pieces of at most so many."""
        for begin in range(0, len(self), games):
            yield self.take(np.arange(begin, min(begin + games, len(self))))


def read_packed(
    archive: "Archive",
    size: int,
    split: Split | None = None,
    ranks: tuple[str | None, str | None] | None = None,
) -> PackedGames:
    """Read the games of one board size, in the order of their numbers.

    Args:
        archive: the games.
        size: lines of the board.
        split: which part of them; all without it.
        ranks: span of ranks of both players, as in `Filter`; any without it.
    """
    splits = game_splits(archive) if split else {}
    ids: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    actions: list[NDArray[np.uint16]] = [np.zeros(0, np.uint16)]
    lengths: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    for batch in batches(archive, Filter(game="go", size=size, ranks=ranks)):
        kept = [i for i, game in enumerate(batch.ids) if not split or splits.get(int(game), "train") == split]
        ids.append(batch.ids[kept])
        actions += [batch.actions[batch.offsets[i] : batch.offsets[i + 1]] for i in kept]
        lengths.append(np.diff(batch.offsets)[kept])
    offsets = np.concatenate([[0], np.cumsum(np.concatenate(lengths))]).astype(np.int64)
    return PackedGames(size, np.concatenate(ids), np.concatenate(actions), offsets)
