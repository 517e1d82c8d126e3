"""What is learned from games: the same on a cluster as here, and from a checkpoint of either."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from kifu.archive.packed import PackedGames
from kifu.errors import ClusterError
from kifu.interfaces.cli.main import cli
from kifu.learners.book import train_book
from kifu.learners.book_settings import BookTraining
from kifu.learners.life import collecting
from kifu.learners.moves.full import train_full
from kifu.learners.moves.paper import train_paper
from kifu.learners.moves.settings import FullTraining, PaperTraining
from kifu.learners.selfplay.run import open_selfplay
from kifu.learners.selfplay.settings import SelfplaySettings
from kifu.learners.selfplay.shards import shard_file
from kifu.learners.shards import Cutting
from kifu.work.cluster import ClusterExecutor, open_cluster
from kifu.work.runs import Checkpoint, Run, open_run
from support.dask_cluster import DaskCluster, dask_cluster
from support.labelled import labelled_archive

pytestmark = pytest.mark.xdist_group("cluster")

BOOK = BookTraining(games=20, k=6, saved=5)


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cutting, "of", lambda *_, whole: Cutting(2, 1 if whole else 3))


@pytest.mark.parametrize(
    ("train", "what"),
    [
        (train_book, BOOK),
        (train_full, FullTraining(games=20, counted=20)),
        (train_paper, PaperTraining(games=30, rounds=1, iterations=3)),
    ],
)
def test_harvest(
    train: Callable[..., Any], what: Any, executor: ClusterExecutor, own_games: PackedGames
) -> None:
    assert_same(train(what, own_games, executor=executor), train(what, own_games))


def test_self_play(executor: ClusterExecutor, tmp_path: Path) -> None:
    settings = SelfplaySettings(size=5, visits=6, fast_visits=4, shard=2)
    for name, workers in {"here": 1, "there": executor}.items():
        with open_selfplay(tmp_path / name, settings) as selfplay:
            assert [facts.shard for facts in selfplay.play(6, workers=workers)] == [0, 1, 2]
    for number in range(3):
        here, there = (shard_file(tmp_path / name, number).read_bytes() for name in ("here", "there"))
        assert here == there


def test_blocks_of_labelled_games(
    cluster: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collecting, "_BATCH", 4)
    archive = labelled_archive(tmp_path)
    # The card says the command, which names the cluster.
    monkeypatch.setattr(sys, "argv", ["kifu", "train", "life"])
    for name, way in {"here": ("--workers", "1"), "there": ("--cluster", cluster.address)}.items():
        asked = ["train", "life", "--archive", archive, "--features", "full", "--playouts", 4, "--share", 0.2]
        asked += ["--classifier", "ldc", "--examples", 150, "--out", tmp_path / name, *way]
        done = CliRunner().invoke(cli, [str(word) for word in asked], catch_exceptions=False)
        assert done.exit_code == 0, done.output
    assert (tmp_path / "there").read_bytes() == (tmp_path / "here").read_bytes()


def test_a_harvest_that_loses_a_worker_and_then_its_scheduler_goes_on_on_a_new_cluster(
    executor: ClusterExecutor, own_games: PackedGames, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = Run.save
    with (
        dask_cluster(tmp_path, "one", "two") as cluster,
        open_cluster(cluster.address) as lost,
        open_run(tmp_path / "run", "t", options={}, seed=1) as run,
    ):

        def save_and_lose(run: Run, checkpoint: Checkpoint) -> None:
            save(run, checkpoint)
            if checkpoint.step == 1:
                cluster.kill("one")
            if checkpoint.step == 2:
                cluster.scheduler.kill()

        monkeypatch.setattr(Run, "save", save_and_lose)
        with pytest.raises(ClusterError, match="went away; what was saved until then stays"):
            train_book(BOOK, own_games, executor=lost, run=run)
    monkeypatch.setattr(Run, "save", save)
    with open_run(tmp_path / "run", "t", options={}, seed=1) as run:
        assert run.checkpoint is not None
        assert run.checkpoint.state["done"] == 5
        assert_same(train_book(BOOK, own_games, executor=executor, run=run), train_book(BOOK, own_games))


def assert_same(one: Any, other: Any) -> None:
    assert one.card == other.card
    assert one.arrays.keys() == other.arrays.keys()
    for name, array in one.arrays.items():
        assert array.dtype == other.arrays[name].dtype
        assert np.array_equal(array, other.arrays[name]), name
