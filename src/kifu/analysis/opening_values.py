"""What the moves of an opening were worth, and what else there was."""

from dataclasses import dataclass

from kifu.games.go import Board, Colour, Point
from kifu.models.opening import OpeningModel, OpeningMove


@dataclass(frozen=True)
class ValuedMove:
    """A move of an opening.

    Attributes:
        number: from 1.
        colour: who made it.
        move: the point; None for a pass.
        points: what it was worth to who made it, komi counted; None of a pass, which networks do not value.
        rank: its place among all legal moves, from 1.
        legal: how many there were.
        lead: Black's points after it, the mean of what both sides expect.
        best: the best moves there were, the best first.
    """

    number: int
    colour: Colour
    move: Point | None
    points: float | None
    rank: int | None
    legal: int
    lead: float
    best: tuple[OpeningMove, ...]

    @property
    def loss(self) -> float | None:
        """Points less than the best move's."""
        return None if self.points is None or not self.best else self.best[0].points - self.points


def value_opening(
    board: Board,
    model: OpeningModel | None = None,
    *,
    komi: float | None = None,
    moves: int = 20,
    top: int = 3,
) -> list[ValuedMove]:
    """Value the first moves of a game.

    Args:
        board: at its end, with its past.
        model: the bundled one if not given.
        komi: points for White; the model's own if not given.
        moves: how many moves.
        top: how many of the best to tell.
    """
    model = model or OpeningModel.bundled()
    now = start_of(board)
    values = model.values(now, komi)
    found = []
    for number, move in enumerate(board.moves[:moves], 1):
        if move.colour is not now.to_play:
            now.to_play = move.colour
            values = model.values(now, komi)
        before = values
        rank = next((i for i, other in enumerate(before, 1) if other.point == move.point), None)
        now.play(move.point)
        values = model.values(now, komi)
        found.append(
            ValuedMove(
                number,
                move.colour,
                move.point,
                None if rank is None else before[rank - 1].points,
                rank,
                len(before),
                _lead(model.value(now, komi), values, now.to_play),
                tuple(before[:top]),
            )
        )
    return found


def _lead(expected: float, answers: list[OpeningMove], to_play: Colour) -> float:
    """Black's points: the mean of what a network sees after a move and after the best answer to it.

    A network judges who has just moved a few points too low or too high, Black and White alike: of two
    positions, one after a move of each, the error goes out.
    """
    if not answers:
        return expected
    answered = answers[0].points if to_play is Colour.BLACK else -answers[0].points
    return (expected + answered) / 2


def start_of(board: Board) -> Board:
    """The position before the first move: empty, or with the stones that a record begins with."""
    start = board.copy()
    while start.moves:
        start.undo()
    return start
