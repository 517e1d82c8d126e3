"""The linear classifiers of Table 1: nearest mean, linear discriminant, logistic. NumPy alone."""

from typing import Self

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


class _Linear(Classifier):
    """A weight a feature and a bias, after standardising.

    Attributes:
        standardiser_: shift and scale of the inputs.
        weights_: one a feature.
        bias_: added to their sum.
    """

    form = "layers"

    def fit(
        self, training: Examples, validation: Examples | None = None, *, progress: Progress = silent
    ) -> Self:
        """Learn from examples; a validation set is not needed and not looked at."""
        del validation, progress
        self.standardiser_ = Standardiser().fit(training.rows)
        with one_thread():
            self.weights_, self.bias_ = self._solve(self.standardiser_(training.rows), training.alive)
        return self

    def _solve(self, rows: Float, alive: Float) -> tuple[Float, float]:
        raise NotImplementedError

    def predict(self, rows: Rows) -> Float:
        """Return the probability of life of each row."""
        return logistic(self.standardiser_(rows) @ self.weights_ + self.bias_)

    def arrays(self) -> Arrays:
        """Return the numbers of the native form."""
        return as_layers(self.standardiser_, [(self.weights_[:, None], np.array([self.bias_]))])


class NearestMean(_Linear):
    """NMC: the class whose mean is nearer, in standardised features."""

    def _solve(self, rows: Float, alive: Float) -> tuple[Float, float]:
        dead_mean, alive_mean = rows[alive == 0].mean(0), rows[alive == 1].mean(0)
        bias = (dead_mean @ dead_mean - alive_mean @ alive_mean) / 2
        return alive_mean - dead_mean, float(bias)


class LinearDiscriminant(_Linear):
    """LDC: normal densities with one common covariance, and the classes' shares as priors.

    Args:
        ridge: added to the diagonal of the covariance of standardised features, so that features that say
            the same do not spoil it.
    """

    def __init__(self, ridge: float = 1e-6) -> None:
        self.ridge = ridge

    def _solve(self, rows: Float, alive: Float) -> tuple[Float, float]:
        means = [rows[alive == label].mean(0) for label in (0, 1)]
        shares = [float((alive == label).mean()) for label in (0, 1)]
        spread = sum(
            share * np.cov(rows[alive == label], rowvar=False, bias=True)
            for label, share in enumerate(shares)
        )
        spread = spread + self.ridge * np.eye(rows.shape[1])
        weights = np.linalg.solve(spread, means[1] - means[0])
        bias = -weights @ (means[0] + means[1]) / 2 + np.log(shares[1] / shares[0])
        return weights, float(bias)


class LogisticLinear(_Linear):
    """LOGLC: the linear function whose logistic has the highest likelihood, by Newton's method.

    Args:
        ridge: a small penalty on the squared weights, so that separable classes have a solution too.
        max_steps: of Newton's method.
    """

    def __init__(self, ridge: float = 1e-3, max_steps: int = 50) -> None:
        self.ridge = ridge
        self.max_steps = max_steps

    def _solve(self, rows: Float, alive: Float) -> tuple[Float, float]:
        rows = np.column_stack([rows, np.ones(len(rows))])
        penalty = np.full(rows.shape[1], self.ridge)
        penalty[-1] = 0.0
        weights = np.zeros(rows.shape[1])
        loss = self._loss(rows, alive, weights, penalty)
        for _ in range(self.max_steps):
            p = logistic(rows @ weights)
            gradient = rows.T @ (p - alive) + penalty * weights
            curvature = (rows * (p * (1 - p))[:, None]).T @ rows + np.diag(penalty + 1e-9)
            step = np.linalg.solve(curvature, gradient)
            # Newton's step may overshoot where the curvature is small: halve it until it helps.
            for scale in 0.5 ** np.arange(12):
                tried = self._loss(rows, alive, weights - scale * step, penalty)
                if tried <= loss:
                    break
            weights, gain, loss = weights - scale * step, loss - tried, tried
            if gain <= 1e-9 * len(rows):
                break
        return weights[:-1], float(weights[-1])

    @staticmethod
    def _loss(rows: Float, alive: Float, weights: Float, penalty: Float) -> float:
        z = rows @ weights
        return float((np.logaddexp(0, z) - alive * z).sum() + (penalty * weights**2).sum() / 2)
