"""Charts as SVG, without a plotting library: axes, lines, bars and points with whiskers."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kifu.games.svg import INK, LABEL, element, picture

BLUE, ORANGE, GREY = "#1a5fb4", "#c64600", "#77767b"
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 40, 46
_GRID = "#e4e2de"


@dataclass(frozen=True)
class Axis:
    """An axis from low to high.

    Attributes:
        title: what it measures.
        ticks: values that are written, the first and last of which are its ends.
        names: what is written at the ticks instead of their values.
    """

    title: str
    ticks: Sequence[float]
    names: Sequence[str] = ()

    def share(self, value: float) -> float:
        """How far along the axis a value is."""
        return (value - self.ticks[0]) / (self.ticks[-1] - self.ticks[0])

    def written(self) -> list[tuple[float, str]]:
        """Ticks and what is written there."""
        return list(zip(self.ticks, self.names or [f"{tick:g}" for tick in self.ticks], strict=True))


@dataclass
class Panel:
    """A pair of axes with what is drawn between them; values beyond the axes are cut off.

    Attributes:
        title: stands above.
        x, y: the axes.
        width, height: of the area between the axes.
        room: beside the area, for a legend that would cover the lines; without it the legend stands inside.
    """

    title: str
    x: Axis
    y: Axis
    width: float = 400
    height: float = 250
    room: float = 0
    marks: list[str] = field(default_factory=list)
    legend: list[tuple[str, str, str | None]] = field(default_factory=list)

    def line(
        self, points: Sequence[tuple[float, float]], colour: str, name: str = "", dashed: bool = False
    ) -> None:
        """Draw a line; a name puts it into the legend."""
        drawn = " ".join(f"{self._u(x):.1f},{self._v(y):.1f}" for x, y in points if 0 <= self.x.share(x) <= 1)
        dashes = "5 4" if dashed else None
        self.marks.append(
            element(
                "polyline", points=drawn, fill="none", stroke=colour, stroke_width=2, stroke_dasharray=dashes
            )
        )
        if name:
            self.legend.append((name, colour, dashes))

    def dot(self, x: float, y: float, colour: str, whisker: tuple[float, float] | None = None) -> None:
        """Draw a point, with its interval."""
        u = self._u(x)
        if whisker is not None:
            low, high = (self._v(value) for value in whisker)
            self.marks.append(
                element("line", x1=u, x2=u, y1=low, y2=high, stroke=colour, stroke_opacity=0.45)
            )
        self.marks.append(element("circle", cx=u, cy=self._v(y), r=3, fill=colour))

    def bar(self, low: float, high: float, y: float, colour: str) -> None:
        """Draw a bar from the axis up to y, between two places on the x axis."""
        u, v = self._u(low), self._v(y)
        self.marks.append(
            element("rect", x=u, y=v, width=self._u(high) - u, height=self.height - v, fill=colour)
        )

    def svg(self, left: float, top: float) -> str:
        """Draw everything with the corner of the area at a place."""
        return element(
            "g", None, [*self._axes(), *self.marks, *self._legend()], transform=f"translate({left:g} {top:g})"
        )

    def _u(self, x: float) -> float:
        return self.width * min(max(self.x.share(x), 0.0), 1.0)

    def _v(self, y: float) -> float:
        return self.height * (1 - min(max(self.y.share(y), 0.0), 1.0))

    def _axes(self) -> list[str]:
        parts = [element("text", self.title, x=0, y=-14, font_size=13, font_weight="bold", fill=INK)]
        for y, text in self.y.written():
            v = self._v(y)
            parts += [
                element("line", x1=0, x2=self.width, y1=v, y2=v, stroke=_GRID),
                element("text", text, x=-8, y=v + 4, text_anchor="end", fill=LABEL),
            ]
        for x, text in self.x.written():
            u = self._u(x)
            parts += [
                element("line", x1=u, x2=u, y1=self.height, y2=self.height + 4, stroke=LABEL),
                element("text", text, x=u, y=self.height + 17, text_anchor="middle", fill=LABEL),
            ]
        middle = self.height / 2
        return [
            *parts,
            element("line", x1=0, x2=self.width, y1=self.height, y2=self.height, stroke=LABEL),
            element(
                "text", self.x.title, x=self.width / 2, y=self.height + 36, text_anchor="middle", fill=INK
            ),
            element(
                "text",
                self.y.title,
                x=-40,
                y=middle,
                text_anchor="middle",
                fill=INK,
                transform=f"rotate(-90 -40 {middle:g})",
            ),
        ]

    def _legend(self) -> list[str]:
        parts = []
        left = self.width + 14 if self.room else 10
        for i, (name, colour, dashes) in enumerate(self.legend):
            y = 12 + 17 * i
            style = {"stroke": colour, "stroke_width": 2, "stroke_dasharray": dashes}
            parts += [
                element("line", x1=left, x2=left + 18, y1=y, y2=y, **style),
                element("text", name, x=left + 24, y=y + 4, fill=INK),
            ]
        return parts


def draw(rows: Sequence[Sequence[Panel]], title: str) -> str:
    """Put panels side by side and in rows into one picture; the title is for those who cannot see it."""
    parts = []
    top = width = 0.0
    for row in rows:
        left = 0.0
        for panel in row:
            parts.append(panel.svg(left + _LEFT, top + _TOP))
            left += _LEFT + panel.width + panel.room + _RIGHT
        width = max(width, left)
        top += _TOP + max(panel.height for panel in row) + _BOTTOM
    ground = element("rect", width=width, height=top, fill="white")
    inside = element("g", None, parts, font_size=12)
    return picture(width, top, [ground, inside], title, pixels=round(width)) + "\n"
