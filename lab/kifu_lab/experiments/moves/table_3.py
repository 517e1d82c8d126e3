"""Table III: how much the number of training games matters."""

from kifu_lab.experiments.cells import Cell
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.moves.paper import PAPER, STATISTIC
from kifu_lab.experiments.moves.training import QUICK, paper_cell, share
from kifu_lab.experiments.tables import Row, Table, Value

RANKS = (1, 5, 10, 20)
#: By training games, at these ranks; rank 20 is told for 20,000 games only, in Table IV.
AMOUNTS = {
    5000: (31.04, 56.54, 65.56, None),
    10000: (32.72, 58.61, 67.85, None),
    15000: (33.73, 59.81, 68.94, None),
    20000: (33.94, 60.47, 69.50, 77.16),
}


def cell_of(games: int, counts: Counts, seed: int) -> Cell:
    """Train with so many games and rank test games."""
    solver = counts.get("solver", {})
    return paper_cell(
        f"games={games}", "test", counts["check"], seed, games=games, width=0.9, top=20, **solver
    )


def _cells(counts: Counts, seed: int) -> list[Cell]:
    return [cell_of(games, counts, seed) for games in reversed(counts["amounts"])]


def _tables(counts: Counts, found: Found) -> list[Table]:
    amounts = counts["amounts"]
    columns = [f"{games:,} games" for games in amounts]
    results = [found.get(f"games={games}") for games in amounts]
    rows = [
        Row(
            str(rank),
            [
                share(result, rank, AMOUNTS.get(n, (None,) * 4)[i])
                for n, result in zip(amounts, results, strict=True)
            ],
        )
        for i, rank in enumerate(RANKS)
    ]
    shares = Table("", "rank", columns, rows, "per cent")
    patterns = Row(
        "patterns", [Value(result["patterns"] if result else None, digits=0) for result in results]
    )
    return [shares, Table("patterns", "model", columns, [patterns], chart=False)]


EXPERIMENT = Experiment(
    name="moves/table-3",
    title="amount of training data",
    paper=PAPER,
    place="Table III",
    statistic=STATISTIC,
    goal=Goal(
        "The paper's accuracy with its 20,000 games.",
        lambda shown: all(
            shown.at(rank, "20,000 games") >= (shown.value(rank, "20,000 games").paper or 0)
            for rank in shown.rows()
        ),
    ),
    difference="The solver is L-BFGS-B with scaled weights; our games and pattern shapes are other ones.",
    scales={
        "quick": {"amounts": (6, 10), "check": 4, "solver": QUICK},
        "standard": {"amounts": tuple(AMOUNTS), "check": 500},
        "paper": {"amounts": tuple(AMOUNTS), "check": 500},
    },
    cells=_cells,
    tables=_tables,
)
