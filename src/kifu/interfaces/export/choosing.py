"""Which games a table is made from, and what the data card says of where they are from."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kifu.archive import Archive, PackedGames
from kifu.archive.fingerprints import games_fingerprint
from kifu.archive.splits import SPLITS, Split, game_splits
from kifu.errors import InputError
from kifu.work.facts import JsonObject
from kifu.work.seeds import stream

CHUNK = 64  # games that a worker gets at a time: rows of a chunk are a few megabytes


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
        return {
            "archive": Path(self.archive.path).name,
            "sources": self.archive.fingerprints(),
            "games_sha256": games_fingerprint(self.archive, wanted),
        }

    def chunks(self, wanted: frozenset[int], *, owners: bool = False) -> Iterator["Chunk"]:
        """The wanted games of one kind, with the owners of their points where these are needed."""
        done = 0
        for games in self.archive.packed(among=wanted, owners=owners, games=CHUNK):
            numbers = [SPLITS.index(self.splits.get(game, "train")) for game in games.ids.tolist()]
            yield Chunk(games, np.array(numbers, np.uint8), done)
            done += len(games)


@dataclass(frozen=True)
class Chunk:
    """Games on their way to a worker, the split of each as a place in `SPLITS`, and how many came before."""

    games: PackedGames
    splits: npt.NDArray[np.uint8]
    first: int


def one_size(choice: Choice, game: str) -> int:
    """The board size of the games, where they can have only one.

    Raises:
        InputError: They have several and none was chosen; or there are none.
    """
    boards = choice.archive.boards(game=game)
    sizes = {b.width: b.games for b in boards if b.width == b.height and 2 <= b.width <= 25}
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
