"""Multi-layer perceptrons, trained over the full batch by GDX or RPROP with early stopping. NumPy alone.

Hidden neurons are tanh, the output is logistic, the loss is the squared error: minimised, it makes the output
the probability of life (section 2 of the paper).
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, Protocol, Self

import numpy as np

from kifu.learners.life.base import (
    Classifier,
    Examples,
    Float,
    Rows,
    Standardiser,
    as_layers,
    logistic,
    one_thread,
)
from kifu.models.files import Arrays
from kifu.work.progress import Progress, silent
from kifu.work.seeds import stream


class Network:
    """Weights of all layers in one vector, with views of it for each layer.

    Args:
        widths: inputs, hidden layers, and one output.
        seed: of the first weights, normal with deviation 1 / sqrt(inputs of the neuron).
    """

    def __init__(self, widths: tuple[int, ...], seed: int) -> None:
        self.widths = widths
        random = stream(seed, "mlp")
        shapes = list(pairwise(widths))
        self.vector: Float = np.zeros(sum((a + 1) * b for a, b in shapes))
        for weights, _ in self.layers(self.vector):
            weights[:] = random.normal(0, 1 / np.sqrt(weights.shape[0]), weights.shape)

    def layers(self, vector: Float) -> list[tuple[Float, Float]]:
        """Return weights (inputs x outputs) and biases of each layer as views of a vector."""
        views, at = [], 0
        for a, b in pairwise(self.widths):
            views.append((vector[at : at + a * b].reshape(a, b), vector[at + a * b : at + (a + 1) * b]))
            at += (a + 1) * b
        return views

    def forward(self, rows: Float, vector: Float) -> list[Float]:
        """Return the values of every layer; the last is one probability a row."""
        values = [rows]
        layers = self.layers(vector)
        for i, (weights, biases) in enumerate(layers):
            z = values[-1] @ weights
            z += biases
            if i + 1 < len(layers):
                values.append(np.tanh(z, out=z))
            else:
                values.append(logistic(z[:, 0]))
        return values

    def loss(self, examples: tuple[Float, Float], vector: Float) -> float:
        """Return the mean squared error."""
        rows, alive = examples
        return float(((self.forward(rows, vector)[-1] - alive) ** 2).mean())

    def gradient(self, examples: tuple[Float, Float], vector: Float) -> tuple[float, Float]:
        """Return the mean squared error and its gradient."""
        rows, alive = examples
        values = self.forward(rows, vector)
        difference = values[-1] - alive
        gradient = np.empty_like(vector)
        delta = (2 / len(alive) * difference * values[-1] * (1 - values[-1]))[:, None]
        layers, slopes = self.layers(vector), self.layers(gradient)
        for i in reversed(range(len(layers))):
            np.matmul(values[i].T, delta, out=slopes[i][0])
            slopes[i][1][:] = delta.sum(0)
            if i > 0:
                delta = delta @ layers[i][0].T
                delta *= 1 - values[i] ** 2
        return float((difference**2).mean()), gradient


class Descent(Protocol):
    """A way to go down: from loss and gradient at a point to the next point."""

    def start(self, vector: Float) -> Float:
        """Return the first point to look at."""

    def step(self, loss: float, gradient: Float) -> Float:
        """Take loss and gradient where it was sent, and return where to look next."""


@dataclass
class Gdx:
    """Gradient descent with momentum and adaptive rate.

    A step that raises the loss by more than `tolerance` is taken back, the rate falls and the momentum is
    forgotten; after a step that lowers it the rate grows.
    """

    rate: float = 0.05
    growth: float = 1.05
    decay: float = 0.7
    momentum: float = 0.9
    tolerance: float = 1.04
    _best: tuple[float, Float, Float] | None = field(default=None, repr=False)

    def start(self, vector: Float) -> Float:
        """Return the first point to look at."""
        self._at = vector.copy()
        self._move = np.zeros_like(vector)
        self._best = None
        return self._at

    def step(self, loss: float, gradient: Float) -> Float:
        """Take loss and gradient where it was sent, and return where to look next."""
        if self._best is not None and loss > self.tolerance * self._best[0]:
            self.rate *= self.decay
            _, self._at, gradient = self._best
            self._move = np.zeros_like(self._at)
        else:
            if self._best is not None and loss < self._best[0]:
                self.rate *= self.growth
            self._best = (loss, self._at, gradient)
        self._move = self.momentum * self._move - (1 - self.momentum) * self.rate * gradient
        self._at = self._at + self._move
        return self._at


@dataclass
class Rprop:
    """Resilient propagation: every weight has a step of its own, and only the gradient's sign counts."""

    first: float = 0.07
    growth: float = 1.2
    decay: float = 0.5
    smallest: float = 1e-6
    largest: float = 50.0

    def start(self, vector: Float) -> Float:
        """Return the first point to look at."""
        self._at = vector.copy()
        self._steps = np.full_like(vector, self.first)
        self._last = np.zeros_like(vector)
        return self._at

    def step(self, loss: float, gradient: Float) -> Float:
        """Take loss and gradient where it was sent, and return where to look next."""
        del loss
        same = gradient * self._last
        self._steps[same > 0] *= self.growth
        self._steps[same < 0] *= self.decay
        np.clip(self._steps, self.smallest, self.largest, out=self._steps)
        # After a change of sign the weight waits one step (Riedmiller and Braun).
        self._last = np.where(same < 0, 0.0, gradient)
        self._at = self._at - np.sign(self._last) * self._steps
        return self._at


class Perceptron(Classifier):
    """A multi-layer perceptron.

    Args:
        hidden: neurons of each hidden layer.
        method: `gdx` or `rprop`.
        max_epochs: looks at all examples at most.
        patience: epochs without a better validation loss after which training stops.
        seed: of the first weights.

    Attributes:
        standardiser_: shift and scale of the inputs.
        network_: the shape.
        vector_: the weights that were best on the validation set.
        epochs_: how many were used.
        losses_: training and validation loss of each epoch.
    """

    form = "layers"

    def __init__(
        self,
        hidden: tuple[int, ...] = (25,),
        method: Literal["gdx", "rprop"] = "gdx",
        *,
        max_epochs: int = 3000,
        patience: int = 50,
        seed: int = 1,
    ) -> None:
        self.hidden = hidden
        self.method = method
        self.max_epochs = max_epochs
        self.patience = patience
        self.seed = seed

    def fit(
        self, training: Examples, validation: Examples | None = None, *, progress: Progress = silent
    ) -> Self:
        """Learn; without a validation set the training loss itself says when to stop."""
        with one_thread():
            return self._fit(training, validation, progress)

    def _fit(self, training: Examples, validation: Examples | None, progress: Progress) -> Self:
        self.standardiser_ = Standardiser().fit(training.rows)
        learn = (self.standardiser_(training.rows), training.alive)
        check = learn if validation is None else (self.standardiser_(validation.rows), validation.alive)
        self.network_ = Network((training.rows.shape[1], *self.hidden, 1), self.seed)
        descent: Descent = Gdx() if self.method == "gdx" else Rprop()
        at = descent.start(self.network_.vector)
        best, self.vector_, since = np.inf, at, 0
        self.losses_: list[tuple[float, float]] = []
        for epoch in range(self.max_epochs):
            loss, gradient = self.network_.gradient(learn, at)
            checked = self.network_.loss(check, at) if check is not learn else loss
            self.losses_.append((loss, checked))
            if checked < best:
                best, self.vector_, since = checked, at.copy(), 0
            else:
                since += 1
                if since > self.patience:
                    break
            at = descent.step(loss, gradient)
            progress(epoch + 1, self.max_epochs, f"training, loss {best:.4f}")
        self.epochs_ = len(self.losses_)
        return self

    def predict(self, rows: Rows) -> Float:
        """Return the probability of life of each row."""
        return self.network_.forward(self.standardiser_(rows), self.vector_)[-1]

    def arrays(self) -> Arrays:
        """Return the numbers of the native form."""
        return as_layers(self.standardiser_, self.network_.layers(self.vector_))
