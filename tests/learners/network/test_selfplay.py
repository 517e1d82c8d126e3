"""Learning from self-play beside records: what is drawn, the moving window, and runs bit for bit."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kifu.errors import InputError, RunError
from kifu.learners.network.selfplay import SelfplayBatches
from kifu.learners.network.session import open_training
from kifu.learners.network.settings import NetworkSettings, SelfplayMix
from kifu.learners.selfplay.run import open_selfplay
from kifu.learners.selfplay.settings import SelfplaySettings
from kifu.learners.selfplay.shards import read_shard, shard_file
from kifu.models.files import load

TINY = NetworkSettings(size=7, blocks=2, channels=8, hidden=4, batch=16, validation=32)


def play(folder: Path, games: int, size: int = 7) -> str:
    with open_selfplay(folder, SelfplaySettings(size=size, visits=8, fast_visits=4, shard=4)) as selfplay:
        for _ in selfplay.play(games):
            pass
    return str(folder)


@pytest.fixture(scope="module")
def selfplay_run(tmp_path_factory: pytest.TempPathFactory) -> str:
    return play(tmp_path_factory.mktemp("selfplay") / "run", 12)


def train(folder: Path, archive: Path, run: str, *steps: int) -> dict[str, np.ndarray]:
    for some in steps:
        with open_training(folder, [str(archive)], TINY, 1, selfplay=[run]) as session:
            session.training.advance(some)
            weights = session.training.arrays
    return weights


def batches(run: str, window: int = 1000, rows: int = 30) -> SelfplayBatches:
    made = SelfplayBatches([run], 7, SelfplayMix(window=window), rows, None, seed=3)
    made.choose_newest()
    return made


def test_a_batch_has_what_searches_found_and_how_games_ended(selfplay_run: str) -> None:
    made = batches(selfplay_run)
    batch = made.draw(0)
    assert batch.policy is not None
    assert batch.policy.shape == (30, 50)
    searched = batch.policy.sum(1)
    assert searched[:20] == pytest.approx(1)
    assert not searched[20:].any()
    legal = batch.planes[:20, 13].reshape(20, -1)  # visits are of legal moves, turned like the board
    assert (batch.policy[:20, :-1] <= legal).all()
    assert batch.owners.max() <= 2
    assert np.isfinite(batch.results).all()
    assert batch.leads.sum(1) == pytest.approx(1)
    again = batches(selfplay_run).draw(0)
    assert np.array_equal(again.planes, batch.planes)
    assert not np.array_equal(made.draw(1).planes, batch.planes)


def test_the_window_moves_with_the_newest_games(tmp_path: Path) -> None:
    run = play(tmp_path / "run", 12)
    made = batches(run, window=6)
    assert made.chosen == {run: [1, 2]}  # whole shards
    old = made.draw(0)
    play(tmp_path / "run", 16)
    assert np.array_equal(made.draw(0).planes, old.planes)
    made.choose_newest()
    assert made.chosen == {run: [2, 3]}
    assert not np.array_equal(made.draw(0).planes, old.planes)
    made.choose({run: [1, 2]})
    assert np.array_equal(made.draw(0).planes, old.planes)


def test_self_play_changes_what_is_learned(network_archive: Path, tmp_path: Path, selfplay_run: str) -> None:
    with_games = train(tmp_path / "with", network_archive, selfplay_run, 2)
    with open_training(tmp_path / "without", [str(network_archive)], TINY, 1) as session:
        session.training.advance(2)
        without = session.training.arrays
    assert any(not np.array_equal(array, without[name]) for name, array in with_games.items())


def test_training_on_self_play_lowers_its_loss(
    network_archive: Path, tmp_path: Path, selfplay_run: str
) -> None:
    mix = SelfplayMix(share=0.75)
    with open_training(
        tmp_path / "run", [str(network_archive)], TINY, 1, selfplay=[selfplay_run], mix=mix
    ) as session:
        lines = [session.training.advance(40) for _ in range(3)]
        session.write_model("a test")
    losses = [line.selfplay_loss for line in lines]
    assert None not in losses
    assert losses[-1] < losses[0]  # type: ignore[operator]
    card, _ = load(tmp_path / "run" / "model.safetensors", "network", 1)
    assert card.data["selfplay"] == {"last_shards": {selfplay_run: 3}}
    assert "self-play" in card.description


def test_a_continued_run_is_the_run_bit_for_bit(
    network_archive: Path, tmp_path: Path, selfplay_run: str
) -> None:
    whole = train(tmp_path / "whole", network_archive, selfplay_run, 9, 11)
    parts = train(tmp_path / "parts", network_archive, selfplay_run, 9, 4, 7)
    for name, array in whole.items():
        assert np.array_equal(array, parts[name]), name


def test_a_saved_network_does_not_depend_on_later_games(network_archive: Path, tmp_path: Path) -> None:
    run = play(tmp_path / "selfplay", 4)
    weights = train(tmp_path / "run", network_archive, run, 3)
    play(tmp_path / "selfplay", 8)
    with open_training(tmp_path / "run") as session:
        for name, array in session.training.arrays.items():
            assert np.array_equal(array, weights[name]), name
        session.training.advance(1)
        assert session.training.selfplay_shards == {run: [0, 1]}


def test_runs_without_games_damage_and_other_boards_are_refused(
    network_archive: Path, tmp_path: Path, selfplay_run: str
) -> None:
    with pytest.raises(InputError, match=r"found none; play some first: kifu selfplay"):
        train(tmp_path / "run", network_archive, str(tmp_path / "nothing"), 1)
    assert not (tmp_path / "run").exists()
    small = play(tmp_path / "small", 4, size=5)
    with pytest.raises(InputError, match=r"expected a shard of 7x7, but '.*000000\.npz' is of 5x5"):
        train(tmp_path / "run", network_archive, small, 1)
    shard = read_shard(shard_file(Path(selfplay_run), 0))
    broken = tmp_path / "broken"
    (broken / "shards").mkdir(parents=True)
    shard_file(broken, 0).write_bytes(replace(shard).to_bytes()[:-40])
    with pytest.raises(InputError, match=r"000000\.npz' is damaged"):
        train(tmp_path / "other", network_archive, str(broken), 1)
    train(tmp_path / "third", network_archive, selfplay_run, 1)
    with (
        pytest.raises(RunError, match="selfplay"),
        open_training(tmp_path / "third", [str(network_archive)], TINY, 1),
    ):
        pass
