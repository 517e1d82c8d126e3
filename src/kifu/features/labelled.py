"""Games with the final owner of every point, as arrays: what life is learned from and measured on."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kifu.archive.filters import EVERY_GAME, Filter
from kifu.archive.packed import PackedGames
from kifu.errors import InputError

if TYPE_CHECKING:
    from kifu.archive import Archive
    from kifu.archive.splits import Split

#: Judges that know nothing of what Kifu has learned: only their labels may test it.
INDEPENDENT_JUDGES = frozenset({"alive", "safe", "gnugo", "edit"})

_UNKNOWN_LEVEL = -100


def is_independent(judges: str) -> bool:
    """Whether one of the judges of a label, with commas between them, is independent."""
    return not INDEPENDENT_JUDGES.isdisjoint(judges.split(","))


@dataclass(frozen=True, eq=False)
class LabelledGames(PackedGames):
    """Labelled games of one board size.

    Attributes:
        owners: of shape (games, points): 0 neither's, 1 black, 2 white, 255 unknown.
        levels: rank of the weaker player as a number (`kifu.archive.ranks`); -100 when not known.
    """

    owners: npt.NDArray[np.uint8]
    levels: npt.NDArray[np.int16]

    def __post_init__(self) -> None:
        n = len(self.ids)
        if len(self.offsets) != n + 1 or self.owners.shape != (n, self.size**2) or len(self.levels) != n:
            raise InputError(
                f"expected offsets, owners and levels for {n} games on {self.size} lines, got "
                f"{len(self.offsets)} offsets, owners of shape {self.owners.shape}, {len(self.levels)} levels"
            )


def labelled_batches(
    archive: "Archive",
    chosen: Filter = EVERY_GAME,
    *,
    split: "Split | None" = None,
    independent: bool = False,
    games: int = 4096,
) -> Iterator[LabelledGames]:
    """Go through the labelled games of an archive, one board size after the other.

    Args:
        archive: labelled by `kifu label`.
        chosen: which games.
        split: train, validation or test; None for all.
        independent: only labels that an independent judge agrees with.
        games: the most that are read at a time.
    """
    weaker = {
        game: _UNKNOWN_LEVEL if None in (black, white) else min(black, white)
        for game, black, white in archive.query("SELECT id, black_level, white_level FROM games")
    }
    for batch in archive.labels(chosen, split=split, games=games):
        keep = [not independent or is_independent(judges) for judges in batch.judges]
        levels = np.array([weaker[game] for game in batch.ids.tolist()], np.int16)
        found = LabelledGames(batch.size, batch.ids, batch.actions, batch.offsets, batch.owners, levels)
        yield found if all(keep) else found.take(np.array(keep, np.bool_))


def read_labelled(
    archive: "Archive",
    split: "Split | None" = None,
    *,
    independent: bool = False,
    without: Collection[int] = (),
) -> list[LabelledGames]:
    """Read the labelled games of an archive, one entry a board size.

    Args:
        archive: labelled by `kifu label`.
        split: train, validation or test; None for all.
        independent: only labels that an independent judge agrees with.
        without: numbers of games to leave out.

    Raises:
        InputError: There are none.
    """
    parts: dict[int, list[LabelledGames]] = {}
    for batch in labelled_batches(archive, split=split, independent=independent):
        kept = np.array([game not in without for game in batch.ids.tolist()], np.bool_)
        parts.setdefault(batch.size, []).append(batch.take(kept))
    found = [_concatenate(of_size) for of_size in parts.values()]
    found = [games for games in found if len(games)]
    if not found:
        judged = " by an independent judge (GNU Go, marks, by hand)" if independent else ""
        which = "" if split is None else f" of the split {split}"
        raise InputError(
            f"expected games{which} labelled{judged} in {str(archive.path)!r}, found none; "
            f"label them first: kifu label {archive.path}"
        )
    return found


def _concatenate(parts: list[LabelledGames]) -> LabelledGames:
    starts = np.cumsum([0] + [int(part.offsets[-1]) for part in parts])
    offsets = [part.offsets[:-1] + start for part, start in zip(parts, starts[:-1], strict=True)]
    return LabelledGames(
        parts[0].size,
        np.concatenate([part.ids for part in parts]),
        np.concatenate([part.actions for part in parts]),
        np.concatenate([*offsets, starts[-1:]]).astype(np.int64),
        np.concatenate([part.owners for part in parts]),
        np.concatenate([part.levels for part in parts]),
    )
