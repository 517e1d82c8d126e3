"""Turns of a game in the form of KataGo's analysis engine, with Kifu's own facts beside it."""

import json
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from kifu.interfaces.web.jobs.draughts_analysis import DraughtsTurns
from kifu.interfaces.web.jobs.go_analysis import GoTurns
from kifu.interfaces.web.jobs.requested import read_game
from kifu.interfaces.web.problems import RefusedError
from kifu.work.executors import chunks

if TYPE_CHECKING:
    from kifu.interfaces.web.schemas import Analysis

_TURNS: dict[str, Callable[["Analysis", Any], GoTurns | DraughtsTurns]] = {
    "go": GoTurns.of_record,
    "draughts": DraughtsTurns,
}


#: Turns that a worker does in one go: few enough to end soon when nobody wants them any more.
_PIECE = 8


def plan(query: Mapping[str, object]) -> list[list[int]]:
    """Check a query, and say which turns are wanted, in pieces of work."""
    asked = _asked(query)
    game, wanted = _turns(asked), asked.analyzeTurns
    last = len(game.moves)
    if wanted == "all" and (pieces := game.pieces()) is not None:
        return pieces
    turns = [last] if wanted is None else list(range(last + 1)) if wanted == "all" else sorted(set(wanted))
    for turn in turns:
        if turn > last:
            raise RefusedError(422, f"expected turns from 0 to {last}, got {turn}", "analyzeTurns")
    return list(chunks(turns, _PIECE))


def turns(query: Mapping[str, object], wanted: list[int]) -> bytes:
    """Analyse some turns: a line of JSON each."""
    game = _turns(_asked(query))
    return b"".join(json.dumps(line, allow_nan=False).encode() + b"\n" for line in game.turns(wanted))


def _asked(query: Mapping[str, object]) -> "Analysis":
    # The fields of the request by their names: workers do not load pydantic.
    return cast("Analysis", SimpleNamespace(**query))


def _turns(query: "Analysis") -> GoTurns | DraughtsTurns:
    if query.record is None:
        return GoTurns.of_moves(query)
    game = read_game(query.record, query.number)
    return _TURNS[game.kind](query, game)
