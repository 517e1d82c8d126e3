"""`kifu lab bench cluster` on a cluster that is already there."""

import json
import re
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.errors import ClusterError
from kifu.interfaces.cli.main import cli
from kifu.work.cluster import open_cluster
from kifu_lab.bench import cluster as bench
from support.dask_cluster import DaskCluster, dask_cluster

pytestmark = pytest.mark.xdist_group("cluster")

JOBS = ["harvest of the book", "harvest of patterns", "tournament", "evaluation"]


def test_bench_cluster(cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, small in {"_TASKS": 20, "_BOOK": 1.0, "_RANKED": 0.1, "_WARM": 2}.items():
        monkeypatch.setattr(bench, name, small)
    monkeypatch.setattr(bench, "_PLAYERS", ("random", "material:depth=1"))
    command = ["lab", "bench", "cluster", "--games", "20", "--repeats", "1", "--quiet"]
    command += ["--cluster", cluster.address]
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


def test_workers_that_come_or_go_are_named(tmp_path: Path) -> None:
    with dask_cluster(tmp_path, "one", "two") as cluster, open_cluster(cluster.address) as executor:

        def await_workers(number: int) -> None:
            while len(executor._client.nthreads()) != number:
                time.sleep(0.05)

        def lose_one(who: object) -> None:
            cluster.kill("two")
            await_workers(1)

        def win_one(who: object) -> None:
            cluster.add("three")
            await_workers(2)

        await_workers(2)
        with pytest.raises(ClusterError, match=r"the same workers at .* tcp://\S+ went: "):
            bench._spent(lose_one, executor)
        with pytest.raises(ClusterError, match=r"the same workers at .* tcp://\S+ came: "):
            bench._spent(win_one, executor)
