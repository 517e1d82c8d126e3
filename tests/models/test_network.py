"""The network: inputs against a slow reading of the board, PyTorch against ONNX, files that are refused."""

import pickle
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from kifu._native import models as native
from kifu.analysis.moves import predict
from kifu.errors import InputError, KifuWarning, MissingToolError
from kifu.games.go import Board, Colour, Point
from kifu.learners.network.body import Body, to_arrays
from kifu.models import network as networks
from kifu.models.files import Card, ModelError, save
from kifu.models.moves import MovePredictor
from kifu.models.network import (
    EXPERT_PLANE,
    KIND,
    NUMBERS,
    PLANES,
    UNKNOWN_RANK,
    VERSION,
    Network,
    NetworkShape,
    convert,
    identity,
    to_bytes,
    turned_points,
)
from kifu.models.network_onnx import sealed
from kifu_lab.bench.moves import packed_games

SHAPE = NetworkShape(blocks=2, channels=8, hidden=4)
TERMS = np.array([6.5, 0, UNKNOWN_RANK, UNKNOWN_RANK], np.float32)


def body(seed: int = 1) -> Body:
    """A network whose every weight and statistic is drawn."""
    torch.manual_seed(seed)
    made = Body(SHAPE)
    for name, tensor in made.state_dict().items():
        if tensor.is_floating_point():
            tensor.copy_(torch.rand_like(tensor) + 0.5 if "var" in name else torch.randn_like(tensor) * 0.3)
    return made.eval()


def card(**options: object) -> Card:
    known = {"size": 9, "expert": identity(MovePredictor.bundled(9))}
    return Card(KIND, VERSION, "a test", options=known | options)


@pytest.fixture(scope="module")
def onnx_file() -> bytes:
    return to_bytes(card(), to_arrays(body().state_dict()), "test", int8=False)


@pytest.fixture(scope="module")
def network(onnx_file: bytes) -> Network:
    return Network(onnx_file, "test")


def board_of(*points: str, size: int = 9) -> Board:
    board = Board(size)
    for point in points:
        board.play(point)
    return board


def planes_of(
    board: Board, komi: float = 6.5, ranks: tuple[int, int] = (UNKNOWN_RANK,) * 2, symmetry: int = 0
):
    planes, numbers, to_play = native.network_history(None, board._game, komi, True, *ranks, -1, symmetry)
    return planes[0], numbers[0], to_play[0]


@pytest.mark.parametrize("size", [5, 9, 13, 19])
def test_onnx_answers_as_pytorch_does(size: int, network: Network) -> None:
    random = np.random.default_rng(size)
    planes = random.normal(size=(3, PLANES, size, size)).astype(np.float32)
    numbers = random.normal(size=(3, NUMBERS)).astype(np.float32)
    with torch.inference_mode():
        wanted = body()(torch.from_numpy(planes), torch.from_numpy(numbers))
    policy, owners, lead, win = network._session.run(None, {"planes": planes, "numbers": numbers})
    np.testing.assert_allclose(policy, wanted.policy, rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(owners, wanted.owners.softmax(1), atol=1e-4)
    np.testing.assert_allclose(lead, wanted.lead.softmax(1), atol=1e-4)
    np.testing.assert_allclose(win[:, 0], wanted.win.sigmoid(), atol=1e-4)


def test_planes_show_stones_liberties_ko_and_last_moves() -> None:
    # White takes a ko at D5; Black may not take back at E5 at once.
    board = board_of("C5", "F5", "D6", "E6", "D4", "E4", "E5", "D5")
    planes, _, to_play = planes_of(board)
    assert to_play == 1
    stones = board.stones
    assert np.array_equal(planes[0], stones == 1)
    assert np.array_equal(planes[1], stones == 2)
    assert planes[2].all()
    for y in range(9):
        for x in range(9):
            block = board.block_at(Point(x, y)) if stones[y, x] else None
            for n in (1, 2, 3):
                assert planes[2 + n, y, x] == (block is not None and len(block.liberties) == n)
    assert [tuple(at) for at in np.argwhere(planes[8])] == [(4, 4)]
    last = [next(iter(np.argwhere(planes[9 + k]).tolist()), None) for k in range(4)]
    assert last == [[4, 3], [4, 4], [5, 4], [5, 3]]
    legal = {(p.y, p.x) for p in board.legal_moves()}
    assert {tuple(at) for at in np.argwhere(planes[native.NETWORK_LEGAL])} == legal


def test_planes_show_blocks_that_ladders_catch() -> None:
    # The white stone at C7 has two liberties, and a ladder runs to the edge.
    caught = Board(9)
    for point, colour in (("C7", "W"), ("C8", "B"), ("B7", "B"), ("D8", "B"), ("B6", "B")):
        caught.play(point, Colour(colour))
    planes, _, _ = planes_of(caught)
    assert planes[6, 2, 2] == 1
    assert planes[7, 2, 2] == 0
    in_corner = board_of("A8", "A9", "E5")
    assert planes_of(in_corner)[0][6, 0, 0] == 1
    in_corner.play("E6")
    in_corner.play("B9")  # takes the stone
    assert planes_of(in_corner)[0][6, 0, 0] == 0


def test_numbers_are_seen_from_the_side_to_move() -> None:
    board = board_of("E5")
    _, numbers, to_play = planes_of(board, komi=7.5, ranks=(3, -20))
    assert to_play == 2
    assert numbers[:6].tolist() == pytest.approx([0.5, 1, 0, 0, 0, 0])
    own, enemy = numbers[6:17], numbers[17:]
    assert own.tolist() == [0, 1, *[0] * 9]
    assert enemy.tolist() == [*[0] * 7, 1, 0, 0, 0]
    board.play(None)
    _, numbers, _ = planes_of(board, komi=7.5)
    assert numbers[:6].tolist() == pytest.approx([-0.5, 1, 0, 1, 0, 0])
    assert numbers[16] == numbers[27] == 1
    board.play(None)
    assert planes_of(board)[1][3:5].tolist() == [1, 1]


def test_colours_exchanged_with_komi_give_the_same_inputs() -> None:
    board, exchanged = Board(9), Board(9)
    for i, point in enumerate(("E5", "C3", "G7")):
        board.play(point)
        exchanged.play(point, Colour.WHITE if i % 2 == 0 else Colour.BLACK)
    for part, other in zip(planes_of(board, 5.5)[:2], planes_of(exchanged, -5.5)[:2], strict=True):
        assert np.array_equal(part, other)


def test_a_rank_between_knots_is_shared() -> None:
    _, numbers, _ = planes_of(Board(9), ranks=(-8, 19))
    assert numbers[6:17].tolist() == [0, 0, 0, 0.5, 0.5, 0, 0, 0, 0, 0, 0]
    assert numbers[17:].tolist() == [*[0] * 9, 1, 0]


@pytest.mark.parametrize("symmetry", range(8))
def test_turned_planes_are_the_planes_of_the_turned_board(symmetry: int) -> None:
    points = [(2, 3), (6, 2), (2, 6), (6, 6), (3, 3), (3, 2), (2, 2)]
    board, turned = Board(9), Board(9)
    place = turned_points(symmetry, 9)
    for x, y in points:
        board.play((x, y))
        at = int(place[y * 9 + x])
        turned.play((at % 9, at // 9))
    assert np.array_equal(planes_of(board, symmetry=symmetry)[0], planes_of(turned)[0])
    plain = planes_of(board)[0][None]
    assert np.array_equal(networks._turned(plain, symmetry)[0], planes_of(turned)[0])


@pytest.mark.parametrize("threads", [1, 3])
def test_records_and_boards_give_the_same_inputs(threads: int) -> None:
    games = packed_games(9).take(range(3))
    model = MovePredictor.bundled(9).native
    for number in range(3):
        actions = games.actions[games.offsets[number] : games.offsets[number + 1]]
        board = Board(9)
        for action in actions.tolist():
            board.play((action & 63, action >> 6 & 63), Colour.WHITE if action >> 15 else Colour.BLACK)
        moves = np.arange(len(actions), dtype=np.int32)
        planes, numbers, to_play, played, owners = native.network_samples(
            model,
            9,
            games.actions,
            games.offsets,
            np.tile(TERMS, (3, 1)),
            np.zeros((0, 81), np.uint8),
            np.full(len(moves), number, np.int32),
            moves,
            np.zeros(len(moves), np.uint8),
            threads,
        )
        again = native.network_history(
            model, board._game, 6.5, False, UNKNOWN_RANK, UNKNOWN_RANK, 0, 0, threads
        )
        for part, other in zip((planes, numbers, to_play), again, strict=True):
            assert np.array_equal(part, other[:-1])
        assert played.tolist() == [(a >> 6 & 63) * 9 + (a & 63) for a in actions.tolist()]
        assert (owners == 255).all()


def test_the_expert_plane_is_the_pattern_models() -> None:
    board = board_of("E5", "C3", "G7")
    model = MovePredictor.bundled(9)
    planes, _, _ = native.network_history(model.native, board._game, 7, True, UNKNOWN_RANK, UNKNOWN_RANK, -1)
    for candidate in model.rank(board):
        said = planes[0, EXPERT_PLANE, candidate.point.y, candidate.point.x]
        assert said == pytest.approx(max(np.log(candidate.probability) / 4, -3), rel=1e-3)
    assert planes[0, EXPERT_PLANE, 4, 4] == -3


def test_owners_of_labelled_games_are_turned_and_seen_from_the_mover() -> None:
    games = packed_games(9).take([0])
    owners = np.zeros((1, 81), np.uint8)
    owners[0, :3] = 1, 2, 255
    for symmetry in range(8):
        *_, found = native.network_samples(
            None,
            9,
            games.actions,
            games.offsets,
            TERMS[None],
            owners,
            *_one(1),
            np.array([symmetry], np.uint8),
        )
        place = turned_points(symmetry, 9)
        assert found[0].ravel()[place[:4]].tolist() == [2, 1, 255, 0]  # White is to move


def _one(move: int) -> tuple[np.ndarray, np.ndarray]:
    return np.zeros(1, np.int32), np.array([move], np.int32)


@pytest.mark.parametrize(
    ("games", "moves", "symmetries", "words"),
    [
        ([5], [0], [0], "a game that is there"),
        ([-1], [0], [0], "a game that is there"),
        ([0], [1000], [0], "fewer moves"),
        ([0], [0], [8], "symmetry from 0 to 7"),
        ([0, 0], [0], [0], "as many moves and symmetries"),
    ],
)
def test_positions_that_are_not_there_are_refused(games, moves, symmetries, words: str) -> None:
    some = packed_games(9).take([0])
    with pytest.raises(ValueError, match=words):
        native.network_samples(
            None,
            9,
            some.actions,
            some.offsets,
            TERMS[None],
            np.zeros((0, 81), np.uint8),
            np.array(games, np.int32),
            np.array(moves, np.int32),
            np.array(symmetries, np.uint8),
        )


def test_answers_are_probabilities_and_leads(network: Network) -> None:
    board = board_of("E5", "C3", "G7", size=9)
    found = network.evaluate(board, komi=7, first=0, symmetries=2)
    assert len(found) == 4
    assert found.policy.shape == (4, 82)
    assert found.policy.sum(1) == pytest.approx(1, abs=1e-5)
    assert found.policy[3, 4 * 9 + 4] == 0
    assert (np.abs(found.owners) <= 1).all()
    assert ((found.win > 0) & (found.win < 1)).all()
    assert (found.spread > 0).all()


def test_a_network_can_be_sent_to_other_processes(network: Network) -> None:
    again = pickle.loads(pickle.dumps(network))
    board = board_of("E5", "C3")
    assert np.array_equal(again.evaluate(board, komi=7).policy, network.evaluate(board, komi=7).policy)


def test_one_position_and_all_of_a_game_give_the_same(network: Network) -> None:
    board = board_of("E5", "C3", "G7", "C7")
    whole = network.evaluate(board, komi=7, first=0)
    alone = network.evaluate(board, komi=7)
    np.testing.assert_allclose(whole.policy[-1:], alone.policy, atol=1e-6)
    np.testing.assert_allclose(whole.owners[-1:], alone.owners, atol=1e-6)


def test_the_mean_over_all_symmetries_does_not_depend_on_how_the_board_lies(network: Network) -> None:
    board, turned = Board(9), Board(9)
    for x, y in ((2, 3), (6, 2), (2, 6)):
        board.play((x, y))
        turned.play((y, 8 - x))
    one = network.evaluate(board, komi=7, symmetries=8)
    other = network.evaluate(turned, komi=7, symmetries=8)
    assert one.win == pytest.approx(other.win, abs=1e-5)
    np.testing.assert_allclose(np.rot90(one.owners[0]), other.owners[0], atol=1e-5)


def test_sizes_without_a_network_are_refused(network: Network) -> None:
    for size in (4, 21):
        assert Network.bundled(size) is None
        with pytest.raises(InputError, match="5 to 19 lines"):
            network.evaluate(Board(size), komi=7)


# Files


def test_a_file_that_was_cut_or_changed_is_refused(onnx_file: bytes, tmp_path: Path) -> None:
    for bad, words in (
        (onnx_file[:-1], "cut short"),
        (onnx_file[: len(onnx_file) // 2], "cut short"),
        (b"", "cut short"),
        (onnx_file[:200] + b"\0" + onnx_file[201:], "damaged"),
    ):
        path = tmp_path / "bad.onnx"
        path.write_bytes(bad)
        with pytest.raises(ModelError, match=words):
            Network.load(path)


def test_bytes_that_are_no_network_are_refused() -> None:
    with pytest.raises(ModelError, match="cannot use it|no card|has none"):
        Network(sealed(b"not a graph"), "test")


def test_other_versions_inputs_and_pattern_models_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    arrays = to_arrays(body().state_dict())
    with pytest.raises(ModelError, match="version 1 of a network, got version 7"):
        Network(to_bytes(replace(card(), version=7), arrays, "test", int8=False), "test")
    with pytest.raises(ModelError, match="pattern model that this network learned with"):
        Network(to_bytes(card(expert="0" * 16), arrays, "test", int8=False), "test")
    good = to_bytes(card(), arrays, "test", int8=False)
    monkeypatch.setattr(networks, "PLANES", PLANES + 1)
    with pytest.raises(ModelError, match="another Kifu"):
        Network(good, "test")


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_weights_that_are_no_numbers_are_refused(bad: float, tmp_path: Path) -> None:
    arrays = to_arrays(body().state_dict())
    arrays["win_out.bias"] = np.array([bad], np.float32)
    save(tmp_path / "bad.safetensors", card(), arrays)
    with pytest.raises(ModelError, match="finite weights"):
        convert(tmp_path / "bad.safetensors")


def test_weights_that_do_not_fit_are_refused() -> None:
    arrays = to_arrays(body().state_dict())
    del arrays["win_out.weight"]
    with pytest.raises(ModelError, match="do not fit"):
        to_bytes(card(), arrays, "test")


def test_without_onnx_runtime_one_warning_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    networks._bundled.cache_clear()
    try:
        with pytest.warns(KifuWarning, match=r"kifu\[network\]"):
            assert Network.bundled(9) is None
        assert Network.bundled(9) is None  # and no second warning, which would be an error here
    finally:
        networks._bundled.cache_clear()


def test_without_onnx_runtime_a_file_cannot_be_loaded(onnx_file: bytes, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingToolError, match=r"kifu\[network\]"):
        Network(onnx_file, "test")


@pytest.mark.parametrize(("name", "size"), [("network-9", 9), ("network", 19)])
def test_bundled_networks_answer_as_their_weights_do(name: str, size: int) -> None:
    folder = Path(networks.__file__).parent / "bundled"
    runs, weights = folder / f"{name}.onnx", folder / f"{name}.safetensors"
    assert max(runs.stat().st_size, weights.stat().st_size) < 6_000_000
    bundled, exact = Network.load(runs), Network(convert(weights, int8=False), name)
    assert bundled.card == exact.card
    board = Board(size)
    for move in predict(board, top=3):
        board.play(move.point)
    for _ in range(20):
        board.play(predict(board, top=1)[0].point)
    one, other = (network.evaluate(board, komi=6.5, first=0) for network in (bundled, exact))
    assert np.abs(one.policy - other.policy).sum(1).mean() < 0.1
    assert np.abs(one.owners - other.owners).mean() < 0.05
    assert np.abs(one.win - other.win).mean() < 0.03
    assert np.abs(one.lead - other.lead).mean() < 1.5
