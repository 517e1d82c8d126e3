"""Turns of a game in the form of KataGo's analysis engine, with Kifu's own facts beside it."""

import json
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from kifu.interfaces.web.jobs.draughts_analysis import DraughtsTurns
from kifu.interfaces.web.jobs.go_analysis import GoTurns
from kifu.interfaces.web.jobs.requested import read_game
from kifu.interfaces.web.problems import RefusedError

if TYPE_CHECKING:
    from kifu.interfaces.web.schemas import Analysis

_TURNS: dict[str, Callable[["Analysis", Any], GoTurns | DraughtsTurns]] = {
    "go": GoTurns.of_record,
    "draughts": DraughtsTurns,
}


def plan(query: Mapping[str, object]) -> list[int]:
    """Check a query, and say which turns are wanted."""
    asked = _asked(query)
    last, wanted = len(_turns(asked).moves), asked.analyzeTurns
    turns = [last] if wanted is None else list(range(last + 1)) if wanted == "all" else sorted(set(wanted))
    for turn in turns:
        if turn > last:
            raise RefusedError(422, f"expected turns from 0 to {last}, got {turn}", "analyzeTurns")
    return turns


def turns(query: Mapping[str, object], wanted: list[int]) -> bytes:
    """Analyse some turns: a line of JSON each."""
    game = _turns(_asked(query))
    return b"".join(json.dumps(game.turn(turn), allow_nan=False).encode() + b"\n" for turn in wanted)


def _asked(query: Mapping[str, object]) -> "Analysis":
    # The fields of the request by their names: workers do not load pydantic.
    return cast("Analysis", SimpleNamespace(**query))


def _turns(query: "Analysis") -> GoTurns | DraughtsTurns:
    if query.record is None:
        return GoTurns.of_moves(query)
    game = read_game(query.record, query.number)
    return _TURNS[game.kind](query, game)
