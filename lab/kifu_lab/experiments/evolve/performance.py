"""Performance against other methods, and the ladder of levels."""

from typing import Any

from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.evolve.paper import DIFFERENCE, PAPER, SHARE
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal, Shown
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.tables import Row, Table
from kifu_lab.experiments.values import share_of

_OURS = "minimax:depth={depth},captures=yes"
#: Opponent, our decider, its decider, games at most. None of them has learned anything, but for `ept`, which
#: judges by our network too.
PAIRINGS: dict[str, tuple[str, str, int]] = {
    "random play, 4 plies": (_OURS.format(depth=4), "random", 200),
    "counting pieces, 2 plies each": (_OURS.format(depth=2), "material:depth=2,captures=yes", 312),
    "counting pieces, 4 plies each": (_OURS.format(depth=4), "material:depth=4,captures=yes", 312),
    "counting pieces, 6 plies each": (_OURS.format(depth=6), "material:depth=6,captures=yes", 312),
    "counting pieces, 4 plies each, no extension": ("minimax:depth=4", "material:depth=4", 312),
    "pure MCTS of 3,000 playouts, 4 plies": (_OURS.format(depth=4), "mcts:playouts=3000", 100),
    "pure MCTS, 0.02 s a move each": (
        "minimax:depth=60,captures=yes,deepen=yes,seconds=0.02", "mcts:playouts=0,seconds=0.02", 100
    ),
    "early playout termination with the same network, 0.02 s a move each": (
        "minimax:depth=60,captures=yes,deepen=yes,seconds=0.02", "ept:playouts=0,seconds=0.02", 100
    ),
}  # fmt: skip
#: Three thousand playouts take far longer than four plies: no goal.
GOALS = dict(zip(PAIRINGS, ("no loss", *4 * ("70 %",), "", "90 %", ""), strict=True))


def _meet(cell: Cell, lab: Lab) -> Result:
    from kifu.players.draughts.searching import find_network
    from kifu_lab.evaluation.draughts import Side, compare

    assert cell.seed is not None
    told = cell.options
    ours = Side(told["first"], find_network(told["network"]))
    theirs = Side(told["second"], ours.network if told["second"].startswith("ept") else None)
    met = compare(ours, theirs, told["games"], seed=cell.seed, threads=lab.threads, executor=lab.executor)
    return {"score": [met.wins, met.draws, met.losses], "moves": met.moves}


def _match(cell: Cell, lab: Lab) -> Result:
    from kifu.arena.draughts import DraughtsTerms
    from kifu.arena.match import play_match
    from kifu.arena.settings import MatchSettings

    assert cell.seed is not None
    told = cell.options
    settings = MatchSettings(told["first"], told["second"], DraughtsTerms(), seed=cell.seed)
    result = play_match(
        settings,
        told["games"],
        parallel=lab.threads,
        executor=lab.executor,
        folder=lab.folder,
        progress=lab.progress,
    )
    return {"score": [result.wins, result.draws, result.losses]}


MEET = Task("evolve/meet", 1, _meet)
MATCH = Task("evolve/match", 2, _match)


def _cells(counts: Counts, seed: int) -> list[Cell]:
    return [
        Cell(
            name,
            MEET,
            {"network": "champion", "first": first, "second": second, "games": min(games, counts["games"])},
            seed,
            ("model:draughts-champion",),
        )
        for name, (first, second, games) in list(PAIRINGS.items())[: counts["most"]]
    ]


def _tables(counts: Counts, found: Found) -> list[Table]:
    rows = [_row(name, found.get(name), GOALS[name]) for name in list(PAIRINGS)[: counts["most"]]]
    return [Table("", "against", ["won, drawn, lost", "share, %", "goal"], rows, chart=False)]


def _row(name: str, result: Result | None, goal: str) -> Row:
    score = result["score"] if result else None
    text = ", ".join(str(number) for number in score) if score else None
    return Row(name, [text, share_of(score), goal])


def _ladder() -> dict[str, tuple[str, str]]:
    """Counting one ply ahead against level 1, then each level against the one below."""
    from itertools import pairwise

    from kifu.players.levels import DRAUGHTS_LEVELS

    pairs = {"counting, 1 ply, against level 1": ("material:depth=1", DRAUGHTS_LEVELS[0])}
    return pairs | {
        f"level {number} against {number - 1}": (above, below)
        for number, (below, above) in enumerate(pairwise(DRAUGHTS_LEVELS), 2)
    }


_MODELS = ("model:draughts-champion", "model:draughts-newborn", "model:draughts-young")


def _level_cells(counts: Counts, seed: int) -> list[Cell]:
    return [
        Cell(name, MATCH, {"first": first, "second": second, "games": counts["games"]}, seed, _MODELS)
        for name, (first, second) in list(_ladder().items())[: counts["most"]]
    ]


def _level_tables(counts: Counts, found: Found) -> list[Table]:
    goals: dict[int, Any] = {0: "70 %"}
    rows = [
        _row(name, found.get(name), goals.get(i, "60 %"))
        for i, name in enumerate(list(_ladder())[: counts["most"]])
    ]
    return [Table("", "pairing", ["won, drawn, lost", "share, %", "goal"], rows, chart=False)]


def _each_reaches_its_own(shown: Shown) -> bool:
    def reaches(row: str) -> bool:
        goal = shown.text(row, "goal")
        if goal == "no loss":
            return shown.text(row, "won, drawn, lost").endswith(" 0")
        return not goal.endswith("%") or shown.at(row, "share, %") >= float(goal.rstrip(" %"))

    return all(reaches(row) for row in shown.rows())


EXPERIMENTS = (
    Experiment(
        name="evolve/performance",
        title="the bundled champion against other methods",
        paper=PAPER,
        place="heading 'Performance against other methods'",
        statistic=f"{SHARE}; Wilson's 95 % interval.",
        goal=Goal(
            "No loss against random play, 70 % against counting, 90 % against pure MCTS at equal time.",
            _each_reaches_its_own,
        ),
        difference=DIFFERENCE,
        scales={
            "quick": {"games": 4, "most": 2},
            "standard": {"games": 312, "most": len(PAIRINGS)},
            "paper": {"games": 312, "most": len(PAIRINGS)},
        },
        cells=_cells,
        tables=_tables,
    ),
    Experiment(
        name="evolve/levels",
        title="the ladder of levels",
        paper=PAPER,
        place="instead of its test against people",
        statistic=f"{SHARE}; Wilson's 95 % interval.",
        goal=Goal("Each level takes 60 % from the one below.", _each_reaches_its_own),
        difference="The paper names games with people on web sites; a ladder of fixed players stands in.",
        scales={
            "quick": {"games": 2, "most": 1},
            "standard": {"games": 60, "most": 9},
            "paper": {"games": 200, "most": 9},
        },
        cells=_level_cells,
        tables=_level_tables,
    ),
)
