"""Who lives if whom moves first: a small local search for the blocks that a judgement leaves in doubt.

The search is native (`native/analysis/life_search.hpp`). Enemy blocks that the judgement takes for living
are walls that do not fall; the side that begins has a few points around the block to choose from, its
opponent some more. Only success is told: a failure may lie in the narrow choice.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kifu._native import analysis as native
from kifu.games.coordinates import from_index
from kifu.games.go import Board
from kifu.judgement import BlockVerdict, Judgement
from kifu.records.moves import Colour, Point

#: Empty points that the side to begin may choose from, tried from narrow to wide; its opponent has more.
_CHOICES = (5, 7)
_MORE = 3
_NODES = 1000
#: So many doubtful blocks of a position are read, the largest first.
_MOST_BLOCKS = 8


@dataclass(frozen=True)
class Fight:
    """What reading has found out about a block; None where it has found nothing.

    Attributes:
        killed_at: Where the enemy begins and captures it.
        saved_at: Where its owner begins and lives.
    """

    killed_at: Point | None
    saved_at: Point | None


def read_fight(board: Board, point: Point, walls: NDArray[np.bool_]) -> Fight:
    """Read whether the block on a point can be killed, and whether it can be saved.

    Args:
        board: The position; whose turn it is does not matter.
        point: A stone of the block.
        walls: True on stones that do not fall.
    """
    owner = board[point]
    assert owner is not None
    return Fight(
        _success(board, point, owner.opponent, walls),
        _success(board, point, owner, walls),
    )


def read_out(judgement: Judgement) -> tuple[BlockVerdict, ...]:
    """The blocks of a judgement; of doubtful ones the reason says what reading has found, if anything."""
    board = judgement.board
    doubtful = sorted(
        (block for block in judgement.blocks if block.status == "doubtful"),
        key=lambda block: -len(block.points),
    )[:_MOST_BLOCKS]
    read = {}
    for block in doubtful:
        enemy = 2 if block.colour is Colour.BLACK else 1
        walls = (judgement.stones == enemy) & (judgement.dead == 0)
        said = words(read_fight(board, block.points[0], walls), block.colour)
        if said:
            read[block.points] = block.reason.replace("unsettled (", f"unsettled: {said} (", 1)
    return tuple(replace(b, reason=read[b.points]) if b.points in read else b for b in judgement.blocks)


def words(fight: Fight, colour: Colour) -> str:
    """Say what was found, of a block of this colour; an empty text if nothing was."""
    parts = []
    if fight.killed_at is not None:
        parts.append(f"dead if {colour.opponent} begins at {fight.killed_at}")
    if fight.saved_at is not None:
        parts.append(f"alive if {colour} begins at {fight.saved_at}")
    return ", ".join(parts)


def _success(board: Board, point: Point, first: Colour, walls: NDArray[np.bool_]) -> Point | None:
    """Where this side begins and gets its way, or None."""
    size = board.size
    wanted = 2 if first is board[point] else 1
    marks = np.ascontiguousarray(walls, np.uint8).ravel()
    colour = 1 if first is Colour.BLACK else 2
    for most in _CHOICES:
        life, move = native.read_life(
            board._game, point.y * size + point.x, colour, marks, most, most + _MORE, _NODES
        )
        if life == wanted:
            return from_index(move, size)
    return None
