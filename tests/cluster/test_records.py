"""Import, labels and scores: the same on a cluster as here."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from kifu.archive import Archive, importing
from kifu.interfaces.bench.life import make_games
from kifu.interfaces.cli.main import cli
from kifu.learners.labelling import run as labelling
from support.dask_cluster import DaskCluster

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
    with Archive.open(path) as archive:
        return [archive.query(f"SELECT * FROM {table} ORDER BY id") for table in tables]


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
    cluster: DaskCluster, folder: Path, tmp_path: Path
) -> None:
    from kifu.models.life import LifeModel

    model = tmp_path / "own.safetensors"
    bundled = LifeModel.bundled()
    bundled.save(model)
    for name, way in {"here": ("--workers", "1"), "cluster": ("--cluster", cluster.address)}.items():
        out = tmp_path / f"{name}.jsonl"
        arguments = ["score", folder, "--model", model, "--out", out, *way, "--quiet"]
        done = CliRunner().invoke(cli, [str(a) for a in arguments], catch_exceptions=False)
        assert done.exit_code == 0
    assert (tmp_path / "cluster.jsonl").read_text() == (tmp_path / "here.jsonl").read_text() != ""


def test_workers_and_cluster_exclude_each_other(tmp_path: Path) -> None:
    arguments = ["import", str(tmp_path), "--archive", str(tmp_path / "a.db"), "--workers", "2"]
    done = CliRunner().invoke(cli, [*arguments, "--cluster", "tcp://127.0.0.1:9"])
    assert done.exit_code == 2
    assert "--workers" in done.output
