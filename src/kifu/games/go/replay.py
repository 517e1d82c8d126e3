"""Playing a record through on the board, illegal moves and all."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from kifu._native import go as native
from kifu.errors import IllegalMoveError, InputError, PositionError
from kifu.games.go.board import MAX_SIZE, MIN_SIZE, Board
from kifu.games.go.handicap import fixed_handicap
from kifu.games.go.rules import JAPANESE, Rules, find
from kifu.records.moves import Colour, Point
from kifu.records.packed_moves import is_move, is_white
from kifu.records.problems import Problem
from kifu.records.sgf import SgfRecord

OnIllegal = Literal["stop", "skip", "raise"]


@dataclass(frozen=True)
class Replay:
    """A record on the board.

    Attributes:
        board: the position reached, with its past.
        problems: what the rules object to; the reader's own problems are the record's.
        illegal_move: number of the first illegal move, or None.
    """

    board: Board
    problems: tuple[Problem, ...]
    illegal_move: int | None


def rules_of(record: SgfRecord) -> Rules:
    """Return the record's own rules; where it names none that is known, Japanese practice."""
    # Most records name no rules, and reading all their facts takes longer than replaying them.
    named = find(record.info.rules) if record.native.head_value("RU") else None
    return named or JAPANESE


def replay(
    record: SgfRecord,
    *,
    moves: int | None = None,
    on_illegal: OnIllegal = "stop",
    rules: Rules | str | None = None,
) -> Replay:
    """Play the main line of a record.

    Args:
        record: a Go record; a rectangular board is refused by name.
        moves: stop after this many moves; 0 is the start position with its setup.
        on_illegal: `stop` before the first illegal move, `skip` it and go on, or `raise` IllegalMoveError.
        rules: which ko and suicide rules to apply; the record's own if not given.
    """
    if on_illegal not in ("stop", "skip", "raise"):
        raise InputError(f"expected on_illegal to be stop, skip or raise, got {on_illegal!r}")
    board = Board(_square(record), rules or rules_of(record))
    actions = record.actions
    problems = []
    if (stones := missing_handicap(record)) is not None:
        board.setup(black=stones)
        done = "were set up at their usual places" if stones else "have no usual places; none were set up"
        problems.append(Problem("handicap", f"the {record.info.handicap} handicap stones {done}"))
    if moves is not None:
        at = np.flatnonzero(is_move(actions))
        if not 0 <= moves <= len(at):
            raise InputError(
                f"expected a move from 0 to {len(at)}, got {moves!r}: the record has {len(at)} moves"
            )
        # Up to and with the last wanted move; what is set up before the next one belongs to that.
        if 0 < moves < len(at):
            actions = actions[: at[moves - 1] + 1]
        elif moves == 0 and len(at):
            actions = actions[: at[0]]
    illegal, reason, bad_setup = board._game.replay(actions, on_illegal == "skip")
    if illegal:
        what = "the setup before it is" if bad_setup else "it is"
        message = f"{what} illegal under {board.rules} rules: {native.describe(reason)}"
        if on_illegal == "raise":
            raise IllegalMoveError(f"move {illegal}: {message}")
        done = "it is left out" if on_illegal == "skip" else "the replay stops before it"
        problems.append(Problem("illegal-move", f"{message}; {done}", move=illegal))
    if record.native.move_count == 0 or moves == 0:
        board.to_play = _first_player(record)
    elif len(actions) and not is_move(int(actions[-1])) and (named := _named_player(record)):
        board.to_play = named
    return Replay(board, tuple(problems), illegal or None)


def _square(record: SgfRecord) -> int:
    if record.game != Board.game:
        raise PositionError(f"expected a record of Go, got one of {record.game}")
    width, height = record.size
    if width == height and MIN_SIZE <= width <= MAX_SIZE:
        return width
    if width != height:
        raise PositionError(
            f"a {width}x{height} board cannot be replayed: Kifu plays on square boards from "
            f"{MIN_SIZE}x{MIN_SIZE} to {MAX_SIZE}x{MAX_SIZE}"
        )
    raise PositionError(
        f"a {width}x{width} board cannot be replayed: Kifu plays from {MIN_SIZE}x{MIN_SIZE} to "
        f"{MAX_SIZE}x{MAX_SIZE}"
    )


def missing_handicap(record: SgfRecord) -> tuple[Point, ...] | None:
    """Where handicap stones belong that a record has (HA) but does not set up, as White moves first.

    None where no stones are missing; empty where the board has no usual places for so many.
    """
    # Most records have no handicap, and reading all their facts takes longer than replaying them.
    if not record.native.head_value("HA") or record.info.handicap < 2 or not len(record.actions):
        return None
    first = int(record.actions[0])
    if not is_move(first) or not is_white(first):
        return None
    try:
        return fixed_handicap(record.size[0], record.info.handicap)
    except InputError:
        return ()


def _first_player(record: SgfRecord) -> Colour:
    if named := _named_player(record, before_moves=True):
        return named
    if first := next(iter(record.moves), None):
        return first.colour
    return Colour.WHITE if record.info.handicap >= 2 else Colour.BLACK


def _named_player(record: SgfRecord, before_moves: bool = False) -> Colour | None:
    """Who is to play by the last PL since the last move of the main line, or before its first."""
    named = None
    for node in record.main_line():
        if node.moves:
            if before_moves:
                break
            named = None
        wanted = (node.get("PL") or "").strip().upper()[:1]
        named = Colour(wanted) if wanted in ("B", "W") else named
    return named
