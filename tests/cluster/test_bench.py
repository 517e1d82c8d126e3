"""`kifu bench cluster` on a cluster that is already there."""

import json
import re

import pytest
from click.testing import CliRunner

from kifu.interfaces.bench import cluster as bench
from kifu.interfaces.cli.main import cli
from support.dask_cluster import DaskCluster

pytestmark = pytest.mark.xdist_group("cluster")

JOBS = ["harvest of the book", "harvest of patterns", "tournament", "evaluation"]


def test_bench_cluster(cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, small in {"_TASKS": 20, "_BOOK": 1.0, "_RANKED": 0.1, "_WARM": 2}.items():
        monkeypatch.setattr(bench, name, small)
    monkeypatch.setattr(bench, "_PLAYERS", ("random", "material:depth=1"))
    command = ["bench", "cluster", "--games", "20", "--repeats", "1", "--cluster", cluster.address, "--quiet"]
    facts = json.loads(CliRunner().invoke(cli, [*command, "--json"], catch_exceptions=False).stdout)
    assert [job["name"] for job in facts["jobs"]] == JOBS
    for job in facts["jobs"]:
        assert 0 < job["together"]["busiest"] <= job["together"]["workers"]
        assert 0 < job["alone"]["busiest"] <= job["alone"]["workers"]
        assert job["here"]["workers"] == 0
        assert job["by_processor"] > 0
        assert 0 < job["spread"][0] <= job["ratio"] <= job["spread"][1]
    assert facts["cost"]["task"] > 0
    text = CliRunner().invoke(cli, command, catch_exceptions=False).stdout
    assert re.search(r"tournament( +\d+\.\d\d s){3} +\d+\.\d\d x", text)
    assert "20 games; a task costs" in text
