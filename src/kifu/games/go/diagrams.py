"""Go positions as text, out and in."""

import numpy as np
import numpy.typing as npt

from kifu.errors import PositionError
from kifu.games.go.handicap import star_points
from kifu.records.moves import COLUMNS, Point

BLACK_SIGNS = "Xx#*@●"
WHITE_SIGNS = "Oo○"
EMPTY_SIGNS = ".+,_·-"
_MAX_TEXT = 20_000


def write(stones: npt.NDArray[np.uint8], last_move: Point | None = None) -> str:
    """Draw a board: X black, O white, + a star point, the last move in brackets."""
    size = stones.shape[0]
    stars = set(star_points(size))
    letters = "   " + " ".join(COLUMNS[:size])
    lines = [letters]
    for y in range(size):
        signs = [
            "+" if stones[y, x] == 0 and Point(x, y) in stars else ".XO"[stones[y, x]] for x in range(size)
        ]
        row = " " + " ".join(signs) + " "
        if last_move is not None and last_move.y == y:
            at = 2 * last_move.x
            row = f"{row[:at]}({row[at + 1]}){row[at + 3 :]}"
        lines.append(f"{size - y:2}{row}{size - y}")
    lines.append(letters)
    return "\n".join(lines)


def read(text: str) -> npt.NDArray[np.uint8]:
    """Read a square diagram, with or without coordinates and frame, into an array of 0, 1 and 2."""
    if len(text) > _MAX_TEXT:
        raise PositionError(f"a diagram has at most {_MAX_TEXT} characters, got {len(text)}")
    rows: list[list[int]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        signs = line.strip().strip("|").strip()
        if _is_frame(signs):
            continue
        row = []
        for sign in signs.strip("0123456789 |"):
            if sign in BLACK_SIGNS:
                row.append(1)
            elif sign in WHITE_SIGNS:
                row.append(2)
            elif sign in EMPTY_SIGNS:
                row.append(0)
            elif sign not in " ()[]\t":
                raise PositionError(
                    f"line {number} of the diagram: expected X for black, O for white, . for an empty point, "
                    f"got {sign!r}"
                )
        if row:
            rows.append(row)
    if not rows:
        raise PositionError("expected a diagram, got no row of points")
    for y, row in enumerate(rows, start=1):
        if len(row) != len(rows):
            raise PositionError(
                f"expected a square board; the diagram has {len(rows)} rows, row {y} has {len(row)} points"
            )
    return np.array(rows, dtype=np.uint8)


def _is_frame(line: str) -> bool:
    """Whether a line is empty, a border such as +---+, or the column letters."""
    squeezed = line.replace(" ", "").upper()
    if squeezed == "" or COLUMNS.startswith(squeezed) or squeezed == "ABCDEFGHIJKLMNOPQRS"[: len(squeezed)]:
        return True
    return len(squeezed) >= 4 and set(squeezed) <= set("+-") and squeezed[0] == squeezed[-1] == "+"
