"""Figures 6 and 8 of the paper, the reliability diagram and tables of errors, from measured reports.

    kifu evaluate life --archive games.db --split test --no-bots index.tsv --json > life.json
    python benchmarks/score_finished.py --split test --parts resigned --json resigned.json
    python benchmarks/life_figures.py --report "bundled model=life.json" --report "GDXNC-25=gdx25.json" \\
        --resigned resigned.json --out docs/results/figures

The first report is the one of the printed tables and of the reliability diagram; each is a line of Figure 6.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from kifu.evaluation.charts import BLUE, GREY, ORANGE, Axis, Panel, draw
from kifu.evaluation.intervals import wilson

FEWEST_BLOCKS = 200  # of a move in Figure 6: fewer are noise
FEWEST_GAMES = 10  # of a rank in Figure 8
COLOURS = (BLUE, ORANGE)

Facts = dict[str, Any]


def by_move(reports: dict[str, Facts]) -> str:
    """Figure 6: error by move, from the start and from the end."""
    keys = {
        "from_start": ("From the start", "moves played"),
        "from_end": ("From the end", "moves before the end"),
    }
    shown = {
        key: {
            name: [row for row in facts[key] if row["blocks"] >= FEWEST_BLOCKS]
            for name, facts in reports.items()
        }
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


def resigned(facts: Facts) -> str:
    """Figure 8: error, margin and number of games by the rank of who resigned."""
    ranks = sorted(
        (row for row in facts["resigned"] if row["level"] is not None and row["games"] >= FEWEST_GAMES),
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


def print_tables(facts: Facts) -> None:
    """Errors of a report as Markdown: by part of the game, by level, by move."""
    named = [
        (f"whole games, {facts['whole_game']['blocks']:,} blocks", facts["whole_game"]),
        ("ten moves before the end", facts["ten_before_end"]),
        ("at the end", facts["end"]),
        *((f"players: {name}", rate) for name, rate in facts["levels"].items() if rate),
    ]
    print(f"{facts['whole_game']['games']:,} games.\n")
    print("| blocks | wrong | 95 % interval | always alive |\n| --- | ---: | ---: | ---: |")
    for name, rate in named:
        low, high = (100 * bound for bound in rate["interval"])
        print(
            f"| {name} | {100 * rate['error']:.2f} % | {low:.2f}-{high:.2f} % "
            f"| {100 * rate['always_alive']:.2f} % |"
        )
    calibrated = facts["calibration"]
    print(f"\nExpected calibration error {calibrated['expected_error']:.4f}, ", end="")
    print(f"squared error {calibrated['brier']:.4f}.\n")
    print("| move | wrong | always alive | moves left | wrong | always alive |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    starts, ends = ({row["move"]: row for row in facts[key]} for key in ("from_start", "from_end"))
    for move in range(0, 81, 5):
        cells = [str(move), *_pair(starts.get(move)), str(move), *_pair(ends.get(move))]
        print("| " + " | ".join(cells) + " |")


def _pair(row: Facts | None) -> tuple[str, str]:
    return ("", "") if row is None else (f"{row['error']:.2%}", f"{row['always_alive']:.2%}")


def main() -> None:
    """Draw what reports were given for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--report", action="append", default=[], metavar="NAME=FILE", help="of kifu evaluate life"
    )
    parser.add_argument("--resigned", type=Path, help="of score_finished.py --json")
    parser.add_argument("--out", type=Path, default=Path("docs/results/figures"))
    asked = parser.parse_args()
    named = [report.partition("=") for report in asked.report]
    if any(not file for _, _, file in named) or len(named) > len(COLOURS):
        parser.error(f"expected at most {len(COLOURS)} reports as NAME=FILE, got {asked.report!r}")
    reports = {name: json.loads(Path(file).read_text()) for name, _, file in named}
    asked.out.mkdir(parents=True, exist_ok=True)
    if reports:
        print_tables(next(iter(reports.values())))
        (asked.out / "life-by-move.svg").write_text(by_move(reports), encoding="utf-8")
        (asked.out / "life-reliability.svg").write_text(
            reliability(next(iter(reports.values()))), encoding="utf-8"
        )
    if asked.resigned:
        facts = json.loads(asked.resigned.read_text())
        (asked.out / "life-resigned.svg").write_text(resigned(facts), encoding="utf-8")


if __name__ == "__main__":
    main()
