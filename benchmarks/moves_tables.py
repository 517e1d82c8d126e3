"""Tables I to IV of Araki et al. on our games, and what each family of features adds to the full model.

    python benchmarks/moves_tables.py width --archive pro.db --work run/     Table I: 2,000 games, validation
    python benchmarks/moves_tables.py top --archive pro.db --work run/       Table II: 2,000 games, validation
    python benchmarks/moves_tables.py amount --archive pro.db --work run/    Tables III and IV: test games
    python benchmarks/moves_tables.py families --archive pro.db --work run/  full model without a family
    python benchmarks/moves_tables.py print --work run/

Every finished training is a line in run/results.jsonl; the same command goes on from there.
"""

import argparse
import json
import resource
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from kifu.archive import Archive
from kifu.archive.packed import PackedGames, read_packed
from kifu.evaluation.moves import outcomes, report
from kifu.learners.moves import FullTraining, PaperTraining, train_full, train_paper
from kifu.work.executors import core_count
from kifu.work.runs import open_run
from kifu.work.seeds import stream

WIDTHS = {
    0.0: 27.03, 0.1: 27.46, 0.2: 27.67, 0.3: 27.95, 0.4: 28.02, 0.5: 28.15, 0.6: 28.21, 0.7: 28.19,
    0.8: 28.20, 0.9: 28.24, 1.0: 28.20,
}  # fmt: skip
TOPS = {
    0: (21.05, 46.19, 59.25, 72.43, 83.75, 88.62, 91.32),
    20: (28.24, 52.70, 61.68, 69.11, 79.85, 84.63, 87.53),
    40: (27.55, 52.91, 63.05, 72.58, 79.85, 84.63, 87.53),
    60: (26.93, 52.54, 62.52, 72.37, 81.38, 84.63, 87.53),
    80: (26.92, 52.85, 62.45, 71.91, 81.38, 85.85, 87.53),
}
AMOUNTS = {
    5000: (31.04, 56.54, 65.56),
    10000: (32.72, 58.61, 67.85),
    15000: (33.73, 59.81, 68.94),
    20000: (33.94, 60.47, 69.50, 77.16),
}
STERN = {
    "Stern et al. 2005, 20,000 games": (26, 55, 68, 81),
    "Stern et al. 2006, 181,000 games": (34, 66, 76, 86),
}
#: Kinds of patterns by bits of `chains`, each left out in turn.
FAMILIES = {
    "answers to the last move": 1 << 1,
    "follow-ups to the move before": 1 << 2,
    "small shapes with liberties": 3 << 3,
    "corners": 1 << 5,
    "what the last move calls for": 1 << 6,
    "all but plain shapes": 126,
    "all patterns": 127,
}
FEW, DEVELOPMENT = 2000, 500


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["width", "top", "amount", "families", "print"])
    parser.add_argument("--archive", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--games", type=int, default=FEW, help="for families: games to train on")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    if arguments.what == "print":
        print(describe(read_results(arguments.work)))
        return
    with Archive.open(arguments.archive) as archive:
        training = read_packed(archive, 19, "train")
        split = "test" if arguments.what == "amount" else "validation"
        held_out = read_packed(archive, 19, split)
    check = held_out.take(stream(arguments.seed, "evaluate-moves").permutation(len(held_out))[:DEVELOPMENT])
    paper = PaperTraining(FEW, seed=arguments.seed)
    jobs: list[tuple[dict[str, Any], Any]] = []
    if arguments.what == "width":
        jobs = [
            ({"table": "width", "width": width}, replace(paper, width=width)) for width in reversed(WIDTHS)
        ]
    elif arguments.what == "top":
        jobs = [({"table": "top", "top": top}, replace(paper, top=top)) for top in TOPS]
    elif arguments.what == "amount":
        jobs = [
            ({"table": "amount", "games": games}, replace(paper, games=games)) for games in reversed(AMOUNTS)
        ]
    else:
        full = FullTraining(arguments.games, seed=arguments.seed)
        named = {"nothing": full, "facts and stones together": replace(full, net=False)}
        named |= {name: replace(full, chains=127 & ~bits) for name, bits in FAMILIES.items()}
        jobs = [
            ({"table": "families", "without": name, "games": arguments.games}, what)
            for name, what in named.items()
        ]
    done = read_results(arguments.work)
    for key, what in jobs:
        if not any(all(row.get(name) == value for name, value in key.items()) for row in done):
            measure(key, what, training, check, arguments.work)


def measure(key: dict[str, Any], what: Any, training: PackedGames, check: PackedGames, work: Path) -> None:
    """Train, evaluate, and add a line to the results."""
    name = "-".join(str(value).replace(" ", "_") for value in key.values())
    train = train_paper if isinstance(what, PaperTraining) else train_full
    begin, cpu = time.perf_counter(), time.process_time()
    with open_run(work / "runs" / name, "moves-table", options=key, seed=what.seed, keep=1) as run:
        model = train(what, training, run=run, threads=core_count())
    seconds, cpu = time.perf_counter() - begin, time.process_time() - cpu
    found = report(outcomes(model, check, threads=core_count()))
    row = {
        **key,
        "seconds": round(seconds, 1),
        "processor_seconds": round(cpu, 1),
        # Of the process so far: a bound, as earlier trainings count too.
        "peak_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "patterns": len(model.arrays["keys"]),
        **{field: found[field] for field in ("games", "positions", "ranks", "intervals", "log_loss")},
    }
    row["test_games"] = row.pop("games")
    row |= key
    with (work / "results.jsonl").open("a") as file:
        file.write(json.dumps(row) + "\n")
    print(json.dumps(row), file=sys.stderr)


def read_results(work: Path) -> list[dict[str, Any]]:
    """Return the lines of results.jsonl."""
    path = work / "results.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def describe(rows: list[dict[str, Any]]) -> str:
    """Return the tables in Markdown, the paper's numbers in brackets."""
    lines: list[str] = []
    by = {
        name: [row for row in rows if row["table"] == name] for name in ("width", "top", "amount", "families")
    }
    if by["width"]:
        lines += ["| width factor | rank 1 |", "| ---: | ---: |"]
        for row in sorted(by["width"], key=lambda row: row["width"]):
            low, high = row["intervals"]["1"]
            lines.append(
                f"| {row['width']} | {100 * row['ranks']['1']:.2f} "
                f"[{100 * low:.1f}-{100 * high:.1f}] ({WIDTHS[row['width']]:.2f}) |"
            )
        lines.append("")
    if by["top"]:
        chosen = sorted(by["top"], key=lambda row: row["top"])
        lines += ["| rank | " + " | ".join(f"n = {row['top']}" for row in chosen) + " |"]
        lines += ["| ---: |" + " ---: |" * len(chosen)]
        for i, rank in enumerate(("1", "5", "10", "20", "40", "60", "80")):
            cells = [f"{100 * row['ranks'][rank]:.2f} ({TOPS[row['top']][i]:.2f})" for row in chosen]
            lines.append(f"| {rank} | " + " | ".join(cells) + " |")
        lines.append("")
    if by["amount"]:
        chosen = sorted(by["amount"], key=lambda row: row["games"])
        lines += ["| rank | " + " | ".join(f"{row['games']:,} games" for row in chosen) + " |"]
        lines += ["| ---: |" + " ---: |" * len(chosen)]
        for i, rank in enumerate(("1", "5", "10", "20")):
            cells = []
            for row in chosen:
                paper = AMOUNTS[row["games"]]
                beside = f" ({paper[i]:.2f})" if i < len(paper) else ""
                cells.append(f"{100 * row['ranks'][rank]:.2f}{beside}")
            lines.append(f"| {rank} | " + " | ".join(cells) + " |")
        for title, value in (
            ("processor minutes", lambda row: f"{row['processor_seconds'] / 60:.1f}"),
            ("peak memory, MB", lambda row: f"{row['peak_megabytes']:,}"),
            ("patterns", lambda row: f"{row['patterns']:,}"),
        ):
            lines.append(f"| {title} | " + " | ".join(value(row) for row in chosen) + " |")
        lines.append("")
        lines += [f"{name}: " + ", ".join(f"{share} %" for share in shares) for name, shares in STERN.items()]
        lines.append("")
    if by["families"]:
        lines += ["| left out | rank 1 | rank 5 | rank 10 | rank 20 | log-loss |", "| --- |" + " ---: |" * 5]
        for row in by["families"]:
            shares = " | ".join(f"{100 * row['ranks'][rank]:.2f}" for rank in ("1", "5", "10", "20"))
            lines.append(f"| {row['without']} | {shares} | {row['log_loss']:.4f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
