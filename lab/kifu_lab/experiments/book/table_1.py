"""Table 1: how many patterns there are."""

from kifu.work.facts import JsonObject
from kifu_lab.experiments.book.paper import PAPER
from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.tables import Row, Table, Value

PATTERNS = {6: 8_000, 9: 27_000, 15: 85_000}
#: How patterns are told apart and which are kept.
WAYS: dict[str, JsonObject] = {
    "shared": {"shared": True, "confidence": 2.0},
    "once": {"shared": True, "confidence": 1.0},
    "apart": {"shared": False, "confidence": 1.0},
    "edge points": {"shared": False, "confidence": 1.0, "lines": False},
}
_NAMES = {
    "shared": "symmetric forms share counts, played at least four times",
    "once": "symmetric forms share counts, played at least once",
    "apart": "symmetric forms apart, played at least once",
    "edge points": "the same, every point off the board a fact",
}


def _harvest(cell: Cell, lab: Lab) -> Result:
    from kifu.learners.book import train_book
    from kifu.learners.book_settings import BookTraining
    from kifu.work.runs import open_run

    assert cell.seed is not None
    games = lab.packed("pro19", 19, "train")
    with open_run(lab.folder, "experiment", options=cell.options, seed=cell.seed, keep=1) as run:
        what = BookTraining(**cell.options, seed=cell.seed)
        book = train_book(
            what, games, run=run, threads=lab.threads, executor=lab.executor, progress=lab.progress
        )
    return dict(book.card.results)


HARVEST = Task("book/harvest", 1, _harvest)


def _cells(counts: Counts, seed: int) -> list[Cell]:
    return [
        Cell(name, HARVEST, {"games": counts["games"], "k": 15, **way}, seed, ("archive:pro19",))
        for name, way in WAYS.items()
    ]


def _tables(counts: Counts, found: Found) -> list[Table]:
    rows = []
    for name in WAYS:
        by_k = found[name]["patterns_by_k"] if name in found else {}
        rows.append(
            Row(_NAMES[name], [Value(by_k.get(str(k)), None, None, p, 0) for k, p in PATTERNS.items()])
        )
    return [Table("", "patterns", [f"K = {k}" for k in PATTERNS], rows, chart=False)]


EXPERIMENT = Experiment(
    name="book/table-1",
    title="number of patterns",
    paper=PAPER,
    place="Table 1",
    statistic="Number of patterns with P(i|p) above 0.01. Counted, so that there is no interval.",
    goal=Goal(
        "The paper's order of magnitude from as many games.",
        lambda shown: all(
            0.1 < at.value / at.paper < 10
            for k in (6, 9, 15)
            if (at := shown.value(shown.rows()[0], f"K = {k}")).value and at.paper
        ),
    ),
    difference="One harvest gives all columns; the paper does not say how it reads edges: "
    "here an edge is one fact and a corner two.",
    scales={"quick": {"games": 20}, "standard": {"games": 2000}, "paper": {"games": 2000}},
    cells=_cells,
    tables=_tables,
)
