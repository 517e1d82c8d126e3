"""A few lines to write SVG: elements with escaped attributes and text, and the look both boards share."""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from kifu.errors import InputError

# Characters that XML 1.0 cannot hold at all.
_FORBIDDEN = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535), "�")
_FORBIDDEN |= dict.fromkeys(range(55296, 57344), "�")

FONT = "ui-sans-serif, system-ui, 'Noto Sans', 'Noto Sans CJK JP', sans-serif"
INK = "#2b2620"  # lines and black stones' outline
BOARD = "#e3bd7c"  # wood
LABEL = "#7a6a55"  # coordinates: readable on light and on dark pages
BLACK_STONE = "#1d1b1a"
WHITE_STONE = "#f7f4ee"
ACCENT = "#d2442b"  # last move
HEAT_GOOD = "#1f77b4"
HEAT_BAD = "#c0392b"


def element(name: str, text: str | None = None, children: Iterable[str] = (), /, **attributes: object) -> str:
    """Write one element. An underscore in an attribute's name stands for a hyphen."""
    written = "".join(
        f" {key.replace('_', '-')}={quoteattr(_clean(_number(value)))}"
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(children) + (escape(_clean(text)) if text is not None else "")
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def picture(width: float, height: float, children: Iterable[str], title: str, pixels: int = 480) -> str:
    """Wrap a drawing: scales to any size, and says what it shows to people who cannot see it."""
    body = [element("title", title), *children]
    return element(
        "svg",
        None,
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        width=pixels,
        height=round(pixels * height / width),
        role="img",
        font_family=FONT,
    )


MARKS = ("circle", "square", "triangle", "cross")


def mark(x: float, y: float, kind: str, ink: str) -> str:
    """Draw a mark around a place; a cell of the board is 10 wide."""
    style = {"fill": "none", "stroke": ink, "stroke_width": 0.9}
    if kind == "circle":
        return element("circle", cx=x, cy=y, r=2.4, **style)
    if kind == "square":
        return element("rect", x=x - 2.1, y=y - 2.1, width=4.2, height=4.2, **style)
    if kind == "triangle":
        return element("path", d=f"M{x:g} {y - 2.8:g}l2.5 4.2h-5z", **style)
    if kind == "cross":
        return element("path", d=f"M{x - 2:g} {y - 2:g}l4 4m0 -4l-4 4", **style)
    raise InputError(f"expected a mark among {', '.join(MARKS)}; got {kind!r}")


def label(x: float, y: float, text: str, ink: str) -> str:
    """Write a short text on a place; a longer one is cut."""
    shown = text if len(text) <= 4 else text[:3] + "…"
    return element(
        "text",
        shown,
        x=x,
        y=y,
        font_size={1: 5.4, 2: 4.8, 3: 3.8}.get(len(shown), 3.0),
        text_anchor="middle",
        dominant_baseline="central",
        fill=ink,
    )


def glow(x: float, y: float, side: float, value: float) -> str:
    """Colour a square cell by a value from -1 (red) over 0 (nothing) to 1 (blue)."""
    return element(
        "rect",
        x=x,
        y=y,
        width=side,
        height=side,
        fill=HEAT_GOOD if value > 0 else HEAT_BAD,
        fill_opacity=round(0.75 * min(abs(value), 1.0), 3),
    )


def _number(value: object) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _clean(text: str) -> str:
    return text.translate(_FORBIDDEN)
