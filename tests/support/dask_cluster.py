"""A real Dask cluster on this machine: a scheduler and workers, each a process that can be killed."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

_PATIENCE = 300.0  # a busy machine takes its time


class DaskCluster:
    """A scheduler, and workers that are started one by one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = (folder / "log").open("ab")
        told = folder / "scheduler.json"
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", str(told))
        self.workers: dict[str, subprocess.Popen[bytes]] = {}
        try:
            _await(lambda: told.exists() and _is_whole(told), "the scheduler does not start")
        except BaseException:
            self.close()
            raise
        self.address: str = json.loads(told.read_text())["address"]

    def add(self, name: str, preload: str = "") -> None:
        """Start a worker of one thread; `preload` is Python that it runs first."""
        options = ["--nthreads", "1", "--no-nanny", "--name", name, "--local-directory", str(self._folder)]
        if preload:
            file = self._folder / f"{name}.py"
            file.write_text(preload)
            options += ["--preload", str(file)]
        self.workers[name] = self._start("worker", self.address, *options)

    def kill(self, name: str) -> None:
        """SIGKILL."""
        self.workers[name].kill()
        self.workers[name].wait()

    def close(self) -> None:
        for process in (*self.workers.values(), self.scheduler):
            process.send_signal(signal.SIGKILL)
            process.wait()
        self._log.close()

    def _start(self, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        # Functions of tests are found under the names that they have here.
        paths = [str(Path(__file__).parent.parent / "cluster"), os.environ.get("PYTHONPATH", "")]
        program = [sys.executable, "-m", f"distributed.cli.dask_{kind}"]
        return subprocess.Popen(
            [*program, "--host", "127.0.0.1", "--no-dashboard", *arguments],
            stdout=self._log,
            stderr=self._log,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        )


def _is_whole(file: Path) -> bool:
    return file.read_text().rstrip().endswith("}")  # it is there before it is written


def _await(condition: Callable[[], bool], complaint: str) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(complaint)
        time.sleep(0.05)


@contextlib.contextmanager
def dask_cluster(folder: Path, *names: str) -> Iterator[DaskCluster]:
    """A cluster with some workers for the block."""
    cluster = DaskCluster(folder)
    try:
        for name in names:
            cluster.add(name)
        yield cluster
    finally:
        cluster.close()
