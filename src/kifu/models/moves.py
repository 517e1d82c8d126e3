"""The model of expert moves: of every legal move, the probability that an expert plays it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kifu._native import models as native
from kifu.errors import InputError
from kifu.games.coordinates import all_points, from_index, to_index
from kifu.games.go import Board
from kifu.games.go.board import PointLike
from kifu.models.files import Arrays, Card, ModelError, load, load_bundled, save
from kifu.records.moves import Point

KIND, VERSION = "moves", 2

#: Previous moves that a model looks at.
PREVIOUS = 4

#: Counts of patterns are kept as whole steps on a logarithmic scale: within 4 % over a hundred million.
_STEP = np.log(1.075)

#: Boards up to this many lines have a bundled model of their own, learned from games on 9x9.
_SMALL = 9

FACT_GROUPS: tuple[str, ...] = tuple(name for name, _ in native.fact_groups())


class Candidate(NamedTuple):
    """A legal move and the probability that an expert plays it."""

    point: Point
    probability: float


@dataclass(frozen=True)
class Evidence:
    """What speaks for the legal moves of a position; all arrays have one row a move, best first.

    Attributes:
        points: the moves.
        probabilities: of each.
        families: names of the columns of `parts`.
        parts: what each kind of evidence adds to the logarithm of the odds.
        facts: for each of `FACT_GROUPS` which of its facts holds, -1 for none.
        patterns: number of the largest known pattern of shape in the model.
        templates: its template from 1 to 8; 0 when no pattern is known.
        keys: its key.
    """

    points: tuple[Point, ...]
    probabilities: npt.NDArray[np.float32]
    families: tuple[str, ...]
    parts: npt.NDArray[np.float32]
    facts: npt.NDArray[np.int16]
    patterns: npt.NDArray[np.uint32]
    templates: npt.NDArray[np.uint8]
    keys: npt.NDArray[np.uint64]


class MovePredictor:
    """A trained model of moves.

    Args:
        card: what it is; its option `config` is `paper` or `full`.
        arrays: its numbers.
    """

    def __init__(self, card: Card, arrays: Arrays) -> None:
        self.card = card
        self.arrays = arrays
        try:
            self._model = _native_model(card, arrays)
        except (KeyError, ValueError, TypeError, IndexError) as error:
            raise ModelError(f"the arrays of this model of moves do not fit its card: {error}") from None

    def __reduce__(self) -> tuple[Any, ...]:
        # Native models do not pickle: they are made again where this goes.
        return MovePredictor, (self.card, self.arrays)

    @classmethod
    def load(cls, path: str | Path) -> "MovePredictor":
        """Read a model; a corrupt or foreign file, or one of another version, is refused by name."""
        return cls(*load(path, KIND, VERSION))

    @staticmethod
    def bundled(size: int = 19) -> "MovePredictor":
        """Return the model that ships with Kifu for boards of this many lines."""
        return _bundled("moves-9.safetensors" if size <= _SMALL else "moves.safetensors")

    @property
    def native(self) -> native.MoveModel:
        """The native model, for those who work natively."""
        return self._model

    def save(self, path: str | Path) -> None:
        """Write the model with its card."""
        save(path, self.card, self.arrays)

    def rank(self, board: Board, previous: Sequence[PointLike] | None = None) -> list[Candidate]:
        """Return all legal moves of a position, best first; none when every move is illegal.

        Args:
            board: the position; its `to_play` moves.
            previous: the moves before it, the newest last, when they are not the board's own past.
        """
        if previous is None:
            points, probabilities = self._model.rank_game(board._game)
        else:
            last = [to_index(_point(board, p), board.size) for p in list(previous)[::-1][:PREVIOUS]]
            last += [-1] * (PREVIOUS - len(last))
            stones = board.stones
            heat = self.maps(
                stones[None],
                np.array([1 if board.to_play.value == "B" else 2], np.uint8),
                np.array([last], np.int32),
                np.array([int((stones > 0).sum())], np.int32),
            )[0].reshape(-1)
            points = np.array([p.y * board.size + p.x for p in board.legal_moves()], np.int32)
            probabilities = heat[points] / max(float(heat[points].sum()), 1e-30)
        order = np.argsort(-probabilities, kind="stable")
        where, chances = points[order].tolist(), probabilities[order].tolist()
        on_board = all_points(board.size)
        return [Candidate(on_board[p], chance) for p, chance in zip(where, chances, strict=True)]

    def history(self, board: Board, threads: int = 1) -> npt.NDArray[np.float32]:
        """Return probabilities of all points before every step of the board's past and after the last."""
        return self._model.rank_history(board._game, threads)

    def maps(
        self,
        stones: npt.NDArray[np.uint8],
        to_play: npt.NDArray[np.uint8],
        previous: npt.NDArray[np.int32],
        moves: npt.NDArray[np.int32],
        threads: int = 1,
    ) -> npt.NDArray[np.float32]:
        """Return probabilities of all points of many positions of one size, in one native call.

        Args:
            stones: of shape (n, size, size).
            to_play: 1 black, 2 white, for each.
            previous: of shape (n, 4): the last moves as indices, the newest first, -1 where there is none.
            moves: how many moves have been played in each.
            threads: native threads; the result is the same for any number.
        """
        return self._model.rank_positions(stones, to_play, previous, moves, threads)

    def evidence(self, board: Board) -> Evidence:
        """Return what speaks for each legal move of a position."""
        points, probabilities, parts, facts, patterns, templates, keys = self._model.explain_game(board._game)
        order = np.argsort(-probabilities, kind="stable")
        return Evidence(
            tuple(_at(int(points[i]), board.size) for i in order),
            probabilities[order],
            tuple(self._model.families()),
            parts[order],
            facts[order],
            patterns[order],
            templates[order],
            keys[order],
        )

    def counts(self, pattern: int) -> tuple[int, int] | None:
        """Return how often a pattern was played and how often it came up; None when that was not counted."""
        if "used" in self.arrays:
            used, unused = int(self.arrays["used"][pattern]), int(self.arrays["unused"][pattern])
            return used, used + unused
        at = int(np.searchsorted(self._counted, pattern))
        if at == len(self._counted) or self._counted[at] != pattern:
            return None
        return int(from_steps(self.arrays["played"][at])), int(from_steps(self.arrays["seen"][at]))

    @cached_property
    def _counted(self) -> npt.NDArray[np.int64]:
        """Numbers of the patterns whose counts are kept, in order."""
        return np.flatnonzero(np.unpackbits(self.arrays["counted"], count=len(self.arrays["keys"])))


@lru_cache
def _bundled(name: str) -> MovePredictor:
    return MovePredictor(*load_bundled(name, KIND, VERSION))


def to_steps(counts: npt.NDArray[np.integer]) -> npt.NDArray[np.uint8]:
    """Put counts on the scale of model files."""
    steps: npt.NDArray[np.uint8] = np.minimum(np.rint(np.log1p(counts) / _STEP), 255).astype(np.uint8)
    return steps


def from_steps(steps: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Read counts off the scale of model files."""
    counts: npt.NDArray[np.int64] = np.rint(np.expm1(steps.astype(np.float64) * _STEP)).astype(np.int64)
    return counts


def _native_model(card: Card, arrays: Arrays) -> native.MoveModel:
    options = card.options
    bits = int(options["key_bits"])
    dictionary = native.PatternDictionary(arrays["keys"].astype(np.uint64), bits)
    if options["config"] == "paper":
        weights = np.zeros(0, np.float32)
        if int(options["top"]) > 0:
            weights = np.zeros(int(options["attributes"]), np.float32)
            weights[arrays["attributes"]] = arrays["weights"]
        return native.PaperMoveModel(
            dictionary,
            arrays["used"].astype(np.uint32),
            arrays["unused"].astype(np.uint32),
            weights,
            float(options["bias"]),
            int(options["top"]),
            bool(options["folded"]),
        )
    if options["config"] == "full":
        counted = int(np.unpackbits(arrays["counted"], count=len(arrays["keys"])).sum())
        if not counted == len(arrays["played"]) == len(arrays["seen"]):
            raise ValueError(f"expected counts of {counted} patterns")
        weights = np.concatenate([arrays["facts"], arrays["weights"]]).astype(np.float32)
        return native.FullMoveModel(
            dictionary, weights, arrays["net"].astype(np.float32), int(options["chains"])
        )
    raise ValueError(f"expected the configuration paper or full, got {options['config']!r}")


def _at(index: int, size: int) -> Point:
    point = from_index(index, size)
    assert point is not None
    return point


def _point(board: Board, point: PointLike) -> Point | None:
    from kifu.games.coordinates import from_gtp

    if isinstance(point, str):
        return from_gtp(point, board.size)
    if point is not None and len(point) != 2:
        raise InputError(f"expected a point such as (3, 15) or 'D4', got {point!r}")
    return None if point is None else Point(*point, board.size)
