"""Learning curves of evolutions, drawn from their logs."""

import math
from collections.abc import Mapping, Sequence
from typing import Any

from kifu_lab.evaluation.charts import BLUE, GREY, ORANGE, Axis, Panel, draw

_LINES = 8  # ticks of an axis, at most


def curves(lines: Sequence[Mapping[str, Any]]) -> str:
    """An SVG of a run: the champion's mean of means, its sum, and how games ended, by generation.

    Args:
        lines: of the run's log, in order.
    """
    last = max(2, len(lines))
    generations = Axis("generation", ticks(1, last))
    means = [
        (line["generation"], line["mean_of_means"]) for line in lines if line["mean_of_means"] is not None
    ]
    progress = Panel(
        "Champion against the last ones", generations, Axis("mean of means", [-1, -0.5, 0, 0.5, 1])
    )
    progress.line([(1, 0), (last, 0)], GREY, dashed=True)
    progress.line(means, BLUE)
    progress.line(_smoothed(means), ORANGE, "mean of 10 generations")
    total = _sums(means)
    low, high = min([0.0, *(y for _, y in total)]), max([1.0, *(y for _, y in total)])
    growth = Panel("Growth: the means added up", generations, Axis("sum of means", ticks(low, high)))
    growth.line(total, BLUE)
    drawn = [(line["generation"], line["draws"] / max(1, _games(line))) for line in lines]
    black = [(line["generation"], line["black"] / max(1, _games(line))) for line in lines]
    endings = Panel("How games ended", generations, Axis("share of games", [0, 0.25, 0.5, 0.75, 1]))
    endings.line(_smoothed(black), BLUE, "Black won")
    endings.line(_smoothed(drawn), ORANGE, "drawn")
    played = [(line["generation"], line["moves"] / max(1, line["games"])) for line in lines]
    longest = max(10.0, *(y for _, y in played)) if played else 10.0
    lengths = Panel("Moves of a game", generations, Axis("moves of both sides", ticks(0, longest)))
    lengths.line(_smoothed(played), BLUE)
    return draw([[progress, growth], [endings, lengths]], "Learning curves of an evolution")


def ticks(low: float, high: float) -> list[float]:
    """Round values from at most `low` to at least `high`."""
    span = max(high - low, 1e-9)
    step = 10 ** math.floor(math.log10(span / _LINES))
    step *= next(factor for factor in (1, 2, 5, 10) if span / (step * factor) <= _LINES)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(i * step, 10) for i in range(first, max(last, first + 1) + 1)]


def _games(line: Mapping[str, Any]) -> int:
    return int(line["black"] + line["white"] + line["draws"])


def _smoothed(points: Sequence[tuple[float, float]], width: int = 10) -> list[tuple[float, float]]:
    """The mean of the last ones at every point."""
    out = []
    for i, (x, _) in enumerate(points):
        part = points[max(0, i + 1 - width) : i + 1]
        out.append((x, sum(y for _, y in part) / len(part)))
    return out


def _sums(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    total, out = 0.0, []
    for x, y in points:
        total += y
        out.append((x, total))
    return out
