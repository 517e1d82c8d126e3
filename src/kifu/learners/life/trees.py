"""Gradient-boosted trees by scikit-learn, exported to the native form."""

import contextlib
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from kifu.errors import MissingToolError
from kifu.learners.life.base import Classifier, Examples, Float, Rows, one_thread
from kifu.models.files import Arrays
from kifu.work.progress import Progress, silent

#: Below so many examples several threads wait for each other more than they work.
_SMALL = 50_000


class BoostedTrees(Classifier):
    """Trees that each correct the sum of those before.

    Args:
        trees: at most; the number that is best on the validation set stays.
        leaves: of each tree at most.
        depth: of each tree at most; a deep tree is slow to ask.
        rate: how much of its correction each tree applies.
        min_leaf: examples in a leaf at least.
        ridge: penalty on the leaves' squared values.
        column_share: share of the features that each split looks at.
        seed: of what is drawn.

    Attributes:
        baseline_: what the trees' sum starts from.
        nodes_: scikit-learn's nodes of each tree that stays.
        losses_: validation loss after each tree.
    """

    form = "trees"

    def __init__(
        self,
        trees: int = 400,
        leaves: int = 32,
        rate: float = 0.08,
        *,
        depth: int = 10,
        min_leaf: int = 60,
        ridge: float = 10.0,
        column_share: float = 0.3,
        seed: int = 1,
    ) -> None:
        self.trees = trees
        self.leaves = leaves
        self.depth = depth
        self.rate = rate
        self.min_leaf = min_leaf
        self.ridge = ridge
        self.column_share = column_share
        self.seed = seed

    def fit(
        self, training: Examples, validation: Examples | None = None, *, progress: Progress = silent
    ) -> Self:
        """Learn; the validation set decides how many trees stay."""
        try:
            from sklearn.ensemble import HistGradientBoostingClassifier
        except ImportError:
            raise MissingToolError(
                "boosted trees are trained by scikit-learn: pip install 'kifu[train]'"
            ) from None
        boosting = HistGradientBoostingClassifier(
            learning_rate=self.rate,
            max_leaf_nodes=self.leaves,
            max_depth=self.depth,
            min_samples_leaf=self.min_leaf,
            l2_regularization=self.ridge,
            max_features=self.column_share,
            early_stopping=False,
            random_state=self.seed,
            warm_start=True,
            max_iter=1,
        )
        labels = training.alive.astype(np.int8)
        # Some trees at a time, so that the progress shows and the validation set is asked in between.
        batch = 25
        self.losses_: list[float] = []
        with one_thread() if len(training) < _SMALL else contextlib.nullcontext():
            for grown in [*range(batch, self.trees, batch), self.trees]:
                boosting.max_iter = grown
                boosting.fit(training.rows, labels)
                progress(grown, self.trees, "growing trees")
        kept = self.trees
        if validation is not None:
            for scores in boosting.staged_decision_function(validation.rows):
                z = np.ravel(scores)
                self.losses_.append(float((np.logaddexp(0, z) - validation.alive * z).mean()))
            kept = int(np.argmin(self.losses_)) + 1
        self.baseline_ = float(np.ravel(boosting._baseline_prediction)[0])
        self.nodes_: list[npt.NDArray[Any]] = [tree.nodes for (tree,) in boosting._predictors[:kept]]
        return self

    def predict(self, rows: Rows) -> Float:
        """Return the probability of life of each row, natively."""
        from kifu.models.life import native_classifier

        classifier = native_classifier(self.form, self.arrays(), rows.shape[1])
        return classifier.predict(np.ascontiguousarray(rows, np.float32), 1).astype(np.float64)

    def arrays(self) -> Arrays:
        """Return the numbers of the native form."""
        nodes = np.concatenate(self.nodes_)
        leaf = nodes["is_leaf"].astype(bool)
        return {
            "baseline": np.array([self.baseline_], np.float32),
            "offsets": np.cumsum([0] + [len(tree) for tree in self.nodes_]).astype(np.int64),
            "feature": np.where(leaf, -1, nodes["feature_idx"]).astype(np.int16),
            "threshold": _round_down(np.where(leaf, 0.0, nodes["num_threshold"])),
            "left": np.where(leaf, 0, nodes["left"]).astype(np.int16),
            "right": np.where(leaf, 0, nodes["right"]).astype(np.int16),
            "value": np.where(leaf, nodes["value"], 0.0).astype(np.float32),
        }


def _round_down(values: Float) -> npt.NDArray[np.float32]:
    """The largest float32 that is not above each value: a float32 is below one as it is below the other."""
    narrow = values.astype(np.float32)
    return np.where(narrow > values, np.nextafter(narrow, np.float32(-np.inf)), narrow).astype(np.float32)
