"""The gate: a better network takes the place of the one that plays, a worse one is refused and kept."""

import json
from pathlib import Path

import pytest

from kifu.errors import InUseError, RunError
from kifu.learners.selfplay.games import SelfplayGame, play_drawn
from kifu.learners.selfplay.gate import play_gate
from kifu.learners.selfplay.networks import gates, network_file, playing_network
from kifu.learners.selfplay.run import open_selfplay
from kifu.learners.selfplay.settings import SelfplaySettings
from kifu.models.files import read_bundled
from kifu.models.network import Network
from kifu.work.locks import folder_lock
from kifu.work.seeds import stream

SETTINGS = SelfplaySettings(size=7, visits=6, fast_visits=4, shard=2, gate_games=12, gate_visits=6)


@pytest.fixture(scope="module")
def newborn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network that has learned nothing."""
    torch = pytest.importorskip("torch")
    from kifu.learners.network.body import Body, to_arrays
    from kifu.learners.network.session import network_card
    from kifu.learners.network.settings import NetworkSettings
    from kifu.models.network import to_bytes

    torch.manual_seed(1)
    settings = NetworkSettings(size=7, blocks=1, channels=8, hidden=4, expert=False)
    card = network_card(settings, {}, "a test", 1, {})
    path = tmp_path_factory.mktemp("newborn") / "newborn.onnx"
    path.write_bytes(to_bytes(card, to_arrays(Body(settings.shape).state_dict()), "newborn"))
    return path


@pytest.fixture(scope="module")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bundled") / "bundled.onnx"
    path.write_bytes(read_bundled("network-9.onnx"))
    return path


def test_a_worse_network_is_refused_and_kept(tmp_path: Path, newborn: Path) -> None:
    with open_selfplay(tmp_path, SETTINGS) as selfplay:
        next(selfplay.play())
        gate = play_gate(tmp_path, newborn)  # while self-play goes on
    assert not gate.accepted
    assert gate.share < 0.3
    assert gate.won + gate.drawn + gate.lost == 12
    assert playing_network(tmp_path)[0] == 0
    assert network_file(tmp_path, 1).read_bytes() == newborn.read_bytes()
    assert [json.loads(line) for line in (tmp_path / "gates.jsonl").read_text().splitlines()] == [vars(gate)]


def test_a_better_network_plays_from_now_on(tmp_path: Path, newborn: Path, bundled: Path) -> None:
    with open_selfplay(tmp_path, SETTINGS, network=newborn) as selfplay:
        assert [facts.network for facts in selfplay.play(2)] == [0]
    gate = play_gate(tmp_path, bundled, workers=2)
    assert gate.accepted
    assert (gate.number, gate.against) == (1, 0)
    assert playing_network(tmp_path) == (1, bundled.read_bytes())
    with open_selfplay(tmp_path) as selfplay:
        assert [facts.network for facts in selfplay.play(4)] == [1]
    again = play_gate(tmp_path, newborn)
    assert (again.number, again.against, again.accepted) == (2, 1, False)
    assert [line["accepted"] for line in gates(tmp_path)] == [True, False]


def test_the_same_network_is_level_and_refused(tmp_path: Path, bundled: Path) -> None:
    with open_selfplay(tmp_path, SETTINGS):
        pass
    results = [play_gate(tmp_path, bundled)]
    (tmp_path / "gates.jsonl").unlink()  # as after a kill
    results.append(play_gate(tmp_path, bundled, workers=2))
    assert results[0] == results[1]
    assert 0.2 < results[0].share < 0.8


def test_what_is_no_run_and_a_gate_in_progress_are_refused(tmp_path: Path, bundled: Path) -> None:
    with pytest.raises(RunError, match=r"no run\.json"):
        play_gate(tmp_path / "none", bundled)
    with open_selfplay(tmp_path / "run", SETTINGS):
        pass
    with folder_lock(tmp_path / "run" / "networks"), pytest.raises(InUseError):
        play_gate(tmp_path / "run", bundled)
    (tmp_path / "run" / "gates.jsonl").write_text('{"number": 1}\n')
    with pytest.raises(RunError, match=r"gates\.jsonl"):
        play_gate(tmp_path / "run", bundled)


def test_both_games_of_a_pair_begin_alike() -> None:
    network = Network.bundled(7)
    assert network is not None
    games = [SelfplayGame(SETTINGS, stream(1, "pair", number // 2), None) for number in range(6)]
    for side in range(2):
        play_drawn(network, games[side::2], 6)
    for one, other in zip(games[0::2], games[1::2], strict=True):
        assert (one.komi, one.board) == (other.komi, other.board)
    assert len({game.actions.tobytes() for game in games}) == 3
