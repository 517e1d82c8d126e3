"""Training a network: games read, batches drawn, killed and continued bit for bit, and what is refused."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from kifu.archive import Archive, import_paths
from kifu.errors import InputError, MissingToolError, RunError
from kifu.learners.network.batches import Batches
from kifu.learners.network.games import read_network_games
from kifu.learners.network.session import open_training
from kifu.learners.network.settings import NetworkSettings, settings_for
from kifu.models.files import ModelError, load
from kifu.models.network import LEAD_BINS, Network, lead_targets
from support.labelled import labelled_archive, random_sgf

TINY = NetworkSettings(size=7, blocks=2, channels=8, hidden=4, batch=16, validation=32)


def test_games_are_read_with_what_is_known_of_their_end(network_archive: Path) -> None:
    games, data = read_network_games([str(network_archive)], 7, "train")
    assert games.size == 7
    assert games.labelled.all()
    assert data["games.db"]["games"] == len(games) == data["games.db"]["labelled"]
    assert set(games.terms[:, 1]) == {0}  # Japanese where the record names no rules
    assert set(games.terms[:, 2]) == {3, -4, -14, -24, -100}
    assert set(games.wins) == {1}
    assert set(games.leads) == {1}
    held_out = read_network_games([str(network_archive)], 7, "validation")[0]
    assert not set(games.ids) & set(held_out.ids)


def test_a_lead_is_shared_by_its_two_neighbours() -> None:
    targets = lead_targets(np.array([0.0, 1.0, -300.0, np.nan]))
    assert targets[0].argmax() == len(LEAD_BINS) // 2
    assert targets[:3].sum(1) == pytest.approx(1)
    assert targets[1] @ LEAD_BINS == pytest.approx(1, abs=1e-5)
    assert targets[2, 0] == 1
    assert not targets[3].any()


def test_a_batch_depends_on_seed_and_step_alone(network_archive: Path) -> None:
    games, _ = read_network_games([str(network_archive)], 7, "train")
    first, second = (Batches(games, None, 32, seed=3, threads=threads) for threads in (1, 2))
    for step in (0, 7):
        one, other = first.draw(step), second.draw(step)
        assert np.array_equal(one.planes, other.planes)
        assert np.array_equal(one.moves, other.moves)
    assert not np.array_equal(first.draw(0).planes, first.draw(1).planes)


def test_training_lowers_the_loss_and_leaves_files_that_run(network_archive: Path, tmp_path: Path) -> None:
    with open_training(tmp_path / "run", [str(network_archive)], TINY, 1) as session:
        lines = [session.training.advance(40) for _ in range(3)]
        session.write_model("a test")
    assert lines[-1].loss < lines[0].loss
    card, _ = load(tmp_path / "run" / "model.safetensors", "network", 1)
    assert card.results["validation"]["step"] == 120
    network = Network.load(tmp_path / "run" / "model.onnx")
    assert network.card == card


def _train(folder: Path, archive: Path, *steps: int) -> dict[str, np.ndarray]:
    for some in steps:
        with open_training(folder, [str(archive)], TINY, 1) as session:
            session.training.advance(some)
            weights = session.training.arrays
    return weights


def test_a_continued_run_is_the_run_bit_for_bit(network_archive: Path, tmp_path: Path) -> None:
    whole = _train(tmp_path / "whole", network_archive, 9, 11)
    parts = _train(tmp_path / "parts", network_archive, 9, 4, 7)
    for name, array in whole.items():
        assert np.array_equal(array, parts[name]), name


def test_a_killed_run_goes_on_from_its_last_checkpoint(network_archive: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    code = (
        "import sys; from pathlib import Path; from kifu.learners.network.session import open_training; "
        "from kifu.learners.network.settings import NetworkSettings; "
        "s = NetworkSettings(size=7, blocks=2, channels=8, hidden=4, batch=16, validation=32)\n"
        "with open_training(Path(sys.argv[1]), [sys.argv[2]], s, 1) as session:\n"
        "    while True: session.training.advance(5)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, run, network_archive]) as process:
        deadline = time.monotonic() + 120
        while len(list((run / "checkpoints").glob("*.safetensors"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
    with open_training(run, [str(network_archive)], TINY, 1) as session:
        step = session.training.step
        assert step >= 5
        session.training.advance(20 - step % 5)
        logged = [line["step"] for line in session.training.log()]
    assert logged == sorted(set(logged))


def test_a_run_is_resumed_without_repeating_its_options(network_archive: Path, tmp_path: Path) -> None:
    _train(tmp_path / "run", network_archive, 3)
    with open_training(tmp_path / "run") as session:
        assert session.settings == TINY
        assert session.training.step == 3


def test_another_run_can_start_from_a_network(network_archive: Path, tmp_path: Path) -> None:
    with open_training(tmp_path / "first", [str(network_archive)], TINY, 1) as session:
        session.training.advance(3)
        model = session.write_model("a test")
        weights = session.training.arrays
    with open_training(tmp_path / "next", [str(network_archive)], TINY, 1, start=model) as session:
        for name, array in session.training.arrays.items():
            assert np.array_equal(array, weights[name]), name
    with pytest.raises(ModelError, match="channels"):  # noqa: SIM117
        with open_training(
            tmp_path / "other",
            [str(network_archive)],
            NetworkSettings(size=7, blocks=2, channels=6, hidden=4),
            1,
            start=model,
        ):
            pass


def test_archives_without_labels_or_with_few_games_are_refused(tmp_path: Path) -> None:
    few = labelled_archive(tmp_path, games=40)
    with pytest.raises(InputError, match=r"at least 200 games of 7x7.*kifu train moves"):
        read_network_games([str(few)], 7, "train")
    records = tmp_path / "plain"
    records.mkdir()
    for seed in range(400):
        (records / f"{seed}.sgf").write_text(random_sgf(seed, 7, moves=12))
    with Archive.create(tmp_path / "plain.db") as archive:
        import_paths(archive, [records], workers=1)
    with pytest.raises(InputError, match=r"found none among 240 games.*kifu label"):
        read_network_games([str(tmp_path / "plain.db")], 7, "train")


def test_another_runs_folder_is_refused_by_name(network_archive: Path, tmp_path: Path) -> None:
    _train(tmp_path / "run", network_archive, 2)
    other = NetworkSettings(**{**TINY.__dict__, "rate": 0.5})
    with pytest.raises(RunError, match="rate"):  # noqa: SIM117
        with open_training(tmp_path / "run", [str(network_archive)], other, 1):
            pass


@pytest.mark.parametrize(("name", "value"), [("size", 4), ("blocks", 0), ("rate", 0), ("batch", 1)])
def test_settings_out_of_range_are_named(name: str, value: float) -> None:
    with pytest.raises(InputError, match=f"expected {name} as a .*number from"):
        settings_for(**{"size": 9, name: value})


def test_without_torch_the_extra_is_named(
    network_archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingToolError, match=r"kifu\[train-network\]"):  # noqa: SIM117
        with open_training(tmp_path / "run", [str(network_archive)], TINY, 1):
            pass


def test_the_log_can_be_drawn_in_the_study_room(network_archive: Path, tmp_path: Path) -> None:
    _train(tmp_path / "run", network_archive, 4)
    line = json.loads((tmp_path / "run" / "log.jsonl").read_text().splitlines()[0])
    assert line["step"] == 4
    assert line["positions"] == 64
    assert {"minutes", "loss", "moves", "move_loss", "owners", "winners", "lead"} < line.keys()
