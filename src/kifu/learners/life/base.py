"""What the classifiers of blocks share: examples, standardised inputs, the protocol, the native form."""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from kifu.models.files import Arrays
from kifu.work.progress import Progress, silent

Float = npt.NDArray[np.float64]
Rows = npt.NDArray[np.floating[Any]]


@dataclass(frozen=True, eq=False)
class Examples:
    """Blocks to learn from: one row of features a block, and 1 where it lives, 0 where it dies."""

    rows: Rows
    alive: Float

    def __len__(self) -> int:
        return len(self.alive)

    def take(self, numbers: npt.NDArray[np.int64]) -> "Examples":
        """Return the examples with these indices."""
        return Examples(self.rows[numbers], self.alive[numbers])


class Classifier(ABC):
    """Rows of features in, the probability of life out. Constructors store, `fit` learns."""

    #: Which native form `arrays` is for.
    form: Literal["layers", "trees"]

    @abstractmethod
    def fit(
        self, training: Examples, validation: Examples | None = None, *, progress: Progress = silent
    ) -> Self:
        """Learn from examples; `validation` says when to stop."""

    @abstractmethod
    def predict(self, rows: Rows) -> Float:
        """Return the probability of life of each row."""

    @abstractmethod
    def arrays(self) -> Arrays:
        """Return the numbers of the native form, for a `LifeModel`."""

    def error(self, examples: Examples) -> float:
        """Return the share of examples that it gets wrong."""
        return float(((self.predict(examples.rows) >= 0.5) != (examples.alive == 1)).mean())


class Standardiser:
    """Shifts and scales each feature to mean 0 and deviation 1; a constant feature becomes 0.

    Attributes:
        shift_: the means.
        scale_: 1 / deviation.
    """

    def fit(self, rows: Rows) -> Self:
        """Learn means and deviations."""
        wide = rows.astype(np.float64, copy=False)
        self.shift_: Float = wide.mean(0)
        deviation = wide.std(0)
        self.scale_: Float = np.where(deviation > 1e-9, 1 / np.maximum(deviation, 1e-9), 0.0)
        return self

    def __call__(self, rows: Rows) -> Float:
        """Return standardised rows."""
        result: Float = (rows.astype(np.float64, copy=False) - self.shift_) * self.scale_
        return result


def one_thread() -> contextlib.AbstractContextManager[object]:
    """Keep NumPy's and scikit-learn's libraries to one thread in a block, where threadpoolctl is installed.

    Sums come out the same on every machine then, and small work does not wait for busy cores.
    """
    try:
        from threadpoolctl import threadpool_limits
    except ImportError:
        return contextlib.nullcontext()
    limits: contextlib.AbstractContextManager[object] = threadpool_limits(1)
    return limits


def logistic(z: Float) -> Float:
    """The logistic function, without overflow."""
    result: Float = 0.5 * (1 + np.tanh(0.5 * z))
    return result


def as_layers(standardiser: Standardiser, layers: Sequence[tuple[Float, Float]]) -> Arrays:
    """The arrays of `LifeModel`'s form `layers`, from weights (inputs x outputs) and biases."""
    arrays: Arrays = {
        "shift": standardiser.shift_.astype(np.float32),
        "scale": standardiser.scale_.astype(np.float32),
    }
    for i, (weights, biases) in enumerate(layers):
        arrays[f"weights.{i}"] = np.ascontiguousarray(weights.T, dtype=np.float32)
        arrays[f"biases.{i}"] = np.asarray(biases, dtype=np.float32)
    return arrays
