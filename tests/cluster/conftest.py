import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kifu.work.cluster import ClusterExecutor, open_cluster
from support.dask_cluster import DaskCluster, dask_cluster

pytest.importorskip("distributed")
sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A scheduler and three worker processes that all tests may use and none may kill."""
    with dask_cluster(tmp_path_factory.mktemp("cluster"), "one", "two", "three") as found:
        yield found


@pytest.fixture(scope="session")
def executor(cluster: DaskCluster) -> Iterator[ClusterExecutor]:
    with open_cluster(cluster.address) as found:
        yield found
