"""`kifu archive`: what is in an archive, the list of its games, and the way out of it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.archive.filters import GAMES, RESULT_KINDS, Filter
from kifu.errors import ArchiveError
from kifu.interfaces.cli.options import number_span, rank_option
from kifu.interfaces.cli.output import columns, count, json_option, print_json, printable, quiet_option
from kifu.work.executors import chunks
from kifu.work.facts import JsonObject

if TYPE_CHECKING:
    from kifu.archive import Archive, ArchivedGame


@click.command(
    "archive",
    options_metavar="[OPTIONS]",
    epilog="Examples: kifu archive games.db --size 19 --year 1990- shows what is in it; "
    "kifu archive games.db list --player '*Shusaku' lists games; "
    "kifu archive games.db export out --rank 1d- writes their records to the folder out.",
)
@click.argument("path", type=click.Path(dir_okay=False))
@click.argument(
    "action",
    required=False,
    type=click.Choice(["list", "export", "index"]),
    metavar="[list | index | export [TARGET]]",
)
@click.argument("target", required=False, type=click.Path(), metavar="")
@click.option("--game", type=click.Choice(GAMES), help="Go or draughts.")
@click.option("--size", type=click.IntRange(1, 100), help="Side of the board.")
@click.option(
    "--year", "years", callback=number_span, metavar="SPAN", help="1990, 1990-1999, 1990- or -1999."
)
@rank_option
@click.option("--result", type=click.Choice(RESULT_KINDS), help="Kind of result.")
@click.option("--player", help="Name of a player, in any case; * for any part: '*Sedol'.")
@click.option("--rules", help="Part of the name of the rules.")
@click.option("--moves", callback=number_span, metavar="SPAN", help="Number of moves: 50-, 100-300.")
@click.option("--legal/--illegal", default=None, help="Replays to its end, or not.")
@click.option("--problems/--no-problems", default=None, help="Something had to be repaired, or not.")
@click.option(
    "--depth", type=click.IntRange(1, 65535), help="Index so many moves of Go; else 60, or as before."
)
@click.option("--workers", type=click.IntRange(1), help="Threads that index; one per core when not given.")
@click.option("--limit", type=click.IntRange(1), help="List at most so many games.")
@click.option("--zip", "as_zip", is_flag=True, help="Export one zip file instead of a folder.")
@quiet_option
@json_option
def command(
    path: str,
    action: str | None,
    target: str | None,
    depth: int | None,
    workers: int | None,
    limit: int | None,
    as_zip: bool,
    quiet: bool,
    as_json: bool,
    **filters: Any,
) -> None:
    """Show what is in the archive PATH: games, sizes, years, results, problems.

    With `list`, list its games. With `export`, write the original records, comments and variations included,
    byte for byte to the new folder TARGET, or one named after the archive. The options choose the games.
    With `index`, make the index of positions that `kifu openings` looks up, or bring it up to date.
    """
    from kifu.archive import Archive

    if action == "export" and target is None:
        target = f"{Path(path).stem}-records{'.zip' if as_zip else ''}"
    if target is not None and action != "export":
        raise click.UsageError("only `export` takes a folder to write to")
    if limit is not None and action != "list":
        raise click.UsageError("only `list` takes --limit")
    if as_zip and action != "export":
        raise click.UsageError("only `export` takes --zip")
    for name, given in (("depth", depth), ("workers", workers)):
        if given is not None and action != "index":
            raise click.UsageError(f"only `index` takes --{name}")
    if action == "index" and any(value is not None for value in filters.values()):
        raise click.UsageError("`index` takes all games: give no options that choose some")
    since, until = filters.pop("years") or (None, None)
    chosen = Filter(since=since, until=until, **filters)
    with Archive(path) as archive:
        player = chosen.player
        if player and "*" not in player and not archive.count(player=player):
            hint = f"(no player has the whole name {player!r}; --player '*{player}*' finds parts)"
            click.echo(hint, err=True)
        if action == "list":
            _list(archive, chosen, limit, as_json)
        elif action == "index":
            _index(archive, depth, workers, quiet=quiet, as_json=as_json)
        elif target is not None:
            _export(archive, target, chosen, as_zip=as_zip, quiet=quiet, as_json=as_json)
        else:
            summary = archive.summary(chosen)
            if as_json:
                print_json({"archive": path, **summary})
            else:
                click.echo(_describe(path, summary))


def _list(archive: "Archive", chosen: Filter, limit: int | None, as_json: bool) -> None:
    if as_json:
        print_json({"games": [game._asdict() for game in archive.games(chosen, limit=limit)]})
        return
    # Columns line up page by page; a million games are not held for it.
    for page in chunks(archive.games(chosen, limit=limit), 1000):
        click.echo(_table(page))


def _export(
    archive: "Archive", target: str, chosen: Filter, *, as_zip: bool, quiet: bool, as_json: bool
) -> None:
    from kifu.archive.export import export
    from kifu.work.progress import progress_bar

    with progress_bar(quiet=quiet or as_json, unit="games") as progress:
        games, files = export(archive, target, chosen, as_zip=as_zip, progress=progress)
    if as_json:
        print_json({"target": target, "games": games, "files": files})
    else:
        click.echo(f"{count(games, 'game')} in {count(files, 'file')} written to {target}")


def _index(archive: "Archive", depth: int | None, workers: int | None, *, quiet: bool, as_json: bool) -> None:
    from kifu.archive.position_index import open_index, path_of
    from kifu.work.executors import core_count
    from kifu.work.progress import progress_bar

    with progress_bar(quiet=quiet or as_json, unit="games") as progress:
        index = open_index(archive, depth=depth, threads=workers or core_count(), progress=progress)
    if not index.is_kept:
        raise ArchiveError(index.notes[-1])
    file = path_of(archive)
    size = file.stat().st_size
    if as_json:
        facts = {"index": str(file), "games": index.games, "positions": len(index), "depth": index.depth}
        print_json({**facts, "bytes": size, "notes": list(index.notes)})
        return
    for note in index.notes:
        click.echo(f"({note})", err=True)
    click.echo(
        f"{file}: {count(len(index), 'position')} of {count(index.games, 'game')}, the first {index.depth} "
        f"moves of Go and all of draughts, {size / 1e6:.1f} MB"
    )


def _describe(path: str, summary: JsonObject) -> str:
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
        ("winner", summary["by_winner"]),
    )
    rows = [
        (title if i == 0 else "", name, f"{number:,}")
        for title, table in tables
        for i, (name, number) in enumerate(table.items())
    ]
    rows.append(("with", "repaired problems", f"{summary['with_problems']:,}"))
    rows.append(("", "an illegal move", f"{summary['with_illegal_move']:,}"))
    return "\n".join([*lines, columns(rows, right=[2], indent=2)])


def _table(games: "list[ArchivedGame]") -> str:
    rows = []
    for game in games:
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
                printable("; ".join(game.problems))[:160],
            )
        )
    return columns(rows, right=[0, 2, 7])


def _player(name: str | None, rank: str | None) -> str:
    return " ".join(part for part in (name, rank) if part)[:40] or "?"
