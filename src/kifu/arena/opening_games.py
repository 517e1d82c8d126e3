"""Games of opening players: both open by their networks, or at random, and an expert finishes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kifu._native import models as native_models
from kifu._native import search as native
from kifu.arena.opening_experts import Expert, Openings, Points
from kifu.errors import InputError
from kifu.work.progress import Progress, silent
from kifu.work.seeds import native_seed

#: The player that draws from all legal moves, among the numbers of pairs.
RANDOM = -1


@dataclass(frozen=True)
class OpeningTerms:
    """What opening games are played under.

    Attributes:
        size: of the board.
        moves: of both sides, until the expert takes over.
        komi: points for White.
        drawn: how many moves at the start are drawn from all legal ones, the same in both games of a pair;
            two networks would otherwise play one game again and again.
        explore: how often a network plays a less appealing move.
        classes, decay: which ones; see `kifu.learners.opening`.
    """

    size: int = 9
    moves: int = 20
    komi: float = 5.5
    drawn: int = 0
    explore: float = 0.0
    classes: int = 4
    decay: float = 0.5

    def __post_init__(self) -> None:
        if self.moves < 1 or not 0 <= self.drawn <= self.moves:
            raise InputError(
                f"expected at least one move, of which some are drawn; got {self.moves!r} and {self.drawn!r}"
            )


@dataclass(frozen=True)
class OpeningGames:
    """Finished games of a pair of players.

    Attributes:
        openings: a row of points each.
        points: Black's, komi counted.
        first_is_black: for every game.
    """

    openings: Openings
    points: Points
    first_is_black: npt.NDArray[np.bool_]

    @property
    def first_points(self) -> Points:
        """The first player's points."""
        return np.where(self.first_is_black, self.points, -self.points)

    @property
    def wins(self) -> int:
        """Games of the first player."""
        return int((self.first_points > 0).sum())

    @property
    def draws(self) -> int:
        """Games that nobody won."""
        return int((self.points == 0).sum())


def play_pair(
    first: native_models.OpeningNet | None,
    second: native_models.OpeningNet | None,
    games: int,
    expert: Expert,
    terms: OpeningTerms,
    *,
    seed: int,
    threads: int = 1,
    progress: Progress = silent,
) -> OpeningGames:
    """Play games with alternating colours; None plays at random.

    Args:
        first: whose wins are counted.
        second: its opponent.
        games: how many; the first player is Black in the even ones.
        expert: finishes them.
        terms: the rules.
        seed: the games depend on it alone.
        threads: that play openings.
        progress: told of finished games.
    """
    nets = [net for net in (first, second) if net is not None]
    a = RANDOM if first is None else 0
    b = RANDOM if second is None else len(nets) - 1
    number = np.arange(games)
    black = number % 2 == 0
    pairs = np.stack([np.where(black, a, b), np.where(black, b, a), number // 2], axis=1)
    openings = play_openings(nets, pairs, terms, seed=seed, threads=threads)
    points = expert.finish(openings, terms.size, terms.komi, native_seed(seed, "finish"), progress)
    return OpeningGames(openings, points, black)


def play_openings(
    nets: Sequence[native_models.OpeningNet],
    pairs: npt.ArrayLike,
    terms: OpeningTerms,
    *,
    seed: int,
    threads: int = 1,
) -> Openings:
    """Play openings natively.

    Args:
        nets: the players.
        pairs: rows (Black, White, start): numbers of players, or `RANDOM`; games of one start share the moves
            that are drawn.
        terms: the rules.
        seed: a game depends on it and on its own number only.
        threads: the result is the same for any number.
    """
    return native.play_openings(
        list(nets),
        np.ascontiguousarray(pairs, np.int64),
        terms.size,
        terms.moves,
        terms.drawn,
        terms.komi,
        terms.explore,
        terms.classes,
        terms.decay,
        native_seed(seed, "openings"),
        threads,
    )
