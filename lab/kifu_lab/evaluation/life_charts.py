"""Figures of the life model: error by move, reliability, resigned games by rank."""

from collections.abc import Mapping, Sequence
from typing import Any

from kifu_lab.evaluation.charts import BLUE, GREY, ORANGE, Axis, Panel, draw
from kifu_lab.evaluation.intervals import wilson

FEWEST_BLOCKS = 200  # of a move in Figure 6: fewer are noise
FEWEST_GAMES = 10  # of a rank in Figure 8
COLOURS = (BLUE, ORANGE)

Facts = Mapping[str, Any]


def by_move(reports: Mapping[str, Facts], fewest: int = FEWEST_BLOCKS) -> str:
    """Figure 6: error by move, from the start and from the end.

    Args:
        reports: of `kifu_lab.evaluation.life.report`, by names of at most two models; the first is on top.
        fewest: moves with fewer blocks are left out.
    """
    keys = {
        "from_start": ("From the start", "moves played"),
        "from_end": ("From the end", "moves before the end"),
    }
    shown = {
        key: {name: [row for row in facts[key] if row["blocks"] >= fewest] for name, facts in reports.items()}
        for key in keys
    }
    guesses = [row["always_alive"] for rows in shown.values() for some in rows.values() for row in some]
    error_axis = Axis("blocks wrong, %", range(0, int(100 * max(guesses)) + 6, 5))
    panels = []
    for key, (title, x_title) in keys.items():
        rows = shown[key]
        panel = Panel(title, Axis(x_title, range(0, 81, 10)), error_axis)
        first = next(iter(rows.values()))
        panel.line(
            [(row["move"], 100 * row["always_alive"]) for row in first], GREY, "always alive", dashed=True
        )
        # The first named is drawn last, on top.
        for colour, (name, some) in reversed(list(zip(COLOURS, rows.items(), strict=False))):
            panel.line([(row["move"], 100 * row["error"]) for row in some], colour, name)
        panels.append(panel)
    return draw([panels], "Share of blocks judged wrongly by move, from the start and from the end of games")


def reliability(facts: Facts) -> str:
    """Predicted probability of life against what came true, and how often each was said."""
    bins = [b for b in facts["calibration"]["bins"] if b["blocks"]]
    total = sum(b["blocks"] for b in bins)
    ticks = [i / 5 for i in range(6)]
    panel = Panel(
        f"Expected calibration error {facts['calibration']['expected_error']:.4f}",
        Axis("predicted probability of life", ticks),
        Axis("share alive", ticks),
        width=300,
        height=300,
    )
    panel.line([(0, 0), (1, 1)], GREY, "as predicted", dashed=True)
    panel.line([(b["predicted"], b["alive"]) for b in bins], BLUE, "measured")
    for b in bins:
        panel.dot(b["predicted"], b["alive"], BLUE)
    shares = Panel(
        f"How often: {total:,} blocks",
        Axis("predicted probability of life", ticks),
        Axis("share of blocks, %", range(0, 101, 20)),
        width=300,
        height=300,
    )
    for b in bins:
        shares.bar(b["low"] + 0.008, b["high"] - 0.008, 100 * b["blocks"] / total, BLUE)
    return draw([[panel, shares]], "Reliability of the predicted probability of life")


def resigned(rows: Sequence[Facts], fewest: int = FEWEST_GAMES) -> str:
    """Figure 8: error, margin and number of games by the rank of who resigned.

    Args:
        rows: level, games, right, nearest_living and margin of each rank.
        fewest: ranks with fewer games are left out.
    """
    ranks = sorted(
        (row for row in rows if row["level"] is not None and row["games"] >= fewest),
        key=lambda row: row["level"],
    )
    low, high = ranks[0]["level"] - 1, ranks[-1]["level"] + 1
    levels = [level for level in range(low, high + 1) if level in (low, high) or (level - 1) % 5 == 0]
    names = [
        "" if level in (low, high) else f"{level}d" if level > 0 else f"{1 - level}k" for level in levels
    ]
    axis, last = Axis("", levels, names), Axis("rank of the player who resigned", levels, names)
    most = max(row["games"] for row in ranks)
    step = 5 if most <= 30 else 25
    margins = Axis("points", range(0, int(max(row["margin"] for row in ranks)) + 11, 10))
    shares = Axis("games wrong, %", range(0, 81, 20))
    error = Panel("Winner predicted wrongly (95 % intervals of the bundled model)", axis, shares, 640, 190)
    margin = Panel("Estimated lead of the winner", axis, margins, 640, 130)
    number = Panel("Games", last, Axis("games", range(0, most + step, step)), 640, 130)
    nearest = [(row["level"], 100 * (1 - row["nearest_living"] / row["games"])) for row in ranks]
    wrong = {row["level"]: wilson(row["games"] - row["right"], row["games"]) for row in ranks}
    error.line(nearest, ORANGE, "nearest living block, the paper's way")
    error.line([(level, 100 * rate.value) for level, rate in wrong.items()], BLUE, "bundled model's estimate")
    margin.line([(row["level"], row["margin"]) for row in ranks], BLUE)
    for row in ranks:
        level = row["level"]
        rate = wrong[level]
        error.dot(level, 100 * rate.value, BLUE, (100 * rate.low, 100 * rate.high))
        margin.dot(level, row["margin"], BLUE)
        number.bar(level - 0.4, level + 0.4, row["games"], BLUE)
    return draw([[error], [margin], [number]], "Resigned 9x9 games by the rank of the player who resigned")
