"""The networks give what a plain recomputation gives; wrong shapes and impossible positions are refused."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from kifu.arena.draughts_games import play_games
from kifu.errors import InputError
from kifu.games.draughts import Position, positions_of
from kifu.models.draughts_net import TERMS, Network, network_card, terms, weight_count
from kifu.models.files import ModelError

Floats = npt.NDArray[np.float64]


@pytest.fixture(scope="module")
def rows() -> npt.NDArray[np.uint32]:
    """Positions of random games, men and kings of both sides."""
    games = play_games([(0, 0, 0)] * 60, [], "random", seed=3)
    return positions_of(games.packed, games.offsets)


def squash(x: Floats) -> Floats:
    return 2 / (1 + np.exp(-x)) - 1


def seen_by_mover(rows: npt.NDArray[np.uint32]) -> Floats:
    """The 32 squares: man 1, king 1.5, own side positive, the board turned round for White."""
    bits = lambda column: (rows[:, [column]] >> np.arange(32)) & 1  # noqa: E731
    black, white, kings = bits(0).astype(float), bits(1).astype(float), bits(2).astype(float)
    board = (black - white) * (1 + kings / 2)
    return np.where(rows[:, [3]] == 1, -board[:, ::-1], board)


def sub_square_sums(boards: Floats) -> Floats:
    grid = np.zeros((len(boards), 8, 8))
    for square in range(32):
        row = square // 4
        grid[:, row, 2 * (square % 4) + 1 - row % 2] = boards[:, square]
    sums = [
        grid[:, top : top + size, left : left + size].sum(axis=(1, 2))
        for size in range(3, 9)
        for top in range(9 - size)
        for left in range(9 - size)
    ]
    return np.stack(sums, axis=1)


def forward(inputs: Floats, weights: Floats) -> Floats:
    at, nodes = 0, inputs
    for size in (40, 10, 1):
        width = nodes.shape[1]
        matrix = weights[at : at + size * width].reshape(size, width)
        biases = weights[at + size * width : at + size * (width + 1)]
        nodes = squash(nodes @ matrix.T + biases)
        at += size * (width + 1)
    assert at == len(weights)
    return nodes[:, 0]


@pytest.mark.parametrize(("kind", "count"), [("squares", 4101), ("board", 1741)])
@pytest.mark.parametrize("size", [0.01, 1, 5])
def test_a_network_is_its_formula(kind: str, count: int, size: float, rows: npt.NDArray[np.uint32]) -> None:
    network = Network(kind, np.random.default_rng(5).uniform(-size, size, count))
    inputs = seen_by_mover(rows)
    if kind == "squares":
        inputs = sub_square_sums(inputs)
        assert inputs.shape[1] == 91
    # Steep networks magnify the rounding of the first layer's sums.
    close = pytest.approx(forward(inputs, network.weights), abs=1e-5 * max(1, size**2))
    assert network.values(rows, threads=2) == close


def test_the_linear_kind_is_a_sum_of_terms(rows: npt.NDArray[np.uint32]) -> None:
    network = Network.random("linear", np.random.default_rng(5))
    expected = squash(terms(rows) @ network.weights[:-1] + network.weights[-1])
    assert network.values(rows) == pytest.approx(expected, abs=1e-5)


def test_terms_are_the_movers_less_the_others() -> None:
    position = Position.from_fen("B:W32,K10:B1,2,5")
    found = dict(zip(TERMS, terms(position)[0].tolist(), strict=True))
    assert (found["men"], found["kings"]) == (2.0, -1.0)
    turned = Position.from_fen("W:W32,31,28:B1,K23")
    assert terms(turned)[0].tolist() == terms(position)[0].tolist()


def test_both_sides_see_the_same_board() -> None:
    network = Network.random("squares", np.random.default_rng(1))
    black, white = Position.from_fen("B:W30,K25:B3,7,K18"), Position.from_fen("W:W30,26,K15:B3,K8")
    assert network.values([black, white]).tolist() == network.values(black).tolist() * 2


def test_saving_keeps_every_bit(tmp_path: Path) -> None:
    network = Network.random("board", np.random.default_rng(2))
    network.save(tmp_path / "net", network_card("board", "a test", seed=2, options={"generations": 0}))
    loaded = Network.load(tmp_path / "net")
    assert loaded == network
    assert loaded.card is not None
    assert loaded.card.options == {"generations": 0, "network": "board"}


def test_wrong_shapes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"expected 4101 weights and biases .* shape \(4100,\)"):
        Network("squares", np.zeros(4100))
    with pytest.raises(InputError, match="of the kind squares, board, pieces, linear; got 'big'"):
        Network("big", np.zeros(3))
    with pytest.raises(InputError, match="weight 7 is nan"):
        Network("board", np.where(np.arange(1741) == 7, np.nan, 0.0))
    good = Network("linear", np.zeros(weight_count("linear")))
    with pytest.raises(InputError, match="network='linear'"):
        good.save(tmp_path / "net", network_card("board", "another kind"))
    card = network_card("squares", "says more than there is")
    from kifu.models.files import save

    save(tmp_path / "net", card, {"weights": np.zeros(12)})
    with pytest.raises(ModelError, match="net: expected 4101 weights"):
        Network.load(tmp_path / "net")


def test_impossible_positions_are_refused() -> None:
    network = Network("board", np.zeros(1741))
    with pytest.raises(InputError, match="cannot judge"):
        network.values(np.array([[0b111, 0b1, 0, 0]], dtype=np.uint32))  # two pieces on a square
    with pytest.raises(InputError, match="rows of four"):
        network.values(np.zeros((2, 3), dtype=np.uint32))
