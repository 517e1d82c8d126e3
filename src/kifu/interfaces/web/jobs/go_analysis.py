"""Turns of a game of Go: life, score and expert moves. Winrate, lead and ownership are Black's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, Self, TypedDict

import numpy as np

from kifu.analysis.course import GO
from kifu.analysis.fights import read_out
from kifu.analysis.game_search import SearchBudget, SearchedTurn, best_move, parts, search_game
from kifu.analysis.move_sentences import Comparison, sentences
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
from kifu.models.network import Network
from kifu.records.moves import Colour, Letter, Move, vertex

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
    """The game's own next move, where it ranks among the experts' moves, and what a search says of it."""

    move: Vertex
    rank: NotRequired[int]
    probability: NotRequired[float]
    loss: NotRequired[Annotated[float, "points that it lost beside the best move"]]
    why: NotRequired[list[str]]


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

    def turns(self, wanted: Sequence[int]) -> list[GoTurn]:
        """Analyse the positions after so many moves each."""
        searched = self._searched(wanted)
        return [self.turn(number, searched) for number in wanted]

    def pieces(self) -> list[list[int]] | None:
        """The turns of the whole game in parts that are searched together; None where there is no search."""
        if self.query.effort == "fast" or len(self.moves) == 0:
            return None
        return [[*numbers] for numbers in parts([self.position(n) for n in range(len(self.moves) + 1)])]

    def _searched(self, wanted: Sequence[int]) -> dict[int, SearchedTurn]:
        """Searches of the positions and of those after them; nothing without search or network."""
        size = self.position(0).size
        budget = SearchBudget.of(self.query.effort, size)
        network = Network.bundled(size) if budget is not None else None
        if budget is None or network is None:
            return {}
        numbers = sorted({*wanted, *(n + 1 for n in wanted if n < len(self.moves))})
        boards = [self.position(number) for number in numbers]
        found = search_game(boards, self.total_komi, network, budget, threads=1)
        return dict(zip(numbers, found, strict=True))

    def turn(self, number: int, searched: Mapping[int, SearchedTurn]) -> GoTurn:
        """Analyse the position after so many moves."""
        query, board = self.query, self.position(number)
        analysis = analyse(board, self.total_komi)
        if number in searched:
            analysis = analysis.with_search(searched[number].position)
        found, ranked = analysis.estimate, analysis.ranked[: query.maxMoves]
        candidates = [Prediction(i, c.point, c.probability) for i, c in enumerate(ranked, 1)]
        if query.includeReasons:
            candidates = list(explain(board, [c.point for c in candidates], ranked=analysis.ranked).values())
        line: GoTurn = {
            "id": query.id,
            "turnNumber": number,
            "isDuringSearch": False,
            "moveInfos": _searched_moves(analysis, query.maxMoves)
            or [_move_info(analysis, order, one) for order, one in enumerate(candidates)],
            "rootInfo": {
                "currentPlayer": board.to_play.letter,
                "winrate": analysis.winrate,
                "scoreLead": analysis.lead,
                "visits": analysis.search.visits if analysis.search else 0,
            },
        }
        if number < len(self.moves):
            line["played"] = _next_move(self.moves[number], analysis)
            if number in searched and number + 1 in searched:
                line["played"] |= _judged(board, self.moves[number], searched[number], searched[number + 1])
        if query.includeReasons:
            line["candidates"] = [candidate_facts(one) for one in candidates]
        if query.includeOwnership:
            line["ownership"] = [round(value, 3) for value in analysis.ownership.ravel().tolist()]
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


def _searched_moves(analysis: PositionAnalysis, most: int) -> list[GoMoveInfo]:
    """The moves that a search tried, the best first."""
    best = best_move(analysis.search) if analysis.search else None
    if analysis.search is None or best is None:
        return []
    sign = 1 if analysis.board.to_play is Colour.BLACK else -1
    others = [move for move in analysis.search.moves if move is not best]
    return [
        {
            "move": vertex(one.move),
            "order": order,
            "prior": round(one.prior, 6),
            "visits": one.visits,
            "winrate": round(one.win if sign > 0 else 1 - one.win, 6),
            "scoreLead": round(sign * one.lead, 3),
            "pv": [vertex(point) for point in one.variation],
        }
        for order, one in enumerate([best, *others][:most])
    ]


def _judged(board: Board, move: Move, before: SearchedTurn, after: SearchedTurn) -> GoPlayed:
    """What the move of the game lost, and why."""
    best = best_move(before.position)
    if before.lost is None or best is None or best.move == move.point:
        return {"move": str(move), "loss": 0.0}
    loss = max(0.0, before.lost)
    facts: GoPlayed = {"move": str(move), "loss": round(loss, 3)}
    if GO.name(loss) in ("mistake", "blunder"):
        compared = Comparison(board, move, before.position, after.position)
        facts["why"] = [sentence.text for sentence in sentences(compared)]
    return facts


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
