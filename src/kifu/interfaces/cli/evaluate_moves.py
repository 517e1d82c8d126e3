"""`kifu evaluate moves`: how well a model predicts expert moves."""

import click

from kifu.interfaces.cli.held_out_games import held_out_options, read_held_out_games
from kifu.interfaces.cli.output import columns, json_option, print_json, quiet_option
from kifu.interfaces.cli.workers import open_threads, worker_options
from kifu.work.facts import JsonObject


@click.command(epilog="Example: kifu evaluate moves --archive pro.db --split test --games 500 --json")
@held_out_options("test")
@click.option("--model", "model_path", type=click.Path(dir_okay=False), help="The bundled one if not given.")
@worker_options("Threads")
@quiet_option
@json_option
def moves(
    path: str,
    split: str,
    games: int,
    size: int,
    ranks: tuple[str | None, str | None] | None,
    model_path: str | None,
    seed: int,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Measure the model of moves: how often the expert's move is among the first 1, 5, 10, ... it names.

    Every move of every game counts, passes left out. If there are fewer games than asked for, all are taken.
    """
    from kifu.evaluation.moves import outcomes, report
    from kifu.models.moves import MovePredictor
    from kifu.work.progress import progress_bar

    model = MovePredictor.bundled(size) if model_path is None else MovePredictor.load(model_path)
    packed = read_held_out_games(path, split, games, size, ranks, seed, drawn_for="evaluate-moves")
    with (
        open_threads(workers, cluster) as who,
        progress_bar(quiet=quiet or as_json, unit="games") as progress,
    ):
        found = outcomes(model, packed, progress=progress, **who)
    facts = {"archive": path, "split": split, "size": size, "model": model_path or "bundled", **report(found)}
    if as_json:
        print_json(facts)
    else:
        click.echo(_describe(facts))


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
