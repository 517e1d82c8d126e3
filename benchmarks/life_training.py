"""Table 1 of the paper on our games, what the features beyond it add, and the plots of the best model.

    python benchmarks/life_training.py table --archive games.db --work run/
    python benchmarks/life_training.py ablation --archive games.db --work run/
    python benchmarks/life_training.py print --work run/ > tables.md
    python benchmarks/life_training.py plots --report evaluation.json --out docs/results

Every measured cell is a line in run/results.jsonl: interrupted, the same command goes on. Give one thread to
BLAS and OpenMP (OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1) where other work is running.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np

from kifu.archive import Archive
from kifu.features.labelled import read_labelled
from kifu.features.life import LifeFeatures
from kifu.learners.life import TABLE_1, Collecting, Examples, collect, make_classifier
from kifu.learners.life.trees import BoostedTrees
from kifu.work.executors import core_count
from kifu.work.seeds import stream

SIZES = (1_000, 5_000, 25_000)
RUNS = 10
MOST_VALIDATION = 15_000

#: Table 1: test error in per cent after 1,000, 5,000 and 25,000 examples.
PAPER = {
    "nmc": (21.5, 21.0, 21.0),
    "ldc": (14.2, 13.7, 13.6),
    "loglc": (14.8, 13.3, 13.1),
    "gdx-5": (13.8, 12.9, 12.2),
    "gdx-15": (13.9, 12.9, 12.2),
    "gdx-25": (13.7, 12.8, 12.0),
    "gdx-25-5": (13.8, 12.9, 12.1),
    "gdx-25-25": (13.9, 12.8, 12.0),
    "gdx-50": (13.8, 12.8, 12.0),
    "rprop-5": (14.7, 13.4, 12.4),
    "rprop-15": (14.4, 13.2, 12.4),
    "rprop-25": (14.7, 13.3, 12.4),
    "rprop-25-5": (14.3, 13.4, 12.6),
    "rprop-25-25": (14.3, 13.5, 12.8),
    "rprop-50": (15.0, 13.3, 12.5),
}

#: Groups of the features beyond the paper, by the first name of each.
GROUPS = {
    "the moment": "board_points",
    "ownership over playouts": "own_stones",
    "unconditional life": "safe",
    "reading": "capturable",
    "eyes": "eyes_1",
    "liberties and race": "chain_liberties",
    "surroundings": "friends_2",
}


def pools(archive: str, work: Path, features: LifeFeatures, wanted: int) -> dict[str, Examples]:
    """Examples of training, validation and test games, collected once."""
    found = {}
    for split, share, most in (("train", 0.05, wanted), ("validation", 0.1, 50_000), ("test", 0.05, None)):
        path = work / f"{features.name}-{split}.npz"
        if not path.exists():
            with Archive.open(archive) as games:
                labelled = read_labelled(games, split, independent=split == "test")
            some = collect(labelled, most, Collecting(features, share, None, 1), threads=core_count())
            np.savez(path, rows=some.rows, alive=some.alive, games=sum(len(part) for part in labelled))
        arrays = np.load(path)
        found[split] = Examples(arrays["rows"], arrays["alive"])
    return found


def columns_of(pool: Examples, columns: list[int]) -> Examples:
    return Examples(np.ascontiguousarray(pool.rows[:, columns]), pool.alive)


class Results:
    """Measured cells, one JSON line each."""

    def __init__(self, path: Path) -> None:
        self.path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self.cells = [json.loads(line) for line in lines]

    def missing(self, **key: object) -> bool:
        return not any(all(cell.get(k) == v for k, v in key.items()) for cell in self.cells)

    def add(self, **cell: object) -> None:
        self.cells.append(cell)
        with self.path.open("a") as file:
            file.write(json.dumps(cell) + "\n")


def table(archive: str, work: Path, runs: int) -> None:
    pool = pools(archive, work, LifeFeatures("paper", 1), 300_000)
    train, validation, test = (pool[split] for split in ("train", "validation", "test"))
    results = Results(work / "results.jsonl")
    for run in range(runs):
        for size in SIZES:
            random = stream(1, "table", size, run)
            learn = train.take(random.permutation(len(train))[:size])
            check = validation.take(random.permutation(len(validation))[: min(size, MOST_VALIDATION)])
            for name in TABLE_1:
                if results.missing(what="table", classifier=name, examples=size, run=run):
                    began = time.process_time()
                    classifier = make_classifier(name, seed=run + 1).fit(learn, check)
                    results.add(
                        what="table",
                        classifier=name,
                        examples=size,
                        run=run,
                        error=classifier.error(test),
                        training_error=classifier.error(learn),
                        seconds=time.process_time() - began,
                        epochs=getattr(classifier, "epochs_", None),
                        test_blocks=len(test),
                        dead=float(1 - test.alive.mean()),
                    )


def ablation(archive: str, work: Path, examples: int) -> None:
    pool = pools(archive, work, LifeFeatures("full", 64), examples)
    names = LifeFeatures("full").names
    paper = list(range(len(LifeFeatures("paper").names)))
    starts = [names.index(first) for first in GROUPS.values()]
    groups = {
        name: list(range(start, end))
        for name, start, end in zip(GROUPS, starts, [*starts[1:], len(names)], strict=True)
    }
    sets = {"paper": paper}
    sets |= {f"paper + {name}": paper + extra for name, extra in groups.items()}
    every = list(range(len(names)))
    sets |= {f"full - {name}": [c for c in every if c not in extra] for name, extra in groups.items()}
    sets["full"] = every
    results = Results(work / "results.jsonl")
    for name, chosen in sets.items():
        for kind in ("trees", "gdx-25") if name in ("paper", "full") else ("trees",):
            if results.missing(what="ablation", features=name, classifier=kind, examples=examples):
                learn = columns_of(pool["train"].take(np.arange(examples)), chosen)
                check = columns_of(pool["validation"].take(np.arange(20_000)), chosen)
                test = columns_of(pool["test"], chosen)
                classifier = BoostedTrees(trees=200) if kind == "trees" else make_classifier(kind)
                classifier.fit(learn, check)
                results.add(
                    what="ablation",
                    features=name,
                    classifier=kind,
                    examples=examples,
                    error=classifier.error(test),
                    inputs=len(chosen),
                    test_blocks=len(test),
                )


def print_tables(work: Path) -> None:
    cells = Results(work / "results.jsonl").cells
    in_table = [cell for cell in cells if cell["what"] == "table"]
    if in_table:
        counts = [
            sum(c["classifier"] == name and c["examples"] == size for c in in_table)
            for name in TABLE_1
            for size in SIZES
        ]
        runs = f"{min(counts)} to {max(counts)}" if min(counts) < max(counts) else f"{max(counts)}"
        print(
            f"Test error in per cent, mean of {runs} runs ± deviation, on {in_table[0]['test_blocks']:,} "
            f"blocks of test games (always alive: {100 * in_table[0]['dead']:.1f}); the paper's number in "
            "brackets.\n"
        )
        print("| classifier | 1,000 | 5,000 | 25,000 | epochs at 25,000 | seconds at 25,000 |")
        print("| --- | --- | --- | --- | --- | --- |")
        for name in TABLE_1:
            row = [name]
            for i, size in enumerate(SIZES):
                of_cell = [c for c in in_table if c["classifier"] == name and c["examples"] == size]
                errors = np.array([100 * c["error"] for c in of_cell])
                row.append(
                    f"{errors.mean():.1f} ± {errors.std():.1f} ({PAPER[name][i]})" if len(errors) else ""
                )
            epochs = [c["epochs"] for c in of_cell if c["epochs"]]
            row.append(f"{np.mean(epochs):.0f}" if epochs else "")
            row.append(f"{np.mean([c['seconds'] for c in of_cell]):.1f}" if of_cell else "")
            print("| " + " | ".join(row) + " |")
        seconds = {
            method: np.mean(
                [
                    c["seconds"]
                    for c in in_table
                    if c["classifier"].startswith(method) and c["examples"] == 25_000
                ]
            )
            for method in ("gdx", "rprop")
        }
        print(
            f"\nRPROP trains {seconds['gdx'] / seconds['rprop']:.1f} times as fast as GDX at 25,000 examples."
        )
    ablated = [cell for cell in cells if cell["what"] == "ablation"]
    if ablated:
        print(
            f"\nFeatures, {ablated[0]['examples']:,} examples, test error in per cent on "
            f"{ablated[0]['test_blocks']:,} blocks of test games.\n"
        )
        print("| features | inputs | classifier | error |\n| --- | --- | --- | --- |")
        for cell in ablated:
            error = f"{100 * cell['error']:.2f}"
            print(f"| {cell['features']} | {cell['inputs']} | {cell['classifier']} | {error} |")


def plots(report: Path, out: Path) -> None:
    facts = json.loads(report.read_text())
    for key, title in (("from_start", "moves from the start"), ("from_end", "moves before the end")):
        rows = facts[key]
        series = {
            name: [(row["move"], 100 * row[column]) for row in rows if row["blocks"] >= 200]
            for name, column in (("model", "error"), ("always alive", "always_alive"))
        }
        (out / f"life-{key.replace('_', '-')}.svg").write_text(
            plot(series, title, "blocks wrong, %", (0, 80), (0, 40))
        )
    bins = [b for b in facts["calibration"]["bins"] if b["blocks"]]
    series = {
        "model": [(b["predicted"], b["alive"]) for b in bins],
        "as predicted": [(0, 0), (1, 1)],
    }
    (out / "life-reliability.svg").write_text(
        plot(series, "predicted probability of life", "share alive", (0, 1), (0, 1))
    )


def plot(
    series: dict[str, list[tuple[float, float]]],
    x_title: str,
    y_title: str,
    x_span: tuple[float, float],
    y_span: tuple[float, float],
) -> str:
    """Lines over two axes, as SVG."""
    left, top, width, height = 60, 20, 480, 300
    colours = ("#1a5fb4", "#77767b")

    def at(x: float, y: float) -> str:
        u = left + width * (x - x_span[0]) / (x_span[1] - x_span[0])
        v = top + height * (1 - (min(y, y_span[1]) - y_span[0]) / (y_span[1] - y_span[0]))
        return f"{u:.1f},{v:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 20} {top + height + 50}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for i in range(5):
        x = x_span[0] + i * (x_span[1] - x_span[0]) / 4
        y = y_span[0] + i * (y_span[1] - y_span[0]) / 4
        u, v = at(x, y).split(",")
        parts += [
            f'<line x1="{left}" y1="{v}" x2="{left + width}" y2="{v}" stroke="#ddd"/>',
            f'<text x="{left - 6}" y="{float(v) + 4:.1f}" text-anchor="end">{y:g}</text>',
            f'<text x="{u}" y="{top + height + 16}" text-anchor="middle">{x:g}</text>',
        ]
    for i, (name, points) in enumerate(series.items()):
        line = " ".join(at(x, y) for x, y in points if x <= x_span[1])
        parts += [
            f'<polyline points="{line}" fill="none" stroke="{colours[i]}" stroke-width="2"/>',
            f'<text x="{left + width - 6}" y="{top + 14 + 16 * i}" text-anchor="end" '
            f'fill="{colours[i]}">{name}</text>',
        ]
    parts += [
        f'<text x="{left + width / 2}" y="{top + height + 36}" text-anchor="middle">{x_title}</text>',
        f'<text x="16" y="{top + height / 2}" text-anchor="middle" '
        f'transform="rotate(-90 16 {top + height / 2})">{y_title}</text>',
        "</svg>\n",
    ]
    return "\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["table", "ablation", "print", "plots"])
    parser.add_argument("--archive")
    parser.add_argument("--work", type=Path, default=Path("life-training"))
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--examples", type=int, default=100_000, help="of the ablation")
    parser.add_argument("--report", type=Path, help="of kifu evaluate life --json")
    parser.add_argument("--out", type=Path, default=Path("docs/results"))
    asked = parser.parse_args()
    if asked.what in ("table", "ablation"):
        asked.work.mkdir(parents=True, exist_ok=True)
        if asked.what == "table":
            table(asked.archive, asked.work, asked.runs)
        else:
            ablation(asked.archive, asked.work, asked.examples)
    elif asked.what == "print":
        print_tables(asked.work)
    else:
        plots(asked.report, asked.out)


if __name__ == "__main__":
    main()
