"""Draughts positions as SVG. Pure input: pieces and what to show on them; no rules inside."""

from collections.abc import Iterable, Mapping
from math import isnan

from kifu.errors import PointError
from kifu.games import svg
from kifu.games.draughts.moves import Move, Piece
from kifu.games.svg import element
from kifu.records.moves import Colour

_CELL = 10.0
_EDGE = 3.0
_DARK_SQUARE = "#b98a50"  # both sides' pieces stand out on it
_LIGHT_SQUARE = "#f1dfba"
_WIDTH = 8 * _CELL + 2 * _EDGE


def draw(
    pieces: Mapping[int, Piece],
    *,
    marks: Mapping[int, str] | None = None,
    labels: Mapping[int, str] | None = None,
    heat: Mapping[int, float] | None = None,
    ghosts: Mapping[int, Piece] | None = None,
    last_move: Move | None = None,
    numbers: bool = True,
    title: str | None = None,
    pixels: int = 480,
) -> str:
    """Draw a board, White at the bottom.

    Args:
        pieces: by square, 1 to 32.
        marks: `circle`, `square`, `triangle` or `cross` on squares.
        labels: short texts on squares.
        heat: by square, from -1 (red) over 0 (nothing) to 1 (blue).
        ghosts: half-transparent pieces, for moves not played.
        last_move: its path is drawn as a line, its end ringed.
        numbers: whether to write the squares' numbers.
        title: what the picture shows, for people who cannot see it.
        pixels: width of the picture.
    """
    parts = [element("rect", x=0, y=0, width=_WIDTH, height=_WIDTH, rx=1.6, fill=svg.BOARD)]
    parts.append(element("rect", x=_EDGE, y=_EDGE, width=80, height=80, fill=_LIGHT_SQUARE))
    parts += [_square(n) for n in range(1, 33)]
    parts += [svg.glow(*_corner(n), _CELL, value) for n, value in (heat or {}).items() if not isnan(value)]
    if numbers:
        parts += [_number(n) for n in range(1, 33)]
    if last_move is not None:
        parts.append(_trace(last_move))
    parts += [part for n, piece in pieces.items() for part in _piece(n, piece)]
    parts += [element("g", None, _piece(n, piece), opacity=0.45) for n, piece in (ghosts or {}).items()]
    if last_move is not None:
        x, y = _centre(last_move.end)
        parts.append(element("circle", cx=x, cy=y, r=4.2, fill="none", stroke=svg.ACCENT, stroke_width=0.7))
    parts += [svg.mark(*_centre(n), kind, _ink(pieces, n)) for n, kind in (marks or {}).items()]
    parts += [svg.label(*_centre(n), text, _ink(pieces, n)) for n, text in (labels or {}).items()]
    return svg.picture(_WIDTH, _WIDTH, parts, title or "Draughts board", pixels)


def _corner(square: int) -> tuple[float, float]:
    if square not in range(1, 33):
        raise PointError(f"expected a square from 1 to 32, got {square!r}")
    row, column = divmod(square - 1, 4)
    return _EDGE + _CELL * (2 * column + 1 - row % 2), _EDGE + _CELL * row


def _centre(square: int) -> tuple[float, float]:
    x, y = _corner(square)
    return x + _CELL / 2, y + _CELL / 2


def _square(square: int) -> str:
    x, y = _corner(square)
    return element("rect", x=x, y=y, width=_CELL, height=_CELL, fill=_DARK_SQUARE)


def _number(square: int) -> str:
    x, y = _corner(square)
    return element("text", str(square), x=x + 0.3, y=y + 1.9, font_size=1.9, fill=svg.INK, fill_opacity=0.75)


def _piece(square: int, piece: Piece) -> Iterable[str]:
    x, y = _centre(square)
    black = piece.colour is Colour.BLACK
    fill, line = (svg.BLACK_STONE, svg.WHITE_STONE) if black else (svg.WHITE_STONE, svg.BLACK_STONE)
    yield element("circle", cx=x, cy=y, r=3.9, fill=fill, stroke=svg.INK, stroke_width=0.35)
    yield element(
        "circle", cx=x, cy=y, r=3.0, fill="none", stroke=line, stroke_width=0.25, stroke_opacity=0.5
    )
    if piece.king:
        crown = f"M{x - 2:g} {y + 1.4:g}l-.3 -3l1.3 1.3l1 -1.9l1 1.9l1.3 -1.3l-.3 3z"
        yield element("path", d=crown, fill=line)


def _trace(move: Move) -> str:
    line = "M" + "L".join(f"{x:g} {y:g}" for x, y in map(_centre, move.path))
    style = {"fill": "none", "stroke": svg.ACCENT, "stroke_width": 0.8, "stroke_linejoin": "round"}
    return element("path", d=line, **style)


def _ink(pieces: Mapping[int, Piece], square: int) -> str:
    piece = pieces.get(square)
    return svg.WHITE_STONE if piece is not None and piece.colour is Colour.BLACK else svg.BLACK_STONE
