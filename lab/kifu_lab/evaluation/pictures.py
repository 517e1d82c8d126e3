"""Charts as PNG, for documents that take no SVG: what `charts` drew, painted by matplotlib.

It reads the SVG itself, so that both pictures always show the same, and knows the elements that charts have.
"""

import io
from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

from kifu.errors import InputError, MissingToolError

_SVG = "{http://www.w3.org/2000/svg}"
_UNIT = 72  # a unit of the drawing is one of matplotlib's points
_ANCHORS = {"start": "left", "middle": "center", "end": "right"}


def png(svg: str, scale: float = 2.0) -> bytes:
    """A chart's picture, `scale` pixels for each of the SVG's.

    Raises:
        MissingToolError: matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingToolError(
            "a chart as PNG needs matplotlib, which is not installed: pip install matplotlib"
        ) from None
    drawing = ElementTree.fromstring(svg)
    _, _, width, height = (float(part) for part in drawing.attrib["viewBox"].split())
    figure = Figure(figsize=(width / _UNIT, height / _UNIT), dpi=_UNIT * scale)
    area = figure.add_axes((0, 0, 1, 1))
    area.set_axis_off()
    area.set(xlim=(0, width), ylim=(height, 0))
    for kind, found, text in _elements(drawing, {}):
        area.add_artist(_artist(kind, found, text))
    out = io.BytesIO()
    figure.savefig(out, format="png", metadata={"Title": drawing.findtext(f"{_SVG}title")})
    return out.getvalue()


def _elements(
    parent: ElementTree.Element, inherited: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any], str]]:
    """What is drawn, back to front, with the attributes and the offset (u, v) of the groups around it."""
    for child in parent:
        kind = child.tag.removeprefix(_SVG)
        found = {**inherited, **child.attrib}
        if kind == "g":
            if "transform" in child.attrib:
                u, v = child.attrib["transform"].removeprefix("translate(").rstrip(")").split()
                found["u"] = inherited.get("u", 0.0) + float(u)
                found["v"] = inherited.get("v", 0.0) + float(v)
                del found["transform"]
            yield from _elements(child, found)
        elif kind != "title":
            yield kind, found, child.text or ""


def _artist(kind: str, found: dict[str, Any], text: str) -> Any:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Circle, Rectangle
    from matplotlib.text import Text

    def at(x: str, y: str) -> tuple[float, float]:
        return (
            float(found.get(x, 0)) + found.get("u", 0.0),
            float(found.get(y, 0)) + found.get("v", 0.0),
        )

    if kind == "rect":
        size = float(found["width"]), float(found["height"])
        return Rectangle(at("x", "y"), *size, facecolor=found["fill"], linewidth=0)
    if kind == "circle":
        return Circle(at("cx", "cy"), float(found["r"]), facecolor=found["fill"], linewidth=0)
    if kind in ("line", "polyline"):
        points = [at("x1", "y1"), at("x2", "y2")]
        if kind == "polyline":
            pairs = (pair.split(",") for pair in found["points"].split())
            points = [(float(x) + found.get("u", 0.0), float(y) + found.get("v", 0.0)) for x, y in pairs]
        width = float(found.get("stroke-width", 1))
        dashes = [float(length) / width for length in found.get("stroke-dasharray", "").split()]
        return Line2D(
            [x for x, _ in points],
            [y for _, y in points],
            color=found["stroke"],
            linewidth=width,
            linestyle=(0, dashes) if dashes else "-",
            alpha=float(found.get("stroke-opacity", 1)),
        )
    if kind == "text":
        # The only turned text is an axis' title, which is turned about its own place.
        return Text(
            *at("x", "y"),
            text.replace("$", r"\$"),
            color=found["fill"],
            fontsize=float(found["font-size"]),
            fontweight=found.get("font-weight", "normal"),
            ha=_ANCHORS[found.get("text-anchor", "start")],
            va="baseline",
            rotation=90 if "transform" in found else 0,
            rotation_mode="anchor",
        )
    raise InputError(f"expected the elements of a chart, got <{kind}>")
