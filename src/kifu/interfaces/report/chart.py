"""The course of a game as a picture: Black's lead above the line, White's below."""

import math
from collections.abc import Mapping, Sequence

from kifu.interfaces.report.page import Html, tag

_WIDTH, _HEIGHT = 800, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 16, 26, 38
_ROOM = 50  # for the number of a turning point


def course(
    leads: Sequence[float],
    *,
    turning: Sequence[int],
    costly: Sequence[int],
    least: float,
    label: str,
    anchors: Mapping[int, str],
) -> Html:
    """Draw the leads after 0, 1, 2, ... moves.

    Args:
        leads: Black's.
        turning: moves that are ringed and numbered.
        costly: moves that get a dot.
        least: the scale reaches at least so far to both sides.
        label: what the picture shows, for people who cannot see it.
        anchors: by move, where on the page it is told of.
    """
    high = max(least, *map(abs, leads)) * 1.08
    last = max(1, len(leads) - 1)

    def x(move: float) -> float:
        return _LEFT + move / last * (_WIDTH - _LEFT - _RIGHT)

    def y(lead: float) -> float:
        return _TOP + (high - lead) / (2 * high) * (_HEIGHT - _TOP - _BOTTOM)

    parts: list[Html] = []
    for value in _steps(-high, high, 5):
        kind = "rule zero" if value == 0 else "rule"
        parts.append(tag("line", cls=kind, x1=_LEFT, x2=_WIDTH - _RIGHT, y1=_r(y(value)), y2=_r(y(value))))
        shown = f"{abs(value):g}"
        parts.append(tag("text", shown, x=_LEFT - 8, y=_r(y(value) + 5), text_anchor="end"))
    parts += [
        tag("text", f"{value:g}", x=_r(x(value)), y=_HEIGHT - 10, text_anchor="middle")
        for value in _steps(0, last, 8, 1)
    ]
    for kind, sign in (("above", 1), ("below", -1)):
        line = " ".join(f"{_r(x(i))},{_r(y(max(sign * lead, 0) * sign))}" for i, lead in enumerate(leads))
        parts.append(
            tag("polygon", cls=kind, points=f"{_r(x(0))},{_r(y(0))} {line} {_r(x(last))},{_r(y(0))}")
        )
    parts.append(
        tag("polyline", cls="lead", points=" ".join(f"{_r(x(i))},{_r(y(v))}" for i, v in enumerate(leads)))
    )
    for name, below in (("Black ahead", _TOP + 14), ("White ahead", _HEIGHT - _BOTTOM - 6)):
        parts.append(tag("text", name, x=_LEFT + 8, y=below))
    for move in sorted({*costly} - {*turning}):  # a ring says more than a dot
        dot = tag("circle", cls="costly", cx=_r(x(move)), cy=_r(y(leads[move])), r=5)
        parts.append(_linked(dot, anchors.get(move)))
    free = {-14: 0.0, 26: 0.0}  # from where on there is room for a number above and below the line
    for move in turning:
        at, level = x(move), y(leads[move])
        drawn = tag("circle", cls="turning", cx=_r(at), cy=_r(level), r=7)
        room = [side for side in free if free[side] <= at and _TOP < level + side < _HEIGHT - _BOTTOM]
        if room:
            free[room[0]] = at + _ROOM
            drawn = Html(drawn + tag("text", move, x=_r(at), y=_r(level + room[0]), text_anchor="middle"))
        parts.append(_linked(drawn, anchors.get(move)))
    return tag(
        "svg", [tag("title", label), *parts], cls="chart", viewBox=f"0 0 {_WIDTH} {_HEIGHT}", role="img"
    )


def _linked(inside: Html, anchor: str | None) -> Html:
    return tag("a", inside, href=f"#{anchor}") if anchor else inside


def _steps(low: float, high: float, count: int, least: float = 0.0) -> list[float]:
    """Round numbers from low to high, about as many as asked for."""
    raw = max((high - low) / count, 1e-6)
    power = 10.0 ** math.floor(math.log10(raw))
    step = max(least, next(factor * power for factor in (1, 2, 5, 10) if factor * power >= raw * 0.999))
    first, last = math.ceil(low / step), math.floor(high / step)
    return [round(i * step, 6) + 0.0 for i in range(first, last + 1)]


def _r(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
