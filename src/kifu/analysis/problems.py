"""Problems out of a reviewed game of Go: a player went wrong, and one move is clearly right."""

from collections.abc import Sequence
from dataclasses import dataclass

from kifu.analysis.game_search import SearchBudget, search_game
from kifu.analysis.review import GoReview
from kifu.games.coordinates import points_where, to_sgf
from kifu.games.go import Board
from kifu.models.network import Network
from kifu.records import sgf
from kifu.records.moves import Colour, Move, Point, vertex
from kifu.records.sgf import SgfRecord

#: The right move is at least so many points better than every other that the search took seriously.
_CLEAR = 2.0
#: Moves with less than this part of the best one's visits were not.
_SERIOUS = 0.02
#: Simulations, as a multiple of those of a review.
_DEEPER = 8
_LINE = 9


@dataclass(frozen=True, eq=False)
class Problem:
    """A position with one right move.

    Attributes:
        board: the position, with the side to play.
        number: of the move that was played in the game.
        played: that move.
        lost: points that it lost.
        answer: the right move and what follows.
    """

    board: Board
    number: int
    played: str
    lost: float
    answer: tuple[Point | None, ...]

    @property
    def question(self) -> str:
        """What is to be found."""
        return f"{self.board.to_play} to play. One move is clearly best."

    @property
    def solution(self) -> str:
        """The answer in words."""
        line = " ".join(vertex(point) for point in self.answer)
        return f"{line}. In the game: {self.played}, which lost about {self.lost:.0f} points."


def problems_of(review: GoReview, colour: Colour | None = None) -> list[Problem]:
    """Find the problems of a game.

    Args:
        review: of the game.
        colour: only mistakes of this side.
    """
    size = review.size
    network, budget = Network.bundled(size), SearchBudget.of("default", size)
    if network is None or budget is None or review.effort == "fast":
        return []
    wanted = [m for m in review.moves if {"mistake", "blunder"} & {*m.marks} and colour in (None, m.colour)]
    found = []
    for move in wanted:
        board = review.positions[move.number - 1].board
        deep = SearchBudget(_DEEPER * budget.visits, 0)
        moves = search_game([board], review.sheet.terms.total_komi, network, deep)[0].position.moves
        if not moves or moves[0].move in (None, move.point):
            continue
        others = [one for one in moves[1:] if one.visits >= _SERIOUS * moves[0].visits]
        if all(moves[0].lead - one.lead >= _CLEAR for one in others):
            answer = moves[0].variation[:_LINE]
            found.append(Problem(board, move.number, move.move, move.cost, answer))
    return found


def to_collection(problems: Sequence[Problem], source: str) -> bytes:
    """Write problems as one SGF file: each is a game whose main line is the answer."""
    return sgf.write([_record(problem, source) for problem in problems])


def to_cards(problems: Sequence[Problem], source: str) -> list[dict[str, str]]:
    """Rows of a table that flashcard programs read: the front with the diagram, and the back."""
    return [
        {
            "front": f"{problem.question}\n{problem.board}",
            "back": problem.solution,
            "source": f"{source}, move {problem.number}",
        }
        for problem in problems
    ]


def _record(problem: Problem, source: str) -> SgfRecord:
    board = problem.board
    record = SgfRecord.new(board.size, info={"rules": board.rules.name})
    root, stones = record.root, board.stones
    for name, code in (("AB", 1), ("AW", 2)):
        points = points_where(stones == code)
        if points:
            root.set(name, [to_sgf(point) for point in points])
    root.set("PL", board.to_play.letter)
    root.set("GN", f"{source}, move {problem.number}")
    root.set("C", problem.question)
    node, colour = root, board.to_play
    for point in problem.answer:
        node = node.add_child(Move(colour, point))
        colour = colour.opponent
        if node.parent == root:
            node.set("C", f"Correct. {problem.solution}")
    return record
