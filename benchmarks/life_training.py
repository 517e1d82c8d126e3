"""Table 1 of the paper on our games, and what the features beyond it add.

    python benchmarks/life_training.py table --archive games.db --work run/
    python benchmarks/life_training.py ablation --archive games.db --work run/
    python benchmarks/life_training.py print --work run/ > tables.md

Every measured cell is a line in run/results.jsonl: interrupted, the same command goes on. Give one thread to
BLAS and OpenMP (OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1) where other work is running.
"""

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu.archive import Archive
from kifu.features.labelled import read_labelled
from kifu.features.life import LifeFeatures, examples
from kifu.learners.life import TABLE_1, Collecting, Examples, collect, make_classifier
from kifu.learners.life.trees import BoostedTrees
from kifu.work.executors import core_count
from kifu.work.seeds import stream

SIZES = (1_000, 5_000, 25_000)
RUNS = 10
MOST_VALIDATION = 15_000
MEASURED_SHARE = 0.2  # of the blocks of the games that the ablation is measured on

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


@dataclass(frozen=True)
class Measured:
    """Blocks of games that nothing was learned from."""

    examples: Examples
    game: npt.NDArray[np.int32]


def ablation_pools(archive: str, work: Path, wanted: int) -> tuple[Examples, Examples, Measured]:
    """Examples to learn from, to stop by, and to measure on: the last two are halves of the validation games.

    Those measured have a label by an independent judge.
    """
    path = work / f"full-ablation-{wanted}.npz"
    if not path.exists():
        with Archive.open(archive) as games:
            training, validation = read_labelled(games, "train"), read_labelled(games, "validation")
            judged = read_labelled(games, "validation", independent=True)
        how = Collecting(LifeFeatures("full", 64), 0.05, None, 1)
        learn = collect(training, wanted, how, threads=core_count())
        check = collect([g.take(g.ids % 2 == 0) for g in validation], None, how, threads=core_count())
        rows, alive, game, done = [], [], [], 0
        for part in judged:
            for some in part.take(part.ids % 2 == 1).batches(256):
                found = examples(
                    some.size,
                    some.actions,
                    some.offsets,
                    some.owners,
                    how.features,
                    share=MEASURED_SHARE,
                    first_game=done,
                    threads=core_count(),
                )
                rows.append(found.features)
                alive.append(found.alive)
                game.append(found.game)
                done += len(some)
        np.savez(
            path,
            learn=learn.rows,
            learn_alive=learn.alive,
            check=check.rows,
            check_alive=check.alive,
            measured=np.concatenate(rows),
            measured_alive=np.concatenate(alive).astype(np.float64),
            game=np.concatenate(game),
        )
    arrays = np.load(path)
    learn, check, measured = (
        Examples(arrays[n], arrays[f"{n}_alive"]) for n in ("learn", "check", "measured")
    )
    return learn, check, Measured(measured, arrays["game"])


def ablation(archive: str, work: Path, wanted: int) -> None:
    learn, check, measured = ablation_pools(archive, work, wanted)
    results = Results(work / "results.jsonl")
    every = feature_sets()
    for name, chosen in every.items():
        for kind in ("trees", "gdx-25") if name in ("paper", "full") else ("trees",):
            key = {"what": "ablation", "features": name, "classifier": kind, "examples": wanted}
            if results.missing(**key):
                began = time.process_time()
                classifier = BoostedTrees(trees=200) if kind == "trees" else make_classifier(kind)
                classifier.fit(columns_of(learn, chosen), columns_of(check, chosen))
                asked = columns_of(measured.examples, chosen)
                wrong = (classifier.predict(asked.rows) >= 0.5) != (asked.alive == 1)
                results.add(
                    **key,
                    inputs=len(chosen),
                    error=float(wrong.mean()),
                    blocks=len(wrong),
                    games=len(np.unique(measured.game)),
                    dead=float(1 - asked.alive.mean()),
                    seconds=time.process_time() - began,
                    # By game, so that two feature sets can be compared on the same games.
                    wrong_by_game=np.bincount(measured.game, weights=wrong).astype(int).tolist(),
                    blocks_by_game=np.bincount(measured.game).tolist(),
                )


def feature_sets() -> dict[str, list[int]]:
    """Columns of the full set: the paper's, each family added to them, all, and all without each family."""
    names = LifeFeatures("full").names
    paper = list(range(len(LifeFeatures("paper").names)))
    starts = [names.index(first) for first in GROUPS.values()]
    groups = {
        name: list(range(start, end))
        for name, start, end in zip(GROUPS, starts, [*starts[1:], len(names)], strict=True)
    }
    every = list(range(len(names)))
    sets = {"paper": paper, "full": every}
    sets |= {f"paper + {name}": paper + extra for name, extra in groups.items()}
    return sets | {f"full - {name}": [c for c in every if c not in extra] for name, extra in groups.items()}


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
        print("\n| over all six networks | test error | training error | seconds |")
        print("| --- | ---: | ---: | ---: |")
        for size in SIZES:
            for method in ("gdx", "rprop"):
                some = [c for c in in_table if c["classifier"].startswith(method) and c["examples"] == size]
                test, own, seconds = (
                    np.mean([c[k] for c in some]) for k in ("error", "training_error", "seconds")
                )
                print(f"| {method}, {size:,} examples | {100 * test:.2f} | {100 * own:.2f} | {seconds:.2f} |")
    ablated = [cell for cell in cells if cell["what"] == "ablation"]
    if ablated:
        print_ablation(ablated)


def print_ablation(cells: list[dict[str, Any]]) -> None:
    first = cells[0]
    print(
        f"\n{first['examples']:,} examples; error in per cent on {first['blocks']:,} blocks of "
        f"{first['games']:,} validation games (always alive: {100 * first['dead']:.1f}). The change is "
        "that of the same classifier, from paper to full or from the set that the row's name begins with, "
        "with its 95 % interval over games.\n"
    )
    print("| features | inputs | classifier | error | change |\n| --- | ---: | --- | ---: | ---: |")
    found = {(cell["features"], cell["classifier"]): cell for cell in cells}
    for (name, kind), cell in found.items():
        base = found.get(("paper" if name == "full" else name.split(" ")[0], kind))
        change = "" if base is None or base is cell else difference(cell, base)
        print(f"| {name} | {cell['inputs']} | {kind} | {100 * cell['error']:.2f} | {change} |")


def difference(cell: dict[str, Any], base: dict[str, Any]) -> str:
    """The change of the error in points of a per cent; whole games are drawn again and again."""
    blocks = np.array(cell["blocks_by_game"])
    more = np.array(cell["wrong_by_game"]) - np.array(base["wrong_by_game"])
    n = len(blocks)
    drawn = stream(1, "bootstrap").multinomial(n, np.full(n, 1 / n), size=1000)
    low, high = np.quantile(100 * (drawn @ more) / (drawn @ blocks), [0.025, 0.975])
    return f"{100 * more.sum() / blocks.sum():+.2f} ({low:+.2f} to {high:+.2f})"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["table", "ablation", "print"])
    parser.add_argument("--archive")
    parser.add_argument("--work", type=Path, default=Path("life-training"))
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--examples", type=int, default=50_000, help="of the ablation")
    asked = parser.parse_args()
    if asked.what in ("table", "ablation"):
        asked.work.mkdir(parents=True, exist_ok=True)
        if asked.what == "table":
            table(asked.archive, asked.work, asked.runs)
        else:
            ablation(asked.archive, asked.work, asked.examples)
    else:
        print_tables(asked.work)


if __name__ == "__main__":
    main()
