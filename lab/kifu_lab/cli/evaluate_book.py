"""`kifu lab evaluate book`: how often a book answers, and how often experts played its answer."""

from typing import Any

import click

from kifu.interfaces.cli.options import Job, job_options, model_option
from kifu.interfaces.cli.output import columns, count
from kifu.work.facts import JsonObject
from kifu_lab.cli.held_out_games import held_out_options, read_held_out_games


@click.command(epilog="Example: kifu lab evaluate book --archive pro.db --split validation --games 500")
@held_out_options("validation")
@model_option("Book", "--book")
@click.option("--k", type=click.IntRange(1), help="Neighbours per pattern (K) at most; default: all.")
@job_options("Threads")
def book(model: str | None, k: int | None, job: Job, **chosen: Any) -> None:
    """Measure a book: how often it has an answer, and how often its first move is the one played.

    Every move of every game counts, passes left out. If there are fewer games than asked for, all are taken.
    """
    from kifu.models.book import Book
    from kifu_lab.evaluation.book import outcomes, report

    asked = Book.load(model) if model else Book.bundled(chosen["size"])
    packed = read_held_out_games(**chosen, drawn_for="evaluate-book")
    with job.threads("games") as who:
        found = outcomes(asked, packed, most=k, **who)
    about = {"archive": chosen["path"], "split": chosen["split"], "size": chosen["size"]}
    about |= {"book": model or "bundled", "patterns": len(asked), "k": k or asked.facts}
    job.show({**about, **report(found)}, _describe)


def _describe(facts: JsonObject) -> str:
    head = (
        f"{facts['archive']}, {facts['split']} games, book {facts['book']}, {facts['patterns']:,} patterns: "
        f"{facts['positions']:,} moves of {count(facts['games'], 'game')}"
    )
    if not facts["positions"]:
        return head
    low, high = facts["right"]
    rows: list[tuple[str, ...]] = [("moves", "number", "answers", *facts["ranks"])]
    for phase in facts["phases"]:
        shares = (f"{share:.1%}" for share in phase["ranks"].values())
        span = f"{phase['from']}-{phase['to'] or ''}"
        rows.append((span, f"{phase['positions']:,}", f"{phase['answers']:.1%}", *shares))
    rows.append(
        (
            "all",
            f"{facts['positions']:,}",
            f"{facts['answers']:.1%}",
            *(f"{share:.1%}" for share in facts["ranks"].values()),
        )
    )
    return "\n".join(
        [
            head,
            f"its first move was played in {facts['ranks']['1']:.2%} of them "
            f"(95 % interval {low:.2%} to {high:.2%}); it names the move played in {facts['named']:.2%}",
            "how often it has an answer, and how often the move played is among its first:",
            columns(rows, right=range(1, len(rows[0])), indent=2),
        ]
    )
