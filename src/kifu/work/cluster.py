"""A cluster of machines as an executor: the one place that knows Dask.

    with open_cluster("tcp://scheduler:8786") as executor, open_executor(executor) as pool:
        ...

Functions and what they are given are pickled here, so that Dask looks into nothing. Workers must run the same
Kifu, native build included, or results could differ: this is asked when the cluster is opened, and again with
every task, for workers come and go.
"""

import contextlib
import functools
import hashlib
import importlib.util
import logging
import pickle
import re
import socket
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from pathlib import Path
from typing import Any, NamedTuple, cast

from kifu.errors import ClusterError, InputError, MissingToolError, WorkerError
from kifu.work.executors import LOOK, HoldingExecutor
from kifu.work.sent import work_elsewhere

#: Seconds in which the scheduler must answer.
ANSWER = 10.0
#: Seconds in which the first worker must come.
FIRST_WORKER = 120.0
_DIGITS = 12
_SLOTS_HOLD = 5.0  # seconds for which the number of workers is believed
_ADDRESS = re.compile(
    r"(?P<scheme>tcp|tls|ws|wss|ucx)://(?P<host>\[[0-9a-fA-F:.]+\]|[^\s:/\[\]]+):(?P<port>\d{1,5})/?"
)
#: What results depend on beside the native module: code, and the models that come with it.
_PACKAGE = ("*.py", "*.safetensors")
_LOGGERS = ("distributed", "distributed.client", "distributed.core", "distributed.comm")


class Build(NamedTuple):
    """What must be the same everywhere."""

    version: str
    native: str
    package: str

    def __str__(self) -> str:
        return f"Kifu {self.version}, native build {self.native}, package {self.package}"


@functools.cache
def this_build() -> Build:
    """The Kifu of this process: its version, and how the SHA-256 of its native module and package begin."""
    import kifu

    found = importlib.util.find_spec("kifu._native")
    native = Path(found.origin) if found is not None and found.origin else None
    digest = "missing" if native is None else hashlib.sha256(native.read_bytes()).hexdigest()[:_DIGITS]
    return Build(kifu.__version__, digest, package_digest(Path(kifu.__file__).parent))


def package_digest(folder: Path) -> str:
    """How the SHA-256 of all code and models of a package begins."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in _PACKAGE for path in folder.rglob(pattern)):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:_DIGITS]


class ClusterExecutor(HoldingExecutor):
    """Runs work on a Dask cluster; made by `open_cluster`.

    Attributes:
        address: of the scheduler.
    """

    # Dask is half typed: its things are Any here.
    def __init__(self, client: Any, address: str, only: tuple[str, ...] = ()) -> None:
        self.address = address
        self._client = client
        self._only = only  # workers that are used; all if there are none
        self._where: dict[str, Any] = {"workers": list(only)} if only else {}
        self._executor = client.get_executor(pure=False, **self._where)
        self._slots, self._believed = 0, 0.0
        self._deserted: float | None = None  # since when there has been no worker

    def limited(self, workers: int) -> "ClusterExecutor":
        """The same cluster, of which only so many workers are used: those that are there now."""
        with self.explaining():
            there = sorted(self._client.nthreads())
        return ClusterExecutor(self._client, self.address, tuple(there[:workers]))

    @property
    def slots(self) -> int:
        """Threads of all workers; asked again now and then, for workers come and go."""
        if self._believed < time.monotonic():
            with self.explaining():
                threads = self._client.nthreads()
                self._slots = max(1, sum(threads.get(worker, 0) for worker in self._only or threads))
            self._believed = time.monotonic() + _SLOTS_HOLD
        return self._slots

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **options: Any) -> "Future[Any]":
        """Call a function on a worker."""
        packed, key = self._packed(functools.partial(function, **options), arguments)
        with self.explaining():
            future: Future[Any] = self._executor.submit(_call, *packed, key=key)
        return future

    def hold(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function on a worker, and leave the result there."""
        packed, key = self._packed(function, arguments)
        with self.explaining():
            return self._client.submit(_call, *packed, pure=False, key=key, **self._where)

    def spread(self, held: Any) -> None:
        """Give what is held to all workers that are there; those that come later get it from them.

        Dask sends tasks to where their data are: were these with one worker, the others would have nothing
        to do at first.
        """
        with self.explaining():
            there = self._only or self._client.nthreads()
            # If one of them dies, another does it.
            seen = [
                self._client.submit(_look_at, held, workers=[worker], allow_other_workers=True, pure=False)
                for worker in there
            ]
            for future in seen:
                self._error_of(future)  # what is wrong with them the tasks will tell, with their names

    def settle(self, held: Any) -> None:
        """Wait until what is held is there."""
        with self.explaining():
            error = self._error_of(held)
            if error is not None:
                raise error

    def _error_of(self, held: Any) -> BaseException | None:
        """Wait for what is held as long as there are workers; what its function raised, if anything."""
        while True:
            with contextlib.suppress(TimeoutError):
                error: BaseException | None = held.exception(timeout=LOOK)
                return error
            self.expect_workers()

    def expect_workers(self) -> None:
        """Refuse to wait any longer where there has been no worker for some time."""
        with self.explaining():
            threads = self._client.nthreads()
        if any(worker in threads for worker in self._only or threads):
            self._deserted = None
        elif self._deserted is None:
            self._deserted = time.monotonic()
        elif time.monotonic() - self._deserted > FIRST_WORKER:
            raise ClusterError(
                f"all workers at {self.address} that were asked went away, and none came back within "
                f"{FIRST_WORKER:g} s; what was saved until then stays: start workers and give the same "
                "command again, or without --cluster to go on here"
            )

    def processor_by_worker(self) -> dict[str, float]:
        """Seconds of the processor that every worker has spent so far, by its address."""
        with self.explaining():
            return dict(self._client.run(time.process_time))

    @contextlib.contextmanager
    def explaining(self) -> Iterator[None]:
        """Say in words what it means when the cluster fails in the block."""
        from distributed.comm.core import CommClosedError
        from distributed.scheduler import KilledWorker

        try:
            yield
        except KilledWorker as error:
            raise WorkerError(
                f"a task was given up at {self.address}: several workers died of it, one after the other, "
                "killed or out of memory; what they wrote says more, and workers with more memory may help"
            ) from error
        except (Exception, CancelledError) as error:
            # A broken connection is seen some time before the client knows what it means.
            gone = isinstance(error, CancelledError | CommClosedError)
            if self._client.status == "running" and not gone:
                raise
            raise ClusterError(
                f"the scheduler at {self.address} went away; what was saved until then stays: give the same "
                "command again, with --cluster of one that runs, or without it to go on here"
            ) from error

    def _packed(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, str]:
        """What `_call` gets, and what Dask's own pages call it. What is held follows the pickle."""
        from distributed import Future as Held

        held = [argument for argument in arguments if isinstance(argument, Held)]
        plain = tuple(_HERE if isinstance(argument, Held) else argument for argument in arguments)
        data = pickle.dumps((function, plain), protocol=pickle.HIGHEST_PROTOCOL)
        inner: Any = function
        while isinstance(inner, functools.partial):
            inner = inner.func
        name = getattr(inner, "__name__", "task").strip("_")
        return (tuple(this_build()), data, *held), f"{name}-{uuid.uuid4()}"


class _Here(NamedTuple):
    """Where a held value belongs among the arguments."""


_HERE = _Here()


def _look_at(value: Any) -> None:
    """Do nothing with a value that a worker then has."""


def _call(expected: tuple[str, ...], data: bytes, *held: Any) -> Any:
    """Unpack and call; runs on a worker."""
    if tuple(this_build()) != tuple(expected):
        raise ClusterError(_other(_worker_name(), this_build(), Build(*expected)))
    work_elsewhere()
    function, plain = pickle.loads(data)
    values = iter(held)
    try:
        return function(*(next(values) if isinstance(argument, _Here) else argument for argument in plain))
    except Exception as error:
        error.add_note(f"on worker {_worker_name()}")  # it may be the only one that lacks a program
        raise


def _worker_name() -> str:
    from distributed import get_worker

    worker = get_worker()
    return f"{worker.name} ({worker.address})" if worker.name != worker.address else worker.address


def _other(worker: str, found: Build, expected: Build) -> str:
    return (
        f"worker {worker} has {found}; expected {expected}, as here: results could differ. Install the same "
        "wheel on all machines"
    )


@contextlib.contextmanager
def open_cluster(address: str) -> Iterator[ClusterExecutor]:
    """Connect to the scheduler of a Dask cluster for the block.

    Args:
        address: such as `tcp://scheduler:8786`.

    Raises:
        InputError: This is no address.
        MissingToolError: Dask is not installed.
        ClusterError: The scheduler cannot be reached, has no workers, or one of them runs another Kifu.
    """
    parts = _ADDRESS.fullmatch(address)
    if parts is None:
        raise InputError(f"expected the address of a Dask scheduler such as tcp://host:8786, got {address!r}")
    try:
        import dask
        from distributed import Client
    except ImportError as error:
        raise MissingToolError(
            "work on a cluster needs Dask, which is not installed: pip install 'kifu[cluster]'"
        ) from error
    # A model among the arguments is no mistake, and what the log tells of lost connections, errors tell.
    with (
        dask.config.set({"distributed.admin.large-graph-warning-threshold": "100 GB"}),
        _quiet_log(),
    ):
        try:
            _knock(parts)
            # Whether Dask declares a type here depends on its version.
            client: Any = cast(Any, Client)(address, timeout=ANSWER, set_as_default=False)
        except (OSError, ValueError, TypeError, RuntimeError, ImportError) as error:
            raise ClusterError(
                f"cannot reach a Dask scheduler at {address} within {ANSWER:g} s ({_reason(error)}); start "
                "one with: dask scheduler; and on each machine: dask worker ADDRESS --nthreads 1"
            ) from error
        try:
            executor = ClusterExecutor(client, address)
            _await_worker(client, executor)
            _compare_builds(client, executor)
            yield executor
        finally:
            client.close(timeout=2)


def _knock(address: re.Match[str]) -> None:
    """See whether anybody is there, and with certificates where they are asked for.

    A client of Dask that finds nobody is half made, and is heard of again when Python ends.
    """
    if address["scheme"] in ("tls", "wss"):
        from distributed.security import Security

        if cast(Any, Security)().get_connection_args("client").get("ssl_context") is None:
            raise ValueError("no certificates: Dask's configuration must name them, distributed.comm.tls")
    if address["scheme"] != "ucx":
        where = address["host"].strip("[]"), int(address["port"])
        with socket.create_connection(where, timeout=ANSWER) as connection:
            # A scheduler speaks first. Of anybody else a client would wait for that without end.
            if address["scheme"] == "tcp" and not connection.recv(1):
                raise OSError("whoever is there closed the connection")


def _await_worker(client: Any, executor: ClusterExecutor) -> None:
    with executor.explaining():
        if client.nthreads():
            return
        # A cluster that grows by need starts workers only when there is work. This needs no Kifu: a worker
        # without it would break off at the task, and nobody could name it.
        probe = client.submit(bool, pure=False)
        with contextlib.suppress(TimeoutError):
            probe.exception(timeout=FIRST_WORKER)
        if not client.nthreads():
            raise ClusterError(
                f"the cluster at {executor.address} has no workers, and none came within {FIRST_WORKER:g} s; "
                f"start some with: dask worker {executor.address} --nthreads 1"
            )


def _compare_builds(client: Any, executor: ClusterExecutor) -> None:
    with executor.explaining():
        names = {at: about.get("name", at) for at, about in client.scheduler_info(-1)["workers"].items()}
        found = client.run(this_build, on_error="return")
    for address, build in found.items():
        name = names.get(address, address)
        worker = address if name == address else f"{name} ({address})"
        if not isinstance(build, tuple):
            raise ClusterError(f"worker {worker} cannot run Kifu {this_build().version}: {_reason(build)}")
        if Build(*build) != this_build():
            raise ClusterError(_other(worker, Build(*build), this_build()))


def _reason(error: object) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


@contextlib.contextmanager
def _quiet_log() -> Iterator[None]:
    before = {name: logging.getLogger(name).level for name in _LOGGERS}
    for name in _LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for name, level in before.items():
            logging.getLogger(name).setLevel(level)
