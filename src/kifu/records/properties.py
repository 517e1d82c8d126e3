"""Values of SGF properties: texts and their escapes, pairs and points.

Values come in as they stand between the brackets, decoded; see `encodings` for the bytes below and
`sgf` for the tree above.
"""

import re
from typing import NamedTuple

from kifu.errors import PointError
from kifu.records.moves import Colour, Point

# Properties of one line: a line break in them is a space.
_SIMPLE_TEXT = frozenset({
    "AN", "AP", "BR", "BT", "CA", "CP", "DT", "EV", "FG", "GN", "LB", "N",
    "ON", "OT", "PB", "PC", "PW", "RE", "RO", "RU", "SO", "US", "WR", "WT",
})  # fmt: skip

_SOFT_BREAK = re.compile(r"\\(?:\r\n|\n\r|\r|\n)")
_LINE_BREAK = re.compile(r"\r\n|\n\r|\r")
_BLANKS = str.maketrans("\t\v\f", "   ")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Stone(NamedTuple):
    """A stone that is set up, not played; the colour is None where a point is emptied."""

    colour: Colour | None
    point: Point


def read_text(raw: str, name: str = "C") -> str:
    r"""Takes the escapes out of a value, as SGF asks for the property `name`.

    A backslash keeps the next character and removes a line break; other line breaks become `\n` in
    comments and spaces in simple texts; other blanks become spaces.
    """
    if "\\" in raw:
        # Apart from doubled backslashes, each one left is an escape of what follows it.
        raw = "\\".join(_SOFT_BREAK.sub("", part).replace("\\", "") for part in raw.split("\\\\"))
    if "\r" in raw:
        raw = _LINE_BREAK.sub("\n", raw)
    raw = raw.translate(_BLANKS)
    return raw.replace("\n", " ") if name in _SIMPLE_TEXT else raw


def write_text(text: str) -> str:
    """Escapes a text so that it can stand between brackets."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def split_pair(raw: str) -> tuple[str, str] | None:
    r"""Splits a raw composed value (`aa:bb`, `dd:label`) at its first colon not written `\:`, or None."""
    at = 0
    while at < len(raw):
        if raw[at] == "\\":
            at += 2
        elif raw[at] == ":":
            return raw[:at], raw[at + 1 :]
        else:
            at += 1
    return None


def read_point(text: str) -> Point:
    """Reads a point of two letters, such as `dp`.

    Raises:
        PointError: The text is not two letters.
    """
    if len(text) == 2 and (x := _LETTERS.find(text[0])) >= 0 and (y := _LETTERS.find(text[1])) >= 0:
        return Point(x, y)
    raise PointError(f"expected a point of two letters, such as 'dp', not {text[:40]!r}")


def write_point(point: Point | None) -> str:
    """Writes a point as two letters, or a pass as nothing.

    Raises:
        PointError: The point lies beyond the 52 lines that SGF has letters for.
    """
    if point is None:
        return ""
    if not (0 <= point.x < 52 and 0 <= point.y < 52):
        raise PointError(f"expected a point within 52x52, which is what SGF can write, not {tuple(point)!r}")
    return _LETTERS[point.x] + _LETTERS[point.y]
