"""Features of blocks for life and death: the paper's set, and the full set that goes beyond it.

`docs/features-life.md` defines each feature with a small diagram.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kifu._native import features as native
from kifu.archive.packed import PackedGames
from kifu.features.life_settings import LifeFeatures as LifeFeatures
from kifu.games.coordinates import all_points
from kifu.games.go import Board, Point

#: Kinds of block in a labelled game (section 2 of the paper); 0 is "unknown".
CAPTURED, ENEMY_POINTS, EDGE, INTERIOR = 1, 2, 3, 4


@dataclass(frozen=True, eq=False)
class LifeExamples:
    """Blocks of labelled games.

    Attributes:
        features: one row a block.
        kind: 1 captured later, 2 on enemy points (both dead), 3 on the edge of its own (alive), 4 inside.
        game: number of the game in the batch.
        move: how many moves had been played.
        length: how many moves that game has.
        network: how far the block's side owns its points by the network's owners, 0 to 1; 0.5 without them.
    """

    features: npt.NDArray[np.float32]
    kind: npt.NDArray[np.uint8]
    game: npt.NDArray[np.int32]
    move: npt.NDArray[np.int32]
    length: npt.NDArray[np.int32]
    network: npt.NDArray[np.float32]

    @property
    def alive(self) -> npt.NDArray[np.bool_]:
        """What the classifier is to say; interior blocks are not used for training."""
        alive: npt.NDArray[np.bool_] = self.kind == EDGE
        return alive


def examples(
    games: PackedGames,
    features: LifeFeatures,
    *,
    share: float = 1.0,
    end_share: float | None = None,
    seed: int = 1,
    first_game: int = 0,
    interior: bool = False,
    threads: int = 1,
    network: npt.NDArray[np.float32] | None = None,
) -> LifeExamples:
    """Collect blocks from every position of labelled games.

    Args:
        games: with the owners of their points.
        features: which ones.
        share: probability with which each block of each position is taken.
        end_share: the same for the last position of each game; as `share` when not given.
        seed: decides which.
        first_game: number of the first game, for whoever goes through games in batches.
        interior: whether blocks in the interior of their own region are collected too.
        threads: native threads; the result is the same for any number.
        network: the network's owner of every point after every move of all games, 1 Black's, -1 White's.
    """
    return LifeExamples(
        *native.life_examples(
            games.size,
            games.actions,
            games.offsets,
            games.owners,
            features.is_full,
            features.playouts,
            share,
            share if end_share is None else end_share,
            seed,
            interior,
            first_game,
            threads,
            network,
        )
    )


def kinds(games: PackedGames, threads: int = 1) -> npt.NDArray[np.int64]:
    """Count the blocks of each kind (0 unknown, 1 to 4) over all positions, one row a game."""
    return native.life_kinds(games.size, games.actions, games.offsets, games.owners, threads)


def of_board(board: Board, features: LifeFeatures, seed: int = 1) -> dict[Point, dict[str, float]]:
    """Name every feature of every block of a position, by the block's first stone from the top left."""
    rows, points = native.life_blocks(board._game, features.is_full, features.playouts, seed)
    names = features.names
    of_board = all_points(board.size)
    return {
        of_board[int(point)]: dict(zip(names, map(float, row), strict=True))
        for row, point in zip(rows, points, strict=True)
    }
