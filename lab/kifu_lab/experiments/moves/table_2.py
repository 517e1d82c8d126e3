"""Table II: how many candidates are ranked again."""

from kifu_lab.experiments.cells import Cell
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal, Shown
from kifu_lab.experiments.moves.paper import PAPER, STATISTIC
from kifu_lab.experiments.moves.training import QUICK, paper_cell, share
from kifu_lab.experiments.tables import Row, Table

RANKS = (1, 5, 10, 20, 40, 60, 80)
#: By candidates ranked again, at these ranks.
TOPS = {
    0: (21.05, 46.19, 59.25, 72.43, 83.75, 88.62, 91.32),
    20: (28.24, 52.70, 61.68, 69.11, 79.85, 84.63, 87.53),
    40: (27.55, 52.91, 63.05, 72.58, 79.85, 84.63, 87.53),
    60: (26.93, 52.54, 62.52, 72.37, 81.38, 84.63, 87.53),
    80: (26.92, 52.85, 62.45, 71.91, 81.38, 85.85, 87.53),
}


def _cells(counts: Counts, seed: int) -> list[Cell]:
    return [
        paper_cell(
            f"n={top}",
            "validation",
            counts["check"],
            seed,
            games=counts["games"],
            width=0.9,
            top=top,
            **counts.get("solver", {}),
        )
        for top in counts["tops"]
    ]


def _tables(counts: Counts, found: Found) -> list[Table]:
    tops = counts["tops"]
    rows = [
        Row(str(rank), [share(found.get(f"n={top}"), rank, TOPS[top][i]) for top in tops])
        for i, rank in enumerate(RANKS)
    ]
    return [Table("", "rank", [f"n = {top}" for top in tops], rows, "per cent")]


def _gain(shown: Shown, rank: str, candidates: int) -> float:
    return shown.at(rank, f"n = {candidates}") - shown.at(rank, "n = 0")


EXPERIMENT = Experiment(
    name="moves/table-2",
    title="candidates ranked again",
    paper=PAPER,
    place="Table II",
    statistic=STATISTIC,
    goal=Goal(
        "As in the paper: ranking again helps most at rank 1, and most with few candidates.",
        lambda shown: (
            _gain(shown, "1", 20) > _gain(shown, "20", 20) and _gain(shown, "1", 20) >= _gain(shown, "1", 80)
        ),
        "It helps most at rank 1; but where the paper lost with more than 20 candidates, ours gains.",
    ),
    difference="Our games and pattern shapes are other ones. n = 0: all games feed the frequencies.",
    scales={
        "quick": {"games": 10, "check": 4, "tops": (0, 20), "solver": QUICK},
        "standard": {"games": 2000, "check": 500, "tops": tuple(TOPS)},
        "paper": {"games": 2000, "check": 500, "tops": tuple(TOPS)},
    },
    cells=_cells,
    tables=_tables,
)
