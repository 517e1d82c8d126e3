"""Turns of a game in the form of KataGo's analysis engine, with Kifu's own facts beside it.

Winrate, lead and ownership are Black's, whoever is to move.
"""

import json
from typing import Any

import numpy as np

from kifu.analysis.fights import read_out
from kifu.analysis.moves import Prediction, explain
from kifu.analysis.review import PositionAnalysis, analyse
from kifu.analysis.terms import terms_of
from kifu.games.draughts.replay import replay as replay_draughts
from kifu.games.go import Board, replay
from kifu.interfaces.move_facts import prediction_facts
from kifu.interfaces.web.jobs.places import board_of, go_record, read_record
from kifu.interfaces.web.problems import RefusedError, field
from kifu.records.moves import Point, vertex
from kifu.records.pdn import PdnRecord

Query = dict[str, Any]


def plan(query: Query) -> dict[str, Any]:
    """Check a query, and say which turns are wanted of how many."""
    facts: dict[str, Any]
    draughts = _draughts(query)
    if draughts is not None:
        with field("record"):
            last, facts = len(replay_draughts(draughts).packed), {"game": "draughts"}
    else:
        game = _Game(query)
        last, facts = len(game.moves), {"game": "go", "rules": game.whole.rules.name, "komi": game.komi}
    wanted = query["analyzeTurns"]
    turns = [last] if wanted is None else list(range(last + 1)) if wanted == "all" else sorted(set(wanted))
    for turn in turns:
        if turn > last:
            raise RefusedError(422, f"expected turns from 0 to {last}, got {turn}", "analyzeTurns")
    return {"turns": turns, "moves": last, **facts}


def turns(query: Query, wanted: list[int]) -> bytes:
    """Analyse some turns: a line of JSON each."""
    draughts = _draughts(query)
    if draughts is not None:
        from kifu.interfaces.web.jobs import draughts_analysis

        return draughts_analysis.turns(draughts, query, wanted)
    game = _Game(query)
    return b"".join(json.dumps(_turn(query, game, turn), allow_nan=False).encode() + b"\n" for turn in wanted)


def _draughts(query: Query) -> PdnRecord | None:
    """The record, where it is one of draughts."""
    if query["record"] is None:
        return None
    record = read_record(query["record"], query["number"])
    return record if isinstance(record, PdnRecord) else None


class _Game:
    """The game of a query: its whole, its moves, what White gets, its position after any number of moves."""

    def __init__(self, query: Query) -> None:
        self._record = None
        if query["record"] is not None:
            self._record = go_record(query["record"], query["number"])
            with field("rules"):
                terms = terms_of(self._record, query["rules"], query["komi"])
            with field("record"):
                self.whole = replay(self._record, rules=terms.rules).board
            self.moves = self.whole.moves
            self.komi, self.total_komi = terms.komi, terms.total_komi
            return
        if query["boardYSize"] not in (None, query["boardXSize"]):
            wanted, got = query["boardXSize"], query["boardYSize"]
            raise RefusedError(422, f"expected a square board of {wanted} lines, got {got}", "boardYSize")
        self._query = query
        self.whole = self._played(query["moves"])
        self.moves = self.whole.moves
        self.komi = self.whole.rules.komi if query["komi"] is None else query["komi"]
        self.total_komi = self.komi

    def at(self, turn: int) -> Board:
        """The position after so many moves, played from the start: the same as any other way to it."""
        if self._record is not None:
            board = replay(self._record, moves=turn, rules=self.whole.rules).board
        else:
            board = self._played(self._query["moves"][:turn])
        if turn < len(self.moves):
            board.to_play = self.moves[turn].colour
        return board

    def _played(self, moves: list[tuple[str, str]]) -> Board:
        given = {
            "size": self._query["boardXSize"],
            "stones": self._query["initialStones"],
            "to_play": None if moves else self._query["initialPlayer"],
            "moves": moves,
        }
        try:
            return board_of(given, self._query["rules"] or "tromp-taylor", "query")
        except RefusedError as error:
            name = (error.field or "").replace("query.stones", "initialStones").replace("query.", "")
            raise RefusedError(error.status, error.detail, name or None) from None


def _turn(query: Query, game: _Game, turn: int) -> dict[str, Any]:
    board, moves = game.at(turn), game.moves
    size = board.size
    position = analyse(board, game.total_komi)
    found, winrate, lead, ranked = position.estimate, position.winrate, position.lead, position.ranked
    candidates = [Prediction(i, c.point, c.probability) for i, c in enumerate(ranked[: query["maxMoves"]], 1)]
    if query["includeReasons"]:
        candidates = list(explain(board, [c.point for c in candidates], ranked=ranked).values())
    line: dict[str, Any] = {
        "id": query["id"],
        "turnNumber": turn,
        "isDuringSearch": False,
        "moveInfos": [
            {
                "move": vertex(c.point),
                "order": order,
                "prior": round(c.probability, 6),
                "visits": 0,
                "winrate": winrate,
                "scoreLead": lead,
                "pv": [vertex(c.point)],
            }
            for order, c in enumerate(candidates)
        ],
        "rootInfo": {
            "currentPlayer": board.to_play.value,
            "winrate": winrate,
            "scoreLead": lead,
            "visits": 0,
        },
    }
    if turn < len(moves):
        line["played"] = _played(moves[turn].point, position, size)
    if query["includeReasons"]:
        line["candidates"] = [prediction_facts(c, size) for c in candidates]
    if query["includeOwnership"]:
        line["ownership"] = [round(value, 3) for value in found.ownership.ravel().tolist()]
    if query["includePolicy"]:
        line["policy"] = _policy(position.policy, size)
    if query["includeLife"] or query["includeFights"]:
        line["blocks"] = [
            {
                "colour": block.colour.name.lower(),
                "points": [vertex(point) for point in block.points],
                "status": block.status,
                "probability": block.probability,
                "reason": block.reason,
            }
            for block in (read_out(found.judgement) if query["includeFights"] else found.blocks)
        ]
    return line


def _played(point: Point | None, position: PositionAnalysis, size: int) -> dict[str, Any]:
    """The move of the game, and where it ranks among the experts' moves."""
    facts: dict[str, Any] = {"move": vertex(point)}
    if point is not None and point in position.policy:
        facts |= {"rank": position.rank(point), "probability": round(position.policy[point], 6)}
    return facts


def _policy(policy: dict[Any, float], size: int) -> list[float]:
    """As KataGo has it: row by row from the top, then the pass; -1 where a move is illegal."""
    flat = np.full(size * size + 1, -1.0)
    flat[-1] = 0.0 if policy else 1.0
    for point, probability in policy.items():
        flat[point.y * size + point.x] = round(probability, 6)
    values: list[float] = flat.tolist()
    return values
