"""`kifu evaluate book`: how often a book answers, and how often experts played its answer."""

import click

from kifu.interfaces.cli.held_out_games import held_out_options, read_held_out_games
from kifu.interfaces.cli.output import columns, count, json_option, print_json, quiet_option
from kifu.interfaces.cli.workers import open_threads, worker_options
from kifu.work.facts import JsonObject


@click.command(epilog="Example: kifu evaluate book --archive pro.db --split validation --games 500 --json")
@held_out_options("validation")
@click.option("--book", "book_path", type=click.Path(dir_okay=False), help="The bundled one if not given.")
@click.option(
    "--k", type=click.IntRange(1), help="Facts of a pattern at most; all of the book's if not given."
)
@worker_options("Threads")
@quiet_option
@json_option
def book(
    path: str,
    split: str,
    games: int,
    size: int,
    ranks: tuple[str | None, str | None] | None,
    book_path: str | None,
    k: int | None,
    seed: int,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Measure a book: how often it has an answer, and how often its first move is the one played.

    Every move of every game counts, passes left out. If there are fewer games than asked for, all are taken.
    """
    from kifu.evaluation.book import outcomes, report
    from kifu.models.book import Book
    from kifu.work.progress import progress_bar

    asked = Book.bundled(size) if book_path is None else Book.load(book_path)
    packed = read_held_out_games(path, split, games, size, ranks, seed, drawn_for="evaluate-book")
    with (
        open_threads(workers, cluster) as who,
        progress_bar(quiet=quiet or as_json, unit="games") as progress,
    ):
        found = outcomes(asked, packed, most=k, progress=progress, **who)
    about = {"archive": path, "split": split, "size": size, "book": book_path or "bundled"}
    facts = {**about, "patterns": len(asked), "k": k or asked.facts, **report(found)}
    if as_json:
        print_json(facts)
    else:
        click.echo(_describe(facts))


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
