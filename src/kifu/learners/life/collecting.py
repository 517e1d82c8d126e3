"""Examples for training out of labelled games: few blocks of each of many games."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np
import numpy.typing as npt

from kifu.archive import PackedGames
from kifu.errors import InputError
from kifu.features.life import LifeExamples, LifeFeatures, examples
from kifu.learners.life.base import Examples
from kifu.work.executors import open_executor
from kifu.work.progress import Progress, silent
from kifu.work.seeds import native_seed, stream

_BATCH = 256


@dataclass(frozen=True)
class Collecting:
    """How blocks are chosen.

    Attributes:
        features: which are computed.
        share: of the blocks of a 9x9 game, over all its positions. Blocks hardly change from move to move, so
            a few of many games teach more than many of a few (the paper takes less than 5 %). Of a larger
            board the share is smaller, so that every game gives about as many.
        end_share: of the blocks of the last position; as `share` when None. Finished positions are what
            people ask most about, and few among all.
        seed: decides which games and blocks.
    """

    features: LifeFeatures
    share: float = 0.05
    end_share: float | None = None
    seed: int = 1

    def __post_init__(self) -> None:
        for name, value in (("share", self.share), ("end_share", self.end_share)):
            if value is not None and not 0 < value <= 1:
                raise InputError(f"expected the {name} of blocks above 0 and at most 1, got {value!r}")

    def shares(self, size: int) -> tuple[float, float]:
        """Shares for a board: as many moves as points, and as many blocks, make the number of blocks."""
        larger = 81 / size**2
        end = self.share if self.end_share is None else self.end_share
        return min(1.0, self.share * larger**2), min(1.0, end * larger)


def collect(
    games: Sequence[PackedGames],
    wanted: int | None,
    how: Collecting,
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> Examples:
    """Collect examples from games in a random order until there are enough; board sizes take turns.

    Args:
        games: labelled games of one or several sizes.
        wanted: how many examples; None takes what all games give.
        how: features and shares.
        threads: native threads; the result is the same for any number.
        executor: who collects instead of these threads, such as a cluster; the result is the same.
        progress: told how many examples there are.

    Raises:
        InputError: All games together give fewer than wanted.
    """
    rows: list[npt.NDArray[np.float32]] = []
    alive: list[npt.NDArray[np.bool_]] = []
    have = 0
    total = sum(len(part) for part in games)
    shared = how, threads if executor is None else 1
    with open_executor(1 if executor is None else executor) as pool:
        for found, done in pool.map_ordered(
            _blocks, _shuffled(games, how.seed), shared=shared, name=lambda item: str(item[1])
        ):
            rows.append(found.features)
            alive.append(found.alive)
            have += len(found.kind)
            if wanted is None:
                progress(done, total, "collecting examples")
            else:
                progress(min(have, wanted), wanted, "collecting examples")
                if have >= wanted:
                    break
    if have == 0 or (wanted is not None and have < wanted):
        raise InputError(
            f"expected {wanted or 1:,} examples, but {total:,} labelled games give only {have:,} with a "
            f"share of {how.share}; label more games, raise the share, or ask for fewer examples"
        )
    # Neighbouring rows are of the same game: mix them, so that a part of them is as good as any other.
    order = stream(how.seed, "order").permutation(have)[:wanted]
    return Examples(np.concatenate(rows)[order], np.concatenate(alive)[order].astype(np.float64))


def _blocks(item: tuple[int, PackedGames], shared: tuple[Collecting, int]) -> tuple[LifeExamples, int]:
    """Blocks of a batch; also hands back how many games are done with it. May run on a worker."""
    before, batch = item
    how, threads = shared
    share, end_share = how.shares(batch.size)
    found = examples(
        batch,
        how.features,
        share=share,
        end_share=end_share,
        seed=native_seed(how.seed, "blocks"),
        first_game=before,
        threads=threads,
    )
    return found, before + len(batch)


def _shuffled(games: Sequence[PackedGames], seed: int) -> Iterator[tuple[int, PackedGames]]:
    """Batches of one size in a random order, with the games that came before. Sizes take turns."""
    turns = []
    for number, part in enumerate(games):
        order = stream(seed, "games", number).permutation(len(part))
        turns.append([(part, order[first : first + _BATCH]) for first in range(0, len(part), _BATCH)])
    done = 0
    for turn in zip_longest(*turns):
        for part, chosen in filter(None, turn):
            yield done, part.take(chosen)
            done += len(chosen)
