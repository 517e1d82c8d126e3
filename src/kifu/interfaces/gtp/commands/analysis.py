"""Analysis as Leela Zero and KataGo write it: a line of candidates every so often, until there is input."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from kifu.errors import KifuError
from kifu.games.coordinates import from_index
from kifu.games.go import Board, Colour, Point
from kifu.interfaces.gtp.commands.moves import generate
from kifu.interfaces.gtp.commands.table import Stream, Words, command
from kifu.interfaces.gtp.experts import ExpertAnalyser
from kifu.interfaces.gtp.session import Session, colour_of
from kifu.players.analysers import (
    Analyser,
    Analysing,
    Interruptible,
    Reflecting,
    Selection,
    Thought,
    Thoughts,
)
from kifu.protocols.gtp import GtpError, as_whole, shown

Writer = Callable[[Session, Thoughts, "Wishes"], str]

_USAGE = "[COLOUR] [CENTISECONDS] [KEY VALUE]..."
#: Keys that ask for what Kifu does not know; controllers send them to every engine.
_IGNORED = (
    "minmoves",
    "pvvisits",
    "pvedgevisits",
    "movesownership",
    "ownershipstdev",
    "movesownershipstdev",
    "noresultvalue",
)
_SLOWEST = 100_000
_PATIENCE = 1.0
_SOON = 0.02


@dataclass
class Wishes:
    """What a controller wants to see."""

    colour: Colour
    interval: float = 1.0
    most: int = 1000
    ownership: bool = False
    root: bool = False
    #: What a side shall not play within so many moves, and what alone it shall.
    avoid: dict[tuple[Colour, Point | None], int] = field(default_factory=dict)
    allow: dict[tuple[Colour, Point | None], int] = field(default_factory=dict)


@command("lz-analyze", _USAGE, 0, None)
def _lz_analyze(session: Session, words: Words) -> Stream:
    return _analyse(session, words, lz_line)


@command("kata-analyze", _USAGE, 0, None)
def _kata_analyze(session: Session, words: Words) -> Stream:
    return _analyse(session, words, kata_line)


@command("lz-genmove_analyze", _USAGE, 0, None)
def _lz_genmove_analyze(session: Session, words: Words) -> Stream:
    return _genmove(session, words, lz_line)


@command("kata-genmove_analyze", _USAGE, 0, None)
def _kata_genmove_analyze(session: Session, words: Words) -> Stream:
    return _genmove(session, words, kata_line)


def _analyse(session: Session, words: Words, write: Writer) -> Stream:
    wishes = _wishes(session, words)
    analyser = _analyser(session)
    board = session.board.copy()
    board.to_play = wishes.colour
    selection = _selection(board, wishes)
    session.stop_thinking = analyser.close
    analyser.start(board, session.terms.total_komi, selection)
    return Stream(lambda: write(session, analyser.look(), wishes), analyser.stop, wishes.interval)


def _genmove(session: Session, words: Words, write: Writer) -> Stream:
    wishes = _wishes(session, words)
    before = session.board.copy()
    before.to_play = wishes.colour
    selection = _selection(before, wishes)
    player = session.player if selection is None else session.selective_player
    analyser = None if isinstance(player, Reflecting) else _analyser(session)
    outcome: list[str | Exception] = []
    # Not the thread itself is waited for: a signal's exception in its `join` lets it look ended.
    chosen = threading.Event()

    def choose() -> None:
        try:
            outcome.append(f"play {generate(session, wishes.colour, selection)}")
        except Exception as error:
            outcome.append(error)
        finally:
            chosen.set()

    thread = threading.Thread(target=choose, name="genmove", daemon=True)

    def line() -> str:
        try:
            thoughts = player.thoughts() if isinstance(player, Reflecting) else None
            thoughts = analyser.look() if analyser is not None else thoughts
        except KifuError:  # no model to rank moves with: the move itself is still wanted
            return ""
        return "" if thoughts is None else write(session, thoughts, wishes)

    def ending() -> str | None:
        if not chosen.wait(wishes.interval):
            return None
        if isinstance(analyser, ExpertAnalyser):
            analyser.wait(_PATIENCE)  # a quick player must not leave its answer without a line
        if isinstance(outcome[0], Exception):
            raise outcome[0]
        return outcome[0]

    def stop() -> None:
        """Nobody waits for the move any more: native code must not outlive Python."""
        while thread.ident is not None and not chosen.is_set():
            if isinstance(player, Interruptible):
                player.interrupt()  # before the search has begun it is not heard
            else:
                session.abandon()
            chosen.wait(_SOON)
        if analyser is not None:
            analyser.stop()

    def close() -> None:
        stop()
        if analyser is not None:
            analyser.close()

    session.stop_thinking = close
    if analyser is not None:
        analyser.start(before, session.terms.total_komi, selection)
    thread.start()
    return Stream(line, stop, 0.0, ending)


def _analyser(session: Session) -> Analyser:
    player = session.player
    if isinstance(player, Analysing):
        return player.analyser()
    if session.expert is None:
        session.expert = ExpertAnalyser(session.moves_model)
    return session.expert


def _wishes(session: Session, words: Words) -> Wishes:
    left = list(words)
    wishes = Wishes(session.board.to_play)
    if left and left[0].lower() in ("b", "w", "black", "white"):
        wishes.colour = colour_of(left.pop(0))
    if left and left[0].isascii() and left[0].isdigit():
        wishes.interval = _interval(left.pop(0))
    while left:
        key = left.pop(0).lower()
        if key in ("avoid", "allow"):
            _take_moves(session, wishes, key, left)
            continue
        if not left:
            raise GtpError(f"expected a value after {shown(key)}")
        value = left.pop(0)
        if key == "interval":
            wishes.interval = _interval(value)
        elif key == "maxmoves":
            wishes.most = as_whole(value, 1, 1000, key)
        elif key == "ownership":
            wishes.ownership = value.lower() == "true"
        elif key == "rootinfo":
            wishes.root = value.lower() == "true"
        elif key not in _IGNORED:
            raise GtpError(f"unknown key {shown(key)}")
    return wishes


def _interval(word: str) -> float:
    # A line more often than a hundred times a second helps nobody.
    return max(1, as_whole(word, 0, _SLOWEST, "an interval in centiseconds")) / 100


def _take_moves(session: Session, wishes: Wishes, key: str, left: list[str]) -> None:
    """`avoid COLOUR VERTEX,VERTEX,... MOVES`: binds a side within so many moves of both from here."""
    if len(left) < 3:
        raise GtpError(f"expected: {key} COLOUR VERTEX,VERTEX,... MOVES")
    colour = colour_of(left.pop(0))
    points = {session.point(word) for word in left.pop(0).split(",")}
    moves = as_whole(left.pop(0), 1, 1000, "moves")
    bound = wishes.avoid if key == "avoid" else wishes.allow
    bound.update(((colour, point), max(moves, bound.get((colour, point), 0))) for point in points)


def _selection(board: Board, wishes: Wishes) -> Selection | None:
    """What `avoid` and `allow` leave; None where they say nothing."""
    if not wishes.avoid and not wishes.allow:
        return None
    forbidden = dict(wishes.avoid)
    for colour in {colour for colour, _ in wishes.allow}:
        # To allow some is to avoid all others as long.
        moves = max(n for (side, _), n in wishes.allow.items() if side is colour)
        others = (*(from_index(i, board.size) for i in range(board.size**2)), None)
        for move in others:
            if (colour, move) not in wishes.allow:
                forbidden[colour, move] = max(moves, forbidden.get((colour, move), 0))
    first = (*board.legal_moves(), None)
    left = tuple(move for move in first if (wishes.colour, move) not in forbidden)
    if not left:
        raise GtpError("no legal move is left to choose from")
    later = {key: moves for key, moves in forbidden.items() if moves > 1}
    return Selection(left, later) if later or len(left) < len(first) else None


def lz_line(session: Session, thoughts: Thoughts, wishes: Wishes) -> str:
    """Write a line as Leela Zero does: shares in hundredths of a percent."""
    return " ".join(
        f"info move {session.vertex(t.move)} visits {t.visits} winrate {round(10_000 * t.winrate)} "
        f"prior {round(10_000 * t.prior)} lcb {round(10_000 * _lower(t))} order {order} "
        f"pv {_line(session, t)}"
        for order, t in enumerate(thoughts.moves[: wishes.most])
    )


def kata_line(session: Session, thoughts: Thoughts, wishes: Wishes) -> str:
    """Write a line as KataGo does: shares from 0 to 1, lead and ownership of the player to move."""
    parts = [
        f"info move {session.vertex(t.move)} visits {t.visits} winrate {_decimal(t.winrate)} "
        f"{_lead(t)}prior {_decimal(t.prior)} "
        f"lcb {_decimal(_lower(t))} order {order} pv {_line(session, t)}"
        for order, t in enumerate(thoughts.moves[: wishes.most])
    ]
    if not parts:
        return ""
    if wishes.root:
        lead = "" if thoughts.lead is None else f" scoreLead {thoughts.lead:.6g}"
        parts.append(f"rootInfo visits {thoughts.visits} winrate {_decimal(thoughts.winrate)}{lead}")
    if wishes.ownership and thoughts.ownership is not None:
        parts.append("ownership " + " ".join(f"{value:.3g}" for value in thoughts.ownership.ravel()))
    return " ".join(parts)


def _decimal(share: float) -> str:
    """A share with a decimal point, by which controllers know it from hundredths of a percent."""
    return f"{share:.6f}"


def _lead(thought: Thought) -> str:
    return "" if thought.lead is None else f"scoreLead {thought.lead:.6g} scoreMean {thought.lead:.6g} "


def _lower(thought: Thought) -> float:
    return thought.winrate if thought.lower is None else thought.lower


def _line(session: Session, thought: Thought) -> str:
    return " ".join(session.vertex(point) for point in thought.line or (thought.move,))
