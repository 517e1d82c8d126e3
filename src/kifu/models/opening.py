"""The opening model: a network that says how many points a position of the opening is worth."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu._native import models as native
from kifu.errors import InputError
from kifu.games.coordinates import all_points
from kifu.games.go import Board, Colour, Point
from kifu.models.files import Arrays, Card, ModelError, load, load_bundled, save
from kifu.models.opening_form import OpeningForm

KIND, VERSION = "opening", 1

Weights = npt.NDArray[np.float64]


@dataclass(frozen=True)
class OpeningMove:
    """A move, and the points that it is worth to who makes it, komi counted."""

    point: Point
    points: float


class OpeningModel:
    """A trained network of openings.

    Args:
        card: what it is; its options name the form.
        arrays: its weights.
    """

    def __init__(self, card: Card, arrays: Arrays) -> None:
        self.card = card
        self.arrays = arrays
        try:
            options = dict(card.options)
            self.form = OpeningForm(**{name: options[name] for name in OpeningForm.__dataclass_fields__})
            self.moves = int(options["moves"])
            self.komi = float(options["komi"])
            self._weights = np.asarray(arrays["weights"], np.float64)
            if self._weights.shape != (self.form.weights,):
                raise ValueError(f"expected {self.form.weights} weights, got {self._weights.shape}")
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"the arrays of this opening model do not fit its card: {error}") from None

    @classmethod
    def load(cls, path: str | Path) -> "OpeningModel":
        """Read a model; a corrupt or foreign file is refused with what was expected."""
        return cls(*load(path, KIND, VERSION))

    @staticmethod
    @lru_cache(maxsize=1)
    def bundled() -> "OpeningModel":
        """Return the model that ships with Kifu, for 9x9."""
        return OpeningModel(*load_bundled("opening.safetensors", KIND, VERSION))

    @cached_property
    def network(self) -> native.OpeningNet:
        """The native network."""
        return self.form.network(self._weights)

    def save(self, path: str | Path) -> None:
        """Write the model with its card."""
        save(path, self.card, self.arrays)

    def values(self, board: Board, komi: float | None = None) -> list[OpeningMove]:
        """Value every legal move of `board.to_play`, the best first.

        Args:
            board: the position, of the model's size.
            komi: points for White; that of the training if not given.
        """
        self._check(board)
        points, values = self.network.values(board._game, self.komi if komi is None else komi)
        order = np.argsort(-values, kind="stable")
        point_of = all_points(board.size)
        return [OpeningMove(point_of[int(points[i])], float(values[i])) for i in order]

    def value(self, board: Board, komi: float | None = None) -> float:
        """Black's points that a position is worth, komi counted."""
        self._check(board)
        return self.network.value(board._game, self.komi if komi is None else komi)

    def inputs(self, board: Board, view: Colour, komi: float | None = None) -> npt.NDArray[np.float64]:
        """What the network sees of a position, from one side."""
        self._check(board)
        number = 1 if view is Colour.BLACK else 2
        return self.network.inputs(board._game, number, self.komi if komi is None else komi)

    def _check(self, board: Board) -> None:
        if board.size != self.form.size:
            raise InputError(
                f"this opening model is for {self.form.size}x{self.form.size} boards, the game is on "
                f"{board.size}x{board.size}; train one with kifu train opening --size {board.size}"
            )


def opening_card(form: OpeningForm, moves: int, komi: float, description: str, **facts: Any) -> Card:
    """Make the card of a model; `facts` are further fields of the card, options among them."""
    options = {name: getattr(form, name) for name in OpeningForm.__dataclass_fields__}
    options |= {"moves": moves, "komi": komi} | facts.pop("options", {})
    return Card(KIND, VERSION, description, options=options, **facts)
