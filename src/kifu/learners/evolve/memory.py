"""Positions of past games with their results: what agents learn from."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kifu.learners.evolve.games import Games
from kifu.positions.draughts import positions_of


@dataclass(frozen=True)
class Lessons:
    """Quiet positions and what became of them.

    Attributes:
        positions: rows of (black, white, kings, side to move), as `positions_of` gives them.
        results: 1, 0 or -1 for the side to move.
        generation: when each was played.
    """

    positions: npt.NDArray[np.uint32]
    results: npt.NDArray[np.int8]
    generation: npt.NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.results)

    @staticmethod
    def none() -> "Lessons":
        """Nothing learned yet."""
        return Lessons(np.zeros((0, 4), np.uint32), np.zeros(0, np.int8), np.zeros(0, np.int32))

    def after(self, games: Games, generation: int, memory: int) -> "Lessons":
        """These and those of new games, without what is older than `memory` generations."""
        new = lessons_of(games, generation)
        kept = self.generation > generation - memory
        return Lessons(
            np.concatenate([self.positions[kept], new.positions]),
            np.concatenate([self.results[kept], new.results]),
            np.concatenate([self.generation[kept], new.generation]),
        )


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
    return Lessons(rows[quiet], results[quiet], np.full(int(quiet.sum()), generation, np.int32))
