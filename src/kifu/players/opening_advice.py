"""A network of openings as something that advises Katia."""

import math
from collections.abc import Sequence

from kifu.games.go import Board, Point
from kifu.models.opening import OpeningModel
from kifu.players.verification import Adviser

#: Points by which a move must be better to get 2.7 times the weight.
_TEMPERATURE = 2.0


def opening_adviser(path: str, otherwise: Adviser | None = None) -> Adviser:
    """Make an adviser from a model file, or `bundled`.

    It speaks on boards of the model's size, as long as the openings it learned from; at other times
    `otherwise` does.
    """
    model = OpeningModel.bundled() if path == "bundled" else OpeningModel.load(path)

    def advise(board: Board) -> Sequence[tuple[Point, float]]:
        if board.size != model.form.size or len(board.moves) >= model.moves:
            return otherwise(board) if otherwise is not None else []
        values = model.values(board)
        best = values[0].points if values else 0.0
        weights = [math.exp((move.points - best) / _TEMPERATURE) for move in values]
        total = sum(weights)
        return [(move.point, weight / total) for move, weight in zip(values, weights, strict=True)]

    return advise
