"""`kifu openings`: what was played in a position, by whom, when and with what result."""

from typing import TYPE_CHECKING

import click

from kifu.errors import InputError
from kifu.interfaces.cli.options import move_option, number_option
from kifu.interfaces.cli.output import columns, count, json_option, print_json, printable, quiet_option

if TYPE_CHECKING:
    from kifu.analysis.openings import Continuation, Openings
    from kifu.archive import Archive
    from kifu.archive.position_index import PositionIndex
    from kifu.games.game import Position

_PERIODS_SHOWN = 4


@click.command(
    epilog="Examples: kifu openings --archive games.db (the first move); "
    "kifu openings game.sgf --move 12 --archive games.db; kifu openings game.pdn --move 6 --archive acf.db.",
)
@click.argument("file", required=False)
@move_option
@number_option
@click.option("--archive", "path", type=click.Path(), help="The games; without it the book alone answers.")
@click.option("--size", type=click.IntRange(2, 25), help="Without FILE: board size.")
@click.option("--draughts", is_flag=True, help="Without FILE: the start of a game of draughts.")
@click.option("--top", type=click.IntRange(1), default=10, show_default=True, help="Moves to show.")
@click.option(
    "--by", type=click.Choice(["decade", "year"]), default="decade", show_default=True, help="Trend by."
)
@click.option(
    "--book", "book_path", type=click.Path(dir_okay=False), help="A book instead of the bundled one."
)
@quiet_option
@json_option
def command(
    file: str | None,
    move: int | None,
    number: int,
    path: str | None,
    size: int | None,
    draughts: bool,
    top: int,
    by: str,
    book_path: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Show the continuations played in a position, up to symmetry, with results, years and players.

    The archive's index of positions is made when it is missing and brought up to date when games were added.
    Where nobody has had the position, the book's local patterns answer.
    """
    from kifu.analysis.openings import book_for, look_up
    from kifu.archive import Archive
    from kifu.games.game import start_of
    from kifu.games.reading import read
    from kifu.interfaces.opening_facts import opening_facts, opening_notes

    if file is None and move is not None:
        raise click.UsageError("--move needs a FILE")
    if file is not None and (size is not None or draughts):
        raise click.UsageError("--size and --draughts are for the start position, without a FILE")
    if path is None and draughts:
        raise click.UsageError("draughts needs --archive: the book is of Go")
    position: Position | None = None
    moves = 0
    if file is not None:
        game = read(file, number=number)
        position, moves = game.position(move), game.number(move)
    index = None
    if path is not None:
        with Archive(path) as archive:
            if position is None:
                position = _start(archive, size, draughts)
            _check(archive, position)
            index = _index(archive, quiet or as_json)
    if position is None:
        position = start_of("go", size)
    book = book_for(position, book_path)
    found = look_up(index, position, book=book, period="year" if by == "year" else "decade", top=top)
    if as_json:
        print_json(opening_facts(path, index, position, moves, found, book))
        return
    for note in index.notes if index else ():
        click.echo(f"({note})", err=True)
    click.echo(str(position))
    notes = opening_notes(index, position, moves, found)
    click.echo(_text(position, moves, found, notes, has_book=book is not None))


def _start(archive: "Archive", size: int | None, draughts: bool) -> "Position":
    """The start of a game as most games of the archive have it, or as the options say."""
    from kifu.games.game import start_of

    if draughts or size is not None:
        return start_of("draughts" if draughts else "go", size)
    most = next((found for found in archive.boards() if found.width == found.height), None)
    if most is None:
        return start_of("go", 19)
    return start_of(most.game, most.width if 2 <= most.width <= 25 else 19)


def _check(archive: "Archive", position: "Position") -> None:
    """Refuse an archive that has no games of this kind, and say what it has."""
    from kifu.games.game import game_class

    rows = archive.boards()
    if any((game, w, h) == (position.game, position.size, position.size) for game, w, h, _ in rows):
        return
    wanted = game_class(position.game).board_name(position.size, position.size)
    has = [f"{n:,} of {game_class(game).board_name(w, h)}" for game, w, h, n in rows[:5]]
    there = (
        "it is empty; `kifu import PATH... --archive` adds some" if not has else "it has " + ", ".join(has)
    )
    raise InputError(f"the archive {str(archive.path)!r} has no games of {wanted}: {there}")


def _index(archive: "Archive", quiet: bool) -> "PositionIndex":
    from kifu.archive.position_index import open_index
    from kifu.work.executors import core_count
    from kifu.work.progress import progress_bar

    with progress_bar(quiet=quiet, unit="games") as progress:
        return open_index(archive, threads=core_count(), progress=progress)


def _text(position: "Position", moves: int, found: "Openings", notes: list[str], *, has_book: bool) -> str:
    lines = (
        [f"Move {moves + 1}, {position.to_play} to play: {count(found.games, 'game')}"] if found.games else []
    )
    lines += [note[0].upper() + note[1:] + "." for note in notes]
    if found.games:
        periods = list(found.by_period)[-_PERIODS_SHOWN:]
        head = ("", "games", "share", "Black", "White", "drawn", "years", *periods, "trend", "played by")
        rows = [head, *(_row(c, found, periods) for c in found.continuations)]
        lines.append(columns(rows, right=[1, 2, 3, 4, 5, *range(7, 7 + len(periods))], indent=1))
        for c in found.continuations[:3]:
            for e in c.examples[:2]:
                when = f", {e.year}" if e.year else ""
                players = f"{e.black or '?'} - {e.white or '?'}"
                lines.append(printable(f" {c.move}: {players}{when}, game {e.game}, move {e.move}"))
    elif found.book:
        lines.append("The book's local patterns:")
        head = ("", "P(i|p)", "+-", "played", "of", "K")
        table = [
            (m.point, f"{m.probability:.1%}", f"{m.spread:.1%}", m.played, m.matched, m.facts)
            for m in found.book
        ]
        lines.append(columns([head, *table], right=[1, 2, 3, 4, 5], indent=1))
    elif has_book:
        lines.append("The book has no pattern here either.")
    return "\n".join(lines)


def _row(c: "Continuation", found: "Openings", periods: list[str]) -> list[object]:
    known = c.black_wins + c.white_wins + c.draws

    def part(number: int) -> str:
        return f"{number / known:.0%}" if known else "?"

    span = f"{c.first_year}-{c.last_year}" if c.first_year else "?"
    shares = [f"{c.by_period.get(p, 0) / found.by_period[p]:.0%}" for p in periods]
    who = ", ".join(f"{name} ({n})" for name, n in c.players)
    results = [part(c.black_wins), part(c.white_wins), part(c.draws)]
    return [c.move, f"{c.games:,}", f"{c.share:.1%}", *results, span, *shares, c.direction, who]
