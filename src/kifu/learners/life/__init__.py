"""Learning which blocks live: labelled games come in, `kifu.models.life.LifeModel` files go out.

`collecting` takes examples out of games, `linear`, `mlp` and `trees` are the classifiers, `classifiers` names
them, `training` puts it together. Stands on `kifu.features.life`.
"""

from kifu.learners.life.base import Classifier, Examples
from kifu.learners.life.classifiers import TABLE_1, make_classifier
from kifu.learners.life.collecting import Collecting, collect
from kifu.learners.life.training import LifeTraining, train

__all__ = [
    "TABLE_1",
    "Classifier",
    "Collecting",
    "Examples",
    "LifeTraining",
    "collect",
    "make_classifier",
    "train",
]
