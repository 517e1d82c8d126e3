"""Table IV: beside Stern et al."""

from kifu_lab.experiments.cells import Cell
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.moves.paper import PAPER, STATISTIC
from kifu_lab.experiments.moves.table_3 import RANKS, cell_of
from kifu_lab.experiments.moves.training import QUICK, share
from kifu_lab.experiments.tables import Row, Table

_OURS = (33.94, 60.47, 69.50, 77.16)
_STERN_2005 = (26, 55, 68, 81)
_STERN_2006 = (34, 66, 76, 86)


def _cells(counts: Counts, seed: int) -> list[Cell]:
    return [cell_of(counts["games"], counts, seed)]


def _tables(counts: Counts, found: Found) -> list[Table]:
    result = found.get(f"games={counts['games']}")
    rows = [
        Row(str(rank), [share(result, rank, _OURS[i]), f"{_STERN_2005[i]}", f"{_STERN_2006[i]}"])
        for i, rank in enumerate(RANKS)
    ]
    heads = [f"{counts['games']:,} games", "Stern et al. 2005, 20,000", "Stern et al. 2006, 181,000"]
    return [Table("", "rank", heads, rows, "per cent")]


EXPERIMENT = Experiment(
    name="moves/table-4",
    title="beside Stern et al.",
    paper=PAPER,
    place="Table IV",
    statistic=STATISTIC,
    goal=Goal(
        "The paper's accuracy; rank 1 above both of Stern et al.",
        lambda shown: (
            all(
                shown.at(rank, "20,000 games") >= paper
                for rank, paper in zip(shown.rows(), _OURS, strict=True)
            )
            and shown.at("1", "20,000 games") > max(_STERN_2005[0], _STERN_2006[0])
        ),
    ),
    difference="The measured column is the last one of Table III; those of Stern et al. are as printed.",
    scales={
        "quick": {"games": 10, "check": 4, "solver": QUICK},
        "standard": {"games": 20000, "check": 500},
        "paper": {"games": 20000, "check": 500},
    },
    cells=_cells,
    tables=_tables,
)
