"""Turns of a game of Go: life, score and expert moves. Winrate, lead and ownership are Black's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, Self, TypedDict

import numpy as np

from kifu.analysis.fights import read_out
from kifu.analysis.moves import Prediction, explain
from kifu.analysis.review import PositionAnalysis, analyse
from kifu.analysis.terms import terms_of
from kifu.games.facts import Vertex
from kifu.games.go import Board
from kifu.games.go.game import RecordedGame
from kifu.interfaces.move_facts import CandidateFacts, candidate_facts
from kifu.interfaces.score_facts import BlockFacts, block_facts
from kifu.interfaces.web.jobs.requested import Stone, board_of
from kifu.interfaces.web.problems import RefusedError, field
from kifu.records.moves import Letter, Move, vertex

if TYPE_CHECKING:
    from kifu.interfaces.web.schemas import Analysis


class GoRoot(TypedDict):
    """The position as a whole; Black's numbers."""

    currentPlayer: Letter
    winrate: float
    scoreLead: float
    visits: int


class GoMoveInfo(TypedDict):
    """A candidate, in KataGo's words."""

    move: Vertex
    order: int
    prior: Annotated[float, "probability that an expert plays it"]
    visits: int
    winrate: float
    scoreLead: float
    pv: list[Vertex]


class GoPlayed(TypedDict):
    """The game's own next move, and where it ranks among the experts' moves."""

    move: Vertex
    rank: NotRequired[int]
    probability: NotRequired[float]


class GoTurn(TypedDict):
    """A line of an analysis of Go."""

    id: str
    turnNumber: int
    isDuringSearch: Literal[False]
    rootInfo: GoRoot
    moveInfos: list[GoMoveInfo]
    played: NotRequired[GoPlayed]
    ownership: NotRequired[list[float]]
    policy: NotRequired[list[float]]
    blocks: NotRequired[list[BlockFacts]]
    candidates: NotRequired[list[CandidateFacts]]


@dataclass(frozen=True)
class GoTurns:
    """The game of a query.

    Attributes:
        query: What is asked.
        moves: Of the game.
        position: Gives the position after so many moves, played from the start.
        total_komi: Komi, and what White gets for Black's handicap stones.
    """

    query: "Analysis"
    moves: Sequence[Move]
    position: Callable[[int], Board]
    total_komi: float

    @classmethod
    def of_record(cls, query: "Analysis", game: RecordedGame) -> Self:
        """Take the game of a record, under its own rules and komi or those of the query."""
        with field("rules"):
            terms = terms_of(game.record, query.rules, query.komi)
        game = RecordedGame(game.record, terms.rules)
        with field("record"):
            return cls(query, game.moves, game.position, terms.total_komi)

    @classmethod
    def of_moves(cls, query: "Analysis") -> Self:
        """Take the moves that stand in the query."""
        if query.boardYSize not in (None, query.boardXSize):
            wanted, got = query.boardXSize, query.boardYSize
            raise RefusedError(422, f"expected a square board of {wanted} lines, got {got}", "boardYSize")
        given = query.moves or []
        whole = _played(query, given)
        moves = whole.moves

        def position(turn: int) -> Board:
            board = _played(query, given[:turn])
            if turn < len(moves):
                board.to_play = moves[turn].colour
            return board

        return cls(query, moves, position, whole.rules.komi if query.komi is None else query.komi)

    def turn(self, number: int) -> GoTurn:
        """Analyse the position after so many moves."""
        query, board = self.query, self.position(number)
        analysis = analyse(board, self.total_komi)
        found, ranked = analysis.estimate, analysis.ranked[: query.maxMoves]
        candidates = [Prediction(i, c.point, c.probability) for i, c in enumerate(ranked, 1)]
        if query.includeReasons:
            candidates = list(explain(board, [c.point for c in candidates], ranked=analysis.ranked).values())
        line: GoTurn = {
            "id": query.id,
            "turnNumber": number,
            "isDuringSearch": False,
            "moveInfos": [_move_info(analysis, order, one) for order, one in enumerate(candidates)],
            "rootInfo": {
                "currentPlayer": board.to_play.letter,
                "winrate": analysis.winrate,
                "scoreLead": analysis.lead,
                "visits": 0,
            },
        }
        if number < len(self.moves):
            line["played"] = _next_move(self.moves[number], analysis)
        if query.includeReasons:
            line["candidates"] = [candidate_facts(one) for one in candidates]
        if query.includeOwnership:
            line["ownership"] = [round(value, 3) for value in found.ownership.ravel().tolist()]
        if query.includePolicy:
            line["policy"] = _policy(analysis.policy, board.size)
        if query.includeLife or query.includeFights:
            line["blocks"] = block_facts(read_out(found.judgement) if query.includeFights else found.blocks)
        return line


def _played(query: "Analysis", moves: Sequence[Stone]) -> Board:
    try:
        return board_of(
            {
                "size": query.boardXSize,
                "stones": query.initialStones,
                "to_play": None if moves else query.initialPlayer,
                "moves": moves,
            },
            query.rules or "tromp-taylor",
            "query",
        )
    except RefusedError as error:
        name = (error.field or "").replace("query.stones", "initialStones").replace("query.", "")
        raise RefusedError(error.status, error.detail, name or None) from None


def _move_info(analysis: PositionAnalysis, order: int, one: Prediction) -> GoMoveInfo:
    return {
        "move": vertex(one.point),
        "order": order,
        "prior": round(one.probability, 6),
        "visits": 0,
        "winrate": analysis.winrate,
        "scoreLead": analysis.lead,
        "pv": [vertex(one.point)],
    }


def _next_move(move: Move, analysis: PositionAnalysis) -> GoPlayed:
    facts: GoPlayed = {"move": str(move)}
    rank = analysis.rank(move.point)
    if rank is not None and move.point is not None:
        facts["rank"], facts["probability"] = rank, round(analysis.policy[move.point], 6)
    return facts


def _policy(policy: dict[Any, float], size: int) -> list[float]:
    """As KataGo has it: row by row from the top, then the pass; -1 where a move is illegal."""
    flat = np.full(size * size + 1, -1.0)
    flat[-1] = 0.0 if policy else 1.0
    for point, probability in policy.items():
        flat[point.y * size + point.x] = round(probability, 6)
    values: list[float] = flat.tolist()
    return values
