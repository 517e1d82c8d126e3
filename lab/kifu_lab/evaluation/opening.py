"""Learning curves of opening players, drawn from the logs of their runs."""

from collections.abc import Mapping, Sequence
from typing import Any

from kifu_lab.evaluation.charts import BLUE, GREY, ORANGE, Axis, Panel, draw
from kifu_lab.evaluation.evolve import ticks


def curves(runs: Sequence[Sequence[Mapping[str, Any]]]) -> str:
    """An SVG of runs that differ in their seed: games won against Random, and the error in points.

    Args:
        runs: lines of each run's log, in order.
    """
    last = max([2, *(line["games"] for lines in runs for line in lines)])
    games = Axis("games of self-play", ticks(0, last))
    won = Panel("Against Random", games, Axis("share of games won", [0, 0.25, 0.5, 0.75, 1]))
    won.line([(0, 0.75), (last, 0.75)], GREY, "the paper after 3,000 games", dashed=True)
    largest = max([10.0, *(line["error"] for lines in runs for line in lines)])
    error = Panel("Error at the end of the opening", games, Axis("points", ticks(0, largest)))
    for lines in runs:
        won.line([(line["games"], share(line)) for line in lines if line["test_games"]], BLUE)
        error.line([(line["games"], line["error"]) for line in lines], BLUE)
    if len(runs) > 1:
        won.line(mean_curve(runs), ORANGE, f"mean of {len(runs)} seeds")
    return draw([[won, error]], "Learning curves of openings")


def share(line: Mapping[str, Any]) -> float:
    """Games won of a test, draws counted half."""
    return float((line["wins"] + line["draws"] / 2) / line["test_games"])


def mean_curve(runs: Sequence[Sequence[Mapping[str, Any]]]) -> list[tuple[float, float]]:
    """The mean share of all runs at every number of games that all of them have."""
    tables = [{line["games"]: share(line) for line in lines if line["test_games"]} for lines in runs]
    common = sorted(set.intersection(*(set(table) for table in tables))) if tables else []
    return [(games, sum(table[games] for table in tables) / len(tables)) for games in common]
