"""What players learned from one expert, before another."""

import statistics

from kifu.work.facts import JsonObject
from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.opening import curves
from kifu_lab.experiments.opening.paper import PAPER
from kifu_lab.experiments.opening.players import trained
from kifu_lab.experiments.tables import Row, Table, Value
from kifu_lab.experiments.values import mean_of, mean_share, share_of

#: Players by what they are called here: one of each seed, as the experiment of this name trains them.
_LEARNED = {"ABCDE": "opening/figure-4", "the best": "opening/best"}


def _judge(cell: Cell, lab: Lab) -> Result:
    from kifu.arena.opening_experts import make_expert
    from kifu.arena.opening_games import OpeningTerms, play_pair
    from kifu.models.opening import OpeningModel
    from kifu.work.seeds import native_seed

    assert cell.seed is not None
    options = cell.options
    player = options.get("player")
    model = trained(lab, player, cell.seed)[0] if player else OpeningModel.bundled()
    expert = make_expert(options["expert"], lab.threads, lab.executor)
    try:
        seed = native_seed(cell.seed, "judge", options["part"])
        played = play_pair(
            model.network, None, options["games"], expert, OpeningTerms(), seed=seed, progress=lab.progress
        )
    finally:
        expert.close()
    points = [float(value) for value in played.first_points]
    return {"wins": played.wins, "draws": played.draws, "games": options["games"], "points": points}


JUDGE = Task("opening/judge", 1, _judge)


def _cells(counts: Counts, seed: int) -> list[Cell]:
    told: JsonObject = {"expert": "gnugo:level=1"}
    cells = [
        Cell(
            f"part-{part + 1}",
            JUDGE,
            told | {"part": part, "games": counts["part"]},
            seed,
            ("model:opening", "program:gnugo"),
        )
        for part in range(counts["parts"])
    ]
    learning = {experiment.name: experiment for experiment in curves.EXPERIMENTS}
    for name, learned in _LEARNED.items():
        for player in learning[learned].cells(learning[learned].scales[counts["learned"]], seed):
            options = told | {"part": 0, "games": counts["games"], "player": player.options}
            cells.append(Cell(f"{name}, {player.name}", JUDGE, options, player.seed, ("program:gnugo",)))
    return cells


def _score(result: Result) -> tuple[int, int, int]:
    return result["wins"], result["draws"], result["games"] - result["wins"] - result["draws"]


def _row(name: str, results: list[Result], share: Value, points: list[float]) -> Row:
    return Row(name, [f"{sum(result['games'] for result in results)}", share, mean_of(points, signed=True)])


def _tables(counts: Counts, found: Found) -> list[Table]:
    parts = [result for name, result in found.items() if name.startswith("part-")]
    share = share_of([sum(n) for n in zip(*map(_score, parts), strict=True)], 75.0)
    rows = [_row("bundled", parts, share, [points for part in parts for points in part["points"]])]
    for name in _LEARNED:
        players = [result for cell, result in found.items() if cell.startswith(f"{name}, ")]
        if players:
            share = mean_share([_score(result) for result in players], 75.0)
            points = [statistics.mean(player["points"]) for player in players]
            rows.append(_row(f"{name}, {len(players)} seeds", players, share, points))
    return [Table("", "player", ["games", "won, %", "points"], rows, chart=False)]


EXPERIMENT = Experiment(
    name="opening/judged",
    title="what was learned from Kifu's expert, before GNU Go",
    paper=PAPER,
    place="Figure 4, its last point",
    statistic="Games won against Random, in per cent, with Wilson's 95 % interval, and mean of the points, "
    "with Student's; over seeds the means of both, with Student's.",
    goal=Goal(
        "The paper's 75 % before the paper's expert, 90 % for the best.",
        lambda shown: all(
            share >= (90 if "best" in name else 75) for name, share in shown.column("won, %").items()
        ),
    ),
    difference="The players learned from Kifu's playouts; GNU Go 3.8 at level 1 only judges.",
    scales={
        "quick": {"parts": 1, "part": 1, "games": 1, "learned": "quick"},
        "standard": {"parts": 10, "part": 10, "games": 100, "learned": "standard"},
        "paper": {"parts": 100, "part": 10, "games": 1000, "learned": "standard"},
    },
    cells=_cells,
    tables=_tables,
)
