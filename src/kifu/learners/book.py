"""Harvesting the book: packed games come in, a `kifu.models.book.Book` goes out. All counting is native."""

import contextlib
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kifu._native import learners
from kifu.archive.packed import PackedGames
from kifu.errors import InputError
from kifu.learners.book_settings import BookTraining
from kifu.learners.book_shards import Form, Shards
from kifu.learners.choosing import choose_games
from kifu.learners.shards import Told
from kifu.models.book import KIND, VERSION, Book
from kifu.models.files import Card
from kifu.work.progress import Progress, silent
from kifu.work.runs import Checkpoint, Run
from kifu.work.seeds import stream

#: Games handed to the native core at once: often enough for a progress bar.
CHUNK = 250
_ARRAYS = ("depth", "step", "matched", "played")


def train_book(
    what: BookTraining,
    games: PackedGames,
    *,
    data: Mapping[str, Any] | None = None,
    command: str = "",
    run: Run | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> Book:
    """Harvest a book.

    Args:
        what: options.
        games: for training; those wanted are drawn from them.
        data: for the card: where the games came from.
        command: for the card.
        run: where the harvest is kept, so that a killed one goes on.
        threads: native threads; the result is the same for any number.
        executor: who harvests instead of these threads, such as a cluster; the result is the same.
        progress: told what is being done.
    """
    chosen = choose_games(games, what.games, 1, stream(what.seed, "book-games"))
    form = (what.k, what.shared, what.lines, what.beside)
    harvest = learners.BookHarvest(*form)
    workers = _Threads(threads) if executor is None else Shards(executor, what.saved)
    total = 2 * len(chosen)
    kept = run.checkpoint if run else None
    if kept is None:
        created = workers.create(
            harvest, form, chosen, what.least_played, lambda done: progress(done, total, "making patterns")
        )
        done = 0
        _save(run, harvest, done, created)
    else:
        done, created = int(kept.state["done"]), int(kept.state["created"])
        depth, step, matched, played = (kept.arrays[name] for name in _ARRAYS)
        harvest.restore(depth, step, matched, played, int(kept.state["moves"]), int(kept.state["tests"]))
    while done < len(chosen):
        told = partial(_told, progress, len(chosen) + done, total)
        told(0)
        part = chosen.take(np.arange(done, min(done + workers.at_once, len(chosen))))
        with _told_if_too_many(len(chosen)):
            workers.count(harvest, form, part, told)
        done += len(part)
        if done % what.saved < CHUNK and done < len(chosen):
            _save(run, harvest, done, created)
    with _told_if_too_many(len(chosen)):
        arrays: dict[str, NDArray[Any]] = dict(zip(_ARRAYS, harvest.finish(what.least), strict=True))
    return Book(_card(what, chosen, harvest, arrays, created, data, command), arrays)


@contextlib.contextmanager
def _told_if_too_many(games: int) -> Iterator[None]:
    try:
        yield
    except OverflowError as error:
        raise InputError(f"{error}; harvest fewer than these {games:,} games") from error


def _told(progress: Progress, before: int, total: int, more: int) -> None:
    progress(before + more, total, "counting patterns")


class _Threads:
    """Harvests on this machine; one machine that has all games need not cut them into shards."""

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self.at_once = CHUNK

    def create(
        self, harvest: learners.BookHarvest, form: Form, games: PackedGames, least_played: int, told: Told
    ) -> int:
        """Make the patterns played at least so often; returns how many there were before."""
        for i, part in enumerate(games.chunks(CHUNK)):
            told(i * CHUNK)
            harvest.create(games.size, part.actions, part.offsets, self._threads)
        created = len(harvest)
        harvest.thin(least_played)
        return created

    def count(self, harvest: learners.BookHarvest, form: Form, games: PackedGames, told: Told) -> None:
        """Count how often patterns come up."""
        harvest.count(games.size, games.actions, games.offsets, self._threads)


def _save(run: Run | None, harvest: learners.BookHarvest, done: int, created: int) -> None:
    if run is None:
        return
    state = {"done": done, "created": created, "moves": harvest.moves, "tests": harvest.tests}
    run.save(Checkpoint(run.step + 1, state, dict(zip(_ARRAYS, harvest.tally(), strict=True))))


def _card(
    what: BookTraining,
    chosen: PackedGames,
    harvest: learners.BookHarvest,
    arrays: Mapping[str, NDArray[Any]],
    created: int,
    data: Mapping[str, Any] | None,
    command: str,
) -> Card:
    beside = arrays["step"] % 4 == 0  # the last step of a pattern that advises a neighbour is no fact
    facts = arrays["depth"].astype(np.int64) - (not what.shared) - beside
    advises = (arrays["played"] > what.least * arrays["matched"]) & (facts > 0)
    return Card(
        KIND,
        VERSION,
        "Patterns of the stones and edges nearest to a point, and how often experts played there.",
        data=dict(data or {}),
        command=command,
        seed=what.seed,
        options=what.facts()
        | {"size": chosen.size, "games": len(chosen), "moves": harvest.moves, "tests": harvest.tests},
        results={
            "patterns": int(advises.sum()),
            "patterns_beside": int((advises & beside).sum()),
            "patterns_by_k": {str(k): int((advises & (facts <= k)).sum()) for k in range(1, what.k + 1)},
            "created": created,
        },
    )
