"""The life model: native classifiers as NumPy computes them, maps of positions, files that do not fit."""

from itertools import pairwise

import numpy as np
import pytest

from kifu._native import models as native
from kifu.games.go import Board, Colour
from kifu.models.files import Card, ModelError
from kifu.models.life import LifeModel

ALIVE_AND_DEAD = """
    . X . X O . . . .
    X X X X O . O O O
    O O O O O . O X X
    . . . . . . O X .
    . . . . . . O O O
    . . . . . . . . .
    X X X X X X X X X
    . . . . . . . . .
    . . . X . . . . .
"""


def test_layers_as_numpy_computes_them() -> None:
    random = np.random.default_rng(1)
    sizes = [58, 25, 5, 1]
    layers = [
        (random.normal(size=(b, a)).astype(np.float32), random.normal(size=b).astype(np.float32))
        for a, b in pairwise(sizes)
    ]
    shift, scale = random.normal(size=58).astype(np.float32), random.uniform(0.5, 2, 58).astype(np.float32)
    rows = random.normal(size=(200, 58)).astype(np.float32)
    x = (rows - shift) * scale
    for i, (weights, biases) in enumerate(layers):
        x = x @ weights.T + biases
        if i < 2:
            x = np.tanh(x)
    expected = 1 / (1 + np.exp(-x[:, 0]))
    found = native.Layers(shift, scale, layers).predict(rows)
    np.testing.assert_allclose(found, expected, atol=1e-5)


def test_trees_walk_left_where_the_feature_is_at_most_the_threshold() -> None:
    trees = native.Trees(
        2,
        0.5,
        np.array([0, 3, 4]),
        np.array([1, -1, -1, -1], np.int16),
        np.array([2.0, 0, 0, 0], np.float32),
        np.array([1, 0, 0, 0], np.int16),
        np.array([2, 0, 0, 0], np.int16),
        np.array([0, -1.0, 1.0, 0.25], np.float32),
    )
    found = trees.predict(np.array([[0, 2.0], [0, 2.5]], np.float32))
    np.testing.assert_allclose(found, 1 / (1 + np.exp(-np.array([-0.25, 1.75]))), atol=1e-6)


@pytest.mark.parametrize("left", [0, 5, -1])
def test_trees_that_point_nowhere_are_refused(left: int) -> None:
    with pytest.raises(ValueError, match="points nowhere"):
        native.Trees(
            1, 0, np.array([0, 3]), np.array([0, -1, -1], np.int16), np.zeros(3, np.float32),
            np.array([left, 0, 0], np.int16), np.array([2, 0, 0], np.int16), np.zeros(3, np.float32),
        )  # fmt: skip


def test_the_bundled_model_tells_living_from_dead() -> None:
    board = Board.from_diagram(ALIVE_AND_DEAD, to_play=Colour.WHITE)
    board.pass_()
    board.pass_()
    alive = LifeModel.bundled().map(board)
    life = {(b.colour, len(b.stones)): alive[b.stones[0].y, b.stones[0].x] for b in board.blocks()}
    assert life[Colour.BLACK, 6] > 0.9
    assert life[Colour.BLACK, 3] < 0.3
    assert life[Colour.BLACK, 9] > 0.7


def test_maps_are_the_same_on_any_number_of_threads_and_agree_with_one_board() -> None:
    model = LifeModel.bundled()
    board = Board(9)
    for i in range(30):
        legal = board.legal_moves()
        board.play(legal[(7 * i * i + 3) % len(legal)])
    stones = board.history()
    to_play = np.array([1 + i % 2 for i in range(len(stones))], np.uint8)
    passes = np.zeros(len(stones), np.uint8)
    one = model.maps(stones, to_play, passes, threads=1)
    np.testing.assert_array_equal(one, model.maps(stones, to_play, passes, threads=3))
    np.testing.assert_array_equal(one[-1], model.map(Board.from_stones(stones[-1])))
    assert ((one >= 0) == (stones > 0)).all()


def test_arrays_that_do_not_fit_the_card_are_refused() -> None:
    card = Card("life", 1, "", options={"features": "paper", "form": "layers"})
    with pytest.raises(ModelError, match="do not fit"):
        LifeModel(card, {"shift": np.zeros(3), "scale": np.ones(3)})
    with pytest.raises(ModelError, match="trees or layers"):
        LifeModel(Card("life", 1, "", options={"features": "paper", "form": "magic"}), {})


def test_fewer_playouts_are_another_model_that_leaves_the_first_alone() -> None:
    model, board = LifeModel.bundled(), Board(3)
    fewer = model.with_playouts(2)
    assert (model.features.playouts, fewer.features.playouts) == (64, 2)
    assert fewer.map(board).shape == (3, 3)
