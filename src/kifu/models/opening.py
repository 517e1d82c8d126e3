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
from kifu.games.go import MAX_SIZE, MIN_SIZE, Board, Colour, Point
from kifu.models.files import Arrays, Card, ModelError, load, load_bundled, save

KIND, VERSION = "opening", 1

#: How features B to E are given to the network; `mixed` is what the paper proposes at its end.
ENCODINGS = {"scalar": "ssss", "binary": "bbbb", "mixed": "sbbs"}
VIEWS = ("mover", "black")
EDGES = ("points", "stones")
_LARGEST_SCALE = 1_000_000

Weights = npt.NDArray[np.float64]


@dataclass(frozen=True)
class OpeningForm:
    """What a network sees, and how its output is read.

    Attributes:
        features: A, and any of B (edges), C (liberties), D (stones of the block), E (stones near it).
        encoding: `scalar`, `binary` or `mixed` (B and E scalar, C and D binary).
        edges: B of all `points`, as the paper words it, or of `stones` only.
        view: the board is seen by the `mover`, who has just moved, or always by `black`.
        scale: points for which the output is 1; it is 0 for as many lost.
        hidden: nodes of the hidden layer.
        size: of the board.
    """

    features: str = "ABCDE"
    encoding: str = "binary"
    edges: str = "points"
    view: str = "mover"
    scale: float = 40.0
    hidden: int = 40
    size: int = 9

    def __post_init__(self) -> None:
        letters = self.features
        if not letters or letters[0] != "A" or letters != "".join(sorted(set(letters) & set("ABCDE"))):
            raise InputError(
                f"expected features A to E in order, A among them, such as ACD; got {self.features!r}"
            )
        for name, choices in (("encoding", tuple(ENCODINGS)), ("edges", EDGES), ("view", VIEWS)):
            if getattr(self, name) not in choices:
                raise InputError(
                    f"expected {name} as one of {', '.join(choices)}, got {getattr(self, name)!r}"
                )
        if not 0 < self.scale <= _LARGEST_SCALE or not 1 <= self.hidden <= 10_000:
            raise InputError(
                f"expected a scale above 0 and up to {_LARGEST_SCALE:,} points and 1 to 10,000 hidden nodes, "
                f"got {self.scale!r}, {self.hidden!r}"
            )
        if not MIN_SIZE <= self.size <= MAX_SIZE:
            raise InputError(f"expected a board size from {MIN_SIZE} to {MAX_SIZE}, got {self.size!r}")

    @property
    def codes(self) -> str:
        """Of B, C, D and E: `-` absent, `s` scalar, `b` binary."""
        return "".join(
            code if letter in self.features else "-"
            for letter, code in zip("BCDE", ENCODINGS[self.encoding], strict=True)
        )

    @property
    def inputs(self) -> int:
        """Of the network, the bias node not counted."""
        return native.opening_inputs(self.size, self.codes)

    @property
    def weights(self) -> int:
        """How many weights there are."""
        return (self.inputs + 1) * self.hidden + self.hidden + 1

    def network(self, weights: Weights) -> native.OpeningNet:
        """Make the network with these weights."""
        return native.OpeningNet(
            self.size,
            self.codes,
            self.edges == "points",
            self.scale,
            self.hidden,
            self.scale,
            self.view == "mover",
            np.ascontiguousarray(weights, np.float64),
        )


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
