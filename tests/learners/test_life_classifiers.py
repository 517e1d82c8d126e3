"""The classifiers learn what can be learned, repeat themselves, and say natively what they say in NumPy."""

import numpy as np
import pytest

from kifu.errors import InputError
from kifu.learners.life.base import Classifier, Examples, one_thread
from kifu.learners.life.classifiers import TABLE_1, make_classifier
from kifu.learners.life.mlp import Gdx, Network, Rprop
from kifu.learners.life.trees import BoostedTrees, _round_down
from kifu.models.life import native_classifier

LINEAR = ["nmc", "ldc", "loglc"]


def straight(n: int = 400, seed: int = 0) -> Examples:
    """Alive where a weighted sum is positive; one column says nothing, one is constant."""
    random = np.random.default_rng(seed)
    rows = random.normal(0, [1, 5, 0.1, 1], (n, 4))
    rows[:, 0] += 3
    rows[:, 3] = 7
    return Examples(rows.astype(np.float32), (rows[:, 0] - 3 + 0.2 * rows[:, 1] > 0).astype(np.float64))


def crossed(n: int = 600, seed: int = 0) -> Examples:
    """Alive where two signs agree: no line parts them."""
    rows = np.random.default_rng(seed).normal(0, 1, (n, 2))
    return Examples(rows.astype(np.float32), (rows[:, 0] * rows[:, 1] > 0).astype(np.float64))


def make(name: str) -> Classifier:
    return (
        BoostedTrees(trees=40, leaves=8, min_leaf=10, column_share=1.0)
        if name == "trees"
        else make_classifier(name)
    )


@pytest.mark.parametrize("name", [*LINEAR, "gdx-5", "rprop-5", "trees"])
def test_a_line_is_learned(name: str) -> None:
    classifier = make(name).fit(straight(2000), straight(400, 1))
    assert classifier.error(straight(1000, 2)) < 0.06


@pytest.mark.parametrize("name", ["gdx-15", "rprop-15", "rprop-25-5", "trees"])
def test_a_cross_is_learned_with_hidden_neurons_or_trees(name: str) -> None:
    classifier = make(name).fit(crossed(), crossed(400, 1))
    assert classifier.error(crossed(1000, 2)) < 0.08
    assert make_classifier("loglc").fit(crossed()).error(crossed(1000, 2)) > 0.4


@pytest.mark.parametrize("name", [*LINEAR, "gdx-5", "rprop-25-5", "trees"])
def test_the_native_form_says_the_same(name: str) -> None:
    classifier = make(name).fit(straight(), straight(200, 1))
    rows = straight(300, 3).rows.astype(np.float32)
    native = native_classifier(classifier.form, classifier.arrays(), 4).predict(rows, 1)
    assert np.abs(native - classifier.predict(rows)).max() < 1e-4


def test_trees_say_natively_what_scikit_learn_says() -> None:
    from sklearn.ensemble import HistGradientBoostingClassifier

    train, test = crossed(2000), crossed(500, 1)
    ours = BoostedTrees(trees=60, leaves=48, rate=0.08, ridge=1.0, min_leaf=20, column_share=1.0).fit(train)
    theirs = HistGradientBoostingClassifier(
        max_iter=60,
        learning_rate=0.08,
        max_leaf_nodes=48,
        max_depth=10,
        l2_regularization=1.0,
        early_stopping=False,
    )
    with one_thread():
        theirs.fit(train.rows, train.alive)
    assert np.abs(ours.predict(test.rows) - theirs.predict_proba(test.rows)[:, 1]).max() < 1e-4


@pytest.mark.parametrize("name", TABLE_1)
def test_the_same_seed_gives_the_same_classifier(name: str) -> None:
    train, check = straight(100), straight(100, 1)
    first, second = (make_classifier(name, seed=3).fit(train, check).arrays() for _ in range(2))
    assert all(np.array_equal(first[key], second[key]) for key in first)


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    network = Network((3, 4, 2, 1), seed=1)
    random = np.random.default_rng(1)
    examples = (random.normal(size=(20, 3)), (random.uniform(size=20) > 0.5).astype(np.float64))
    _, gradient = network.gradient(examples, network.vector)
    for i in range(len(network.vector)):
        step = np.zeros_like(network.vector)
        step[i] = 1e-5
        slope = (
            network.loss(examples, network.vector + step) - network.loss(examples, network.vector - step)
        ) / 2e-5
        assert gradient[i] == pytest.approx(slope, abs=1e-8)


@pytest.mark.parametrize("descent", [Gdx(rate=0.5), Rprop()])
def test_descents_find_the_bottom_of_a_bowl(descent: Gdx | Rprop) -> None:
    scales = np.array([1.0, 10.0])
    at = descent.start(np.array([3.0, -2.0]))
    for _ in range(300):
        at = descent.step(float((scales * at**2).sum()), 2 * scales * at)
    assert np.abs(at).max() < 0.05


def test_gdx_takes_back_a_step_that_makes_it_worse() -> None:
    gdx = Gdx(rate=100.0)
    start = gdx.start(np.array([1.0]))
    first = gdx.step(1.0, np.array([2.0]))
    assert first[0] < -5
    again = gdx.step(float(first[0] ** 2), 2 * first)
    assert gdx.rate == pytest.approx(70)
    assert again[0] == pytest.approx(start[0] - 0.1 * 70 * 2)


def test_early_stopping_keeps_the_weights_that_were_best_on_the_validation_set() -> None:
    noise = np.random.default_rng(0)
    train = Examples(noise.normal(size=(60, 10)), (noise.uniform(size=60) > 0.5).astype(np.float64))
    check = Examples(noise.normal(size=(60, 10)), (noise.uniform(size=60) > 0.5).astype(np.float64))
    perceptron = make_classifier("rprop-25").fit(train, check)
    losses = [checked for _, checked in perceptron.losses_]  # type: ignore[attr-defined]
    kept = float(((perceptron.predict(check.rows) - check.alive) ** 2).mean())
    assert kept == pytest.approx(min(losses))
    assert len(losses) < 200


def test_thresholds_rounded_down_part_float32_numbers_as_before() -> None:
    random = np.random.default_rng(0)
    numbers = random.normal(size=1000).astype(np.float32)
    thresholds = (numbers[:-1].astype(np.float64) + numbers[1:]) / 2
    narrow = _round_down(thresholds)
    for number in numbers[:50]:
        assert np.array_equal(number <= narrow, float(number) <= thresholds)


@pytest.mark.parametrize("name", ["svm", "gdx", "gdx-", "gdx-0", "rprop-5-", "gdx-25x5", ""])
def test_an_unknown_classifier_is_refused_by_name(name: str) -> None:
    with pytest.raises(InputError, match="expected a classifier nmc, ldc, loglc, trees"):
        make_classifier(name)
