"""One way to map a function over many pieces of work, on one core or many, in order.

    with open_executor(workers) as pool:
        for result in pool.map_ordered(digest, chunks):
            ...

Results come in the order of the items whatever the number of workers, and only a bounded window of items
is in flight, so an endless iterator of large chunks is fine. Where results are counts to be added up, see
`kifu.work.merging`; for more than one machine, `kifu.work.cluster`.
"""

import abc
import contextlib
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from itertools import islice
from typing import Any, Literal, TypeVar

from kifu.errors import InputError, WorkerError

T = TypeVar("T")
R = TypeVar("R")

#: Nothing is shared by the calls of a mapped function.
NOTHING: Any = object()

#: Seconds between two looks at the workers while a result is waited for.
LOOK = 2.0
#: Windows waits on at most 63 handles at once, of which a process pool needs two.
_MOST_PROCESSES = 61 if os.name == "nt" else 1024


def core_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def map_threads(work: Callable[[T], R], items: Sequence[T], threads: int = 0) -> Iterator[R]:
    """Results of native work on some items, in order, by `threads` threads, 0 for one per core.

    Only for work that releases the GIL; when the results are not wanted any more, what has not begun is left.
    """
    threads = min(threads or core_count(), len(items))
    if threads <= 1:
        yield from map(work, items)
        return
    pool = ThreadPoolExecutor(threads)
    try:
        yield from pool.map(work, items)
    finally:
        pool.shutdown(cancel_futures=True)


def chunks(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items in lists of `size`, the last one shorter."""
    if size < 1:
        raise InputError(f"expected a chunk size of at least 1, not {size!r}")
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk


class HoldingExecutor(Executor, abc.ABC):
    """An executor whose workers can keep results, and hand them to one another.

    `submit` and `hold` take what `hold` gave as an argument: the worker gets what was held in its place.
    """

    @property
    @abc.abstractmethod
    def slots(self) -> int:
        """How many pieces of work are done at the same time, as far as is known now."""

    @abc.abstractmethod
    def hold(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function on a worker, and leave the result there."""

    @abc.abstractmethod
    def spread(self, held: Any) -> None:
        """Give what is held to all workers."""

    @abc.abstractmethod
    def settle(self, held: Any) -> None:
        """Wait until what is held is there; raises what the function raised."""

    @abc.abstractmethod
    def expect_workers(self) -> None:
        """Raise an error where there has been no worker for so long that waiting is in vain."""

    @abc.abstractmethod
    def processor_by_worker(self) -> dict[str, float]:
        """Seconds of the processor that every worker has spent so far, by its address."""

    def processor_seconds(self) -> list[float]:
        """The same without the addresses."""
        return list(self.processor_by_worker().values())

    @abc.abstractmethod
    def explaining(self) -> contextlib.AbstractContextManager[None]:
        """Turn failures of the executor itself into errors that say what to do."""


class Pool:
    """Workers that map functions in order; made by `open_executor`."""

    def __init__(self, executor: Executor | None, workers: int) -> None:
        self._workers = workers
        self._executor = executor

    @property
    def workers(self) -> int:
        """How many pieces of work are done at the same time."""
        return self._executor.slots if isinstance(self._executor, HoldingExecutor) else self._workers

    def map_ordered(
        self,
        function: Callable[..., R],
        items: Iterable[T],
        *,
        shared: Any = NOTHING,
        window: int | None = None,
        name: Callable[[T], str] = repr,
    ) -> Iterator[R]:
        """Yield `function(item)`, or `function(item, shared)`, for every item, in the order of the items.

        With processes, `function` must be importable by name, and items and results must pickle.

        Args:
            function: What to do with one item.
            items: Drawn one by one in this thread, never more than `window` ahead of the results.
            shared: What all calls need, such as a model. A cluster's workers get it once, other processes
                with each item.
            window: How many items are in flight; twice the workers and one when not given.
            name: How an error names an item; `repr`, cut to a line, when not given.

        Raises:
            WorkerError: A worker process died.
            ClusterError: The cluster went away.
            Exception: What `function` raised, with a note naming the item.
        """
        if window is not None and window < 1:
            raise InputError(f"expected a window of at least 1, not {window!r}")
        if self._executor is None:
            yield from _map_here(function, items, shared, name)
            return
        yield from self._fly(self._submit, self._result, self._let_go, function, items, shared, window, name)

    def map_unordered(
        self,
        function: Callable[..., R],
        items: Iterable[T],
        *,
        shared: Any = NOTHING,
        name: Callable[[T], str] = repr,
    ) -> Iterator[R]:
        """As `map_ordered`, but results come as soon as they are there.

        Where some items take many times as long as others, no worker waits for the longest of them.
        """
        if self._executor is None:
            yield from _map_here(function, items, shared, name)
            return
        more = self._sent(shared)
        numbered = enumerate(items, 1)
        flying: dict[Future[R], tuple[int, T]] = {}
        try:
            while True:
                for number, item in islice(numbered, max(0, self._ahead - len(flying))):
                    with _naming(number, item, name):
                        flying[self._submit(function, item, *more)] = number, item
                if not flying:
                    return
                done, _ = wait(flying, LOOK, FIRST_COMPLETED)
                if not done and isinstance(self._executor, HoldingExecutor):
                    self._executor.expect_workers()
                if not done and self._lost_one():
                    done = {next(iter(flying))}  # it tells what happened
                for future in done:
                    number, item = flying.pop(future)
                    with _naming(number, item, name):
                        result = self._result(future)
                    yield result
        finally:
            for future in flying:
                self._let_go(future)

    def hold_ordered(
        self,
        function: Callable[..., R],
        items: Iterable[T],
        *,
        shared: Any = NOTHING,
        window: int | None = None,
        name: Callable[[T], str] = repr,
    ) -> Iterator[Any]:
        """As `map_ordered`, but results stay with the workers if these can keep them.

        What comes is for `hold` and `fetch`.
        """
        executor = self._executor
        if not isinstance(executor, HoldingExecutor):
            yield from self.map_ordered(function, items, shared=shared, window=window, name=name)
            return

        def settled(held: Any) -> Any:
            executor.settle(held)
            return held

        # What is let go of is not computed any more.
        yield from self._fly(executor.hold, settled, lambda held: None, function, items, shared, window, name)

    def hold(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function on what is held: where it is held, or here if results come back anyway."""
        if isinstance(self._executor, HoldingExecutor):
            return self._executor.hold(function, *arguments)
        return function(*arguments)

    def fetch(self, held: Any) -> Any:
        """Bring here what is held."""
        if isinstance(self._executor, HoldingExecutor):
            return self._result(self._executor.submit(_same, held))
        return held

    def _fly(
        self,
        start: Callable[..., Any],
        land: Callable[[Any], Any],
        cancel: Callable[[Any], object],
        function: Callable[..., Any],
        items: Iterable[T],
        shared: Any,
        window: int | None,
        name: Callable[[T], str],
    ) -> Iterator[Any]:
        """Start work in order, a window ahead, and let it land in order."""
        more = self._sent(shared)
        numbered = enumerate(items, 1)
        flying: deque[tuple[int, T, Any]] = deque()
        try:
            while True:
                ahead = window if window is not None else self._ahead
                for number, item in islice(numbered, max(0, ahead - len(flying))):
                    with _naming(number, item, name):
                        flying.append((number, item, start(function, item, *more)))
                if not flying:
                    return
                number, item, flown = flying.popleft()
                with _naming(number, item, name):
                    result = land(flown)
                del flown
                yield result
        finally:
            for *_, flown in flying:
                cancel(flown)

    @property
    def _ahead(self) -> int:
        """How many items are in flight: when a worker is done, the next is there already."""
        return 2 * self.workers + 1

    def _sent(self, shared: Any) -> tuple[Any, ...]:
        """What calls share, as an argument of theirs; a cluster keeps it."""
        if shared is NOTHING:
            return ()
        executor = self._executor
        if not isinstance(executor, HoldingExecutor):
            return (shared,)
        held = executor.hold(_same, shared)
        executor.spread(held)
        return (held,)

    def _lost_one(self) -> bool:
        """Whether a worker process has ended."""
        return any(process.exitcode is not None for process in _processes_of(self._executor))

    def _result(self, future: "Future[R]") -> R:
        """Wait for a result, and notice a worker that died while it was sending one.

        The pool notices every other death itself; of half a result it waits for the rest without end.
        """
        executor = self._executor
        while True:
            explaining = executor.explaining() if isinstance(executor, HoldingExecutor) else None
            try:
                with explaining or contextlib.nullcontext():
                    return future.result(timeout=LOOK)
            except TimeoutError:
                if future.done():  # the task itself raised it
                    raise
            if isinstance(executor, HoldingExecutor):
                executor.expect_workers()
            elif self._lost_one():
                with contextlib.suppress(TimeoutError):
                    return future.result(timeout=LOOK)
                if not future.done():
                    raise BrokenExecutor("a worker died while it was sending a result")

    def _let_go(self, future: "Future[Any]") -> None:
        """Do without a result. A pool of processes works through the few in flight, or ends with them."""
        # If a worker dies, and `_abandon` ends them, the thread that manages the pool fails at a future
        # that somebody else has cancelled, and the queue that it leaves open never lets the program end.
        if not isinstance(self._executor, ProcessPoolExecutor):
            future.cancel()

    def _submit(self, function: Callable[..., R], *arguments: Any) -> "Future[R]":
        assert self._executor is not None
        if not isinstance(self._executor, ProcessPoolExecutor):
            return self._executor.submit(function, *arguments)
        # This may start a worker, which inherits the mask: a Ctrl-C at the terminal reaches it too, and
        # must not hit it before it has been told to leave Ctrl-C to us.
        with _ctrl_c_waits():
            return self._executor.submit(function, *arguments)


def _map_here(
    function: Callable[..., R], items: Iterable[T], shared: Any, name: Callable[[T], str]
) -> Iterator[R]:
    more = () if shared is NOTHING else (shared,)
    for number, item in enumerate(items, 1):
        with _naming(number, item, name):
            result = function(item, *more)
        yield result


def _same(value: T) -> T:
    return value


@contextlib.contextmanager
def _ctrl_c_waits() -> Iterator[None]:
    """Let a Ctrl-C wait for the end of the block, where the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    # The mask is of this thread. Another one, such as those of NumPy, may take the signal, and Python would
    # interrupt the main thread all the same: between the start of a worker and what it is sent first.
    handler = signal.getsignal(signal.SIGINT)
    came: list[int] = []
    waits = callable(handler) and threading.current_thread() is threading.main_thread()
    if waits:
        signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        if waits:
            signal.signal(signal.SIGINT, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if came:
            signal.raise_signal(signal.SIGINT)


@contextlib.contextmanager
def open_executor(
    workers: int | Executor | None = None, *, kind: Literal["processes", "threads"] = "processes"
) -> Iterator[Pool]:
    """Open workers for the block, and leave none behind, however the block ends.

    Args:
        workers: A number (1 works in this thread), None for one per core, or any executor of
            `concurrent.futures`, which is used and left open.
        kind: Processes for Python code; threads for native code that releases the GIL.

    A script that uses processes needs the usual `if __name__ == "__main__":` guard, for they start afresh
    (spawn), so that no lock, connection or random state is inherited half-way.
    """
    if isinstance(workers, Executor):
        yield Pool(workers, getattr(workers, "_max_workers", None) or core_count())
        return
    count = core_count() if workers is None else workers
    if count < 1:
        raise InputError(f"expected a number of workers of at least 1, not {workers!r}")
    if kind not in ("processes", "threads"):
        raise InputError(f"expected 'processes' or 'threads', not {kind!r}")
    if count == 1:
        yield Pool(None, 1)
        return
    executor: Executor
    if kind == "threads":
        executor = ThreadPoolExecutor(count, thread_name_prefix="kifu")
    else:
        count = min(count, _MOST_PROCESSES)
        context = multiprocessing.get_context("spawn")
        with _ctrl_c_waits():  # half-made locks would be reported as leaked
            executor = ProcessPoolExecutor(count, mp_context=context, initializer=_start_worker)
    try:
        yield Pool(executor, count)
    except BaseException:
        _abandon(executor)
        raise
    executor.shutdown(wait=True, cancel_futures=True)


def _start_worker() -> None:
    """Leave Ctrl-C to the parent, and end when the parent is gone, even by SIGKILL."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


def _processes_of(executor: Executor | None) -> list[Any]:
    # Public only from Python 3.14 on, and only to end them; shutdown() forgets them.
    return list((getattr(executor, "_processes", None) or {}).values())


def _abandon(executor: Executor) -> None:
    """End the workers now: what they still do is of no use, and Ctrl-C must not wait for it."""
    processes = _processes_of(executor)
    results = getattr(executor, "_result_queue", None)
    executor.shutdown(wait=not processes, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(5)
        if process.is_alive():
            process.kill()
            process.join()
    if processes and results is not None:
        # A worker may have been in the middle of a result: without a writer the pool sees that it ends there,
        # and does not wait for the rest of it.
        results._writer.close()


@contextlib.contextmanager
def _naming(number: int, item: T, name: Callable[[T], str]) -> Iterator[None]:
    try:
        yield
    except BrokenExecutor as error:
        raise WorkerError(
            f"a worker process ended abruptly at or after task {number} ({_line(name(item))}): it was "
            "killed, ran out of memory or crashed; try again with fewer workers"
        ) from error
    except Exception as error:
        error.add_note(f"in task {number}: {_line(name(item))}")
        raise


def _line(text: str) -> str:
    line = " ".join(text[:400].split())
    return line if len(line) <= 120 else line[:117] + "..."
