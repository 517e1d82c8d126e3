"""Finished games of one board size, with what is needed to judge and to count them."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from kifu._native import go as native
from kifu.games.go.rules import JAPANESE, Counting, find
from kifu.games.go.scoring import compensation

Marks = NDArray[np.uint8]


class GameFacts(NamedTuple):
    """One game as the archive has it; the fields are columns of `games` and `contents`."""

    id: int
    size: int
    rules: str | None
    komi: float | None
    handicap: int
    winner: str | None
    margin: float | None
    actions: bytes


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
    def replay(cls, games: Sequence[GameFacts]) -> Self:
        """Play games of one size to their ends."""
        rules = [find(game.rules or "") or JAPANESE for game in games]
        offsets = np.zeros(len(games) + 1, np.int64)
        np.cumsum([len(game.actions) // 2 for game in games], out=offsets[1:])
        actions = np.frombuffer(b"".join(game.actions for game in games), "<u2").astype(np.uint16)
        stones, captured, to_play, passes, _ = native.final_positions(games[0].size, actions, offsets)
        komi = [
            (game.komi or 0.0) + compensation(by, game.handicap)
            for game, by in zip(games, rules, strict=True)
        ]
        leads = [(game.margin or 0.0) * (-1 if game.winner == "W" else 1) for game in games]
        return cls(
            ids=np.array([game.id for game in games], np.int64),
            stones=stones,
            captured=captured,
            to_play=to_play,
            passes=passes,
            by_area=np.array([by.counting is Counting.AREA for by in rules], bool),
            komi=np.array(komi, np.float64),
            leads=np.array(leads, np.float64),
        )

    def take(self, which: NDArray[np.intp]) -> Self:
        """Some of the games."""
        return type(self)(**{field.name: getattr(self, field.name)[which] for field in fields(self)})
