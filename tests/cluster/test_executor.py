"""The executor itself, on a real Dask scheduler with three worker processes."""

import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import cluster_tasks
import pytest

from kifu.errors import ClusterError, InputError
from kifu.work import cluster as work_cluster
from kifu.work.cluster import ClusterExecutor, open_cluster, package_digest, this_build
from kifu.work.executors import open_executor
from kifu.work.merging import merge_tree
from support.dask_cluster import DaskCluster, dask_cluster

pytestmark = pytest.mark.xdist_group("cluster")


def test_results_come_in_order(executor: ClusterExecutor) -> None:
    with open_executor(executor) as pool:
        assert list(pool.map_ordered(cluster_tasks.square, range(30))) == [n * n for n in range(30)]
        assert pool.workers in (1, 2, 3)  # the others may still be starting


def test_one_worker_of_the_cluster(executor: ClusterExecutor, tmp_path: Path) -> None:
    one = executor.limited(1)
    assert one.slots == 1
    with open_executor(one) as pool:
        pids = {pid for _, pid in pool.map_ordered(cluster_tasks.slow_pid, range(6), shared=tmp_path)}
        sums = list(merge_tree(pool, cluster_tasks.spread, range(9), cluster_tasks.joined, parts=3))
    assert len(pids) == 1
    assert sums == [list(range(part, 9, 3)) for part in range(3)]


def test_what_is_shared_comes_with_every_item(executor: ClusterExecutor) -> None:
    with open_executor(executor) as pool:
        assert list(pool.map_ordered(cluster_tasks.shifted, range(5), shared=10)) == [10, 11, 12, 13, 14]


def test_what_is_spread_is_with_all_workers(executor: ClusterExecutor) -> None:
    those = executor.limited(3)
    held = those.hold(abs, -3)
    those.spread(held)
    (who,) = executor._client.who_has([held]).values()
    assert len(who) == those.slots


def test_an_error_names_its_task(executor: ClusterExecutor) -> None:
    with open_executor(executor) as pool, pytest.raises(ValueError, match="no 7") as caught:
        list(pool.map_ordered(cluster_tasks.fail, [7], name=lambda n: f"game {n}"))
    where, what = caught.value.__notes__
    assert re.match(r"on worker (one|two|three) \(tcp://", where)
    assert what == "in task 1: game 7"


@pytest.mark.parametrize("items", [0, 1, 2, 8, 9, 75])
@pytest.mark.parametrize("where", ["here", "cluster"])
def test_a_merged_tree_keeps_the_order(executor: ClusterExecutor, where: str, items: int) -> None:
    told: list[int] = []
    with open_executor(executor if where == "cluster" else 1) as pool:
        merged = list(
            merge_tree(
                pool,
                cluster_tasks.spread,
                range(items),
                cluster_tasks.joined,
                parts=3,
                told=told.append,
            )
        )
        sums = list(
            merge_tree(
                pool,
                cluster_tasks.spread,
                range(items),
                cluster_tasks.joined,
                parts=3,
                finish=cluster_tasks.total,
            )
        )
    expected = [list(range(part, items, 3)) for part in range(3)] if items else []
    assert merged == expected
    assert sums == [sum(part) for part in expected]
    assert told == list(range(1, items + 1))


def test_a_killed_worker_costs_only_its_own_tasks(tmp_path: Path) -> None:
    with (
        dask_cluster(tmp_path, "first", "second", "third") as cluster,
        open_cluster(cluster.address) as executor,
        open_executor(executor) as pool,
    ):
        begun = tmp_path / "begun"
        begun.mkdir()
        results = pool.map_ordered(cluster_tasks.slow_pid, range(24), shared=begun)
        found = [next(results)]
        while executor.slots < 3:
            found.append(next(results))
            executor._believed = 0
        cluster.kill("second")
        found += results
        assert [number for number, _ in found] == list(range(24))
        starts = [name.name.split("-")[0] for name in begun.iterdir()]
        again = len(starts) - len(set(starts))
        assert again <= 2  # what the killed one was doing, and what it had just begun


def test_a_scheduler_that_goes_away_is_named(tmp_path: Path) -> None:
    with (
        dask_cluster(tmp_path, "only") as cluster,
        open_cluster(cluster.address) as executor,
        open_executor(executor) as pool,
    ):
        results = pool.map_ordered(cluster_tasks.slow_pid, range(50), shared=tmp_path)
        next(results)
        cluster.scheduler.kill()
        with pytest.raises(ClusterError, match=f"{re.escape(cluster.address)} went away.*without it"):
            list(results)


@pytest.mark.parametrize("limited", [False, True])
def test_workers_that_are_all_gone_are_not_waited_for_without_end(
    limited: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dask_cluster(tmp_path, "first") as cluster, open_cluster(cluster.address) as whole:
        executor = whole.limited(1) if limited else whole
        with open_executor(executor) as pool:
            if limited:
                cluster.add("second")  # which may not be used
            results = pool.map_ordered(cluster_tasks.slow_pid, range(50), shared=tmp_path)
            next(results)
            monkeypatch.setattr(work_cluster, "FIRST_WORKER", 3.0)
            cluster.kill("first")
            with pytest.raises(ClusterError, match=r"all workers at tcp.*none came back within 3 s.*without"):
                list(results)


@pytest.fixture(scope="module")
def lonely(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A scheduler that waits for workers."""
    with dask_cluster(tmp_path_factory.mktemp("lonely")) as found:
        yield found


def test_no_workers(lonely: DaskCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_cluster, "FIRST_WORKER", 0.2)
    with (
        pytest.raises(ClusterError, match=r"has no workers.*dask worker tcp://"),
        open_cluster(lonely.address),
    ):
        pass


@pytest.mark.parametrize(
    ("name", "preload", "complaint"),
    [
        ("old", "import kifu; kifu.__version__ = '0.0.9'", r"worker old \(tcp.*\) has Kifu 0\.0\.9, native"),
        ("bare", "import sys; sys.modules['kifu'] = None", r"worker bare \(tcp.*\) cannot run Kifu"),
    ],
)
def test_workers_with_another_kifu_are_refused_by_name(
    lonely: DaskCluster, name: str, preload: str, complaint: str
) -> None:
    lonely.add(name, preload)
    try:
        with pytest.raises(ClusterError, match=complaint), open_cluster(lonely.address):
            pass
    finally:
        lonely.kill(name)


def test_another_native_build_is_refused_when_it_joins_late(lonely: DaskCluster) -> None:
    lonely.add("good")
    with open_cluster(lonely.address) as executor, open_executor(executor) as pool:
        lonely.add(
            "foreign",
            "from kifu.work import cluster\n"
            f"build = cluster.Build({this_build().version!r}, 'abc', 'def')\n"
            "cluster.this_build = lambda: build\n",
        )
        with pytest.raises(ClusterError, match=r"worker foreign .*build abc"):
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline:
                list(pool.map_ordered(cluster_tasks.square, range(20)))


def test_other_code_and_other_models_are_another_build(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "a.py").write_text("1")
    (tmp_path / "models" / "b.safetensors").write_bytes(b"2")
    found = {package_digest(tmp_path)}
    (tmp_path / "models" / "b.safetensors").write_bytes(b"3")
    found.add(package_digest(tmp_path))
    (tmp_path / "a.py").write_text("2")
    found.add(package_digest(tmp_path))
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "a.pyc").write_bytes(b"")
    found.add(package_digest(tmp_path))
    assert len(found) == 3


def test_a_scheduler_that_wants_certificates() -> None:
    with (
        pytest.raises(ClusterError, match=r"cannot reach .*tls://127\.0\.0\.1:9"),
        open_cluster("tls://127.0.0.1:9"),
    ):
        pass


def test_an_unreachable_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_cluster, "ANSWER", 1.0)
    with (
        pytest.raises(ClusterError, match=r"tcp://127\.0\.0\.1:9.*dask scheduler"),
        open_cluster("tcp://127.0.0.1:9"),
    ):
        pass


def test_a_port_that_is_no_schedulers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work_cluster, "ANSWER", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        with (
            pytest.raises(ClusterError, match=f"cannot reach .*{address} within 0.5 s"),
            open_cluster(address),
        ):
            pass


@pytest.mark.parametrize(
    "address",
    [
        "scheduler",
        "127.0.0.1:8786",
        "http://host:8786",
        "",
        "tcp://",
        "tcp://127.0.0.1",
        "tcp://a:b:c",
        "tcp://[::1]",
    ],
)
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(InputError, match="tcp://host:8786"), open_cluster(address):
        pass
