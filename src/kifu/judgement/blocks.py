"""Which blocks of a position live: one consistent verdict, with probabilities, reasons and doubts.

Everything is decided natively (`native/analysis/judgement.hpp`).
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, cast

import numpy as np
from numpy.typing import NDArray

from kifu._native import analysis as native
from kifu.games.coordinates import all_points
from kifu.games.go import Board
from kifu.judgement.reasons import Basis, Reason, words
from kifu.models.life import LifeModel
from kifu.models.network import Evaluation, Network, View
from kifu.records.moves import Colour, Point

Status = Literal["alive", "dead", "seki", "doubtful"]


@dataclass(frozen=True)
class BlockVerdict:
    """A block and what becomes of it.

    Attributes:
        colour: Whose it is.
        points: Its stones, row by row.
        status: `alive`, `dead`, `seki` (finished games only) or `doubtful`.
        dead: Whether it is counted as dead; of a doubtful block the likelier side.
        probability: That it lives.
        basis: How the verdict came about.
        kind: The kind of reason, with `facts`, its numbers.
        reason: Why, in words.
    """

    colour: Colour
    points: tuple[Point, ...]
    status: Status
    dead: bool
    probability: float
    basis: Basis
    kind: Reason
    facts: tuple[int, ...]
    reason: str

    @property
    def likelier(self) -> Status:
        """The status, with the likelier side of a doubtful block."""
        return self.status if self.status != "doubtful" else "dead" if self.dead else "alive"


@dataclass(frozen=True, eq=False)
class Judgement:
    """A judged position.

    Attributes:
        board: The position.
        native: What the core found: blocks, layers of the count without the dead, totals.
        captured: Stones of Black and of White that were taken in play.
        evaluation: The network's evaluation of the position; None where it was not used.
    """

    board: Board
    native: native.Judgement
    captured: tuple[int, int]
    evaluation: Evaluation | None = None

    @property
    def finished(self) -> bool:
        """Whether it is the end of a game; only then seki is told from unsettled."""
        return self.native.finished

    @cached_property
    def stones(self) -> NDArray[np.uint8]:
        """The board's stones."""
        return self.board.stones

    @property
    def block_of(self) -> NDArray[np.int16]:
        """The number of every point's block, -1 on empty points."""
        return self.native.block_of

    @property
    def playouts(self) -> NDArray[np.float32]:
        """Mean owner of every point over random endings, 1 Black's, -1 White's."""
        return self.native.owners

    @property
    def area(self) -> NDArray[np.uint8]:
        """Owner of every point by area, without the dead: 0 nobody, 1 Black, 2 White."""
        return self.native.area

    @property
    def dead(self) -> NDArray[np.uint8]:
        """1 on every dead stone."""
        return self.native.dead

    @cached_property
    def alive(self) -> NDArray[np.float32]:
        """The probability of life of every point's block, -1 on empty points."""
        return self.native.alive

    @property
    def in_doubt(self) -> NDArray[np.bool_]:
        """The points whose owner depends on a doubtful block."""
        return self.native.in_doubt.view(np.bool_)

    @property
    def dead_points(self) -> list[Point]:
        """The dead stones."""
        return [Point(int(x), int(y)) for y, x in np.argwhere(self.dead)]

    @cached_property
    def blocks(self) -> tuple[BlockVerdict, ...]:
        """The verdict on every block, in the order of their first stones from the top left."""
        return tuple(_verdict(block, all_points(self.board.size)) for block in self.native.blocks)

    def vertices(self, status: Status) -> list[str]:
        """All points of blocks of one status, as GTP writes them."""
        return [str(p) for block in self.blocks if block.status == status for p in block.points]

    def with_fates(self, fates: Iterable[tuple[int, bool]], basis: Basis = Basis.SAID) -> "Judgement":
        """The same position with some blocks, by number, dead or not; count, reasons and doubts follow.

        Args:
            fates: The number of a block, and whether it is dead.
            basis: How that is known: a person says so, or the recorded result shows it.
        """
        return replace(self, native=self.native.with_fates(self.board._game, list(fates), basis))


def _verdict(block: native.JudgedBlock, on_board: Sequence[Point]) -> BlockVerdict:
    colour = Colour.BLACK if block.colour == 1 else Colour.WHITE
    status = cast(Status, block.status)
    reason = words(block.reason, block.facts, colour)
    if status == "doubtful":
        opinions = f"{block.model:.0%} by its shape, {block.playouts:.0%} by random endings"
        reason = f"unsettled ({opinions}): {reason}"
    elif block.basis is Basis.RECORDED:
        reason = f"the recorded result shows it: {reason}"
    return BlockVerdict(
        colour,
        tuple(on_board[point] for point in block.points),
        status,
        block.dead,
        round(block.probability, 4),
        block.basis,
        block.reason,
        block.facts,
        reason,
    )


def judge(
    board: Board,
    *,
    finished: bool,
    komi: float | None = None,
    model: LifeModel | None = None,
    seed: int = 1,
    playouts: int | None = None,
) -> Judgement:
    """Judge every block of a position.

    Args:
        board: The position; its passes and the player to move matter.
        finished: Whether the game is over.
        komi: Points for White, for Black's handicap stones too; the ruleset's usual komi if not given.
        model: A life model that judges alone; the bundled one together with the network if not given.
        seed: Of the random endings; the same seed gives the same judgement.
        playouts: Random endings; as many as the size of the board and the phase need if not given.
    """
    return judge_all(
        [board], finished=finished, komi=komi, model=model, seed=seed, playouts=playouts, threads=1
    )[0]


def judge_all(
    boards: Sequence[Board],
    *,
    finished: bool,
    komi: float | None = None,
    model: LifeModel | None = None,
    seed: int = 1,
    playouts: int | None = None,
    threads: int = 0,
    evaluation: Evaluation | None = None,
) -> list[Judgement]:
    """Judge many positions, of any sizes: the same judgements as one by one, sooner.

    Args:
        boards: The positions.
        finished: Whether these games are over.
        komi: As for `judge`.
        model: As for `judge`.
        seed: As for `judge`.
        playouts: As for `judge`.
        threads: Native threads, 0 for one per core; the result is the same for any number.
        evaluation: The network's, of all boards, which are of one size, where it is there already.
    """
    by_size: dict[int, list[int]] = defaultdict(list)
    for i, board in enumerate(boards):
        by_size[board.size].append(i)
    use_network = not finished and model is None
    model = model or LifeModel.bundled()
    found: dict[int, Judgement] = {}
    for size, numbers in by_size.items():
        some = [boards[i] for i in numbers]
        evaluations: Sequence[Evaluation | None] = [None] * len(some)
        owners = None
        if use_network and (network := Network.bundled(size)) is not None:
            evaluated = evaluation
            if evaluated is None:
                (evaluated,) = network.evaluate_all(some, komi=komi, views=[View()], threads=threads)
            owners = evaluated.owners.reshape(len(some), -1)
            evaluations = evaluated.rows()
        judged = native.judge(
            [board._game for board in some],
            model.classifier,
            model.features.is_full,
            model.features.playouts,
            playouts or 0,
            seed,
            finished,
            owners,
            threads,
        )
        found |= {
            i: Judgement(board, one, one.captured, by_network)
            for i, board, one, by_network in zip(numbers, some, judged, evaluations, strict=True)
        }
    return [found[i] for i in range(len(boards))]
