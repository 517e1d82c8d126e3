"""Import, labels and scores: the same on a cluster as here."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kifu.archive import Archive, importing
from kifu.interfaces.cli.main import cli
from kifu.interfaces.export import choosing
from kifu.learners.labelling import run as labelling
from kifu.models.life import LifeModel
from kifu.models.moves import MovePredictor
from kifu.work.cluster import ClusterExecutor
from kifu_lab.bench.life import make_games
from support.dask_cluster import DaskCluster
from support.sql import sql

pytestmark = pytest.mark.xdist_group("cluster")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records")
    for number, data in enumerate(make_games(9)[:16]):
        (path / f"{number:02}.sgf").write_bytes(data)
    return path


def run(*arguments: object) -> Any:
    done = CliRunner().invoke(cli, [str(argument) for argument in arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def rows(path: Path) -> list[Any]:
    tables = ("games", "contents", "files", "proposals", "labels")
    with Archive(path) as archive:
        return [sql(archive, f"SELECT * FROM {table} ORDER BY id") for table in tables]


def test_import_and_label(
    cluster: DaskCluster, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "_CHUNK_FILES", 7)
    monkeypatch.setattr(labelling, "_QUICK_GAMES", 6)
    ways = {"here": ("--workers", "1"), "cluster": ("--cluster", cluster.address)}
    for name, way in ways.items():
        path = tmp_path / f"{name}.db"
        assert run("import", folder, "--archive", path, *way, "--json")["imported"] == 16
        judged = run("label", path, "--judges", "alive,playouts,model", "--playouts", 8, *way, "--json")
        assert judged["run"]["games"] == 16
    assert rows(tmp_path / "cluster.db") == rows(tmp_path / "here.db")


def test_score_with_a_model_that_only_this_machine_has(
    cluster: DaskCluster, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # workers are elsewhere, and find no such file there
    model = Path("own.safetensors")
    bundled = LifeModel.bundled()
    bundled.save(model)
    for name, way in {"here": ("--workers", "1"), "cluster": ("--cluster", cluster.address)}.items():
        out = tmp_path / f"{name}.jsonl"
        arguments = ["score", folder, "--model", model, "--out", out, *way, "--quiet"]
        done = CliRunner().invoke(cli, [str(a) for a in arguments], catch_exceptions=False)
        assert done.exit_code == 0
    assert (tmp_path / "cluster.jsonl").read_text() == (tmp_path / "here.jsonl").read_text() != ""


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Bytes of every task that goes to the cluster."""
    sizes: list[int] = []
    packed = ClusterExecutor._packed

    def noted(self: ClusterExecutor, *what: Any) -> Any:
        found = packed(self, *what)
        sizes.append(len(found[0][1]))
        return found

    monkeypatch.setattr(ClusterExecutor, "_packed", noted)
    return sizes


def test_a_model_of_judges_is_sent_once(
    cluster: DaskCluster, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: list[int]
) -> None:
    monkeypatch.setattr(labelling, "_QUICK_GAMES", 6)
    monkeypatch.chdir(tmp_path)
    model = Path("own.safetensors")
    LifeModel.bundled().save(model)
    for name, way in {"here": ("--workers", "1"), "cluster": ("--cluster", cluster.address)}.items():
        path = tmp_path / f"{name}.db"
        run("import", folder, "--archive", path, "--workers", "1", "--json")
        run("label", path, "--judges", "alive,model", "--model", model, *way, "--json")
    assert rows(tmp_path / "cluster.db") == rows(tmp_path / "here.db")
    assert len(sent) > 3
    assert [size > model.stat().st_size for size in sent].count(True) == 1


def test_a_model_of_moves_is_sent_once(
    cluster: DaskCluster, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sent: list[int]
) -> None:
    monkeypatch.setattr(choosing, "CHUNK", 6)
    model = tmp_path / "own.model"
    MovePredictor.bundled(9).save(model)
    archive = tmp_path / "games.db"
    run("import", folder, "--archive", archive, "--workers", "1", "--json")
    for name, way in {"here": ("--workers", "1"), "cluster": ("--cluster", cluster.address)}.items():
        command = ["export", "candidates", "--archive", archive, "--model", model]
        run(*command, "--share", 0.02, "--out", tmp_path / f"{name}.csv", *way, "--json")
    assert (tmp_path / "cluster.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()
    assert len(sent) > 3
    assert [size > model.stat().st_size for size in sent].count(True) == 1


def test_workers_and_cluster_exclude_each_other(tmp_path: Path) -> None:
    arguments = ["import", str(tmp_path), "--archive", str(tmp_path / "a.db"), "--workers", "2"]
    done = CliRunner().invoke(cli, [*arguments, "--cluster", "tcp://127.0.0.1:9"])
    assert done.exit_code == 2
    assert "--workers" in done.output
