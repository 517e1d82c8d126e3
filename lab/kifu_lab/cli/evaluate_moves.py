"""`kifu lab evaluate moves`: how well a model predicts expert moves."""

from typing import Any

import click

from kifu.interfaces.cli.options import Job, job_options, model_option
from kifu.interfaces.cli.output import columns
from kifu.work.facts import JsonObject
from kifu_lab.cli.held_out_games import held_out_options, read_held_out_games


@click.command(epilog="Example: kifu lab evaluate moves --archive pro.db --split test --games 500 --json")
@held_out_options("test")
@model_option("Model of moves")
@job_options("Threads")
def moves(model: str | None, job: Job, **chosen: Any) -> None:
    """Measure the model of moves: how often the expert's move is among the first 1, 5, 10, ... it names.

    Every move of every game counts, passes left out. If there are fewer games than asked for, all are taken.
    """
    from kifu.models.moves import MovePredictor
    from kifu_lab.evaluation.moves import outcomes, report

    predictor = MovePredictor.load(model) if model else MovePredictor.bundled(chosen["size"])
    packed = read_held_out_games(**chosen, drawn_for="evaluate-moves")
    with job.threads("games") as who:
        found = outcomes(predictor, packed, **who)
    about = {"archive": chosen["path"], "split": chosen["split"], "size": chosen["size"]}
    job.show({**about, "model": model or "bundled", **report(found)}, _describe)


def _describe(facts: JsonObject) -> str:
    lines = [
        f"{facts['archive']}, {facts['split']} games, model {facts['model']}: "
        f"{facts['positions']:,} moves of {facts['games']:,} games"
    ]
    if not facts["positions"]:
        return lines[0]
    rows: list[tuple[str, ...]] = [("among the first", "share", "95 % interval")]
    for rank, share in facts["ranks"].items():
        low, high = facts["intervals"][rank]
        rows.append((rank, f"{share:.2%}", f"{low:.2%}-{high:.2%}"))
    phases: list[tuple[str, ...]] = [("moves", "number", "1", "5", "10", "20")]
    for phase in facts["phases"]:
        span = f"{phase['from']}-{phase['to'] or ''}"
        shares = (f"{phase['ranks'][rank]:.1%}" for rank in ("1", "5", "10", "20"))
        phases.append((span, f"{phase['positions']:,}", *shares))
    lines += [
        columns(rows, right=[0, 1, 2], indent=2),
        f"log-loss {facts['log_loss']:.4f}",
        columns(phases, right=[1, 2, 3, 4, 5], indent=2),
    ]
    return "\n".join(lines)
