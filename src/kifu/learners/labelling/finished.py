"""Finished games of one board size, with what is needed to judge and to count them."""

from dataclasses import dataclass, fields
from typing import Self

import numpy as np
from numpy.typing import NDArray

from kifu._native import go as native
from kifu.archive.packed import PackedGames
from kifu.games.go.rules import JAPANESE, Counting, find
from kifu.games.go.scoring import compensation

Marks = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class FinishedGames:
    """Last positions of games of one size; all columns have one entry a game.

    Attributes:
        ids: numbers in the archive.
        stones: of shape (n, size, size): 0 empty, 1 black, 2 white.
        captured: black and white stones captured in play.
        to_play: whose turn it would be.
        passes: how many passes in a row came last.
        by_area: whether the game's rules count area rather than territory.
        komi: with handicap compensation; 0 where the record has none.
        leads: by how much Black won, negative where White did: the recorded result.
    """

    ids: NDArray[np.int64]
    stones: Marks
    captured: NDArray[np.int32]
    to_play: Marks
    passes: Marks
    by_area: NDArray[np.bool_]
    komi: NDArray[np.float64]
    leads: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def size(self) -> int:
        """Lines of the board."""
        return int(self.stones.shape[1])

    @classmethod
    def replay(cls, games: PackedGames) -> Self:
        """Play games of Go to their ends."""
        rules = [find(name) or JAPANESE for name in games.rules]
        stones, captured, to_play, passes, _ = native.final_positions(
            games.size, games.actions, games.offsets
        )
        handicaps = zip(rules, games.handicaps.tolist(), strict=True)
        return cls(
            ids=games.ids,
            stones=stones,
            captured=captured,
            to_play=to_play,
            passes=passes,
            by_area=np.array([by.counting is Counting.AREA for by in rules], bool),
            komi=np.nan_to_num(games.komi) + [compensation(by, handicap) for by, handicap in handicaps],
            leads=np.nan_to_num(games.margins) * np.where(games.winners == 2, -1.0, 1.0),
        )

    def take(self, which: NDArray[np.intp]) -> Self:
        """Some of the games."""
        return type(self)(**{field.name: getattr(self, field.name)[which] for field in fields(self)})
