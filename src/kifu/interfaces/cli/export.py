"""`kifu export`: blocks, candidate moves and positions as tables for other programs."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kifu.interfaces.cli.options import Job, Number, job_options, seed_option, settings_options, stacked
from kifu.interfaces.cli.output import command_line, count
from kifu.interfaces.cli.training import training_run
from kifu.learners.life.settings import Collecting

if TYPE_CHECKING:
    from kifu.interfaces.export.choosing import Choice
    from kifu.interfaces.export.columns import Table

F = TypeVar("F", bound=Callable[..., Any])

_table_options = stacked(
    click.option("--archive", "path", required=True, type=click.Path(), help="The games."),
    click.option(
        "--out",
        required=True,
        type=click.Path(dir_okay=False),
        help="The file: *.npz, *.parquet, *.csv, *.csv.gz.",
    ),
    click.option("--games", type=click.IntRange(1), help="Number of games, at random; default: all."),
    click.option(
        "--split", type=click.Choice(["train", "validation", "test"]), help="Only games of this split."
    ),
    click.option("--size", type=click.IntRange(2, 25), help="Board size."),
    seed_option,
    job_options("Processes that compute"),
)


#: Settings of the blocks that are taken.
_BLOCKS = ("features", "playouts", "share", "end_share")


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
@settings_options(Collecting, *_BLOCKS)
@click.option("--interior", is_flag=True, help="Blocks inside their own region too.")
@click.option("--independent", is_flag=True, help="Only labels of judges that do not use a model.")
@_table_options
def blocks(interior: bool, independent: bool, **values: Any) -> None:
    """Write blocks of labelled games: features of life and death, and whether the block lives.

    Of larger boards a smaller share is taken, so that every game gives about as many. Label games first with
    `kifu label`.
    """
    from kifu.interfaces.export import BlockOptions, blocks_table

    options = BlockOptions.from_values(values, interior=interior, independent=independent)
    common = {name: value for name, value in values.items() if name not in _BLOCKS}
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
@click.option("--game", type=click.Choice(["go", "draughts"]), help="Go or draughts.")
@_table_options
def positions(share: float, game: str | None, **common: Any) -> None:
    """Write positions: stones, who is to move, the move played, how the game ended.

    Of an archive with games of both kinds, --game says which; Go when not given.
    """
    from kifu.interfaces.export import PositionOptions, draughts_table, positions_table

    options = PositionOptions(share)

    def table(choice: "Choice") -> "Table":
        kinds = list(dict.fromkeys(board.game for board in choice.archive.boards()))
        wanted = game or (kinds[0] if len(kinds) == 1 else "go")
        made = {"go": positions_table, "draughts": draughts_table}[wanted](choice, options)
        if game is None and len(kinds) > 1:
            others = choice.archive.count(game="draughts")
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
    job: Job,
) -> None:
    from pathlib import Path

    from kifu.archive import Archive
    from kifu.interfaces.export import Choice, make_table
    from kifu.interfaces.export.card import paths_beside
    from kifu.interfaces.export.writing import check_format

    check_format(Path(out))
    with Archive(path) as archive:
        table = table_of(Choice(archive, games, split, size, seed))
        depends = {"choice": dict(table.choice), "source": dict(table.source), "games": table.games}
        with job.processes("games") as who, training_run(out, f"export-{table.kind}", depends, seed) as run:
            card = make_table(table, out, run, command=command_line(), **who)
    size_mb = Path(out).stat().st_size / 1e6
    job.show(
        {"file": out, **card},
        lambda card: (
            f"{out}: {count(card['rows'], 'row')} from {count(card['games'], 'game')}, {size_mb:.1f} MB; "
            f"what the columns mean: {paths_beside(Path(out))[1]}"
        ),
    )
