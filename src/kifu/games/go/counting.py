"""Counting finished Go positions by area and by territory, with the dead stones given.

Stones are arrays of height x width: 0 empty, 1 black, 2 white. Any board from 1x1 to 128x128 will do, square
or not.
Komi, handicap compensation and pass stones belong to a ruleset and are added by whoever knows it.
`docs/counting.md` tells how seki is found.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kifu._native import go as _native
from kifu.errors import PositionError

MAX_SIDE = 128
MAX_THREADS = 256

_Layer = NDArray[np.uint8]
_Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class AreaCount:
    """A position counted by area: living stones, and empty or dead-occupied regions bordered by one colour.

    Attributes:
        owner: Whose each point is: 0 nobody's, 1 Black's, 2 White's.
        dead: The dead stones, whole blocks.
        black: Points of Black.
        white: Points of White.
        dame: Points of nobody.
        completed: Whether a block was marked dead in part and so was taken to be dead as a whole.
    """

    owner: _Layer
    dead: _Mask
    black: int
    white: int
    dame: int
    completed: bool

    @property
    def lead(self) -> int:
        """Black's points less White's, without komi."""
        return self.black - self.white


@dataclass(frozen=True, eq=False)
class TerritoryCount:
    """A position counted by territory, as in Japan and Korea.

    A free point scores (`territory`), is nobody's (`dame`), lies behind a gap (`open_points`), has to be
    filled (`filled`), or belongs to a group in seki (`seki_eyes`, which may overlap with the two before it).

    Attributes:
        territory: Points that score: 0 nobody's, 1 Black's, 2 White's. A dead stone may stand on them.
        seki: Living stones that have not two eyes, and so live in seki.
        seki_eyes: Owner of the eye points of groups in seki. They are no territory, unless `seki_scores`.
        dame: Points that are nobody's.
        open_points: Who holds points behind a border that is not closed. They are no territory before it is.
        filled: Points inside a region of one side that this side must fill in the end: false eyes, and the
            point beside one where an enemy stone was thrown in.
        dead: The dead stones, whole blocks.
        black_territory: Points of Black in `territory`.
        white_territory: Points of White in `territory`.
        black_prisoners: White stones that Black has: captured in play, and dead ones.
        white_prisoners: Black stones that White has.
        completed: Whether a block was marked dead in part and so was taken to be dead as a whole.
    """

    territory: _Layer
    seki: _Mask
    seki_eyes: _Layer
    dame: _Mask
    open_points: _Layer
    filled: _Mask
    dead: _Mask
    black_territory: int
    white_territory: int
    black_prisoners: int
    white_prisoners: int
    completed: bool

    @property
    def black(self) -> int:
        """Black's points: territory and prisoners."""
        return self.black_territory + self.black_prisoners

    @property
    def white(self) -> int:
        """White's points: territory and prisoners."""
        return self.white_territory + self.white_prisoners

    @property
    def lead(self) -> int:
        """Black's points less White's, without komi."""
        return self.black - self.white

    @property
    def settled(self) -> bool:
        """Whether every border is closed and no point is left to fill."""
        return not self.open_points.any() and not self.filled.any()


def count_area(stones: ArrayLike, dead: ArrayLike | None = None) -> AreaCount:
    """Counts one position by area.

    Args:
        stones: height x width, 0 empty, 1 black, 2 white.
        dead: height x width, true where a stone is dead. One stone of a block marks the whole block; marks on
            empty points mean nothing. None: no stone is dead.

    Raises:
        PositionError: An array of another shape or with other values.
    """
    return count_area_batch(*_one(stones, dead))[0]


def count_area_batch(
    stones: ArrayLike, dead: ArrayLike | None = None, *, threads: int = 1
) -> list[AreaCount]:
    """Counts N positions of one size by area: arrays N x height x width, otherwise as `count_area`."""
    boards, marks = _boards(stones, dead)
    with _position_errors():
        owner, all_dead, totals = _native.count_area(boards, marks, threads=_threads(threads))
    return [
        AreaCount(owner[i], all_dead[i].view(np.bool_), black, white, dame, bool(completed))
        for i, (black, white, dame, completed) in enumerate(totals.tolist())
    ]


def count_territory(
    stones: ArrayLike,
    dead: ArrayLike | None = None,
    captured_black: int = 0,
    captured_white: int = 0,
    seki_scores: bool = False,
) -> TerritoryCount:
    """Counts one position by territory.

    Args:
        stones: height x width, 0 empty, 1 black, 2 white.
        dead: height x width, true where a stone is dead. One stone of a block marks the whole block; marks on
            empty points mean nothing. None: no stone is dead.
        captured_black: Black stones captured in play.
        captured_white: White stones captured in play.
        seki_scores: Whether eyes in seki are territory, and dead stones in them prisoners. Not so in Japan
            and Korea.

    Raises:
        PositionError: An array of another shape or with other values, or fewer than no captured stones.
    """
    boards, marks = _one(stones, dead)
    captured = [[captured_black, captured_white]]
    return count_territory_batch(boards, marks, captured, seki_scores=seki_scores)[0]


def count_territory_batch(
    stones: ArrayLike,
    dead: ArrayLike | None = None,
    captured: ArrayLike | None = None,
    *,
    seki_scores: bool = False,
    threads: int = 1,
) -> list[TerritoryCount]:
    """Counts N positions of one size by territory.

    Args:
        stones: N x height x width, 0 empty, 1 black, 2 white.
        dead: N x height x width, true where a stone is dead. None: no stone is dead.
        captured: N x 2, black and white stones captured in play. None: none were.
        seki_scores: As for `count_territory`.
        threads: How many native threads share the work. The answer is the same for any number.

    Raises:
        PositionError: As for `count_territory`; the message names the position.
    """
    boards, marks = _boards(stones, dead)
    taken = _captured(captured, len(boards))
    with _position_errors():
        *layers, totals = _native.count_territory(
            boards, marks, seki_scores=seki_scores, threads=_threads(threads)
        )
    territory, seki, eyes, dame, open_points, filled, all_dead = layers
    counts = []
    for i, row in enumerate(totals.tolist()):
        black, white, dead_black, dead_white = row[:4]
        counts.append(
            TerritoryCount(
                territory=territory[i],
                seki=seki[i].view(np.bool_),
                seki_eyes=eyes[i],
                dame=dame[i].view(np.bool_),
                open_points=open_points[i],
                filled=filled[i].view(np.bool_),
                dead=all_dead[i].view(np.bool_),
                black_territory=black,
                white_territory=white,
                black_prisoners=dead_white + taken[i][1],
                white_prisoners=dead_black + taken[i][0],
                completed=bool(row[-1]),
            )
        )
    return counts


@contextmanager
def _position_errors() -> Iterator[None]:
    try:
        yield
    except ValueError as error:
        raise PositionError(f"cannot count this position: {error}") from error


def _array(given: ArrayLike, what: str, dimensions: str, ndim: int) -> NDArray[Any]:
    try:
        array = np.asarray(given)
    except ValueError as error:
        raise PositionError(
            f"expected {what} as {dimensions} numbers, got rows of different lengths"
        ) from error
    if array.ndim != ndim:
        raise PositionError(f"expected {what} as {dimensions} numbers, got an array of shape {array.shape}")
    if array.dtype.kind not in "buif":
        raise PositionError(f"expected {what} as numbers, got an array of type {array.dtype}")
    return array


def _boards(stones: ArrayLike, dead: ArrayLike | None) -> tuple[_Layer, _Layer]:
    board = _array(stones, "stones", "N x height x width", 3)
    height, width = board.shape[1:]
    if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE):
        raise PositionError(f"expected boards from 1x1 to {MAX_SIDE}x{MAX_SIDE}, got {height}x{width}")
    wrong = (board != 0) & (board != 1) & (board != 2)
    if wrong.any():
        i, row, column = (int(k) for k in np.argwhere(wrong)[0])
        raise PositionError(
            f"expected 0 (empty), 1 (black) or 2 (white) at row {row}, column {column} of position {i},"
            f" got {board[i, row, column].item()!r}"
        )
    if dead is None:
        marks = np.zeros(board.shape, np.uint8)
    else:
        marks = _array(dead, "dead marks", "N x height x width", 3)
        if marks.shape != board.shape:
            raise PositionError(
                f"expected dead marks of the shape of the stones {board.shape}, got {marks.shape}"
            )
        marks = marks != 0
    return np.ascontiguousarray(board, np.uint8), np.ascontiguousarray(marks, np.uint8)


def _one(stones: ArrayLike, dead: ArrayLike | None) -> tuple[NDArray[Any], NDArray[Any] | None]:
    board = _array(stones, "stones", "height x width", 2)[None]
    return board, None if dead is None else _array(dead, "dead marks", "height x width", 2)[None]


def _captured(given: ArrayLike | None, positions: int) -> list[list[int]]:
    if given is None:
        return [[0, 0]] * positions
    array = _array(given, "captured stones", "N x 2", 2)
    if array.shape != (positions, 2):
        raise PositionError(f"expected captured stones of shape {(positions, 2)}, got {array.shape}")
    if array.dtype.kind not in "ui" or (array < 0).any():
        raise PositionError(f"expected whole numbers of captured stones, 0 or more, got {array.tolist()!r}")
    pairs: list[list[int]] = array.tolist()
    return pairs


def _threads(given: int) -> int:
    if not 1 <= given <= MAX_THREADS:
        raise PositionError(f"expected 1 to {MAX_THREADS} threads, got {given!r}")
    return given
