"""What players learned from one expert, before another. A cell is ten games."""

from kifu.experiments.cells import Cell, Result, Task
from kifu.experiments.experiment import Counts, Experiment, Found
from kifu.experiments.lab import Lab
from kifu.experiments.opening.paper import PAPER
from kifu.experiments.tables import Row, Table
from kifu.experiments.values import mean_of, share_of


def _judge(cell: Cell, lab: Lab) -> Result:
    from kifu.arena.opening_experts import make_expert
    from kifu.arena.opening_games import OpeningTerms, play_pair
    from kifu.models.opening import OpeningModel
    from kifu.work.seeds import native_seed

    assert cell.seed is not None
    options = cell.options
    expert = make_expert(options["expert"], lab.threads, lab.executor)
    try:
        seed = native_seed(cell.seed, "judge", options["part"])
        network = OpeningModel.bundled().network
        played = play_pair(
            network, None, options["games"], expert, OpeningTerms(), seed=seed, progress=lab.progress
        )
    finally:
        expert.close()
    points = [float(value) for value in played.first_points]
    return {"wins": played.wins, "draws": played.draws, "games": options["games"], "points": points}


JUDGE = Task("opening/judge", 1, _judge)


def _cells(counts: Counts, seed: int) -> list[Cell]:
    needs = ("model:opening", "program:gnugo")
    return [
        Cell(
            f"part-{part + 1}",
            JUDGE,
            {"expert": "gnugo:level=1", "part": part, "games": counts["part"]},
            seed,
            needs,
        )
        for part in range(counts["parts"])
    ]


def _tables(counts: Counts, found: Found) -> list[Table]:
    games = sum(result["games"] for result in found.values())
    wins = sum(result["wins"] for result in found.values())
    draws = sum(result["draws"] for result in found.values())
    share = share_of((wins, draws, games - wins - draws), 75.0)
    points = mean_of([value for result in found.values() for value in result["points"]], signed=True)
    row = Row("bundled", [f"{games}", share, points])
    return [Table("", "player", ["games", "won, %", "points"], [row], chart=False)]


EXPERIMENT = Experiment(
    name="opening/judged",
    title="the bundled player against Random, GNU Go finishing",
    paper=PAPER,
    place="Figure 4, its last point",
    statistic="Games won, in per cent, with Wilson's 95 % interval; mean of the points.",
    goal="The paper's 75 % before the paper's expert.",
    difference="The player learned from Kifu's playouts; GNU Go 3.8 at level 1 only judges.",
    scales={
        "quick": {"parts": 1, "part": 1},
        "standard": {"parts": 10, "part": 10},
        "paper": {"parts": 100, "part": 10},
    },
    cells=_cells,
    tables=_tables,
)
