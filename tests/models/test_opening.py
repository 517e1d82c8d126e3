"""Networks of openings: inputs against the plain way, gradients against differences, files."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from kifu.arena.opening_experts import KifuExpert
from kifu.arena.opening_games import OpeningTerms, play_pair
from kifu.errors import InputError
from kifu.games.go import Board, Colour, Point
from kifu.models.files import Card, ModelError, save
from kifu.models.opening import OpeningModel, opening_card
from kifu.models.opening_form import OpeningForm
from support.plain_opening import plain_inputs

SUBSETS = ["A" + "".join(more) for n in range(5) for more in combinations("BCDE", n)]


def random_board(rng: np.random.Generator, size: int = 9, most: int = 40) -> Board:
    board = Board(size, "chinese")
    for _ in range(int(rng.integers(0, most))):
        legal = board.legal_moves()
        if not legal:
            break
        board.play(legal[int(rng.integers(len(legal)))])
    return board


def model(seed: int = 1, **form: object) -> OpeningModel:
    made = OpeningForm(**form)  # type: ignore[arg-type]
    weights = np.random.default_rng(seed).normal(0, 0.3, made.weights)
    return OpeningModel(opening_card(made, 20, 5.5, "for a test"), {"weights": weights})


@pytest.mark.parametrize(
    ("features", "encoding", "size", "inputs"),
    [
        ("A", "scalar", 9, 163),
        ("ABCDE", "scalar", 9, 649),
        ("ABCDE", "binary", 9, 2593),
        ("ABCDE", "mixed", 9, 1297),
        ("A", "binary", 19, 723),  # the paper's numbers are those of 19x19
        ("ABCDE", "binary", 19, 11553),
    ],
)
def test_number_of_inputs(features: str, encoding: str, size: int, inputs: int) -> None:
    assert OpeningForm(features, encoding, size=size).inputs == inputs


def test_inputs_are_those_of_the_plain_way(sample_size: Callable[[int, int], int]) -> None:
    rng = np.random.default_rng(7)
    for case in range(sample_size(1000, 20_000)):
        encoding = ("scalar", "binary", "mixed")[case % 3]
        edges = ("points", "stones")[case % 2]
        size = (9, 9, 5, 13)[case % 4]
        form = OpeningForm(SUBSETS[case % 16], encoding, edges, size=size)
        board = random_board(rng, size, 20 if size == 5 else 40)
        network = form.network(np.zeros(form.weights))
        black = board.captured(Colour.WHITE) - board.captured(Colour.BLACK) - 5.5
        for view, points in ((1, black), (2, -black)):
            seen = network.inputs(board._game, view, 5.5)
            plain = plain_inputs(board.stones, view, points, form.codes, edges, form.scale)
            np.testing.assert_allclose(seen, plain, rtol=0, atol=1e-15)


def test_symmetric_positions_have_the_same_inputs_and_values() -> None:
    one = model(features="ABCDE", encoding="binary")
    rng = np.random.default_rng(3)
    board = random_board(rng)
    found = []
    for turn in range(4):
        for flip in (False, True):
            other = Board(9, "chinese")
            stones = np.rot90(board.stones.T if flip else board.stones, turn)
            black, white = ([Point(int(x), int(y)) for y, x in np.argwhere(stones == c)] for c in (1, 2))
            other.setup(black=black, white=white)
            other.to_play = board.to_play
            found.append(one.inputs(other, Colour.BLACK))
    assert all((inputs == found[0]).all() for inputs in found)


@pytest.mark.parametrize("view", ["mover", "black"])
@pytest.mark.parametrize("encoding", ["scalar", "binary"])
def test_gradient_is_that_of_finite_differences(view: str, encoding: str) -> None:
    form = OpeningForm("ABCDE", encoding, view=view, hidden=5)
    rng = np.random.default_rng(11)
    weights = rng.normal(0, 0.2, form.weights)
    board = random_board(rng)
    output, gradient = form.network(weights).gradient(board._game, 5.5)
    assert 0 < output < 1
    places = np.concatenate([np.flatnonzero(gradient)[::7], np.arange(len(weights))[-7:]])
    for i in places:
        change = np.zeros(len(weights))
        change[i] = 1e-6
        above = form.network(weights + change).gradient(board._game, 5.5)[0]
        below = form.network(weights - change).gradient(board._game, 5.5)[0]
        assert gradient[i] == pytest.approx((above - below) / 2e-6, abs=1e-8)


def test_the_network_computed_by_hand() -> None:
    one = model(features="ACD", encoding="mixed", scale=40.0)
    board = random_board(np.random.default_rng(5))
    form = one.form
    weights = one.arrays["weights"]
    mover = board.to_play.opponent
    first = weights[: (form.inputs + 1) * 40].reshape(-1, 40)
    last = weights[(form.inputs + 1) * 40 :]
    hidden = 1 / (1 + np.exp(-(one.inputs(board, mover) @ first[:-1] + first[-1])))
    output = 1 / (1 + np.exp(-(hidden @ last[:-1] + last[-1])))
    points = 40 * (2 * output - 1)
    assert one.value(board) == pytest.approx(points if mover is Colour.BLACK else -points)


def test_values_are_those_of_the_positions_after_the_moves() -> None:
    one = model()
    board = random_board(np.random.default_rng(9), most=15)
    values = one.values(board)
    assert [move.points for move in values] == sorted((move.points for move in values), reverse=True)
    assert {move.point for move in values} == set(board.legal_moves())
    for move in values[::9]:
        after = board.copy()
        after.play(move.point)
        black = one.value(after)
        assert move.points == pytest.approx(black if board.to_play is Colour.BLACK else -black)


def test_a_model_file_comes_back(tmp_path: Path) -> None:
    one = model(features="ABE", encoding="scalar", edges="stones")
    one.save(tmp_path / "one.safetensors")
    again = OpeningModel.load(tmp_path / "one.safetensors")
    board = random_board(np.random.default_rng(2))
    assert again.form == one.form
    assert again.value(board) == one.value(board)


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="ACD"):
        OpeningForm("BCD")
    with pytest.raises(InputError, match="'hex'"):
        OpeningForm(encoding="hex")
    with pytest.raises(InputError, match="13x13"):
        model().value(Board(13, "chinese"))
    card = opening_card(OpeningForm(), 20, 5.5, "too few")
    with pytest.raises(ModelError, match="do not fit"):
        OpeningModel(card, {"weights": np.zeros(3)})
    save(tmp_path / "book.safetensors", Card("book", 1, ""), {"weights": np.zeros(3)})
    with pytest.raises(ModelError, match="'opening'"):
        OpeningModel.load(tmp_path / "book.safetensors")


def test_the_bundled_model_beats_random() -> None:
    one = OpeningModel.bundled()
    values = one.values(Board(9, "chinese"))
    assert {values[0].point.x, values[0].point.y} <= set(range(2, 7))
    games = play_pair(one.network, None, 40, KifuExpert(30), OpeningTerms(), seed=1)
    assert games.wins >= 34
