"""Networks that judge draughts positions: the paper's, Blondie24's, and Samuel's linear terms."""

import hashlib
import re
from collections.abc import Iterable
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu._native import models as native
from kifu.errors import InputError
from kifu.games.draughts import Colour, Position
from kifu.models.files import Card, ModelError, load, load_bundled, save

KIND, VERSION = "draughts", 1
_BUNDLED = re.compile(r"draughts-([a-z0-9-]+)\.safetensors")

#: Kinds of network, with their layers.
KINDS = {
    "squares": (91, 40, 10, 1),  # sums over all sub-squares from 3x3 to 8x8
    "board": (32, 40, 10, 1),  # the squares themselves, as Blondie24's
    "pieces": (128, 40, 10, 1),  # men and kings of both sides apart, by square
    "linear": (len(native.draughts_term_names()), 1),  # terms of Samuel's kind
}
#: What the inputs of the linear kind count.
TERMS = tuple(native.draughts_term_names())

Weights = npt.NDArray[np.float64]
Rows = npt.NDArray[np.uint32]


class Network:
    """A network that judges positions for the side to move; never changed once made.

    The board is seen from the end of the side to move: own pieces count 1 and 1.5, the other's the opposite.

    Args:
        kind: `squares`, `board`, `pieces` or `linear`.
        weights: all in one vector, layer by layer: the weights by receiving node, then its layer's biases.
        card: what is known about it, where it came from a file.
    """

    def __init__(self, kind: str, weights: npt.ArrayLike, card: Card | None = None) -> None:
        expected = weight_count(kind)
        try:
            vector = np.array(weights, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise InputError(f"expected {expected} weights as numbers: {error}") from None
        if vector.shape != (expected,):
            raise InputError(
                f"expected {expected} weights and biases in one vector for a network of the kind {kind}, "
                f"got an array of shape {vector.shape}"
            )
        vector.flags.writeable = False
        self.kind = kind
        self.weights: Weights = vector
        self.card = card
        try:
            self._native = native.DraughtsNet(kind, vector)
        except ValueError as error:
            raise InputError(f"these weights make no network: {error}") from None

    @classmethod
    def random(cls, kind: str, random: np.random.Generator) -> "Network":
        """A network as the paper begins: every weight and bias uniform from -1 to 1."""
        return cls(kind, random.uniform(-1, 1, weight_count(kind)))

    @property
    def native(self) -> native.DraughtsNet:
        """The native network, for those who search natively."""
        return self._native

    @cached_property
    def fingerprint(self) -> str:
        """Twelve digits that tell networks apart."""
        return hashlib.sha256(self.kind.encode() + self.weights.tobytes()).hexdigest()[:12]

    def values(self, positions: "Rows | Position | Iterable[Position]", threads: int = 1) -> Weights:
        """Judge positions, each for its side to move: -1 lost, 1 won.

        Args:
            positions: of `kifu.games.draughts`, or rows (black, white, kings, side to move) as
                `positions_of` gives them.
            threads: native threads; the result is the same for any number.
        """
        rows = as_rows(positions)
        try:
            return np.asarray(self._native.values(rows, threads), dtype=np.float64)
        except ValueError as error:
            raise InputError(f"cannot judge these positions: {error}") from None

    def save(self, path: str | Path, card: Card) -> None:
        """Write the network with its card; `network_card` makes one."""
        if card.kind != KIND or card.options.get("network") != self.kind:
            raise InputError(
                f"expected the card of a draughts model with the option network={self.kind!r}, "
                f"got kind {card.kind!r} and network={card.options.get('network')!r}"
            )
        save(path, card, {"weights": self.weights})

    @classmethod
    def load(cls, path: str | Path) -> "Network":
        """Read a network; a corrupt or foreign file, or one of a wrong shape, is refused."""
        return cls._from_file(str(path), *load(path, KIND, VERSION))

    @staticmethod
    @lru_cache(maxsize=8)
    def bundled(name: str = "champion") -> "Network":
        """Return a network that ships with Kifu."""
        if not is_bundled(name):
            known = ", ".join(bundled_names())
            raise ModelError(f"expected a bundled network ({known}) or the name of a file, got {name!r}")
        file = f"draughts-{name}.safetensors"
        return Network._from_file(file, *load_bundled(file, KIND, VERSION))

    @classmethod
    def _from_file(cls, name: str, card: Card, arrays: dict[str, npt.NDArray[Any]]) -> "Network":
        kind = card.options.get("network")
        if "weights" not in arrays or kind not in KINDS:
            raise ModelError(
                f"{name}: expected the weights of a network of the kind {', '.join(KINDS)}; "
                f"got the kind {kind!r} with the arrays {', '.join(arrays) or 'none'}"
            )
        try:
            return cls(kind, arrays["weights"], card)
        except InputError as error:
            raise ModelError(f"{name}: {error}") from None

    def __eq__(self, other: object) -> bool:
        """Whether kind and weights are the same."""
        if not isinstance(other, Network):
            return NotImplemented
        return self.kind == other.kind and bool(np.array_equal(self.weights, other.weights))

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __reduce__(self) -> tuple[Any, ...]:
        return Network, (self.kind, np.asarray(self.weights), self.card)

    def __repr__(self) -> str:
        return f"<Network {self.kind} {self.fingerprint}>"


def weight_count(kind: str) -> int:
    """How many weights and biases a kind of network has: 4,101, 1,741, 5,581 and 13."""
    if kind not in KINDS:
        raise InputError(f"expected a network of the kind {', '.join(KINDS)}; got {kind!r}")
    return native.draughts_net_weights(kind)


def is_bundled(name: str) -> bool:
    """Whether a network of this name ships with Kifu."""
    return name in bundled_names()


def bundled_names() -> list[str]:
    """Names of the networks that ship with Kifu."""
    found = (_BUNDLED.fullmatch(entry.name) for entry in (files("kifu.models") / "bundled").iterdir())
    return sorted(match[1] for match in found if match)


def network_card(kind: str, description: str, **facts: Any) -> Card:
    """Make the card that a network of this kind is saved with.

    Args:
        kind: `squares`, `board`, `pieces` or `linear`.
        description: one or two sentences.
        facts: other fields of the card; `options` are kept.
    """
    options = dict(facts.pop("options", {})) | {"network": kind}
    return Card(KIND, VERSION, description, options=options, **facts)


def as_rows(positions: "Rows | Position | Iterable[Position]") -> Rows:
    """Positions as rows (black, white, kings, side to move), bit n - 1 for square n, 0 for Black to move."""
    if isinstance(positions, np.ndarray):
        if positions.ndim != 2 or positions.shape[1] != 4:
            raise InputError(f"expected rows of four numbers, got an array of shape {positions.shape}")
        return np.ascontiguousarray(positions, dtype=np.uint32)
    listed = [positions] if isinstance(positions, Position) else list(positions)
    rows = [(*position.bitboards, position.to_play is Colour.WHITE) for position in listed]
    return np.array(rows, dtype=np.uint32).reshape(-1, 4)


def terms(positions: "Rows | Position | Iterable[Position]") -> npt.NDArray[np.float32]:
    """The linear terms of positions for the side to move, one column for each of `TERMS`."""
    return native.draughts_terms(as_rows(positions))
