"""Figure 6 and the headline: how often models are wrong, over whole games and by move."""

from collections.abc import Mapping
from typing import Any

from kifu.experiments.cells import Cell, Result, Task
from kifu.experiments.experiment import Counts, Experiment, Found
from kifu.experiments.goals import Goal
from kifu.experiments.lab import Lab
from kifu.experiments.life.paper import LABELS, PAPER
from kifu.experiments.tables import Row, Table, Value

#: Wrong over whole games, ten moves before the end ("about 95 % correctly"), at the end ("over 99 %").
_PARTS = {"whole_game": 11.7, "ten_before_end": 5.0, "end": 1.0}
_NAMES = {"whole_game": "whole games", "ten_before_end": "ten moves before the end", "end": "at the end"}
_MODELS = {"bundled": "bundled model", "paper": "GDXNC-25, the paper's features"}


def _bundled(cell: Cell, lab: Lab) -> Result:
    from kifu.models.life import LifeModel

    return _report(cell, lab, LifeModel.bundled())


def _trained(cell: Cell, lab: Lab) -> Result:
    """The best of three by the validation set."""
    from kifu.features.life import LifeFeatures
    from kifu.learners.life import Collecting, LifeTraining, train
    from kifu.work.runs import open_run

    assert cell.seed is not None
    told = cell.options
    how = Collecting(LifeFeatures("paper", 1), 0.05, None, cell.seed)
    what = LifeTraining(told["classifier"], how, told["examples"], told["tries"])
    training, validation = lab.labelled("human9", "train"), lab.labelled("human9", "validation")
    with open_run(lab.folder, "experiment", options=told, seed=cell.seed, keep=1) as run:
        model = train(what, training, validation, run=run, threads=lab.threads, progress=lab.progress)
        return _report(cell, lab, model)


def _report(cell: Cell, lab: Lab, model: Any) -> Result:
    from kifu.evaluation.life import outcomes, report

    games = lab.labelled("human9", "test", independent=True, without_bots=cell.options["without_bots"])
    found = outcomes(model, games, seed=1, threads=lab.threads, executor=lab.executor, progress=lab.progress)
    return report(found)


BUNDLED = Task("life/bundled", 1, _bundled)
TRAINED = Task("life/trained", 1, _trained)


def _cells(counts: Counts, seed: int) -> list[Cell]:
    without = counts["without_bots"]
    needs = (*LABELS, "index:human9") if without else LABELS
    told = {"classifier": "gdx-25", "examples": counts["examples"], "tries": counts["tries"]}
    return [
        Cell("bundled", BUNDLED, {"without_bots": without}, None, ("model:life", *needs)),
        Cell("paper", TRAINED, {**told, "without_bots": without}, seed, needs),
    ]


def _tables(counts: Counts, found: Found) -> list[Table]:
    rows = []
    for part, paper in _PARTS.items():
        entries: list[Value | str | None] = [
            _rate(found.get("bundled"), part, None),
            _rate(found.get("paper"), part, paper),
        ]
        known = next((result[part] for result in found.values() if result.get(part)), None)
        entries.append(Value(100 * known["always_alive"]) if known else None)
        rows.append(Row(_NAMES[part], entries))
    whole = next((result["whole_game"] for result in found.values()), None)
    note = f"{whole['blocks']:,} blocks of {whole['games']:,} test games." if whole else ""
    heads = [*_MODELS.values(), "always alive"]
    return [Table("", "blocks", heads, rows, "per cent wrong", note, chart=False)]


def _rate(result: Result | None, part: str, paper: float | None) -> Value:
    rate = result.get(part) if result else None
    if rate is None:
        return Value(None, paper=paper)
    low, high = rate["interval"]
    return Value(100 * rate["error"], 100 * low, 100 * high, paper)


def _charts(found: Found) -> Mapping[str, str]:
    from kifu.evaluation.life_charts import by_move, reliability

    reports = {_MODELS[name]: found[name] for name in _MODELS if name in found}
    fewest = 200 if any(report["whole_game"]["blocks"] > 10_000 for report in reports.values()) else 1
    drawn = {"by-move": by_move(reports, fewest)} if reports else {}
    return drawn | ({"reliability": reliability(found["bundled"])} if "bundled" in found else {})


EXPERIMENT = Experiment(
    name="life/figure-6",
    title="performance over the game",
    paper=PAPER,
    place="Figure 6, and the headline of 11.7 %",
    statistic="Blocks judged wrongly, in per cent; 95 % interval by drawing whole games again and again.",
    goal=Goal(
        "8.8 % over whole games, 4 % ten moves before the end, 0.3 % at the end.",
        lambda shown: all(
            shown.at(row, "bundled model") <= most
            for row, most in (("whole games", 8.8), ("ten moves before the end", 4.0), ("at the end", 0.3))
        ),
    ),
    difference="Labels of test games by judges that know nothing of the models; suspected bots left out.",
    scales={
        "quick": {"examples": 100, "tries": 1, "without_bots": False},
        "standard": {"examples": 175_000, "tries": 3, "without_bots": True},
        "paper": {"examples": 175_000, "tries": 3, "without_bots": True},
    },
    cells=_cells,
    tables=_tables,
    charts=_charts,
)
