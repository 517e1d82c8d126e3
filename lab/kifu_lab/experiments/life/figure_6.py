"""Figure 6 and the headline: how often models are wrong, over whole games and by move."""

from collections.abc import Mapping
from typing import Any

from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.life.paper import LABELS, PAPER
from kifu_lab.experiments.tables import Row, Table, Value

#: Wrong over whole games, ten moves before the end ("about 95 % correctly"), at the end ("over 99 %").
_PARTS = {"whole_game": 11.7, "ten_before_end": 5.0, "end": 1.0}
_NAMES = {"whole_game": "whole games", "ten_before_end": "ten moves before the end", "end": "at the end"}
_MODELS = {"bundled": "bundled model", "paper": "GDXNC-25, the paper's features"}
_ALIVE = "always alive"
_STEP = 5  # moves between two rows
_FEWEST = 200  # blocks of a move that is told


def _bundled(cell: Cell, lab: Lab) -> Result:
    from kifu.models.life import LifeModel

    return _report(cell, lab, LifeModel.bundled())


def _trained(cell: Cell, lab: Lab) -> Result:
    """The best of three by the validation set."""
    from kifu.features.life import LifeFeatures
    from kifu.learners.life.settings import Collecting, LifeTraining
    from kifu.learners.life.training import train
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
    from kifu_lab.evaluation.life import outcomes, report

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
    heads = [*_MODELS.values(), _ALIVE]
    rows = [
        _row(_NAMES[part], {name: result.get(part) for name, result in found.items()}, paper)
        for part, paper in _PARTS.items()
    ]
    tables = [Table("", "blocks", heads, rows, "per cent wrong", _note(found), chart=False)]
    levels = dict.fromkeys(level for result in found.values() for level in result["levels"])
    by_level = [
        _row(level, {name: result["levels"].get(level) for name, result in found.items()}) for level in levels
    ]
    if by_level:
        tables.append(Table("levels", "players", heads, by_level, "per cent wrong", chart=False))
    for side, corner in (("from_start", "move"), ("from_end", "moves left")):
        by_move = _by_move({name: result[side] for name, result in found.items()})
        if by_move:
            tables.append(
                Table(side.replace("_", "-"), corner, heads, by_move, "per cent wrong", chart=False)
            )
    return tables


def _note(found: Found) -> str:
    whole = next((result["whole_game"] for result in found.values()), None)
    if whole is None:
        return ""
    said = [
        f"{_MODELS[name]} {found[name]['calibration']['expected_error']:.4f}"
        for name in _MODELS
        if name in found
    ]
    blocks = f"{whole['blocks']:,} blocks of {whole['games']:,} test games"
    return f"{blocks}. Expected calibration error: {', '.join(said)}."


def _row(name: str, rates: Mapping[str, Any], paper: float | None = None) -> Row:
    known = next((rate for rate in rates.values() if rate), None)
    return Row(
        name,
        [
            _rate(rates.get("bundled"), None),
            _rate(rates.get("paper"), paper),
            Value(100 * known["always_alive"]) if known else None,
        ],
    )


def _by_move(sides: Mapping[str, Any]) -> list[Row]:
    at = {
        name: {
            rate["move"]: rate for rate in rates if rate["blocks"] >= _FEWEST and rate["move"] % _STEP == 0
        }
        for name, rates in sides.items()
    }
    moves = sorted({move for rates in at.values() for move in rates})
    return [_row(f"{move}", {name: rates.get(move) for name, rates in at.items()}) for move in moves]


def _rate(rate: Mapping[str, Any] | None, paper: float | None) -> Value:
    if rate is None:
        return Value(None, paper=paper)
    low, high = rate.get("interval", (None, None))
    if low is None or high is None:
        return Value(100 * rate["error"], paper=paper)
    return Value(100 * rate["error"], 100 * low, 100 * high, paper)


def _charts(found: Found) -> Mapping[str, str]:
    from kifu_lab.evaluation.life_charts import by_move, reliability

    reports = {_MODELS[name]: found[name] for name in _MODELS if name in found}
    fewest = _FEWEST if any(report["whole_game"]["blocks"] > 10_000 for report in reports.values()) else 1
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
