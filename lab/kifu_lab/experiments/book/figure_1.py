"""Figure 1: the opening that the book plays against itself."""

from kifu_lab.experiments.book.paper import PAPER
from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.tables import Row, Table, Value


def _play(cell: Cell, lab: Lab) -> Result:
    from kifu.games.go import Board
    from kifu.games.go.recording import record_of
    from kifu.models.book import Book
    from kifu.records.moves import vertex

    book, board = Book.bundled(), Board(cell.options["size"])
    moves, comments = [], {}
    for number in range(1, cell.options["moves"] + 1):
        move = book.rank(board)[0]
        board.play(move.point)
        comments[number] = f"{move.facts} facts: played {move.played:,} of {move.matched:,} times"
        moves.append({"move": vertex(move.point), "facts": move.facts, "chance": move.probability})
    info = {"black": "book", "white": "book", "result": "?"}
    record = record_of(board, komi=board.rules.komi, info=info, comments=comments)
    lab.keep("opening.sgf", record.to_bytes())
    return {"moves": moves, "diagram": str(board)}


PLAY = Task("book/opening", 1, _play)


def _cells(counts: Counts, seed: int) -> list[Cell]:
    return [Cell("opening", PLAY, dict(counts), None, ("model:book",))]


def _tables(counts: Counts, found: Found) -> list[Table]:
    result = found.get("opening")
    moves = result["moves"] if result else []
    note = f"```\n{result['diagram'].rstrip()}\n```" if result else ""
    rows = []
    for begin in range(0, len(moves), 10):
        some = moves[begin : begin + 10]
        chance = sum(move["chance"] for move in some) / len(some)
        facts = sum(move["facts"] for move in some) / len(some)
        text = " ".join(move["move"] for move in some)
        rows.append(
            Row(
                f"{begin + 1}-{begin + len(some)}",
                [text, Value(facts, digits=1), Value(100 * chance, digits=0)],
            )
        )
    heads = ["moves", "facts of the pattern, mean", "chance of the move, mean, %"]
    return [Table("", "numbers", heads, rows, note=note, chart=False)]


EXPERIMENT = Experiment(
    name="book/figure-1",
    title="the opening that the book plays against itself",
    paper=PAPER,
    place="Figure 1",
    statistic="The first move of the bundled book each time; nothing is drawn.",
    goal=Goal("An opening of professional style."),
    difference="The paper's book was made from 2,000 games; the bundled one says on its card from how many.",
    scales={
        "quick": {"size": 19, "moves": 10},
        "standard": {"size": 19, "moves": 40},
        "paper": {"size": 19, "moves": 40},
    },
    cells=_cells,
    tables=_tables,
)
