"""Handicap stones: at their fixed places, where the engine likes them, where the controller says."""

from kifu.errors import InputError
from kifu.games.go import MAX_SIZE, Board, Colour, Point
from kifu.games.go.handicap import fixed_handicap
from kifu.interfaces.gtp.commands.table import Words, command
from kifu.interfaces.gtp.session import Session
from kifu.protocols.gtp import GtpError, as_whole


@command("fixed_handicap", "STONES", 1)
def _fixed_handicap(session: Session, words: Words) -> str:
    stones = _number(session, words[0])
    try:
        points = fixed_handicap(session.board.size, stones)
    except InputError:
        raise GtpError("invalid number of stones") from None
    return _place(session, points)


@command("place_free_handicap", "STONES", 1)
def _place_free_handicap(session: Session, words: Words) -> str:
    stones = _number(session, words[0])
    size = session.board.size
    # The usual places as far as they go: an engine may place fewer stones than it is asked for.
    usual: tuple[Point, ...] = ()
    for count in range(min(stones, 9), 1, -1):
        try:
            usual = fixed_handicap(size, count)
            break
        except InputError:
            continue
    if not usual:
        raise GtpError("invalid number of stones")
    return _place(session, usual)


@command("set_free_handicap", "VERTEX...", 1, MAX_SIZE**2)
def _set_free_handicap(session: Session, words: Words) -> str:
    _expect_empty(session)
    try:
        points = [session.stone(word) for word in words]
    except GtpError:
        raise GtpError("bad vertex list") from None
    if len(points) < 2 or len(set(points)) != len(points) or len(points) >= session.board.size**2:
        raise GtpError("bad vertex list")
    _place(session, points)
    return ""


def _number(session: Session, word: str) -> int:
    _expect_empty(session)
    try:
        return as_whole(word, 2, session.board.size**2 - 1, "a number of stones")
    except GtpError:
        raise GtpError("invalid number of stones") from None


def _expect_empty(session: Session) -> None:
    if session.board.stones.any() or session.board.moves:
        raise GtpError("board not empty")


def _place(session: Session, points: tuple[Point, ...] | list[Point]) -> str:
    board = Board(session.board.size, session.rules)
    try:
        board.setup(black=points)
    except InputError:
        raise GtpError("bad vertex list") from None
    board.to_play = Colour.WHITE
    session.put(board, len(points))
    return " ".join(session.vertex(point) for point in points)
