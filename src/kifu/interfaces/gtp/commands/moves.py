"""Moves: played, asked for, taken back."""

import time

from kifu.errors import InputError
from kifu.games.go import MAX_SIZE, Block, Board, Colour, Point
from kifu.interfaces.gtp.commands.table import Words, command
from kifu.interfaces.gtp.session import Session, colour_of
from kifu.players.analysers import Selection
from kifu.players.base import Choice
from kifu.protocols.gtp import GtpError, as_whole


@command("play", "COLOUR VERTEX", 2)
def _play(session: Session, words: Words) -> str:
    session.play(colour_of(words[0]), session.point(words[1]))
    return ""


@command("gogui-play_sequence", "[COLOUR VERTEX]...", 0, 20 * MAX_SIZE**2)
def _play_sequence(session: Session, words: Words) -> str:
    if len(words) % 2:
        raise GtpError("expected pairs of a colour and a vertex")
    moves = [(colour_of(words[i]), session.point(words[i + 1])) for i in range(0, len(words), 2)]
    board = session.board.copy()
    for number, (colour, point) in enumerate(moves, start=1):
        try:
            board.play(point, colour)
        except InputError:
            raise GtpError(f"illegal move {session.vertex(point)}, number {number} of the sequence") from None
    session.board = board
    session.last_choice = None
    return ""


@command("genmove", "COLOUR", 1)
def _genmove(session: Session, words: Words) -> str:
    return generate(session, colour_of(words[0]))


@command("reg_genmove", "COLOUR", 1)
def _reg_genmove(session: Session, words: Words) -> str:
    return written(session, checked(session, colour_of(words[0])))


@command("kgs-genmove_cleanup", "COLOUR", 1)
def _genmove_cleanup(session: Session, words: Words) -> str:
    colour = colour_of(words[0])
    choice = _timed(session, colour)
    if choice.move is None and not choice.resign:
        choice = _take_dead_stones(session, colour) or choice
    return _played(session, colour, choice)


@command("undo")
def _undo(session: Session, words: Words) -> str:
    session.undo()
    return ""


@command("gg-undo", "[MOVES]", 0, 1)
def _gg_undo(session: Session, words: Words) -> str:
    session.undo(as_whole(words[0], 0, 10**6, "a number of moves") if words else 1)
    return ""


@command("last_move")
def _last_move(session: Session, words: Words) -> str:
    move = session.board.last_move
    if move is None:
        raise GtpError("no previous move known")
    return f"{move.colour.name.lower()} {session.vertex(move.point)}"


def generate(session: Session, colour: Colour, selection: Selection | None = None) -> str:
    """Choose and play a move, of a selection where one is given, and book the time it took."""
    return _played(session, colour, _timed(session, colour, selection))


def checked(session: Session, colour: Colour, selection: Selection | None = None) -> Choice:
    """Let the player choose; a move that the rules forbid becomes a pass, which is always legal."""
    choice = session.choose(colour, selection)
    if choice.resign or session.board.is_legal(choice.move, colour):
        return choice
    return Choice(None, comment=f"passed: the player wanted {session.vertex(choice.move)}, which is illegal")


def _timed(session: Session, colour: Colour, selection: Selection | None = None) -> Choice:
    """The same while the clock runs."""
    started = time.monotonic()
    choice = checked(session, colour, selection)
    clock = session.clocks[colour]
    if clock is not None:
        clock.spend(time.monotonic() - started)
    return choice


def written(session: Session, choice: Choice) -> str:
    """Write a choice as GTP does."""
    return "resign" if choice.resign else session.vertex(choice.move)


def _played(session: Session, colour: Colour, choice: Choice) -> str:
    if not choice.resign:
        session.play(colour, choice.move)
    session.last_choice = choice
    return written(session, choice)


def _take_dead_stones(session: Session, colour: Colour) -> Choice | None:
    """A move that brings the capture of a dead enemy block nearer, without filling an own eye."""
    from kifu.players.settled import is_own_eye

    board, dead = session.board, session.judgement().dead
    doomed = [
        block
        for block in board.blocks()
        if block.colour is not colour and dead[block.stones[0].y, block.stones[0].x]
    ]
    for block in sorted(doomed, key=lambda b: len(b.liberties)):
        for point in block.liberties:
            if not is_own_eye(board.stones, point, colour) and _is_safe(board, point, colour):
                where = session.vertex(block.stones[0])
                return Choice(point, comment=f"takes the dead stones at {where} off the board")
    return None


def _is_safe(board: Board, point: Point, colour: Colour) -> bool:
    if not board.is_legal(point, colour):
        return False
    after = board.copy()
    after.play(point, colour)
    block: Block | None = after.block_at(point)
    return block is not None and (
        not block.in_atari or after.captured(colour.opponent) > board.captured(colour.opponent)
    )
