"""How good models are: the same answer from a cluster as from here."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from kifu.archive.packed import PackedGames
from kifu.interfaces.cli.main import cli
from kifu.learners.book import train_book
from kifu.learners.book_settings import BookTraining
from kifu.models.moves import MovePredictor
from kifu.work.cluster import ClusterExecutor
from kifu_lab.evaluation import book, draughts, life, moves, ranking
from support.dask_cluster import DaskCluster
from support.labelled import labelled_archive

pytestmark = pytest.mark.xdist_group("cluster")


def assert_same(one: Any, other: Any) -> None:
    for field in fields(one):
        assert np.array_equal(getattr(one, field.name), getattr(other, field.name)), field.name


def test_moves(
    executor: ClusterExecutor,
    full_moves: MovePredictor,
    own_games: PackedGames,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ranking, "_SHARD", 3)
    held_out = own_games.take(np.arange(30, 40))
    here = moves.outcomes(full_moves, held_out)
    assert len(here.rank) > 100
    assert_same(moves.outcomes(full_moves, held_out, executor=executor), here)


def test_life_with_other_playouts_than_it_learned_with(
    cluster: DaskCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(life, "_BATCH", 4)
    archive = labelled_archive(tmp_path, 24)

    def evaluate(*options: object) -> Any:
        arguments = ["lab", "evaluate", "life", "--archive", archive, "--split", "all", "--json", *options]
        done = CliRunner().invoke(cli, [str(argument) for argument in arguments], catch_exceptions=False)
        return json.loads(done.stdout)

    here = evaluate("--playouts", 3, "--workers", 1)
    assert evaluate("--playouts", 3, "--cluster", cluster.address) == here
    assert evaluate("--playouts", 2)["calibration"] != here["calibration"]


def test_book(executor: ClusterExecutor, own_games: PackedGames) -> None:
    asked = train_book(BookTraining(games=20, k=6, confidence=1), own_games)
    here = book.outcomes(asked, own_games)
    assert_same(book.outcomes(asked, own_games, executor=executor), here)


def test_an_experiment(cluster: DaskCluster, tmp_path: Path) -> None:
    """The cells are the same but for what they cost, which is counted on the workers too."""
    cells = []
    for where in (("--threads", "1"), ("--cluster", cluster.address)):
        out = tmp_path / where[0]
        command = ["lab", "run", "evolve/performance", "--scale", "quick", "--out", str(out), "-q"]
        done = CliRunner().invoke(cli, [*command, *where], catch_exceptions=False)
        assert done.exit_code == 0, done.output
        found = {path.name: json.loads(path.read_text()) for path in (out / "cells").rglob("*.json")}
        assert all(cell.pop("processor_seconds") >= 0 and cell.pop("sum") for cell in found.values())
        cells.append(found)
    assert cells[0] == cells[1] != {}


def test_draughts(executor: ClusterExecutor) -> None:
    first, second = draughts.Side("material:depth=2"), draughts.Side("random")
    assert draughts.compare(first, second, 20, executor=executor) == draughts.compare(first, second, 20)
