"""Which blocks of a position live: one consistent verdict, with probabilities, reasons and doubts."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from kifu._native import analysis as native
from kifu._native import go as native_go
from kifu.analysis.reasons import Reason, words
from kifu.games.coordinates import all_points, to_gtp
from kifu.games.go import Board
from kifu.models.life import LifeModel
from kifu.models.network import Evaluation, Network
from kifu.records.moves import Colour, Point

Status = Literal["alive", "dead", "seki", "doubtful"]

#: Nearer than this to dead and to alive, the model knows.
MARGIN = 0.2
#: So far apart are a model and random endings that contradict each other.
DISAGREEMENT = 0.6
#: The same for finished games, on 9 lines and on 19: chosen on validation games, so that about one right
#: sheet in twenty has a doubt. A larger board has more blocks to be unsure of.
FINISHED_MARGINS = (0.06, 0.2)
FINISHED_DISAGREEMENT = 0.4

#: From so many lines on, a position in mid-game is judged by fewer random endings than the model learned
#: with, below that a finished one is: nearly twice as fast; what it costs stands in docs/results/life.md.
LARGE, LARGE_PLAYOUTS = 13, 32
SMALL_FINISHED_PLAYOUTS = 40

_COLOUR, _MODEL, _PLAYOUTS, _PROBABILITY, _DEAD, _GROUND, _REASON = range(7)
_PROVED, _SURROUNDING = 1, 2
_REASONS = tuple(Reason)


@dataclass(frozen=True)
class BlockVerdict:
    """A block and what becomes of it.

    Attributes:
        colour: Whose it is.
        points: Its stones, row by row.
        status: `alive`, `dead`, `seki` (finished games only) or `doubtful`.
        dead: Whether it is counted as dead; of a doubtful block the likelier side.
        probability: That it lives.
        kind: The kind of reason, with `facts`, its numbers.
        reason: Why, in words.
    """

    colour: Colour
    points: tuple[Point, ...]
    status: Status
    dead: bool
    probability: float
    kind: Reason
    facts: tuple[int, ...]
    reason: str


@dataclass(frozen=True, eq=False)
class Judgement:
    """A judged position.

    Attributes:
        board: The position.
        finished: Whether it is the end of a game; only then seki is told from unsettled.
        rows: A row of numbers a block, as `kifu._native.analysis.judge` gives them; of a game that goes on,
            without reasons, which few ask for.
        block_of: The number of every point's block, -1 on empty points.
        playouts: Mean owner of every point over random endings, 1 Black's, -1 White's.
        layers: The count without the dead stones: owner by area, territory, seki, eyes in seki, dame, open
            points, points to fill, the dead.
        totals: Of that count: area of Black, of White, dame; territory; dead stones; captured ones.
        evaluation: What the network says of the position; None where it was not asked.
    """

    board: Board
    finished: bool
    rows: NDArray[np.float32]
    block_of: NDArray[np.int16]
    playouts: NDArray[np.float32]
    layers: NDArray[np.uint8]
    totals: tuple[int, ...]
    evaluation: Evaluation | None = None

    @cached_property
    def stones(self) -> NDArray[np.uint8]:
        """The board's stones."""
        return self.board.stones

    def on_points(self, values: NDArray[np.generic], empty: float = 0) -> NDArray[np.generic]:
        """Spread a value of every block over its points."""
        return np.append(values, np.asarray(empty, values.dtype))[self.block_of]

    @property
    def dead(self) -> NDArray[np.uint8]:
        """1 on every dead stone."""
        dead: NDArray[np.uint8] = self.layers[7]
        return dead

    @cached_property
    def alive(self) -> NDArray[np.float32]:
        """The probability of life of every point's block, -1 on empty points."""
        return self.on_points(self.rows[:, _PROBABILITY], -1.0).astype(np.float32)

    @property
    def _limits(self) -> tuple[float, float]:
        """How near to 0 or 1 is sure, and how far from random endings is a contradiction."""
        if not self.finished:
            return MARGIN, DISAGREEMENT
        size = min(max(self.board.size, 9), 19)
        return float(np.interp(size, (9, 19), FINISHED_MARGINS)), FINISHED_DISAGREEMENT

    @cached_property
    def _flips(self) -> dict[int, NDArray[np.bool_]]:
        """Of every doubtful block, the points whose owner depends on it."""
        rows = self.rows
        p, model, playouts = rows[:, _PROBABILITY], rows[:, _MODEL], rows[:, _PLAYOUTS]
        margin, apart = self._limits
        unsure = (p > margin) & (p < 1 - margin)
        # What surrounds a block may be decided against what the model says of the block itself.
        overruled = (rows[:, _GROUND] == _SURROUNDING) & (abs(p - model) > DISAGREEMENT)
        contradicted = ((p < 0.5) != (playouts < 0.5)) & (abs(p - playouts) > apart)
        asked = np.flatnonzero((rows[:, _GROUND] != _PROVED) & (unsure | overruled | contradicted))
        if not len(asked):
            return {}
        marks = np.repeat(self.dead[None], len(asked) + 1, axis=0)
        for i, block in enumerate(asked, start=1):
            marks[i][self.block_of == block] ^= 1
        stones = np.repeat(self.stones[None], len(asked) + 1, axis=0)
        owner = native_go.count_area(stones, marks)[0]
        changed = owner[1:] != owner[:1]
        return {int(block): changed[i] for i, block in enumerate(asked) if changed[i].any()}

    @cached_property
    def in_doubt(self) -> NDArray[np.bool_]:
        """The points whose owner depends on a doubtful block."""
        doubt = np.zeros(self.block_of.shape, np.bool_)
        for points in self._flips.values():
            doubt |= points
        return doubt

    @cached_property
    def blocks(self) -> tuple[BlockVerdict, ...]:
        """The verdict on every block, in the order of their first stones from the top left."""
        points: list[list[Point]] = [[] for _ in range(len(self.rows))]
        for point, block in zip(all_points(self.board.size), self.block_of.ravel().tolist(), strict=True):
            if block >= 0:
                points[block].append(point)
        return tuple(
            self._verdict(i, row, own, because)
            for i, (row, own, because) in enumerate(zip(self.rows.tolist(), points, self._why(), strict=True))
        )

    def _why(self) -> list[list[int]]:
        """Of every block the number of its reason, and four numbers."""
        numbers = self.rows[:, _REASON:].astype(np.int32)
        if not self.finished:
            ground = self.on_points(self.rows[:, _GROUND]).astype(np.uint8)
            numbers = native.explain(self.board._game, self.dead.ravel(), ground.ravel(), False)[:, 1:]
        because: list[list[int]] = numbers.tolist()
        return because

    def _verdict(self, index: int, row: list[float], points: list[Point], because: list[int]) -> BlockVerdict:
        colour = Colour.BLACK if row[_COLOUR] == 1 else Colour.WHITE
        dead, kind, facts = bool(row[_DEAD]), _REASONS[because[0]], tuple(because[1:])
        reason = words(kind, facts, colour)
        status: Status = "dead" if dead else "seki" if kind is Reason.SEKI else "alive"
        if index in self._flips:
            status = "doubtful"
            opinions = f"{row[_MODEL]:.0%} by its shape, {row[_PLAYOUTS]:.0%} by random endings"
            reason = f"unsettled ({opinions}): {reason}"
        return BlockVerdict(
            colour, tuple(points), status, dead, round(row[_PROBABILITY], 4), kind, facts, reason
        )

    def vertices(self, status: Status) -> list[str]:
        """All points of blocks of one status, as GTP writes them."""
        size = self.board.size
        return [to_gtp(p, size) for block in self.blocks if block.status == status for p in block.points]


def judge(
    board: Board,
    *,
    finished: bool,
    komi: float | None = None,
    model: LifeModel | None = None,
    seed: int = 1,
) -> Judgement:
    """Judge every block of a position.

    Args:
        board: The position; its passes and the player to move matter.
        finished: Whether the game is over.
        komi: Points for White, for Black's handicap stones too; the ruleset's usual komi if not given.
        model: A life model that judges alone; the bundled one together with the network if not given.
        seed: Of the random endings; the same seed gives the same judgement.
    """
    network = None if finished or model is not None else Network.bundled(board.size)
    evaluation = None
    if network is not None:
        evaluation = network.evaluate(board, komi=board.rules.komi if komi is None else komi)
    model = model or LifeModel.bundled()
    playouts = model.features.playouts
    if finished != (board.size >= LARGE):
        playouts = min(playouts, SMALL_FINISHED_PLAYOUTS if finished else LARGE_PLAYOUTS)
    rows, block_of, owned, layers, totals = native.judge(
        board._game,
        model.classifier,
        model.features.is_full,
        playouts,
        seed,
        finished,
        None if evaluation is None else evaluation.owners[0].ravel(),
    )
    return Judgement(board, finished, rows, block_of, owned, layers, tuple(totals.tolist()), evaluation)
