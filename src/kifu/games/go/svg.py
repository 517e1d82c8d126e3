"""Go positions as SVG. Pure input: stones and what to show on them; no rules inside."""

from collections.abc import Iterable, Mapping

import numpy as np
import numpy.typing as npt

from kifu.errors import InputError
from kifu.games import svg
from kifu.games.coordinates import check, points_where
from kifu.games.go.handicap import star_points
from kifu.games.svg import element
from kifu.records.moves import COLUMNS, Point

_CELL = 10.0
_STONE = 4.7


def draw(
    stones: npt.ArrayLike,
    *,
    marks: Mapping[Point, str] | None = None,
    labels: Mapping[Point, str] | None = None,
    heat: npt.ArrayLike | None = None,
    ghosts: Mapping[Point, int] | None = None,
    last_move: Point | None = None,
    coordinates: bool = True,
    title: str | None = None,
    pixels: int = 480,
) -> str:
    """Draw a board.

    Args:
        stones: array of shape (size, size): 0 empty, 1 black, 2 white.
        marks: `circle`, `square`, `triangle` or `cross` on points.
        labels: short texts on points, such as move numbers.
        heat: array of shape (size, size), from -1 (red) over 0 (nothing) to 1 (blue).
        ghosts: half-transparent stones, 1 black or 2 white, for moves not played.
        last_move: marked by a ring.
        coordinates: whether to write letters and numbers around the board.
        title: what the picture shows, for people who cannot see it.
        pixels: width of the picture.
    """
    board = np.asarray(stones)
    if board.ndim != 2 or board.shape[0] != board.shape[1]:
        raise InputError(f"expected stones of shape (size, size), got {board.shape}")
    size = board.shape[0]
    for point in (*(marks or ()), *(labels or ()), *(ghosts or ())):
        check(point, size)
    margin = _CELL * (1.6 if coordinates else 0.8)
    width = 2 * margin + _CELL * (size - 1)

    def place(point: Point) -> tuple[float, float]:
        return margin + _CELL * point.x, margin + _CELL * point.y

    parts = [_wood(margin, size), _grid(margin, size)]
    parts += [element("circle", cx=x, cy=y, r=1.1, fill=svg.INK) for x, y in map(place, star_points(size))]
    if heat is not None:
        parts += _heat(np.asarray(heat, dtype=float), size, margin)
    parts += [_stone(*place(point), int(board[point.y, point.x])) for point in points_where(board)]
    parts += [_stone(*place(p), colour, opacity=0.45) for p, colour in (ghosts or {}).items()]
    if last_move is not None:
        check(last_move, size)
        x, y = place(last_move)
        parts.append(element("circle", cx=x, cy=y, r=2.1, fill="none", stroke=svg.ACCENT, stroke_width=1.1))
    parts += [svg.mark(*place(p), kind, _ink(board, p)) for p, kind in (marks or {}).items()]
    parts += [_label(*place(p), text, board, p) for p, text in (labels or {}).items()]
    if coordinates:
        parts += _coordinates(size, margin, width)
    return svg.picture(width, width, parts, title or f"Go board {size}x{size}", pixels)


def _wood(margin: float, size: int) -> str:
    edge = margin - 0.7 * _CELL
    side = _CELL * (size - 1) + 1.4 * _CELL
    return element("rect", x=edge, y=edge, width=side, height=side, rx=1.2, fill=svg.BOARD)


def _grid(margin: float, size: int) -> str:
    end = margin + _CELL * (size - 1)
    path = ""
    for i in range(size):
        at = margin + _CELL * i
        path += f"M{margin:g} {at:g}H{end:g}M{at:g} {margin:g}V{end:g}"
    return element("path", d=path, stroke=svg.INK, stroke_width=0.35, fill="none", stroke_linecap="square")


def _heat(heat: npt.NDArray[np.float64], size: int, margin: float) -> Iterable[str]:
    if heat.shape != (size, size):
        raise InputError(f"expected heat of shape {(size, size)}, got {heat.shape}")
    for y, x in np.argwhere(np.nan_to_num(heat) != 0):
        corner = margin + _CELL * (float(x) - 0.5), margin + _CELL * (float(y) - 0.5)
        yield svg.glow(*corner, _CELL, float(heat[y, x]))


def _stone(x: float, y: float, colour: int, opacity: float | None = None) -> str:
    fill = svg.BLACK_STONE if colour == 1 else svg.WHITE_STONE
    return element(
        "circle", cx=x, cy=y, r=_STONE, fill=fill, stroke=svg.INK, stroke_width=0.35, opacity=opacity
    )


def _ink(board: npt.NDArray[np.generic], point: Point) -> str:
    return svg.WHITE_STONE if board[point.y, point.x] == 1 else svg.BLACK_STONE


def _label(x: float, y: float, text: str, board: npt.NDArray[np.generic], point: Point) -> str:
    letters = svg.label(x, y, text, _ink(board, point))
    if board[point.y, point.x] != 0:
        return letters
    # On an empty point the lines give way to the text.
    return element("circle", cx=x, cy=y, r=3.4, fill=svg.BOARD) + letters


def _coordinates(size: int, margin: float, width: float) -> Iterable[str]:
    style = {"font_size": 4.2, "text_anchor": "middle", "dominant_baseline": "central", "fill": svg.LABEL}
    near, far = 0.4 * _CELL, width - 0.4 * _CELL
    for i in range(size):
        at = margin + _CELL * i
        for other in (near, far):
            yield element("text", COLUMNS[i], x=at, y=other, **style)
            yield element("text", str(size - i), x=other, y=at, **style)
