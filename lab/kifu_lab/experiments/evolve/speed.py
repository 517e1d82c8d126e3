"""Speed, and CPU times: one generation of the paper at several depths."""

from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.evolve.paper import DIFFERENCE, PAPER
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.tables import Row, Table, Value


def _time(cell: Cell, lab: Lab) -> Result:
    """15 random networks play five games each as Black, at most 100 moves."""
    import time

    from kifu.arena.draughts_games import play_games
    from kifu.models.draughts_net import Network
    from kifu.work.seeds import stream

    assert cell.seed is not None
    depth, games = cell.options["depth"], cell.options["games"]
    networks = [Network.random("squares", stream(cell.seed, "bench", i)) for i in range(15)]
    steps = stream(cell.seed, "bench", "opponents").integers(1, 15, games)
    pairs = [(i % 15, (i % 15 + int(step)) % 15, 0) for i, step in enumerate(steps)]
    seconds = []
    for _ in range(cell.options["repeats"]):
        began = time.process_time()
        played = play_games(pairs, networks, f"minimax:depth={depth}", move_limit=100, threads=lab.threads)
        seconds.append(time.process_time() - began)
    judged = int(played.evaluations.sum())
    return {"seconds": seconds, "games": games, "evaluations": judged, "moves": float(played.lengths.mean())}


TIME = Task("evolve/speed", 1, _time)


def _cells(counts: Counts, seed: int) -> list[Cell]:
    return [
        Cell(
            f"depth={depth}",
            TIME,
            {"depth": depth, "games": counts["games"], "repeats": counts["repeats"]},
            seed,
        )
        for depth in counts["depths"]
    ]


def _tables(counts: Counts, found: Found) -> list[Table]:
    rows = []
    for depth in counts["depths"]:
        result = found.get(f"depth={depth}")
        if result is None:
            rows.append(Row(str(depth), [Value(None)] * 6))
            continue
        best, worst = min(result["seconds"]), max(result["seconds"])
        middle = sorted(result["seconds"])[len(result["seconds"]) // 2]
        rate = Value(result["evaluations"] / best / 1e6 if best else None)
        moves, games = (
            Value(result["moves"], digits=0),
            Value(result["games"] / best if best else None, digits=0),
        )
        rows.append(Row(str(depth), [Value(middle), Value(best), Value(worst), games, rate, moves]))
    heads = [
        "processor seconds",
        "fastest",
        "slowest",
        "games a second",
        "million evaluations a second",
        "moves of a game",
    ]
    return [Table("", "plies", heads, rows, chart=False)]


EXPERIMENT = Experiment(
    name="evolve/speed",
    title="one generation of the paper, by depth",
    paper=PAPER,
    place="headings 'Speed' and 'CPU times'",
    statistic="Processor seconds of a generation: the middle one of the repeats, fastest and slowest; "
    "rates are those of the fastest.",
    goal=Goal(
        "3 s on two cores at 4 plies: 6 of a processor.",
        lambda shown: shown.at("4", "processor seconds") <= 6,
    ),
    difference=DIFFERENCE,
    scales={
        "quick": {"depths": (1, 2), "games": 15, "repeats": 1},
        "standard": {"depths": (1, 2, 3, 4, 5, 6), "games": 75, "repeats": 5},
        "paper": {"depths": (1, 2, 3, 4, 5, 6), "games": 75, "repeats": 5},
    },
    cells=_cells,
    tables=_tables,
)
