"""The end of a game: what stands now, when a pass is safe, and which dead stones still have to be taken.

Under area counting a move inside one's own area costs nothing, so whoever is ahead takes dead stones off for
as long as a count of all stones as alive would turn the game. Under territory counting each such move costs a
point: dead stones are left to the agreement of both sides.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kifu._native import go as native
from kifu.games.go import Board, Colour, Point
from kifu.games.go.counting import count_area, count_territory
from kifu.games.go.rules import Counting
from kifu.models.life import LifeModel

#: Surer than this about the owner of every point, random endings call a position settled.
SETTLED = 0.8


@dataclass(frozen=True, eq=False)
class Ending:
    """A position looked at as if the game ended here.

    Args:
        board: The position; `board.to_play` is the side whose interest it is.
        komi: Points for White.
        ownership: Mean owner of every point over random endings, 1 Black's, -1 White's.
        model: Of life; the bundled one if not given.
    """

    board: Board
    komi: float
    ownership: npt.NDArray[np.float32]
    model: LifeModel | None = None

    @cached_property
    def _stones(self) -> npt.NDArray[np.uint8]:
        return self.board.stones

    @cached_property
    def alive(self) -> npt.NDArray[np.float32]:
        """Chance of life of every stone, mean of the model's and of random endings; -1 where empty."""
        model = self.model or LifeModel.bundled()
        by_model = model.map(self.board)
        sign = np.where(self._stones == 1, 1.0, -1.0)
        by_playouts = (self.ownership * sign + 1) / 2
        return np.where(self._stones > 0, (by_model + by_playouts) / 2, -1).astype(np.float32)

    @cached_property
    def dead(self) -> npt.NDArray[np.bool_]:
        """Stones taken to be dead, whole blocks."""
        marks: npt.NDArray[np.uint8] = native.dead_blocks(self._stones[None], self.alive[None])[0]
        return marks.astype(np.bool_)

    def lead(self, dead: npt.NDArray[np.bool_]) -> float:
        """By how much the side to move leads if these stones come off."""
        board = self.board
        if board.rules.counting is Counting.AREA:
            black = float(count_area(self._stones, dead).lead)
        else:
            black = float(
                count_territory(
                    self._stones, dead, board.captured(Colour.BLACK), board.captured(Colour.WHITE)
                ).lead
            )
        black -= self.komi
        return black if board.to_play is Colour.BLACK else -black

    @cached_property
    def likely_lead(self) -> float:
        """The lead with the dead stones off."""
        return self.lead(self.dead)

    @cached_property
    def disputed_lead(self) -> float:
        """The lead if the opponent calls all their own stones alive, and takes every weak one of ours."""
        own = 1 if self.board.to_play is Colour.BLACK else 2
        lost = (self._stones == own) & (self.dead | (self.alive < 0.35))
        return self.lead(lost)

    @cached_property
    def is_settled(self) -> bool:
        """Whether every point has its owner, nobody's points are filled, and every border is closed."""
        if float(np.abs(self.ownership).min()) < SETTLED:
            return False
        if self.board.rules.counting is Counting.AREA:
            return count_area(self._stones, self.dead).dame == 0
        return count_territory(self._stones, self.dead).settled

    @property
    def safe_lead(self) -> float:
        """What is left of the lead if a pass ends the game: even in a dispute, where there can be one.

        Points that may still go either way are taken off it.
        """
        by_area = self.board.rules.counting is Counting.AREA
        open_points = int((np.abs(self.ownership) < 0.5).sum())
        return (self.disputed_lead if by_area else self.likely_lead) - open_points

    def captures(self) -> list[Point]:
        """Return legal moves that take liberties of dead enemy blocks and do not stand in atari."""
        board = self.board
        found: dict[Point, None] = {}
        for block in board.blocks():
            if block.colour is board.to_play or not self.dead[block.stones[0].y, block.stones[0].x]:
                continue
            for point in block.liberties:
                if block.in_atari or self._stands(point):
                    found[point] = None
        return [point for point in found if board.is_legal(point)]

    def _stands(self, point: Point) -> bool:
        """Whether a stone here has two liberties or captures."""
        board = self.board.copy()
        mover = board.to_play
        if not board.is_legal(point):
            return False
        taken = board.captured(mover.opponent)
        board.play(point)
        block = board.block_at(point)
        return board.captured(mover.opponent) > taken or (block is not None and len(block.liberties) > 1)
