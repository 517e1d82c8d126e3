"""The life model: of every block, the probability that it lives."""

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu._native import models as native
from kifu.features.life import LifeFeatures
from kifu.games.go import Board
from kifu.models.files import Arrays, Card, ModelError, load, load_bundled, save

KIND, VERSION = "life", 1

Map = npt.NDArray[np.float32]


class LifeModel:
    """A trained classifier with the features it wants.

    Args:
        card: what it is; its options name the features, the playouts and the form (trees or layers).
        arrays: its numbers.
    """

    def __init__(self, card: Card, arrays: Arrays) -> None:
        self.card = card
        self.arrays = arrays
        options = card.options
        try:
            self.features = LifeFeatures(options["features"], int(options.get("playouts", 1)))
            self._classifier = native_classifier(str(options["form"]), arrays, len(self.features.names))
        except (KeyError, ValueError, TypeError, IndexError) as error:
            raise ModelError(f"the arrays of this life model do not fit its card: {error}") from None

    def __reduce__(self) -> tuple[Any, ...]:
        # Native classifiers do not pickle: they are made again where this goes.
        return _made_again, (self.card, self.arrays, self.features.playouts)

    @classmethod
    def load(cls, path: str | Path) -> "LifeModel":
        """Read a life model; a corrupt or foreign file is refused with what was expected."""
        return cls(*load(path, KIND, VERSION))

    @staticmethod
    @lru_cache(maxsize=4)
    def bundled() -> "LifeModel":
        """Return the model that ships with Kifu."""
        return LifeModel(*load_bundled("life.safetensors", KIND, VERSION))

    def with_playouts(self, playouts: int) -> "LifeModel":
        """The same model, looking at so many random endings; fewer are faster and noisier."""
        other = object.__new__(LifeModel)
        other.__dict__.update(self.__dict__)  # with the same classifier, not another one
        other.features = replace(self.features, playouts=playouts)
        return other

    @property
    def classifier(self) -> native.Classifier:
        """The native classifier, for those who judge positions natively."""
        return self._classifier

    def save(self, path: str | Path) -> None:
        """Write the model with its card."""
        save(path, self.card, self.arrays)

    def predict(self, rows: npt.NDArray[np.float32], threads: int = 1) -> npt.NDArray[np.float32]:
        """Return the probability of life for rows of features."""
        return self._classifier.predict(rows, threads)

    def map(self, board: Board, seed: int = 1) -> Map:
        """Return for every point the probability that its block lives, -1 on empty points."""
        return native.life_of_game(
            board._game, self._classifier, self.features.is_full, self.features.playouts, seed
        )

    def maps(
        self,
        stones: npt.NDArray[np.uint8],
        to_play: npt.NDArray[np.uint8],
        passes: npt.NDArray[np.uint8],
        seed: int = 1,
        threads: int = 1,
    ) -> Map:
        """Return maps of many positions of one size.

        Args:
            stones: of shape (n, size, size).
            to_play: 1 black, 2 white, for each.
            passes: how many passes in a row came last.
            seed: of the random endings.
            threads: native threads; the result is the same for any number.
        """
        full, playouts = self.features.is_full, self.features.playouts
        return native.life_of_positions(
            stones, to_play, passes, self._classifier, full, playouts, seed, threads
        )


def _made_again(card: Card, arrays: Arrays, playouts: int) -> LifeModel:
    return LifeModel(card, arrays).with_playouts(playouts)


def native_classifier(form: str, arrays: Arrays, width: int) -> native.Classifier:
    """Make the native classifier of a form, `trees` or `layers`, from its arrays."""
    if form == "trees":
        return native.Trees(
            width,
            float(arrays["baseline"].reshape(-1)[0]),
            arrays["offsets"].astype(np.int64),
            arrays["feature"].astype(np.int16),
            arrays["threshold"].astype(np.float32),
            arrays["left"].astype(np.int16),
            arrays["right"].astype(np.int16),
            arrays["value"].astype(np.float32),
        )
    if form == "layers":
        count = sum(name.startswith("weights.") for name in arrays)
        layers = [
            (arrays[f"weights.{i}"].astype(np.float32), arrays[f"biases.{i}"].astype(np.float32))
            for i in range(count)
        ]
        return native.Layers(arrays["shift"].astype(np.float32), arrays["scale"].astype(np.float32), layers)
    raise ValueError(f"expected a classifier of the form trees or layers, got {form!r}")
