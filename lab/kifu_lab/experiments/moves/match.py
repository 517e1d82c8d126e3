"""Section IV-D: always the move of rank 1, against GNU Go. A cell is a game."""

from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.moves.paper import PAPER
from kifu_lab.experiments.tables import Row, Table
from kifu_lab.experiments.values import share_of


def _play(cell: Cell, lab: Lab) -> Result:
    from kifu_lab.experiments.moves.rank_one import play

    game = play(**cell.options, seed=cell.seed, gnugo=lab.sources.program("gnugo"))
    lab.keep(f"{cell.name}.sgf", game.record)
    return {"result": game.result, "won": game.won, "moves": game.moves, "ours": game.ours}


PLAY = Task("moves/rank-one-game", 1, _play)


def _cells(counts: Counts, seed: int) -> list[Cell]:
    """Colours alternate; a game depends on its own number only, so that more can follow."""
    return [
        Cell(
            f"game-{number + 1}",
            PLAY,
            {"size": counts["size"], "level": counts["level"], "black": number % 2 == 0},
            1000 * (seed - 1) + number + 1,
            ("model:moves" if counts["size"] > 9 else "model:moves-9", "program:gnugo"),
        )
        for number in range(counts["games"])
    ]


def _tables(counts: Counts, found: Found) -> list[Table]:
    games = [found[name] for i in range(counts["games"]) if (name := f"game-{i + 1}") in found]
    won = sum(game["won"] for game in games)
    share = share_of((won, 0, len(games) - won), digits=0)
    total = Table(
        "",
        "games",
        ["won", "per cent"],
        [Row(str(len(games)), [str(won), share])],
        note="The paper shows one game, which was lost.",
        chart=False,
    )
    rows = [
        Row(name, ["Black" if i % 2 == 0 else "White", game["result"], str(game["moves"])])
        for i in range(counts["games"])
        if (game := found.get(name := f"game-{i + 1}"))
    ]
    return [total, Table("games", "game", ["Kifu", "result", "moves"], rows, chart=False)]


EXPERIMENT = Experiment(
    name="moves/match",
    title="always the move of rank 1, against GNU Go",
    paper=PAPER,
    place="section IV-D, Figures 5 to 7",
    statistic="Games won, in per cent, with Wilson's 95 % interval.",
    goal=Goal(
        "More than the paper's one game, which was lost.",
        lambda shown: min(shown.column("per cent").values()) > 0,
    ),
    difference="The bundled model plays instead of the paper's, and GNU Go 3.8 at level 10 instead of 3.6; "
    "Chinese rules, komi 7.5, GNU Go counts.",
    scales={
        "quick": {"games": 2, "size": 9, "level": 1},
        "standard": {"games": 10, "size": 19, "level": 10},
        "paper": {"games": 40, "size": 19, "level": 10},
    },
    cells=_cells,
    tables=_tables,
)
