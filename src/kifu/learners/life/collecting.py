"""Examples for training out of labelled games: few blocks of each of many games."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from itertools import zip_longest

import numpy as np
import numpy.typing as npt

from kifu.archive import PackedGames
from kifu.errors import InputError
from kifu.features.life import LifeExamples, examples
from kifu.learners.life.base import Examples
from kifu.learners.life.settings import Collecting
from kifu.work.executors import open_executor
from kifu.work.progress import Progress, silent
from kifu.work.seeds import native_seed, stream

_BATCH = 256


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
