"""Figure 7: an example of a full-board evaluation, on a game that Kifu's expert plays against itself."""

from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.life.paper import PAPER
from kifu_lab.experiments.tables import Row, Table, Value


def _evaluate(cell: Cell, lab: Lab) -> Result:
    import numpy as np

    from kifu.games.go import Board
    from kifu.games.go.diagrams import write
    from kifu.judgement.estimates import estimate, nearest_living
    from kifu.models.life import LifeModel
    from kifu.players.expert import ExpertPlayer

    assert cell.seed is not None
    board = Board(9)
    player = ExpertPlayer(sampling=True, temperature=0.5, seed=cell.seed)
    player.new_game(9, board.rules, board.rules.komi)
    while len(board.moves) < cell.options["moves"]:
        board.play(player.choose(board).move)
    judged = estimate(board, model=LifeModel.bundled()).judgement
    stones, alive = judged.stones, judged.dead == 0
    owner = nearest_living(stones, alive)
    boards = [stones, np.where(alive, stones, 0).astype(np.uint8), owner]
    lead = int((owner == 1).sum()) - int((owner == 2).sum()) - board.rules.komi
    blocks = [
        {"at": [block.points[0].x, block.points[0].y], "alive": float(block.probability), "dead": block.dead}
        for block in judged.blocks
    ]
    return {"boards": [write(stones) for stones in boards], "lead": lead, "blocks": blocks}


EVALUATE = Task("life/full-board", 1, _evaluate)


def _cells(counts: Counts, seed: int) -> list[Cell]:
    return [Cell("example", EVALUATE, dict(counts), seed, ("model:life", "model:moves-9"))]


def _tables(counts: Counts, found: Found) -> list[Table]:
    result = found.get("example")
    if result is None:
        return [Table("", "position", ["blocks", "thought dead", "Black's lead"], [], chart=False)]
    heads = ("position", "blocks thought alive", "nearest living block")
    columns = [[head, *board.splitlines()] for head, board in zip(heads, result["boards"], strict=True)]
    width = max(len(line) for column in columns for line in column) + 4
    lines = ["".join(line.ljust(width) for line in row).rstrip() for row in zip(*columns, strict=True)]
    lead = Value(result["lead"], digits=1, signed=True)
    row = Row(
        "example", [f"{len(result['blocks'])}", f"{sum(block['dead'] for block in result['blocks'])}", lead]
    )
    note = "```\n" + "\n".join(lines) + "\n```"
    return [Table("", "position", ["blocks", "thought dead", "Black's lead"], [row], note=note, chart=False)]


EXPERIMENT = Experiment(
    name="life/figure-7",
    title="an example of a full-board evaluation",
    paper=PAPER,
    place="Figure 7",
    statistic="One position; nothing is measured.",
    goal=Goal("Three boards as in the paper."),
    difference="The position is one of Kifu's own; that of the paper is not in its text.",
    scales={"quick": {"moves": 30}, "standard": {"moves": 44}, "paper": {"moves": 44}},
    cells=_cells,
    tables=_tables,
)
