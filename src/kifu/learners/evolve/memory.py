"""Positions of past games with their results: what agents learn from."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kifu.games.draughts import positions_of
from kifu.learners.evolve.games import Games


@dataclass(frozen=True)
class Lessons:
    """Quiet positions and what became of them.

    Attributes:
        positions: rows of (black, white, kings, side to move), as `positions_of` gives them.
        results: 1, 0 or -1 for the side to move.
        generation: when each was played.
        begins: whether it is the first of its game; the others follow in order.
        found: what the mover's search found, for itself; NaN where there was none.
    """

    positions: npt.NDArray[np.uint32]
    results: npt.NDArray[np.int8]
    generation: npt.NDArray[np.int32]
    begins: npt.NDArray[np.bool_]
    found: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.results)

    @staticmethod
    def none() -> "Lessons":
        """Nothing learned yet."""
        return Lessons(
            np.zeros((0, 4), np.uint32),
            np.zeros(0, np.int8),
            np.zeros(0, np.int32),
            np.zeros(0, bool),
            np.zeros(0, np.float32),
        )

    def after(self, games: Games, generation: int, memory: int) -> "Lessons":
        """These and those of new games, without what is older than `memory` generations."""
        new = lessons_of(games, generation)
        kept = self.generation > generation - memory
        return Lessons(
            np.concatenate([self.positions[kept], new.positions]),
            np.concatenate([self.results[kept], new.results]),
            np.concatenate([self.generation[kept], new.generation]),
            np.concatenate([self.begins[kept], new.begins]),
            np.concatenate([self.found[kept], new.found]),
        )

    def targets(self, values: npt.NDArray[np.float64], trace: float) -> npt.NDArray[np.float32]:
        """What each position is taught: TD(lambda) from its game's later values to its result.

        Args:
            values: what the champion says of each position, for its side to move.
            trace: lambda; 1 teaches the result alone.
        """
        if trace == 1:
            return self.results.astype(np.float32)
        side = self._side
        value, target = values * side, self.results * side
        for at in self._backwards():
            target[at] = (1 - trace) * value[at + 1] + trace * target[at + 1]
        return (target * side).astype(np.float32)

    def search_targets(self, trace: float) -> npt.NDArray[np.float32]:
        """The same from what the players' searches found, beginning with the position's own.

        A search sees further than the network that judges at its end, so a position's own search is worth
        more than what the network says of the next one. A position that nobody searched has the next one's
        target.

        Args:
            trace: lambda; 1 teaches the result alone.
        """
        side = self._side
        share = np.where(np.isnan(self.found), 1.0, trace)
        value = np.nan_to_num(self.found) * side
        target = (1 - share) * value + share * (self.results * side)
        for at in self._backwards():
            target[at] = (1 - share[at]) * value[at] + share[at] * target[at + 1]
        return (target * side).astype(np.float32)

    @property
    def _side(self) -> npt.NDArray[np.float64]:
        return np.where(self.positions[:, 3] == 0, 1.0, -1.0)

    def _backwards(self) -> Iterator[npt.NDArray[np.int64]]:
        """Positions before the last ones of all games at once, then those before them, ..."""
        starts = np.flatnonzero(self.begins)
        lengths = np.diff([*starts, len(self)])
        for back in range(2, int(lengths.max(initial=0)) + 1):
            long = lengths >= back
            yield starts[long] + lengths[long] - back


def lessons_of(games: Games, generation: int) -> Lessons:
    """The quiet positions of games: captures are forced, so where none was made there was none to make."""
    offsets = np.concatenate([[0], np.cumsum(games.lengths)])
    rows = positions_of(games.moves, offsets, games.openings)
    # One position more than moves in each game; the last one has no move to tell whether it is quiet.
    game = np.repeat(np.arange(len(games.lengths)), games.lengths + 1)
    pieces = np.unpackbits(np.ascontiguousarray(rows[:, :2]).view(np.uint8), axis=1).sum(
        axis=1, dtype=np.int16
    )
    quiet = np.zeros(len(rows), bool)
    quiet[:-1] = (game[1:] == game[:-1]) & (pieces[1:] == pieces[:-1])
    side = np.where(rows[:, 3] == 0, 1, -1).astype(np.int8)
    results = games.outcomes[game].astype(np.int8) * side
    found = np.full(len(rows), np.nan, np.float32)
    found[:-1][game[1:] == game[:-1]] = games.values
    game = game[quiet]
    begins = np.ones(len(game), bool)
    begins[1:] = game[1:] != game[:-1]
    return Lessons(
        rows[quiet], results[quiet], np.full(len(game), generation, np.int32), begins, found[quiet]
    )
