"""How often the life model is right about blocks: over whole games, by move, by level, calibrated or not.

As in the paper, all blocks of kinds 1 to 3 of every position count, and a block is called alive from
probability 0.5 on.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kifu._native.models import combine_life
from kifu.archive import PackedGames
from kifu.errors import InputError
from kifu.features.life import examples
from kifu.models.life import LifeModel
from kifu.models.network import Network
from kifu.work.executors import open_executor
from kifu.work.facts import JsonObject
from kifu.work.progress import Progress, silent
from kifu.work.seeds import native_seed
from kifu_lab.evaluation.calibration import calibration
from kifu_lab.evaluation.intervals import Estimated, by_game

#: Levels of the weaker player: name, lowest and highest rank as numbers (`kifu.archive.ranks`).
LEVELS = (("dan", 1, 19), ("1-9k", -8, 0), ("10-19k", -18, -9), ("weaker", -99, -19), ("unknown", -100, -100))

_BATCH = 64


@dataclass(frozen=True, eq=False)
class Outcomes:
    """What a model said of blocks, and what became of them. One entry per block of every position.

    Attributes:
        probability: that it lives, as predicted.
        alive: whether it did.
        game: number of its game.
        move: moves played before.
        left: moves to come until the end of the game, passes included.
        level: of the weaker player; -100 unknown.
    """

    probability: npt.NDArray[np.float32]
    alive: npt.NDArray[np.bool_]
    game: npt.NDArray[np.int32]
    move: npt.NDArray[np.int32]
    left: npt.NDArray[np.int32]
    level: npt.NDArray[np.int8]

    @property
    def wrong(self) -> npt.NDArray[np.bool_]:
        """Where the model is wrong."""
        wrong: npt.NDArray[np.bool_] = (self.probability >= 0.5) != self.alive
        return wrong

    def take(self, chosen: npt.NDArray[np.bool_]) -> "Outcomes":
        """Return those where the mask is true."""
        return Outcomes(
            self.probability[chosen],
            self.alive[chosen],
            self.game[chosen],
            self.move[chosen],
            self.left[chosen],
            self.level[chosen],
        )


def outcomes(
    model: LifeModel,
    games: Sequence[PackedGames],
    *,
    network: Network | None = None,
    seed: int = 1,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> Outcomes:
    """Ask a model about every block of every position of labelled games.

    Args:
        model: that is measured.
        network: whose owners are combined with what the model says; None for the model alone.
        games: by the size of their boards.
        seed: of the playouts.
        threads: native threads; the result is the same for any number.
        executor: who asks instead of these threads, such as a cluster; the result is the same.
        progress: called after games.

    Raises:
        InputError: There are no games.
    """
    parts: list[Outcomes] = []
    total, done = sum(len(part) for part in games), 0
    shared = _Question(model, network, native_seed(seed, "evaluation"), threads if executor is None else 1)
    with open_executor(1 if executor is None else executor) as pool:
        for part, asked in pool.map_ordered(
            _ask, _batches(games), shared=shared, name=lambda item: str(item[1])
        ):
            parts.append(part)
            done += asked
            progress(done, total, "asking about every block")
    if not sum(len(part.alive) for part in parts):
        raise InputError("expected labelled games with blocks to judge, got none")
    names = ("probability", "alive", "game", "move", "left", "level")
    return Outcomes(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


class _Question(NamedTuple):
    """What is asked of all games."""

    model: LifeModel
    network: Network | None
    seed: int
    threads: int


def _batches(games: Sequence[PackedGames]) -> Iterator[tuple[int, PackedGames]]:
    """Games in batches, each with the number of its first one."""
    first = 0
    for part in games:
        for batch in part.chunks(_BATCH):
            yield first, batch
            first += len(batch)


def _ask(item: tuple[int, PackedGames], question: _Question) -> tuple[Outcomes, int]:
    """Ask about a batch; also hands back how many games it has. May run on a worker."""
    first, batch = item
    model, network = question.model, question.network
    found = examples(
        batch,
        model.features,
        seed=question.seed,
        first_game=first,
        threads=question.threads,
        network=None if network is None else network.owners_of_games(batch, question.threads),
    )
    alive = model.predict(found.features, question.threads)
    if network is not None:
        alive = combine_life(alive, found.network, batch.size)
    said = Outcomes(
        alive,
        found.alive,
        found.game,
        found.move,
        found.length - found.move,
        batch.levels[found.game - first],
    )
    return said, len(batch)


@dataclass(frozen=True)
class Rate:
    """An error rate.

    Attributes:
        blocks: how many were judged.
        games: of how many games.
        error: share judged wrongly, with its interval over games.
        guess: share judged wrongly by calling every block alive.
    """

    blocks: int
    games: int
    error: Estimated
    guess: float

    def facts(self) -> JsonObject:
        """JSON-able facts."""
        return {
            "blocks": self.blocks,
            "games": self.games,
            "error": self.error.value,
            "interval": [self.error.low, self.error.high],
            "always_alive": self.guess,
        }


def rate(result: Outcomes) -> Rate | None:
    """Return the error rate over some outcomes, None when there are none."""
    if len(result.alive) == 0:
        return None
    return Rate(
        len(result.alive),
        len(np.unique(result.game)),
        by_game(result.wrong, result.game),
        float((~result.alive).mean()),
    )


def by_moves(
    moves: npt.NDArray[np.int32], result: Outcomes, last: int
) -> list[tuple[int, int, float, float]]:
    """Return (move, blocks, error, error of always-alive) for each move up to `last` (Figure 6)."""
    inside = moves <= last
    number = moves[inside]
    blocks = np.bincount(number, minlength=last + 1)
    wrong = np.bincount(number, weights=result.wrong[inside], minlength=last + 1)
    dead = np.bincount(number, weights=~result.alive[inside], minlength=last + 1)
    return [
        (i, int(blocks[i]), float(wrong[i] / blocks[i]), float(dead[i] / blocks[i]))
        for i in range(last + 1)
        if blocks[i]
    ]


def report(result: Outcomes, *, moves: int = 80) -> JsonObject:
    """Everything the paper reports and more, JSON-able.

    Args:
        result: of `outcomes`.
        moves: how far the tables by move go.
    """
    whole, calibrated = rate(result), calibration(result.probability, result.alive)
    if whole is None:
        raise InputError("expected outcomes of at least one block, got none")

    def facts(chosen: npt.NDArray[np.bool_]) -> JsonObject | None:
        found = rate(result.take(chosen))
        return None if found is None else found.facts()

    def table(rows: list[tuple[int, int, float, float]]) -> list[JsonObject]:
        return [dict(zip(("move", "blocks", "error", "always_alive"), row, strict=True)) for row in rows]

    return {
        "whole_game": whole.facts(),
        "ten_before_end": facts(result.left == 10),
        "end": facts(result.left == 0),
        "levels": {name: facts((result.level >= low) & (result.level <= high)) for name, low, high in LEVELS},
        "calibration": {
            "expected_error": calibrated.error,
            "brier": calibrated.brier,
            "bins": [
                {
                    "low": b.low,
                    "high": b.high,
                    "blocks": b.cases,
                    "predicted": b.predicted if b.cases else None,
                    "alive": b.happened if b.cases else None,
                }
                for b in calibrated.bins
            ],
        },
        "from_start": table(by_moves(result.move, result, moves)),
        "from_end": table(by_moves(result.left, result, moves)),
    }
