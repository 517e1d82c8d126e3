"""`kifu archive`: what is in an archive, the list of its games, and the way out of it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kifu.archive.filters import GAMES, RESULT_KINDS, Filter
from kifu.interfaces.cli.output import columns, count, json_option, print_json, printable, quiet_option

if TYPE_CHECKING:
    from kifu.archive import ArchivedGame

F = TypeVar("F", bound=Callable[..., Any])


def _span(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[Any, Any] | None:
    """Both ends of `FROM-TO`, `FROM-`, `-TO` or one value; None for an open end."""
    if value is None:
        return None
    low, dash, high = value.partition("-")
    ends = (low, high if dash else low)
    if not any(ends):
        raise click.BadParameter(f"expected FROM-TO, FROM-, -TO or one value, not {value!r}", ctx, param)
    return ends[0] or None, ends[1] or None


def _number_span(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[Any, Any] | None:
    ends = _span(ctx, param, value)
    if ends is None:
        return None
    if not all(end is None or (end.isdecimal() and len(end) < 10) for end in ends):
        raise click.BadParameter(f"expected numbers as in 10-20, 10- or -20, not {value!r}", ctx, param)
    low, high = (None if end is None else int(end) for end in ends)
    return low, high


def filter_options(function: F) -> F:
    """Add the options that choose games; `chosen_by` makes the filter of them."""
    options = [
        click.option("--game", type=click.Choice(GAMES), help="Go or draughts."),
        click.option("--size", type=click.IntRange(1, 100), help="Side of the board."),
        click.option("--year", "years", callback=_number_span, help="1990, 1990-1999, 1990- or -1999."),
        click.option("--rank", "ranks", callback=_span, help="Of both players: 1d-9p, 5k-."),
        click.option("--result", type=click.Choice(RESULT_KINDS), help="Kind of result."),
        click.option("--player", help="Part of the name of a player."),
        click.option("--rules", help="Part of the name of the rules."),
        click.option("--moves", callback=_number_span, help="Number of moves: 50-, 100-300."),
        click.option("--legal/--illegal", default=None, help="Replays to its end, or not."),
        click.option("--problems/--no-problems", default=None, help="Something had to be repaired, or not."),
    ]
    for option in reversed(options):
        function = option(function)
    return function


@click.group(
    "archive",
    invoke_without_command=True,
    subcommand_metavar="[COMMAND [ARGS]...]",
    epilog="Example: kifu archive games.db --size 19 --year 1990-. "
    "And back to files: kifu archive games.db export out --rank 1d-",
)
@click.argument("path", type=click.Path(dir_okay=False))
@filter_options
@json_option
@click.pass_context
def command(ctx: click.Context, /, path: str, as_json: bool, **filters: Any) -> None:
    """Show what is in the archive PATH: games, sizes, years, results, problems.

    The options before a COMMAND choose the games that are counted, listed or exported.
    """
    ctx.obj = (path, Filter(**filters))
    if ctx.invoked_subcommand is not None:
        return
    from kifu.archive import Archive

    with Archive.open(path) as archive:
        summary = archive.summary(ctx.obj[1])
    if as_json:
        print_json({"archive": path, **summary})
    else:
        click.echo(_describe(path, summary))


@command.command("list", epilog="Example: kifu archive games.db --player Shusaku list --limit 10")
@click.option("--limit", type=click.IntRange(1), help="At most so many games.")
@json_option
@click.pass_obj
def list_games(chosen: tuple[str, Filter], limit: int | None, as_json: bool) -> None:
    """List the games: number, date, players, result, moves, and what is wrong with them."""
    from kifu.archive import Archive

    path, games = chosen
    with Archive.open(path) as archive:
        if as_json:
            print_json({"games": [game._asdict() for game in archive.games(games, limit=limit)]})
            return
        page: list[ArchivedGame] = []
        for game in archive.games(games, limit=limit):
            page.append(game)
            if len(page) == 1000:  # columns line up page by page; a million games are not held for it
                click.echo(_list(page))
                page.clear()
        if page:
            click.echo(_list(page))


@command.command("export", epilog="Example: kifu archive games.db --year 2000- export out.zip --zip")
@click.argument("target", type=click.Path())
@click.option("--zip", "as_zip", is_flag=True, help="Write one zip file instead of a folder.")
@quiet_option
@json_option
@filter_options
@click.pass_obj
def export_games(
    chosen: tuple[str, Filter], /, target: str, as_zip: bool, quiet: bool, as_json: bool, **filters: Any
) -> None:
    """Write the original records, byte for byte, to the new folder TARGET or to a zip file.

    The options that choose games may stand here too.
    """
    from dataclasses import replace

    from kifu.archive import Archive
    from kifu.archive.export import export
    from kifu.work.progress import progress_bar

    path, games = chosen
    games = replace(games, **{name: value for name, value in filters.items() if value is not None})
    with (
        Archive.open(path) as archive,
        progress_bar(quiet=quiet or as_json, unit="games") as progress,
    ):
        number, written = export(archive, target, games, as_zip=as_zip, progress=progress)
    if as_json:
        print_json({"target": target, "games": number, "files": written})
    else:
        click.echo(f"{count(number, 'game')} in {count(written, 'file')} written to {target}")


def _describe(path: str, summary: dict[str, Any]) -> str:
    lines = [f"{path}: {count(summary['games'], 'game')}, {count(summary['moves'], 'move')}"]
    decades: dict[str, int] = {}
    for year, number in summary["by_year"].items():
        decade = f"{int(year) // 10 * 10}s" if year.isdecimal() else year
        decades[decade] = decades.get(decade, 0) + number
    tables = (
        ("game", summary["by_game"]),
        ("size", summary["by_size"]),
        ("decade", decades),
        ("result", summary["by_result"]),
    )
    rows = [
        (title if i == 0 else "", name, f"{number:,}")
        for title, table in tables
        for i, (name, number) in enumerate(table.items())
    ]
    rows.append(("with", "repaired problems", f"{summary['with_problems']:,}"))
    rows.append(("", "an illegal move", f"{summary['with_illegal_move']:,}"))
    return "\n".join([*lines, columns(rows, right=[2], indent=2)])


def _list(games: "list[ArchivedGame]") -> str:
    rows = []
    for game in games:
        wrong = list(game.problems)
        if game.illegal_at is not None:
            wrong.insert(0, f"illegal at move {game.illegal_at}" if game.illegal_at else "illegal setup")
        size = str(game.width) if game.width == game.height else f"{game.width}x{game.height}"
        rows.append(
            (
                game.id,
                game.game,
                size,
                game.date or "",
                _player(game.black, game.black_rank),
                _player(game.white, game.white_rank),
                (game.result or "?")[:20],
                game.n_moves,
                printable("; ".join(wrong))[:100],
            )
        )
    return columns(rows, right=[0, 2, 7])


def _player(name: str | None, rank: str | None) -> str:
    return " ".join(part for part in (name, rank) if part)[:40] or "?"
