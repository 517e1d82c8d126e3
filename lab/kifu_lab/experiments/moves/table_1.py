"""Table I: how wide the inequality constraints should be."""

from kifu_lab.experiments.cells import Cell
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.moves.paper import PAPER, STATISTIC
from kifu_lab.experiments.moves.training import QUICK, paper_cell, share
from kifu_lab.experiments.tables import Row, Table

WIDTHS = {
    0.0: 27.03, 0.1: 27.46, 0.2: 27.67, 0.3: 27.95, 0.4: 28.02, 0.5: 28.15, 0.6: 28.21, 0.7: 28.19,
    0.8: 28.20, 0.9: 28.24, 1.0: 28.20,
}  # fmt: skip


def _cells(counts: Counts, seed: int) -> list[Cell]:
    return [
        paper_cell(
            f"width={width}",
            "validation",
            counts["check"],
            seed,
            games=counts["games"],
            width=width,
            top=20,
            **counts.get("solver", {}),
        )
        for width in counts["widths"]
    ]


def _tables(counts: Counts, found: Found) -> list[Table]:
    rows = [Row(f"{w}", [share(found.get(f"width={w}"), 1, WIDTHS[w])]) for w in sorted(counts["widths"])]
    return [Table("", "width factor", ["rank 1"], rows, "per cent")]


EXPERIMENT = Experiment(
    name="moves/table-1",
    title="width of the inequality constraints",
    paper=PAPER,
    place="Table I",
    statistic=STATISTIC,
    goal=Goal(
        "As in the paper: rank 1 rises with the width and is flat near 0.9.",
        lambda shown: (
            shown.at("0.0", "rank 1") < shown.at("0.3", "rank 1") < shown.at("0.9", "rank 1")
            and max(abs(shown.at(w, "rank 1") - shown.at("0.9", "rank 1")) for w in ("0.8", "1.0")) < 0.5
        ),
    ),
    difference="Our games and pattern shapes are other ones; chosen on validation games, as there.",
    scales={
        "quick": {"games": 10, "check": 4, "widths": (0.9, 0.0), "solver": QUICK},
        "standard": {"games": 2000, "check": 500, "widths": tuple(reversed(WIDTHS))},
        "paper": {"games": 2000, "check": 500, "widths": tuple(reversed(WIDTHS))},
    },
    cells=_cells,
    tables=_tables,
)
