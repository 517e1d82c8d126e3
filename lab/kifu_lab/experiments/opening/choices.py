"""What the paper leaves open, one option changed at a time; with seeds that no result uses."""

from kifu.work.facts import JsonObject
from kifu_lab.experiments.cells import Cell
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.opening.curves import score_of
from kifu_lab.experiments.opening.paper import BEST, PAPER, PLAIN
from kifu_lab.experiments.opening.players import train_cell
from kifu_lab.experiments.tables import Row, Table
from kifu_lab.experiments.values import mean_share

#: Each differs from the paper's configuration in some options.
TRIALS: dict[str, JsonObject] = {
    "paper": {},
    "rate 0.1": {"rate": 0.1},
    "rate 0.3": {"rate": 0.3},
    "rate 3": {"rate": 3.0},
    "scale 81": {"scale": 81.0},
    "seen by Black": {"view": "black"},
    "explore 0.1": {"explore": 0.1},
    "explore 0.5": {"explore": 0.5},
    "width 0.02": {"width": 0.02},
    "width 0.1": {"width": 0.1},
    "rate 0.3, explore 0.1, width 0.1": {"rate": 0.3, "explore": 0.1, "width": 0.1},
    "drawn moves skipped": {"drawn": "skip"},
    "edges of stones": {"edges": "stones"},
    "trace 0.8": {"trace": 0.8},
    "edges of stones, trace 0.8": {"edges": "stones", "trace": 0.8},
    "mixed, edges of stones": {"encoding": "mixed", "edges": "stones"},
    "mixed, edges of stones, trace 0.8": BEST,
    "the same, rate 0.3, explore 0.1, width 0.1": BEST | {"rate": 0.3, "explore": 0.1, "width": 0.1},
    "scalar, edges of stones, trace 0.8": {"encoding": "scalar", "edges": "stones", "trace": 0.8},
}
_FIRST_SEED = 100


def _seeds(counts: Counts, seed: int) -> range:
    return range(_FIRST_SEED + seed, _FIRST_SEED + seed + counts["seeds"])


def _cells(counts: Counts, seed: int) -> list[Cell]:
    told = {"every": counts["every"], "test_games": counts["test_games"]}
    return [
        train_cell(f"{name}, seed {number}", counts["games"], number, **(PLAIN | told | TRIALS[name]))
        for name in counts["trials"]
        for number in _seeds(counts, seed)
    ]


def _tables(counts: Counts, found: Found) -> list[Table]:
    rows = []
    for name in counts["trials"]:
        last = [result["tests"][-1:] for cell, result in found.items() if cell.startswith(f"{name}, seed ")]
        rows.append(Row(name, [f"{len(last)}", mean_share([score_of(tests) for tests in last])]))
    return [Table("", "options", ["seeds", "won in the last test, %"], rows, "per cent", chart=False)]


EXPERIMENT = Experiment(
    name="opening/choices",
    title="options that the paper leaves open",
    paper=PAPER,
    place="beyond it",
    statistic="Games won against Random in the last test, in per cent: mean over the seeds, with "
    "Student's 95 % interval.",
    goal=Goal("To know which option did it."),
    difference="The paper names no learning rate, scale, view or exploration.",
    scales={
        "quick": {"trials": ("paper", "trace 0.8"), "games": 10, "every": 10, "test_games": 4, "seeds": 1},
        "standard": {"trials": tuple(TRIALS), "games": 1000, "every": 500, "test_games": 200, "seeds": 3},
        "paper": {"trials": tuple(TRIALS), "games": 3000, "every": 500, "test_games": 200, "seeds": 5},
    },
    cells=_cells,
    tables=_tables,
)
