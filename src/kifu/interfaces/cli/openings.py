"""`kifu openings`: what was played in a position, by whom, when and with what result."""

from typing import TYPE_CHECKING, Any

import click

from kifu.errors import InputError, RecordError
from kifu.interfaces.cli.options import move_option, number_option
from kifu.interfaces.cli.output import columns, count, json_option, print_json, printable, quiet_option

if TYPE_CHECKING:
    from kifu.analysis.openings import Continuation, Openings
    from kifu.archive import Archive
    from kifu.archive.position_index import PositionIndex
    from kifu.games.draughts import Position
    from kifu.games.go import Board

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
    from kifu.analysis.openings import look_up
    from kifu.archive import Archive
    from kifu.games.go import Board
    from kifu.interfaces.opening_facts import opening_facts, opening_notes
    from kifu.models.book import Book

    if file is None and move is not None:
        raise click.UsageError("--move needs a FILE")
    if file is not None and (size is not None or draughts):
        raise click.UsageError("--size and --draughts are for the start position, without a FILE")
    if path is None and draughts:
        raise click.UsageError("draughts needs --archive: the book is of Go")
    position: Board | Position | None = None
    moves = 0
    if file is not None:
        position, moves = _position(file, move, number)
    index = None
    where: dict[str, Any] = {"archive": path, "games": None, "depth": None}
    if path is not None:
        with Archive(path) as archive:
            if position is None:
                position = _start(archive, size, draughts)
            _check(archive, position)
            index = _index(archive, quiet or as_json)
        where = {"archive": path, "games": index.games, "depth": index.depth}
    if position is None:
        position = Board(size or 19)
    book = None
    if isinstance(position, Board):
        book = Book.load(book_path) if book_path else Book.bundled(position.size)
    found = look_up(index, position, book=book, period="year" if by == "year" else "decade", top=top)
    notes = opening_notes(index, position, moves, found)
    if as_json:
        print_json(opening_facts(where, position, moves, found, book, notes))
        return
    for note in index.notes if index else ():
        click.echo(f"({note})", err=True)
    click.echo(str(position))
    click.echo(_text(position, moves, found, notes))


def _position(file: str, move: int | None, number: int) -> "tuple[Board | Position, int]":
    from kifu.interfaces.views import choose_game, naming, read_file
    from kifu.records.pdn import PdnRecord
    from kifu.records.sgf import SgfRecord

    record = choose_game(read_file(file), number, file)
    if isinstance(record, PdnRecord):
        from kifu.games.draughts.replay import replay as replay_draughts

        with naming(file, number):
            played = replay_draughts(record)
        wanted = _wanted(move, len(played.packed), file)
        for at, position in enumerate(played.positions()):
            if at == wanted:
                return position, wanted
    if not isinstance(record, SgfRecord) or record.game != "go":
        raise RecordError(f"{file}: expected a record of Go or English draughts, got one of {record.game}")
    from kifu.games.go import replay

    with naming(file, number):
        whole = replay(record)
    last = whole.illegal_move - 1 if whole.illegal_move else len(whole.board.moves)
    wanted = _wanted(move, last, file)
    return replay(record, moves=wanted).board, wanted


def _wanted(move: int | None, last: int, file: str) -> int:
    wanted = last if move is None else move if move >= 0 else last + 1 + move
    if not 0 <= wanted <= last:
        raise InputError(f"expected a move from 0 to {last} in {file}, got {move}")
    return wanted


def _start(archive: "Archive", size: int | None, draughts: bool) -> "Board | Position":
    """The start of a game as most games of the archive have it, or as the options say."""
    from kifu.games.draughts import Position
    from kifu.games.go import Board

    if draughts:
        return Position.start()
    if size is not None:
        return Board(size)
    most = next((found for found in archive.boards() if found.width == found.height), None)
    if most is not None and most.game == "draughts":
        return Position.start()
    return Board(most.width if most is not None and 2 <= most.width <= 25 else 19)


def _check(archive: "Archive", position: "Board | Position") -> None:
    """Refuse an archive that has no games of this kind, and say what it has."""
    from kifu.games.go import Board

    rows = archive.boards()
    is_go = isinstance(position, Board)
    for game, width, height, _ in rows:
        if game == "draughts" and not is_go:
            return
        if isinstance(position, Board) and game == "go" and width == height == position.size:
            return
    wanted = f"Go on {position.size}x{position.size}" if isinstance(position, Board) else "draughts"
    has = [f"{n:,} of {'draughts' if game == 'draughts' else f'Go on {w}x{h}'}" for game, w, h, n in rows[:5]]
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


def _text(position: "Board | Position", moves: int, found: "Openings", notes: list[str]) -> str:
    from kifu.games.go import Board
    from kifu.records.moves import vertex

    mover = position.to_play
    lines = [f"Move {moves + 1}, {mover} to play: {count(found.games, 'game')}"] if found.games else []
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
    elif found.book and isinstance(position, Board):
        lines.append("The book's local patterns:")
        head = ("", "P(i|p)", "+-", "played", "of", "K")
        table = [
            (vertex(m.point), f"{m.probability:.1%}", f"{m.spread:.1%}", m.played, m.matched, m.facts)
            for m in found.book
        ]
        lines.append(columns([head, *table], right=[1, 2, 3, 4, 5], indent=1))
    elif isinstance(position, Board):
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
