"""What more games bring: books of some, of many and of all, and the bundled one; not in the paper."""

from typing import Any

from kifu.work.facts import JsonObject
from kifu_lab.experiments.book.paper import PAPER
from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal, Shown
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.tables import Row, Table, Value

_FIRST = "first move played, %"
_BESIDE, _BUNDLED = "advice beside the centre too", "bundled"


def _grow(cell: Cell, lab: Lab) -> Result:
    """Harvest a book, or take the bundled one, and ask it before every move of games that it has not seen."""
    import time

    from kifu.learners.book import train_book
    from kifu.learners.book_settings import BookTraining
    from kifu.models.book import Book
    from kifu.work.runs import open_run
    from kifu.work.seeds import stream
    from kifu_lab.evaluation.book import outcomes, report

    assert cell.seed is not None
    told = cell.options
    who: JsonObject = {"threads": lab.threads, "executor": lab.executor, "progress": lab.progress}
    harvested = None
    if told["bundled"]:
        book = Book.bundled(19)
    else:
        began = time.process_time()
        with open_run(lab.folder, "experiment", options=told, seed=cell.seed, keep=1) as run:
            beside = told.get("beside", False)
            what = BookTraining(games=told["games"], k=told["k"], beside=beside, seed=cell.seed)
            book = train_book(what, lab.packed("pro19", 19, "train"), run=run, **who)
        harvested = round(time.process_time() - began, 1)
    lab.folder.mkdir(parents=True, exist_ok=True)
    path = lab.folder / "book.safetensors"
    book.save(path)
    games = lab.packed("pro19", 19, "validation")
    drawn = games.take(stream(cell.seed, "evaluate-book").permutation(len(games))[: told["asked"]])
    found = report(outcomes(book, drawn, **who))
    return {"patterns": len(book), "bytes": path.stat().st_size, "harvest_seconds": harvested, **found}


GROW = Task("book/growth", 1, _grow)


def _cells(counts: Counts, seed: int) -> list[Cell]:
    def cell(name: str, needs: tuple[str, ...], **options: Any) -> Cell:
        return Cell(
            name, GROW, {"k": 15, "asked": counts["asked"], **options}, seed, ("archive:pro19", *needs)
        )

    made = [cell(_name(games), (), games=games, bundled=False) for games in counts["games"]]
    beside = cell(_BESIDE, (), games=counts["beside"], bundled=False, beside=True)
    return [*made, beside, cell(_BUNDLED, ("model:book",), games=None, bundled=True)]


def _name(games: int | None) -> str:
    return "all" if games is None else f"{games:,}"


def _tables(counts: Counts, found: Found) -> list[Table]:
    names = [*map(_name, counts["games"]), _BESIDE, _BUNDLED]
    asked = found[next(iter(found))] if found else {}
    columns = ["patterns", "file, MB", "processor s", _FIRST, "among 5, %", "among 10, %", "names it, %"]
    note = f"{asked['positions']:,} moves of {asked['games']:,} validation games." if asked else ""
    sizes = Table(
        "", "games", columns, [Row(n, _entries(found.get(n))) for n in names], note=note, chart=False
    )
    phases = [f"{p['from']}-{p['to'] or ''}" for p in asked.get("phases", ())]
    rows = [Row(span, [_phase(found.get(name), at) for name in names]) for at, span in enumerate(phases)]
    return [sizes, Table("phases", "moves", names, rows, _FIRST)] if rows else [sizes]


def _entries(result: Result | None) -> list[Value | str | None]:
    if result is None:
        return [None] * 7
    low, high = result["right"]
    ranks = result["ranks"]
    return [
        Value(result["patterns"], digits=0),
        Value(result["bytes"] / 1e6, digits=1),
        None if result["harvest_seconds"] is None else Value(result["harvest_seconds"], digits=1),
        Value(100 * ranks["1"], 100 * low, 100 * high, digits=1),
        *(Value(100 * share, digits=1) for share in (ranks["5"], ranks["10"], result["named"])),
    ]


def _phase(result: Result | None, at: int) -> Value | None:
    if result is None or at >= len(result["phases"]):
        return None
    return Value(100 * result["phases"][at]["ranks"]["1"], digits=1)


def _grows(shown: Shown) -> bool:
    shares = [shown.at(row, _FIRST) for row in shown.rows() if row not in (_BESIDE, _BUNDLED)]
    return shares == sorted(shares)


EXPERIMENT = Experiment(
    name="book/growth",
    title="what more games bring",
    paper=PAPER,
    place="beyond it",
    statistic="Moves that the book names first, among its first five and ten, or at all, in per cent; 95 % "
    "interval by drawing whole games. Below it those named first, by their number in the game.",
    goal=Goal("More games, more moves named first.", _grows),
    difference="The paper harvested 2,000 games, as the book does here that also advises points beside the "
    "centres of its patterns. The bundled one is of all games, with the patterns played at least 25 times.",
    scales={
        "quick": {"games": (10, 20), "beside": 10, "asked": 5},
        "standard": {"games": (500, 1000, 2000, 8000, None), "beside": 2000, "asked": 500},
        "paper": {"games": (500, 1000, 2000, 8000, 32000, None), "beside": 2000, "asked": 2000},
    },
    cells=_cells,
    tables=_tables,
)
