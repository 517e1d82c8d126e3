"""`kifu lab evaluate network`: how well a network predicts moves, owners and winners."""

from typing import Any, cast

import click

from kifu.errors import InputError
from kifu.interfaces.cli.options import Job, job_options, model_option
from kifu.interfaces.cli.output import columns
from kifu_lab.cli.held_out_games import held_out_options, read_held_out_games


def _numbers(_: click.Context, __: click.Parameter, text: str) -> tuple[int, ...]:
    try:
        return tuple(int(word) for word in text.split(",") if word)
    except ValueError:
        raise click.BadParameter(f"expected numbers of moves such as 50,100,-10, got {text!r}") from None


@click.command(epilog="Example: kifu lab evaluate network --archive pro.db --games 100 --after 50,100,150")
@held_out_options("test")
@model_option("Network")
@click.option(
    "--symmetries", type=click.IntRange(1, 8), default=1, show_default=True, help="Boards averaged."
)
@click.option("--after", callback=_numbers, default="", help="Move numbers for winners and owners.")
@click.option("--by-rank", is_flag=True, help="Also the log-loss with other ranks than the players' own.")
@click.option("--no-moves", is_flag=True, help="Leave out the prediction of moves.")
@job_options("Threads", default="1", cluster=False)
def network(
    model: str | None,
    symmetries: int,
    after: tuple[int, ...],
    by_rank: bool,
    no_moves: bool,
    job: Job,
    **chosen: Any,
) -> None:
    """Measure a network: moves named first, and winners and owners after given numbers of moves.

    Every move of every game counts, passes left out, with the ranks of its players. Owners are counted in
    labelled games; negative numbers of moves count from the end.
    """
    import numpy as np

    from kifu.archive import Archive
    from kifu.archive.splits import Split
    from kifu.learners.network.games import read_split
    from kifu.models.network import Network
    from kifu.work.progress import progress_bar
    from kifu_lab.evaluation.network import end_report, move_report, moves, rank_report

    threads = job.workers or 1
    path, split, size = chosen["path"], chosen["split"], chosen["size"]
    net = Network.load(model, threads=threads) if model else Network.bundled(size)
    if net is None:
        raise InputError(f"expected a board of 5 to 19 lines and ONNX Runtime, got {size} lines")
    drawn = read_held_out_games(**chosen, drawn_for="evaluate-moves")
    with Archive(path) as archive:
        found = read_split(archive, size, None if split == "all" else cast(Split, split))
    found = found.take(np.isin(found.ids, drawn.ids))
    facts: dict[str, Any] = {
        "archive": path,
        "split": split,
        "size": size,
        "model": model or "bundled",
        "symmetries": symmetries,
    }
    with progress_bar(quiet=job.silent, unit="positions") as progress:
        how: dict[str, Any] = {"symmetries": symmetries, "threads": threads, "progress": progress}
        if not no_moves:
            facts["moves"] = move_report(moves(net, found, **how))
        if by_rank:
            facts["by_rank"] = rank_report(net, found, **how)
        if after:
            facts["ends"] = end_report(net, found, after, **how)
    job.show(facts, _describe)


def _describe(facts: dict[str, Any]) -> str:
    symmetric = f", mean of {facts['symmetries']} symmetries" if facts["symmetries"] > 1 else ""
    lines = [f"{facts['archive']}, {facts['split']} games, network {facts['model']}{symmetric}"]
    if "moves" in facts:
        found = facts["moves"]
        lines.append(
            f"{found['positions']:,} moves of {found['games']:,} games, log-loss {found['log_loss']:.4f}"
        )
        rows: list[tuple[str, ...]] = [("among the first", "share", "95 % interval")]
        for rank, share in found["ranks"].items():
            low, high = found["intervals"][rank]
            rows.append((rank, f"{share:.2%}", f"{low:.2%}-{high:.2%}"))
        lines.append(columns(rows, right=[0, 1, 2], indent=2))
    if "by_rank" in facts:
        rows = [("log-loss of moves", "games", "own rank", "6 weaker", "6 stronger", "no rank")]
        for row in facts["by_rank"]:
            losses = (f"{row[name]:.4f}" for name in ("own", "weaker", "stronger", "unknown"))
            rows.append((row["players"], f"{row['games']:,}", *losses))
        lines.append(columns(rows, right=[1, 2, 3, 4, 5], indent=2))
    if "ends" in facts:
        rows = [("after moves", "games", "winners right", "95 % interval", "owners right", "lead error")]
        for row in facts["ends"]:
            low, high = row["interval"]
            owners = "" if row["owners"] is None else f"{row['owners']:.2%}"
            error = "" if row["lead_error"] is None else f"{row['lead_error']:.2f}"
            spread = f"{low:.2%}-{high:.2%}"
            rows.append(
                (str(row["after"]), f"{row['games']:,}", f"{row['winners']:.2%}", spread, owners, error)
            )
        lines.append(columns(rows, right=[0, 1, 2, 3, 4, 5], indent=2))
    return "\n".join(lines)
