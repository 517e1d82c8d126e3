"""Trainings of models of moves, and how they rank games they have not seen."""

from collections.abc import Callable
from typing import Any

from kifu.work.facts import JsonObject
from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.tables import Value

SIZE = 19
#: Few steps: shows that it works, and says nothing of the result.
QUICK = {"rounds": 1, "iterations": 4}


def paper_cell(name: str, split: str, check: int, seed: int, **options: Any) -> Cell:
    """Train the paper's model and rank games of a split.

    Args:
        name: of the cell.
        split: `validation` where something is chosen, `test` where it is shown.
        check: games that are ranked.
        seed: draws the games, their halves, and those ranked.
        options: of `PaperTraining`.
    """
    return Cell(name, TRAIN_PAPER, {"split": split, "check": check, **options}, seed, ("archive:pro19",))


def full_cell(name: str, split: str, check: int, seed: int, **options: Any) -> Cell:
    """Train the model that ships, or a part of it; arguments as for `paper_cell`."""
    return Cell(name, TRAIN_FULL, {"split": split, "check": check, **options}, seed, ("archive:pro19",))


def share(found: Result | None, rank: int, paper: float | None = None) -> Value:
    """The share among the first `rank`, in per cent."""
    if found is None:
        return Value(None, paper=paper)
    low, high = found["intervals"][str(rank)]
    return Value(100 * found["ranks"][str(rank)], 100 * low, 100 * high, paper)


def _train_paper(cell: Cell, lab: Lab) -> Result:
    from kifu.learners.moves.paper import train_paper
    from kifu.learners.moves.settings import PaperTraining

    return _measure(cell, lab, lambda options: PaperTraining(**options), train_paper)


def _train_full(cell: Cell, lab: Lab) -> Result:
    from kifu.learners.moves.full import train_full
    from kifu.learners.moves.settings import FullTraining

    return _measure(cell, lab, lambda options: FullTraining(**options), train_full)


TRAIN_PAPER = Task("moves/train-paper", 1, _train_paper)
TRAIN_FULL = Task("moves/train-full", 1, _train_full)


def _measure(
    cell: Cell, lab: Lab, settings: Callable[[JsonObject], Any], train: Callable[..., Any]
) -> Result:
    from kifu.work.runs import open_run

    assert cell.seed is not None
    options = {name: told for name, told in cell.options.items() if name not in ("split", "check")}
    training = lab.packed("pro19", SIZE, "train")
    what = settings({**options, "seed": cell.seed})
    with open_run(lab.folder, "experiment", options=cell.options, seed=cell.seed, keep=1) as run:
        model = train(
            what, training, run=run, threads=lab.threads, executor=lab.executor, progress=lab.progress
        )
        return rank_games(model, cell, lab)


def rank_games(model: Any, cell: Cell, lab: Lab) -> Result:
    """Rank the moves of so many games of a split, which the options `check` and `split` of a cell name."""
    from kifu.work.seeds import stream
    from kifu_lab.evaluation.moves import outcomes, report

    assert cell.seed is not None
    held_out = lab.packed("pro19", SIZE, cell.options["split"])
    drawn = stream(cell.seed, "evaluate-moves").permutation(len(held_out))[: cell.options["check"]]
    found = report(
        outcomes(
            model,
            held_out.take(drawn),
            threads=lab.threads,
            executor=lab.executor,
            progress=lab.progress,
        )
    )
    names = ("games", "positions", "ranks", "intervals", "log_loss")
    return {**{name: found[name] for name in names}, "patterns": len(model.arrays["keys"])}
