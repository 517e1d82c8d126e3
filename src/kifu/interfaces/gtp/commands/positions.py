"""Boards: their size, stones, records in and out."""

from pathlib import Path

from kifu.errors import InputError, KifuError
from kifu.games.go import MAX_SIZE, Board, Colour, replay
from kifu.games.go.rules import find
from kifu.interfaces.gtp.commands.table import Words, command
from kifu.interfaces.gtp.session import Session, colour_of
from kifu.protocols.gtp import GtpError, as_number, as_whole, shown

_MOST_KOMI = 1000


@command("boardsize", "SIZE", 1)
def _boardsize(session: Session, words: Words) -> str:
    try:
        size = as_whole(words[0], 0, 10**9, "a size")
    except GtpError:
        raise GtpError("boardsize not an integer") from None
    session.new_board(size)
    return ""


@command("clear_board")
def _clear_board(session: Session, words: Words) -> str:
    session.new_board(session.board.size)
    return ""


@command("komi", "POINTS", 1)
def _komi(session: Session, words: Words) -> str:
    session.set_komi(as_number(words[0], -_MOST_KOMI, _MOST_KOMI, "komi"))
    return ""


@command("get_komi")
def _get_komi(session: Session, words: Words) -> str:
    return f"{session.komi:g}"


@command("query_boardsize")
def _query_boardsize(session: Session, words: Words) -> str:
    return str(session.board.size)


@command("showboard")
def _showboard(session: Session, words: Words) -> str:
    board = session.board
    taken = ", ".join(f"{board.captured(c)} {c.name.lower()}" for c in Colour)
    return (
        f"\n{board}\n{board.to_play} to play, {len(board.moves)} moves, captured: {taken}; "
        f"{session.rules} rules, komi {session.komi:g}"
    )


@command("set_position", "[COLOUR VERTEX]...", 0, 2 * MAX_SIZE**2)
def _set_position(session: Session, words: Words) -> str:
    session.put(_set_up(session, words))
    return ""


@command("gogui-setup", "[COLOUR VERTEX]...", 0, 2 * MAX_SIZE**2)
def _gogui_setup(session: Session, words: Words) -> str:
    if session.board.moves:
        raise GtpError("stones can be set up only before the first move")
    session.put(_set_up(session, words, session.board))
    return ""


@command("gogui-setup_player", "COLOUR", 1)
def _gogui_setup_player(session: Session, words: Words) -> str:
    session.board.to_play = colour_of(words[0])
    return ""


def _set_up(session: Session, words: Words, onto: Board | None = None) -> Board:
    if len(words) % 2:
        raise GtpError("expected pairs of a colour and a vertex")
    stones: dict[str, list[tuple[int, int]]] = {"black": [], "white": [], "empty": []}
    seen = set()
    for i in range(0, len(words), 2):
        name = "empty" if words[i].lower() in ("e", "empty") else colour_of(words[i]).name.lower()
        point = session.stone(words[i + 1])
        if point in seen:
            raise GtpError(f"{session.vertex(point)} is named twice")
        seen.add(point)
        stones[name].append(point)
    board = Board(session.board.size, session.rules) if onto is None else onto.copy()
    try:
        board.setup(**stones)
    except InputError:
        raise GtpError("illegal position: a block has no liberties") from None
    return board


@command("loadsgf", "FILE [MOVE]", 1, None)
def _loadsgf(session: Session, words: Words) -> str:
    from kifu import records
    from kifu.errors import RecordError
    from kifu.games.go import rules_of
    from kifu.games.go.game import RecordedGame
    from kifu.work.files import read_bytes

    # A name may have spaces in it, and GTP knows no quotes.
    before = None
    names = list(words)
    if len(names) > 1 and names[-1].isascii() and names[-1].isdigit():
        before = as_whole(names.pop(), 1, 10**6, "a move number")
    name = " ".join(names)
    try:
        found = records.read(read_bytes(Path(name), limit=1 << 26))[0]
    except (OSError, ValueError, KifuError):
        raise GtpError(f"cannot load file {shown(name)}") from None
    try:
        record = RecordedGame(found).record
    except RecordError:
        raise GtpError(f"cannot load file {shown(name)}: it is no record of Go") from None
    rules = rules_of(record) if find(record.info.rules) else session.rules
    try:
        # GTP's move number is the move before which to stop.
        moves = None if before is None else before - 1
        board = replay(record, moves=moves, rules=rules, on_illegal="raise").board
    except KifuError as error:
        raise GtpError(f"cannot load file {shown(name)}: {error}") from None
    session.rules = rules
    if record.info.komi is not None and abs(record.info.komi) <= _MOST_KOMI:
        session.set_komi(record.info.komi)
    session.put(board, record.info.handicap)
    return "black" if board.to_play is Colour.BLACK else "white"


@command("printsgf", "[FILE]", 0, None)
def _printsgf(session: Session, words: Words) -> str:
    from kifu.games.go.recording import record_of
    from kifu.work.files import write_bytes

    data = record_of(session.board, komi=session.komi, handicap=session.handicap).to_bytes()
    if not words or list(words) == ["-"]:
        return data.decode()
    name = " ".join(words)
    try:
        write_bytes(name, data)
    except (OSError, ValueError):
        raise GtpError(f"cannot save {shown(name)}") from None
    return ""
