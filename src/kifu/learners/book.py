"""Harvesting the book: packed games come in, a `kifu.models.book.Book` goes out. All counting is native."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kifu._native import learners
from kifu.archive.packed import PackedGames
from kifu.errors import InputError
from kifu.models.book import KIND, VERSION, Book
from kifu.models.files import Card
from kifu.work.progress import Progress, silent
from kifu.work.runs import Checkpoint, Run
from kifu.work.seeds import stream

#: Games handed to the native core at once: often enough for a progress bar.
CHUNK = 250
_ARRAYS = ("depth", "step", "matched", "played")


@dataclass(frozen=True)
class BookTraining:
    """What is harvested.

    Attributes:
        games: how many, drawn by the seed; None takes all.
        k: facts of the largest patterns.
        least: patterns with P(i|p) not above this are dropped.
        confidence: patterns with P(i|p) below so many times s(i|p) are dropped; that is, those played less
            often than its square. 1 keeps all, as in the paper.
        shared: whether all sixteen symmetric forms share their counts; the paper stores them apart.
        lines: whether each edge is one fact; otherwise every neighbour off the board is one.
        beside: whether a pattern may also advise one of the eight points around its centre.
        saved: games counted between checkpoints.
        seed: decides which games.
    """

    games: int | None = 2_000
    k: int = 15
    least: float = 0.01
    confidence: float = 2.0
    shared: bool = True
    lines: bool = True
    beside: bool = False
    saved: int = 10_000
    seed: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.k <= 60:
            raise InputError(f"expected patterns of 1 to 60 facts, got {self.k!r}")
        if not 0 <= self.least < 1 or self.confidence < 0 or self.saved < 1:
            raise InputError(
                f"expected least from 0 to 1, confidence from 0 and saved from 1, got {self.least!r}, "
                f"{self.confidence!r}, {self.saved!r}"
            )

    @property
    def least_played(self) -> int:
        """How often a pattern must have been played for its confidence to suffice."""
        return max(1, int(np.ceil(self.confidence**2 - 1e-9)))


def train_book(
    what: BookTraining,
    games: PackedGames,
    *,
    data: Mapping[str, Any] | None = None,
    command: str = "",
    run: Run | None = None,
    threads: int = 1,
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
        progress: told what is being done.
    """
    chosen = _choose(games, what)
    harvest = learners.BookHarvest(what.k, what.shared, what.lines, what.beside)
    total = 2 * len(chosen)
    kept = run.checkpoint if run else None
    if kept is None:
        for i, part in enumerate(chosen.chunks(CHUNK)):
            progress(i * CHUNK, total, "making patterns")
            harvest.create(chosen.size, part.actions, part.offsets, threads)
        created = len(harvest)
        harvest.thin(what.least_played)
        done = 0
        _save(run, harvest, done, created)
    else:
        done, created = int(kept.state["done"]), int(kept.state["created"])
        depth, step, matched, played = (kept.arrays[name] for name in _ARRAYS)
        harvest.restore(depth, step, matched, played, int(kept.state["moves"]), int(kept.state["tests"]))
    while done < len(chosen):
        progress(len(chosen) + done, total, "counting patterns")
        part = chosen.take(np.arange(done, min(done + CHUNK, len(chosen))))
        harvest.count(chosen.size, part.actions, part.offsets, threads)
        done += len(part)
        if done % what.saved < CHUNK and done < len(chosen):
            _save(run, harvest, done, created)
    arrays: dict[str, NDArray[Any]] = dict(zip(_ARRAYS, harvest.finish(what.least), strict=True))
    return Book(_card(what, chosen, harvest, arrays, created, data, command), arrays)


def _choose(games: PackedGames, what: BookTraining) -> PackedGames:
    wanted = len(games) if what.games is None else what.games
    if len(games) < max(wanted, 1):
        raise InputError(
            f"needs at least {max(wanted, 1):,} games on {games.size}x{games.size} for training, "
            f"found {len(games):,}: give more archives, or fewer --games"
        )
    return games.take(stream(what.seed, "book-games").permutation(len(games))[:wanted])


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
        options={
            "size": chosen.size,
            "games": len(chosen),
            "k": what.k,
            "least": what.least,
            "confidence": what.confidence,
            "shared": what.shared,
            "lines": what.lines,
            "beside": what.beside,
            "moves": harvest.moves,
            "tests": harvest.tests,
        },
        results={
            "patterns": int(advises.sum()),
            "beside": int((advises & beside).sum()),
            "patterns_by_k": {str(k): int((advises & (facts <= k)).sum()) for k in range(1, what.k + 1)},
            "created": created,
        },
    )
