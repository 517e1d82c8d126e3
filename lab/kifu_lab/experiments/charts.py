"""Charts of tables: a line a column over the rows, with intervals; the paper's values dashed."""

import math
from collections.abc import Sequence

from kifu_lab.evaluation.charts import BLUE, GREY, ORANGE, Axis, Panel, draw
from kifu_lab.experiments.tables import Table, Value

_COLOURS = (BLUE, ORANGE, "#26a269", "#813d9c", GREY)
#: Names of rows that fit under the axis.
_MOST_NAMES = 12
_PAPER = "dashed: the paper"


def chart(table: Table, title: str) -> str | None:
    """The table as SVG; None when it has nothing to draw."""
    values = table.values()
    numbers = [n for v in values for n in (v.value, v.low, v.high, v.paper) if n is not None]
    if not table.chart or len(table.rows) < 2 or not any(v.value is not None for v in values):
        return None
    step = max(1, math.ceil(len(table.rows) / _MOST_NAMES))
    ticks = [float(i) for i in range(len(table.rows))]
    names = [row.name if i % step == 0 else "" for i, row in enumerate(table.rows)]
    x = Axis(table.corner, ticks, names)
    y = Axis(table.unit, nice_ticks(min(numbers), max(numbers)))
    longest = max(len(column) for column in [*table.columns, _PAPER])
    panel = Panel(title, x, y, width=max(400.0, 44.0 * len(ticks)), room=40.0 + 7.0 * longest)
    for column, colour in zip(range(len(table.columns)), _cycle(len(table.columns)), strict=True):
        entries = [row.entries[column] for row in table.rows]
        points = [(at, e) for at, e in zip(ticks, entries, strict=True) if isinstance(e, Value)]
        ours = [(at, e.value) for at, e in points if e.value is not None]
        if ours:
            panel.line(ours, colour, table.columns[column])
        for at, e in points:
            if e.value is not None:
                whisker = (e.low, e.high) if e.low is not None and e.high is not None else None
                panel.dot(at, e.value, colour, whisker)
        papers = [(at, e.paper) for at, e in points if e.paper is not None]
        if papers:
            panel.line(papers, colour, dashed=True)
    if any(v.paper is not None for v in values):
        panel.legend.append((_PAPER, GREY, "5 4"))
    return draw([[panel]], title)


def nice_ticks(low: float, high: float) -> list[float]:
    """Round values from below the lowest to above the highest, four to eight of them."""
    if low == high:
        low, high = low - 1, high + 1
    raw = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(raw))
    step = next(m * power for m in (1, 2, 5, 10) if m * power >= raw)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(i * step, 10) for i in range(first, last + 1)]


def _cycle(count: int) -> Sequence[str]:
    return [_COLOURS[i % len(_COLOURS)] for i in range(count)]
