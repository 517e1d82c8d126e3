"""What more games bring to the model that ships, up to the bundled one of all games; not in the paper."""

from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal, Shown
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.moves.paper import PAPER, STATISTIC
from kifu_lab.experiments.moves.training import full_cell, rank_games, share
from kifu_lab.experiments.tables import Row, Table, Value

#: What is asked of the paper's 20,000 games, in per cent by rank.
GOALS = {1: 40, 5: 70, 10: 80, 20: 88}
_PAPERS_GAMES = "20,000"
_BUNDLED = "bundled"


def _rank_bundled(cell: Cell, lab: Lab) -> Result:
    from kifu.models.moves import MovePredictor

    return rank_games(MovePredictor.bundled(), cell, lab)


RANK_BUNDLED = Task("moves/rank-bundled", 1, _rank_bundled)


def _cells(counts: Counts, seed: int) -> list[Cell]:
    check = counts["check"]
    options = {"split": "test", "check": check}
    bundled = Cell(_BUNDLED, RANK_BUNDLED, options, seed, ("archive:pro19", "model:moves"))
    made = [
        full_cell(f"{games:,}", "test", check, seed, games=games, counted=counts["counted"])
        for games in counts["games"]
    ]
    return [bundled, *made]


def _tables(counts: Counts, found: Found) -> list[Table]:
    rows = []
    for name in [*(f"{games:,}" for games in counts["games"]), _BUNDLED]:
        result = found.get(name)
        loss = Value(result["log_loss"] if result else None, digits=4)
        patterns = Value(result["patterns"] if result else None, digits=0)
        rows.append(Row(name, [*(share(result, rank) for rank in GOALS), loss, patterns]))
    columns = [*(f"rank {rank}" for rank in GOALS), "log-loss", "patterns"]
    some = next(iter(found.values()), None)
    note = f"{some['positions']:,} moves of {some['games']:,} test games." if some else ""
    return [Table("", "games", columns, rows, note=note, chart=False)]


def _reached(shown: Shown) -> bool:
    return all(shown.at(_PAPERS_GAMES, f"rank {rank}") >= least for rank, least in GOALS.items())


EXPERIMENT = Experiment(
    name="moves/growth",
    title="what more games bring to the full model",
    paper=PAPER,
    place="beyond it",
    statistic=STATISTIC,
    goal=Goal(
        "With the paper's 20,000 games 40 % at rank 1, 70 % at 5, 80 % at 10 and 88 % at 20.", _reached
    ),
    difference="The paper has one model; this is the one that Kifu ships. The bundled one was trained on all "
    "games, with the patterns played at least six times.",
    scales={
        "quick": {"games": (6, 10), "check": 4, "counted": 10},
        "standard": {"games": (1000, 5000, 20_000), "check": 500, "counted": 5000},
        "paper": {"games": (1000, 5000, 10_000, 15_000, 20_000), "check": 500, "counted": 5000},
    },
    cells=_cells,
    tables=_tables,
)
