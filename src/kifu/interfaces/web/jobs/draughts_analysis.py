"""Turns of a game of draughts: how every legal move stands, found by a search a few plies deep.

Values are Black's, -1 lost to 1 won, whoever is to move.
"""

import json
from functools import lru_cache
from typing import Any

from kifu.models.files import ModelError
from kifu.players.draughts import DraughtsPlayer, make_draughts_player
from kifu.positions.draughts import Move, Position
from kifu.positions.draughts.replay import replay
from kifu.records.moves import Colour
from kifu.records.pdn import PdnRecord

#: Plies after each move that is looked at.
_DEPTH = 6


def turns(record: PdnRecord, query: dict[str, Any], wanted: list[int]) -> bytes:
    """Analyse some turns: a line of JSON each."""
    played = replay(record)
    moves = played.moves
    position = Position.from_fen(played.start)
    lines, last = [], max(wanted)
    for turn in range(last + 1):
        if turn in wanted:
            following = moves[turn] if turn < len(moves) else None
            lines.append(
                json.dumps(_turn(query, position, turn, following), allow_nan=False).encode() + b"\n"
            )
        if turn < last:
            position.play(moves[turn])
    return b"".join(lines)


def _turn(query: dict[str, Any], position: Position, turn: int, following: Move | None) -> dict[str, Any]:
    mover = position.to_move
    sign = 1 if mover is Colour.BLACK else -1
    ending = position.result()
    legal = position.legal_moves()
    infos = sorted((_after(position, move) for move in legal), key=lambda info: -info["mine"])
    if ending is not None:
        value = 0.0 if ending.winner is None else 1.0 if ending.winner is Colour.BLACK else -1.0
    else:
        value = sign * infos[0]["mine"]
    line: dict[str, Any] = {
        "id": query["id"],
        "game": "draughts",
        "turnNumber": turn,
        "isDuringSearch": False,
        "fen": position.fen,
        "rootInfo": {
            "currentPlayer": mover.value,
            "value": round(value, 4),
            "ending": str(ending) if ending else None,
        },
        "moveInfos": [
            {
                "move": info["move"],
                "order": order,
                "value": round(sign * info["mine"], 4),
                "pliesToEnd": info["plies"],
                "pv": info["line"],
            }
            for order, info in enumerate(infos[: query["maxMoves"]])
        ],
    }
    if following is not None:
        line["played"] = _played(str(following), infos)
    return line


def _played(move: str, infos: list[dict[str, Any]]) -> dict[str, Any]:
    """The move of the game: where it ranks, and what it cost beside the best one."""
    mine = next((info["mine"] for info in infos if info["move"] == move), None)
    if mine is None:
        return {"move": move}
    rank = 1 + sum(info["mine"] > mine for info in infos)
    return {"move": move, "rank": rank, "loss": round(infos[0]["mine"] - mine, 4)}


def _after(position: Position, move: Move) -> dict[str, Any]:
    """How a move stands for the side that makes it."""
    child = position.copy()
    child.play(move)
    ending = child.result()
    if ending is not None:
        value = 0.0 if ending.winner is None else 1.0 if ending.winner is position.to_move else -1.0
        return {"move": str(move), "mine": value, "plies": 1 if value else 0, "line": [str(move)]}
    choice = _judge().choose(child)
    plies = choice.plies_to_end
    line = [str(move), *map(str, choice.variation)]
    # A forced answer is not searched; the position behind it is judged instead.
    value = -choice.value if choice.value is not None else _behind(child, choice.move)
    return {
        "move": str(move),
        "mine": value,
        "plies": -(plies + (1 if plies > 0 else -1)) if plies else 0,
        "line": line,
    }


def _behind(position: Position, move: Move | None) -> float:
    """The value of a forced answer, for the side that moved before it."""
    sign = 1.0
    child = position.copy()
    for _ in range(16):
        if move is None:
            return 0.0
        child.play(move)
        ending = child.result()
        if ending is not None:
            return 0.0 if ending.winner is None else 1.0 if ending.winner is not position.to_move else -1.0
        choice = _judge().choose(child)
        if choice.value is not None:
            return sign * choice.value
        move, sign = choice.move, -sign
    return 0.0


@lru_cache(maxsize=1)
def _judge() -> DraughtsPlayer:
    """The bundled champion, or a count of pieces where there is none."""
    try:
        return make_draughts_player(f"net:champion,depth={_DEPTH}")
    except ModelError:
        return make_draughts_player(f"material:depth={_DEPTH}")
