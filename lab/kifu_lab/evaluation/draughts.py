"""How strong a draughts network is: many games in one native call, ballots with both colours."""

from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kifu.arena.draughts_games import play_games
from kifu.arena.ratings import Estimated, score_share
from kifu.errors import InputError
from kifu.games.draughts.ballots import ballots
from kifu.learners.evolve.encodings import encoding
from kifu.models.draughts_net import KINDS, Network, weight_count

#: Moves of both sides after which a game is drawn, unless somebody says otherwise.
MOVE_LIMIT = 300


@dataclass(frozen=True)
class Side:
    """One side of a comparison.

    Attributes:
        decider: as in `kifu.arena.draughts_games.play_games`: `minimax:depth=4`, `material:depth=4`, ...
        network: who judges; None where the decider needs none.
    """

    decider: str
    network: Network | None = None


@dataclass(frozen=True)
class Comparison:
    """What came out, for the first side."""

    wins: int
    draws: int
    losses: int
    moves: float

    @property
    def share(self) -> Estimated:
        """Of the points, a draw being half a point, with its 95 % interval."""
        return score_share(self.wins, self.draws, self.losses)

    def __str__(self) -> str:
        share = self.share
        return (
            f"{share.value:.1%} ({share.low:.1%}-{share.high:.1%}), "
            f"{self.wins} won, {self.draws} drawn, {self.losses} lost"
        )


def compare(
    first: Side,
    second: Side,
    games: int = 312,
    *,
    seed: int = 1,
    threads: int = 1,
    executor: Executor | None = None,
    move_limit: int = MOVE_LIMIT,
) -> Comparison:
    """Let two sides play: each ballot with both colours, as many ballots as there are pairs of games.

    Args:
        first: whose points are counted.
        second: its opponent.
        games: an even number; 312 are all ballots.
        seed: of deciders, and of the order of ballots where not all are played.
        threads: how many games at once; the result does not depend on it.
        executor: who plays them instead, such as a cluster; nor on this.
        move_limit: moves of both sides after which a game is drawn.
    """
    if games < 2 or games % 2:
        raise InputError(f"expected an even number of games, got {games!r}")
    known = ballots()
    order = np.random.Generator(np.random.PCG64(seed)).permutation(len(known))
    drawn = order[np.arange(games // 2) % len(known)]
    as_black = np.column_stack([np.zeros_like(drawn), np.ones_like(drawn), drawn])
    pairs = np.concatenate([as_black, as_black[:, [1, 0, 2]]])
    weights = np.stack([_pieces(first.network), _pieces(second.network)])
    played = play_games(
        pairs,
        ("pieces", weights),
        [first.decider, second.decider],
        openings=known,
        move_limit=move_limit,
        seed=seed,
        threads=threads,
        executor=executor,
    )
    score = np.where(pairs[:, 0] == 0, played.outcomes, -played.outcomes)
    wins, losses = int((score > 0).sum()), int((score < 0).sum())
    return Comparison(wins, games - wins - losses, losses, float(played.lengths.mean()))


def as_pieces(network: Network) -> Network:
    """The same judgements by a network of the kind `pieces`: its first layer can stand for the others'."""
    if network.kind == "pieces":
        return network
    inputs, nodes = KINDS[network.kind][:2]
    matrix = encoding(network.kind).astype(np.float64)
    first = network.weights[: inputs * nodes].reshape(nodes, inputs) @ matrix.T
    return Network("pieces", np.concatenate([first.ravel(), network.weights[inputs * nodes :]]))


def _pieces(network: Network | None) -> npt.NDArray[np.float64]:
    return np.zeros(weight_count("pieces")) if network is None else as_pieces(network).weights
