"""Which games a table is made from, and what the data card says of where they are from."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from kifu.archive import Archive, Batch, Filter
from kifu.archive.splits import SPLITS, Split, game_splits
from kifu.errors import InputError
from kifu.work.facts import JsonObject
from kifu.work.seeds import stream

#: Games in memory here, and games that a worker gets at a time: rows of a chunk are a few megabytes.
READ, CHUNK = 4096, 64


@dataclass(frozen=True)
class Choice:
    """Which games.

    Attributes:
        archive: where they are.
        games: how many, drawn by the seed; None for all.
        split: train, validation or test; None for all of them.
        size: lines of the board; None for all.
        seed: decides what is drawn.
    """

    archive: Archive
    games: int | None = None
    split: Split | None = None
    size: int | None = None
    seed: int = 1

    @cached_property
    def splits(self) -> dict[int, Split]:
        """The split of each game that is not for training."""
        return game_splits(self.archive)

    def split_numbers(self, ids: list[int]) -> list[int]:
        """The splits of games as a column has them: the places in `SPLITS`."""
        return [SPLITS.index(self.splits.get(game, "train")) for game in ids]

    def draw(self, ids: list[int]) -> frozenset[int]:
        """Those of the games that are meant: of the split, and as many as asked for.

        Raises:
            InputError: There are none, or fewer than asked for.
        """
        kept = [game for game in ids if self.split in (None, self.splits.get(game, "train"))]
        which = "" if self.split is None else f" of the split {self.split}"
        if not kept or len(kept) < (self.games or 0):
            raise InputError(
                f"expected {self.games or 'some'} games{which} in {str(self.archive.path)!r}, found "
                f"{len(kept):,}; ask for fewer, or for another split or size"
            )
        if self.games is not None:
            kept = [kept[i] for i in stream(self.seed, "export-games").permutation(len(kept))[: self.games]]
        return frozenset(kept)

    def facts(self) -> JsonObject:
        """What the card says of the choice."""
        return {"games": self.games, "split": self.split or "all", "size": self.size, "seed": self.seed}

    def source(self, wanted: frozenset[int]) -> JsonObject:
        """What the card says of where the games are from.

        The fingerprint of the games is the same wherever the archive lies and however it was filled.
        """
        keys = sorted(key for game, key in self.archive.query("SELECT id, key FROM games") if game in wanted)
        return {
            "archive": Path(self.archive.path).name,
            "sources": self.archive.fingerprints(),
            "games_sha256": hashlib.sha256(np.array(keys, "<i8").tobytes()).hexdigest(),
        }


def go_batches(choice: Choice, wanted: frozenset[int]) -> Iterator[Batch]:
    """The wanted games of Go, a chunk at a time."""
    for batch in choice.archive.arrays(Filter(game="go", size=choice.size), games=READ):
        kept = np.flatnonzero([game in wanted for game in batch.ids.tolist()])
        for first in range(0, len(kept), CHUNK):
            yield batch.take(kept[first : first + CHUNK])


def one_size(choice: Choice, game: str) -> int:
    """The board size of the games, where they can have only one.

    Raises:
        InputError: They have several and none was chosen; or there are none.
    """
    counts = choice.archive.query(
        "SELECT width, count(*) FROM games WHERE game = ? AND width = height GROUP BY width "
        "ORDER BY count(*) DESC",
        [game],
    )
    sizes: dict[int, int] = {width: number for width, number in counts if 2 <= width <= 25}
    if choice.size is not None:
        if choice.size not in sizes:
            found = ", ".join(map(str, sizes)) or "none"
            raise InputError(
                f"expected games of {game} on {choice.size} lines in {str(choice.archive.path)!r}; the sizes "
                f"there are: {found}"
            )
        return choice.size
    if len(sizes) == 1:
        return next(iter(sizes))
    shown = ", ".join(f"{number:,} on {size} lines" for size, number in sizes.items()) or "none"
    raise InputError(
        f"expected games of {game} on boards of one size in {str(choice.archive.path)!r}; there are {shown}: "
        "choose one with --size"
    )
