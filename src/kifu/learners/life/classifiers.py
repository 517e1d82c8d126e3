"""The classifiers by name: those of Table 1 and the boosted trees."""

import re

from kifu.errors import InputError
from kifu.learners.life.base import Classifier
from kifu.learners.life.linear import LinearDiscriminant, LogisticLinear, NearestMean
from kifu.learners.life.mlp import Perceptron
from kifu.learners.life.trees import BoostedTrees

_HIDDEN = ("5", "15", "25", "25-5", "25-25", "50")

#: Table 1 of the paper, in its order.
TABLE_1 = ("nmc", "ldc", "loglc", *(f"gdx-{h}" for h in _HIDDEN), *(f"rprop-{h}" for h in _HIDDEN))

_PERCEPTRON = re.compile(r"(gdx|rprop)-(\d{1,4}(?:-\d{1,4})*)")


def make_classifier(name: str, seed: int = 1) -> Classifier:
    """Make a classifier from its name: `nmc`, `ldc`, `loglc`, `gdx-25`, `rprop-25-5`, `trees`.

    Raises:
        InputError: There is none of that name.
    """
    if name == "nmc":
        return NearestMean()
    if name == "ldc":
        return LinearDiscriminant()
    if name == "loglc":
        return LogisticLinear()
    if name == "trees":
        return BoostedTrees(seed=seed)
    match = _PERCEPTRON.fullmatch(name)
    hidden = tuple(int(n) for n in match[2].split("-")) if match else ()
    if match is None or not all(hidden):
        raise InputError(
            "expected a classifier nmc, ldc, loglc, trees, or gdx or rprop with the neurons of its hidden "
            f"layers as in gdx-25 or rprop-25-5, got {name!r}"
        )
    return Perceptron(hidden, "gdx" if match[1] == "gdx" else "rprop", seed=seed)
