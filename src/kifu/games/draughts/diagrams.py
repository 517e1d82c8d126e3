"""Draughts positions as text, out and in. White is at the bottom, as in print."""

from collections.abc import Mapping

from kifu.errors import PositionError
from kifu.games.draughts.moves import Move, Piece
from kifu.records.moves import Colour

_SIGNS = {
    Piece(Colour.BLACK): "b",
    Piece(Colour.BLACK, True): "B",
    Piece(Colour.WHITE): "w",
    Piece(Colour.WHITE, True): "W",
}
_PIECES = {sign: piece for piece, sign in _SIGNS.items()} | {
    "⛂": Piece(Colour.BLACK),
    "⛃": Piece(Colour.BLACK, True),
    "⛀": Piece(Colour.WHITE),
    "⛁": Piece(Colour.WHITE, True),
}
_EMPTY = ".-_·"
_MAX_TEXT = 20_000


def write(pieces: Mapping[int, Piece], to_play: Colour, last_move: Move | None = None) -> str:
    """Draw a position: b and w men, B and W kings, the last move's end in brackets, who is to move."""
    lines = []
    for row in range(8):
        squares = range(4 * row + 1, 4 * row + 5)
        cells = []
        for square in squares:
            sign = _SIGNS[pieces[square]] if square in pieces else "."
            cells.append(f"({sign})" if last_move and square == last_move.end else f" {sign} ")
        line = " ".join(cells)
        lines.append(f"    {line}{squares[-1]:>3}" if row % 2 == 0 else f"{squares[0]:>2}{line}")
    return "\n".join([*(line.rstrip() for line in lines), f"{to_play} to move"])


def read(text: str) -> tuple[dict[int, Piece], Colour | None]:
    """Read a diagram: eight rows of four dark squares, or of all eight with the light ones empty.

    Returns:
        The pieces by square, and the side to move where a line says it.
    """
    if not isinstance(text, str):
        raise PositionError(f"expected a diagram as text, got {type(text).__name__}")
    if len(text) > _MAX_TEXT:
        raise PositionError(f"a diagram has at most {_MAX_TEXT} characters, got {len(text)}")
    pieces: dict[int, Piece] = {}
    side: Colour | None = None
    row = 0
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if [word.lower() for word in words[1:]] == ["to", "move"] and words[0].lower() in ("black", "white"):
            side = Colour.BLACK if words[0].lower() == "black" else Colour.WHITE
            continue
        signs = [c for c in line.strip().strip("0123456789 |\t") if c not in " ()[]|\t"]
        if not signs or (set(signs) <= set("+-") and signs[0] == "+"):
            continue
        if row == 8:
            raise PositionError(f"line {number} of the diagram: expected eight rows, got a ninth: {line!r}")
        for square, sign in zip(_dark(row), _dark_signs(signs, row, number), strict=True):
            if sign in _PIECES:
                pieces[square] = _PIECES[sign]
            elif sign not in _EMPTY:
                raise PositionError(
                    f"line {number} of the diagram: expected b or w for a man, B or W for a king, "
                    f". for an empty square; got {sign!r}"
                )
        row += 1
    if row != 8:
        raise PositionError(f"expected a diagram of eight rows, got {row}")
    return pieces, side


def _dark(row: int) -> range:
    return range(4 * row + 1, 4 * row + 5)


def _dark_signs(signs: list[str], row: int, number: int) -> list[str]:
    if len(signs) == 4:
        return signs
    if len(signs) != 8:
        raise PositionError(
            f"line {number} of the diagram: expected 4 dark squares or 8 squares, got {len(signs)}"
        )
    first_dark = 1 - row % 2
    if any(sign in _PIECES for sign in signs[1 - first_dark :: 2]):
        raise PositionError(f"line {number} of the diagram: a piece stands on a light square")
    return signs[first_dark::2]
