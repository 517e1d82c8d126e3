"""`kifu export`: blocks, candidate moves and positions as tables for other programs."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kifu.archive.filters import GAMES, Filter
from kifu.archive.splits import SPLITS
from kifu.interfaces.cli.numbers import Number
from kifu.interfaces.cli.output import command_line, count, json_option, print_json, quiet_option
from kifu.interfaces.cli.runs import training_run
from kifu.interfaces.cli.workers import open_workers, worker_options

if TYPE_CHECKING:
    from kifu.interfaces.export.choosing import Choice
    from kifu.interfaces.export.columns import Table

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--archive", "path", required=True, type=click.Path(), help="The games."),
    click.option(
        "--out",
        required=True,
        type=click.Path(dir_okay=False),
        help="The file: *.npz, *.parquet, *.csv, *.csv.gz.",
    ),
    click.option("--games", type=click.IntRange(1), help="How many, drawn by the seed; all if not given."),
    click.option("--split", type=click.Choice(SPLITS), help="Only games for this; all if not given."),
    click.option("--size", type=click.IntRange(2, 25), help="Lines of the board."),
    click.option(
        "--seed", type=click.IntRange(0), default=1, show_default=True, help="Decides what is drawn."
    ),
    worker_options("Processes that compute"),
    quiet_option,
    json_option,
)


def _table_options(function: F) -> F:
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def _share(default: float, of: str) -> Callable[[F], F]:
    return click.option(
        "--share",
        type=Number(0, 1, min_open=True),
        default=default,
        show_default=True,
        help=f"Probability with which {of} is taken.",
    )


@click.group(
    "export",
    epilog="Examples: kifu export blocks --archive games.db --out blocks.parquet; kifu export candidates "
    "--archive pro.db --games 1000 --out moves.npz. Interrupted? Give the same command again.",
)
def command() -> None:
    """Write tables with a data card, for scikit-learn, PyTorch or R.

    The file's name says the format: NumPy's .npz, .parquet (pip install 'kifu[parquet]'), .csv or .csv.gz.
    Original records come out with: kifu archive games.db export.
    """


@command.command(epilog="Example: kifu export blocks --archive games.db --features paper --out blocks.npz")
@click.option(
    "--features", type=click.Choice(["paper", "full"]), default="full", show_default=True, help="Feature set."
)
@click.option("--playouts", type=click.IntRange(1), default=64, show_default=True, help="For the full set.")
@_share(0.05, "a block of a 9x9 game")
@click.option("--end-share", type=Number(0, 1, min_open=True), help="Of the last position's blocks.")
@click.option("--interior", is_flag=True, help="Blocks inside their own region too.")
@click.option("--independent", is_flag=True, help="Only labels of judges that do not use a model.")
@_table_options
def blocks(
    features: str,
    playouts: int,
    share: float,
    end_share: float | None,
    interior: bool,
    independent: bool,
    **common: Any,
) -> None:
    """Write blocks of labelled games: features of life and death, and whether the block lives.

    Of larger boards a smaller share is taken, so that every game gives about as many. Label games first with
    `kifu label`.
    """
    from kifu.features.life import LifeFeatures
    from kifu.interfaces.export import BlockOptions, blocks_table

    chosen: Any = features  # click has checked it
    options = BlockOptions(LifeFeatures(chosen, playouts), share, end_share, interior, independent)
    _export(lambda choice: blocks_table(choice, options), **common)


@command.command(epilog="Example: kifu export candidates --archive pro.db --games 1000 --out moves.parquet")
@click.option("--model", type=click.Path(dir_okay=False), help="A full model of moves; else the bundled one.")
@_share(0.02, "a position, with all its legal moves,")
@_table_options
def candidates(model: str | None, share: float, **common: Any) -> None:
    """Write legal moves of positions: facts, known patterns, and which one was played."""
    from kifu.interfaces.export import CandidateOptions, candidates_table

    options = CandidateOptions(share, model)
    _export(lambda choice: candidates_table(choice, options), **common)


@command.command(epilog="Example: kifu export positions --archive pro.db --games 5000 --out positions.npz")
@_share(0.1, "a position")
@click.option("--game", type=click.Choice(GAMES), help="Go or draughts.")
@_table_options
def positions(share: float, game: str | None, **common: Any) -> None:
    """Write positions: stones, who is to move, the move played, how the game ended.

    Of an archive with games of both kinds, --game says which; Go when not given.
    """
    from kifu.interfaces.export import PositionOptions, draughts_table, positions_table

    options = PositionOptions(share)

    def table(choice: "Choice") -> "Table":
        if game == "draughts" or (game is None and {b.game for b in choice.archive.boards()} == {"draughts"}):
            return draughts_table(choice, options)
        made = positions_table(choice, options)
        if game is None and (others := choice.archive.count(Filter(game="draughts"))):
            click.echo(
                f"(taken: {count(made.games, 'game')} of Go; left out: {count(others, 'game')} of draughts, "
                "which --game draughts takes)",
                err=True,
            )
        return made

    _export(table, **common)


def _export(
    table_of: "Callable[[Choice], Table]",
    *,
    path: str,
    out: str,
    games: int | None,
    split: Any,
    size: int | None,
    seed: int,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    from pathlib import Path

    from kifu.archive import Archive
    from kifu.interfaces.export import Choice, make_table
    from kifu.interfaces.export.card import paths_beside
    from kifu.interfaces.export.writing import check_format
    from kifu.work.progress import progress_bar

    check_format(Path(out))
    with Archive(path) as archive:
        table = table_of(Choice(archive, games, split, size, seed))
        depends = {"choice": dict(table.choice), "source": dict(table.source), "games": table.games}
        with (
            open_workers(workers, cluster) as given,
            training_run(out, f"export-{table.kind}", depends, seed) as run,
            progress_bar(quiet=quiet or as_json, unit="games") as progress,
        ):
            card = make_table(
                table,
                out,
                run,
                command=command_line(),
                workers=given,
                progress=progress,
            )
    if as_json:
        print_json({"file": out, **card})
        return
    size_mb = Path(out).stat().st_size / 1e6
    click.echo(
        f"{out}: {count(card['rows'], 'row')} from {count(card['games'], 'game')}, {size_mb:.1f} MB; "
        f"what the columns mean: {paths_beside(Path(out))[1]}"
    )
