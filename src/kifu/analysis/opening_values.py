"""What the moves of an opening were worth, and what else there was."""

from dataclasses import dataclass

from kifu.models.opening import OpeningModel, OpeningMove
from kifu.positions.go import Board, Colour, Point


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
        lead: Black's points after it.
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
    found = []
    for number, move in enumerate(board.moves[:moves], 1):
        now.to_play = move.colour
        values = model.values(now, komi)
        rank = next((i for i, other in enumerate(values, 1) if other.point == move.point), None)
        now.play(move.point)
        found.append(
            ValuedMove(
                number,
                move.colour,
                move.point,
                None if rank is None else values[rank - 1].points,
                rank,
                len(values),
                model.value(now, komi),
                tuple(values[:top]),
            )
        )
    return found


def start_of(board: Board) -> Board:
    """The position before the first move: empty, or with the stones that a record begins with."""
    start = board.copy()
    while start.moves:
        start.undo()
    return start
