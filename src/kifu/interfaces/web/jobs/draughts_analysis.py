"""Turns of a game of draughts, as `kifu.analysis.draughts_review` sees them.

Values are Black's, -1 lost to 1 won, whoever is to move.
"""

import json
from typing import Any

from kifu.analysis.draughts_review import DraughtsAnalysis, analyse
from kifu.games.draughts import Move, Position
from kifu.games.draughts.replay import replay
from kifu.records.moves import Colour
from kifu.records.pdn import PdnRecord


def turns(record: PdnRecord, query: dict[str, Any], wanted: list[int]) -> bytes:
    """Analyse some turns: a line of JSON each."""
    played = replay(record)
    moves = played.moves
    position = Position.from_fen(played.start)
    lines, last = [], max(wanted)
    for turn in range(last + 1):
        if turn in wanted:
            following = moves[turn] if turn < len(moves) else None
            facts = _turn(query, analyse(position), turn, following)
            lines.append(json.dumps(facts, allow_nan=False).encode() + b"\n")
        if turn < last:
            position.play(moves[turn])
    return b"".join(lines)


def _turn(query: dict[str, Any], seen: DraughtsAnalysis, turn: int, following: Move | None) -> dict[str, Any]:
    mover = seen.position.to_play
    sign = 1 if mover is Colour.BLACK else -1
    line: dict[str, Any] = {
        "id": query["id"],
        "game": "draughts",
        "turnNumber": turn,
        "isDuringSearch": False,
        "fen": seen.position.fen,
        "rootInfo": {
            "currentPlayer": mover.value,
            "value": seen.value,
            "ending": str(seen.ending) if seen.ending else None,
        },
        "moveInfos": [
            {
                "move": option.move,
                "order": order,
                "value": round(sign * option.value, 4),
                "pliesToEnd": option.plies,
                "pv": list(option.line),
            }
            for order, option in enumerate(seen.options[: query["maxMoves"]])
        ],
    }
    if following is not None:
        line["played"] = _played(str(following), seen)
    return line


def _played(move: str, seen: DraughtsAnalysis) -> dict[str, Any]:
    """The move of the game: where it ranks, and what it cost beside the best one."""
    rank = seen.rank(move)
    return {"move": move} if rank is None else {"move": move, "rank": rank, "loss": seen.loss(move)}
