"""Table 1: classifiers by the number of examples. A cell is a classifier with as many runs as there are."""

from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal, Shown
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.life.paper import LABELS, PAPER
from kifu_lab.experiments.tables import Row, Table, Value
from kifu_lab.experiments.values import mean_of

#: Test error in per cent after 1,000, 5,000 and 25,000 examples.
ERRORS = {
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
SIZES = (1_000, 5_000, 25_000)
_MOST_VALIDATION = 15_000


def _train(cell: Cell, lab: Lab) -> Result:
    """Train with examples drawn anew for each run; a validation set of equal size says when to stop."""
    import time

    from kifu.features.life import LifeFeatures
    from kifu.learners.life.classifiers import make_classifier
    from kifu.work.seeds import stream
    from kifu_lab.experiments.life.pools import pools

    assert cell.seed is not None
    told = cell.options
    pool = pools(lab, LifeFeatures("paper", 1), told["pool"], 1)
    train, validation, test = (pool[split] for split in ("train", "validation", "test"))
    size, runs = told["examples"], []
    for run in range(told["runs"]):
        lab.progress(run, told["runs"], f"training {cell.name}")
        random = stream(cell.seed, "table", size, run)
        learn = train.take(random.permutation(len(train))[:size])
        check = validation.take(random.permutation(len(validation))[: min(size, _MOST_VALIDATION)])
        began = time.process_time()
        classifier = make_classifier(told["classifier"], seed=run + cell.seed).fit(learn, check)
        seconds = time.process_time() - began
        facts = {
            "error": classifier.error(test),
            "training_error": classifier.error(learn),
            "seconds": seconds,
        }
        runs.append({**facts, "epochs": getattr(classifier, "epochs_", None)})
    return {"runs": runs, "test_blocks": len(test), "dead": float(1 - test.alive.mean())}


TRAIN = Task("life/classifier", 1, _train)


def _name(classifier: str, size: int) -> str:
    return f"{classifier}, {size}"


def _cells(counts: Counts, seed: int) -> list[Cell]:
    return [
        Cell(
            _name(name, size),
            TRAIN,
            {"classifier": name, "examples": size, "runs": counts["runs"], "pool": counts["pool"]},
            seed,
            LABELS,
        )
        for size in counts["sizes"]
        for name in counts["classifiers"]
    ]


def _tables(counts: Counts, found: Found) -> list[Table]:
    sizes = counts["sizes"]
    rows = []
    for name in counts["classifiers"]:
        entries: list[Value | str | None] = []
        for size in sizes:
            paper = ERRORS[name][SIZES.index(size)] if size in SIZES else None
            entries.append(_mean(found.get(_name(name, size)), "error", 100, paper))
        last = found.get(_name(name, sizes[-1]))
        rows.append(Row(name, [*entries, _mean(last, "seconds", 1, None)]))
    heads = [*(f"{size:,} examples" for size in sizes), f"seconds at {sizes[-1]:,}"]
    known = next(iter(found.values()), None)
    note = (
        f"{known['test_blocks']:,} blocks of test games; calling all of them alive is wrong in "
        f"{100 * known['dead']:.1f} %."
        if known
        else ""
    )
    return [Table("", "classifier", heads, rows, note=note, chart=False)]


def _mean(result: Result | None, name: str, times: float, paper: float | None) -> Value:
    """The mean over runs, with the interval of the mean."""
    return mean_of([times * run[name] for run in result["runs"]] if result else [], paper)


_ALIKE = 0.2  # points of error


def _is_as_in_the_paper(shown: Shown) -> bool:
    errors = shown.column(f"{SIZES[-1]:,} examples")
    seconds = shown.column(f"seconds at {SIZES[-1]:,}")
    linear = min(errors[name] for name in ("nmc", "ldc", "loglc"))
    networks = [name.removeprefix("gdx-") for name in errors if name.startswith("gdx-")]
    return (
        all(errors[f"{kind}-{network}"] < linear for kind in ("gdx", "rprop") for network in networks)
        and errors["gdx-25"] - min(errors[f"gdx-{network}"] for network in networks) < _ALIKE
        and all(errors[f"gdx-{network}"] <= errors[f"rprop-{network}"] for network in networks)
        and seconds["gdx-25"] / seconds["rprop-25"] >= 2
    )


EXPERIMENT = Experiment(
    name="life/table-1",
    title="classifiers by the number of examples",
    paper=PAPER,
    place="Table 1",
    statistic="Test error in per cent, mean over runs with its 95 % interval; processor seconds.",
    goal=Goal(
        "As in the paper: with the most examples networks beat linear classifiers, none is two tenths of a "
        "point better than one layer of 25, GDX is before RPROP, and RPROP trains that layer at least twice "
        "as fast.",
        _is_as_in_the_paper,
    ),
    difference="Our games are of OGS and GoQuest, split by hash and not by year; fewer of their blocks die.",
    scales={
        "quick": {"sizes": (40,), "classifiers": ("nmc", "ldc", "gdx-5", "rprop-5"), "runs": 2, "pool": None},
        "standard": {"sizes": SIZES, "classifiers": tuple(ERRORS), "runs": 10, "pool": 300_000},
        "paper": {"sizes": SIZES, "classifiers": tuple(ERRORS), "runs": 10, "pool": 300_000},
    },
    cells=_cells,
    tables=_tables,
)
