import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, ThreadPoolExecutor
from pathlib import Path
from types import ModuleType

import pytest

from kifu.errors import InputError, WorkerError
from kifu.work import executors
from kifu.work.executors import Pool, chunks, core_count, open_executor

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")


def load_tasks() -> ModuleType:
    # Spawned processes must find the functions under the same name.
    sys.path.insert(0, str(Path(__file__).parent))
    import tasks

    return tasks


tasks = load_tasks()


@pytest.fixture(params=["serial", "threads", "processes", "given"])
def opened(request: pytest.FixtureRequest) -> Iterator[tuple[int | Executor, str]]:
    if request.param == "given":
        with ThreadPoolExecutor(3) as executor:
            yield executor, "processes"
    else:
        yield (1 if request.param == "serial" else 3), request.param.replace("serial", "processes")


def test_results_come_in_order(opened: tuple[int | Executor, str]) -> None:
    with open_executor(opened[0], kind=opened[1]) as pool:
        assert list(pool.map_ordered(tasks.square, range(30))) == [n * n for n in range(30)]


def test_results_come_as_they_are_there(opened: tuple[int | Executor, str]) -> None:
    with open_executor(opened[0], kind=opened[1]) as pool:
        results = list(pool.map_unordered(tasks.plus, range(30), shared=100))
    assert sorted(results) == list(range(100, 130))


def test_nobody_waits_for_a_long_item() -> None:
    """The first item is done when all others are; whoever waited for it would wait forever."""
    others = threading.Semaphore(0)

    def wait_for_all(number: int) -> int:
        if number == 0:
            for _ in range(29):
                assert others.acquire(timeout=30)
        else:
            others.release()
        return number

    with open_executor(2, kind="threads") as pool:
        assert sorted(pool.map_unordered(wait_for_all, range(30))) == list(range(30))


def test_an_error_names_its_task_out_of_order(opened: tuple[int | Executor, str]) -> None:
    with (
        pytest.raises(ValueError, match="no sevens") as caught,
        open_executor(opened[0], kind=opened[1]) as pool,
    ):
        list(pool.map_unordered(tasks.fail_at_seven, range(30), name=lambda n: f"game {n}"))
    assert caught.value.__notes__ == ["in task 8: game 7"]


def test_an_error_names_its_task(opened: tuple[int | Executor, str]) -> None:
    results = []
    with (
        pytest.raises(ValueError, match="no sevens") as caught,
        open_executor(opened[0], kind=opened[1]) as pool,
    ):
        results.extend(pool.map_ordered(tasks.fail_at_seven, range(30), name=lambda n: f"game {n}"))
    assert results == list(range(7))
    assert caught.value.__notes__ == ["in task 8: game 7"]


def test_a_pool_can_map_twice() -> None:
    with open_executor(2, kind="threads") as pool:
        assert list(pool.map_ordered(tasks.square, [1, 2])) == [1, 4]
        assert list(pool.map_ordered(tasks.square, [3])) == [9]


@pytest.mark.parametrize(("workers", "window", "ahead"), [(1, None, 1), (2, None, 5), (2, 3, 3)])
def test_only_a_window_of_items_is_drawn(workers: int, window: int | None, ahead: int) -> None:
    drawn = 0

    def items() -> Iterator[int]:
        nonlocal drawn
        while True:  # without end
            drawn += 1
            yield drawn

    with open_executor(workers, kind="threads") as pool:
        results = pool.map_ordered(tasks.square, items(), window=window)
        for done in range(1, 20):
            next(results)
            assert drawn <= done + ahead
        results.close()


def test_a_given_executor_stays_open() -> None:
    with ThreadPoolExecutor(1) as executor:
        with contextlib.suppress(KeyError), open_executor(executor):
            raise KeyError
        assert executor.submit(tasks.square, 3).result() == 9


@posix
def test_a_killed_worker_is_a_clear_error() -> None:
    with pytest.raises(WorkerError, match=r"ended abruptly at or after task \d"), open_executor(2) as pool:
        list(pool.map_ordered(tasks.die_at_five, range(20)))


@posix
def test_a_worker_killed_while_sending_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "LOOK", 0.3)
    for way in (Pool.map_ordered, Pool.map_unordered):
        with pytest.raises(WorkerError, match="ended abruptly"), open_executor(2) as pool:
            list(way(pool, tasks.half_a_result, ["die", "die"]))


def drain(results: Iterator[bytes]) -> None:
    with contextlib.suppress(WorkerError, CancelledError):
        next(results)


@posix
def test_a_pool_ends_after_results_that_nobody_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's own pool fails at them if its workers die."""
    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    before = set(threading.enumerate())
    with pytest.raises(KeyError), open_executor(2) as pool:
        for _ in pool.map_ordered(tasks.nap, [0.0] + [60.0] * 9, window=9):
            break
        for process in executors._processes_of(pool._executor):
            process.kill()
            process.join()
        wait_for(lambda: getattr(pool._executor, "_broken", False))
        raise KeyError
    wait_for(lambda: not [t for t in threading.enumerate() if t not in before])
    assert not failed


@posix
def test_an_error_does_not_wait_for_half_a_result() -> None:
    before = set(threading.enumerate())
    with pytest.raises(KeyError), open_executor(2) as pool:
        results = pool.map_ordered(tasks.half_a_result, ["sleep"] * 3)
        threading.Thread(target=drain, args=[results], daemon=True).start()
        time.sleep(1)
        raise KeyError
    # Python joins these threads when it exits: one that stays would be a program that never ends.
    wait_for(lambda: not [t for t in threading.enumerate() if t not in before and "Thread-" in t.name])


@pytest.mark.parametrize("bad", [0, -3])
def test_bad_numbers_of_workers(bad: int) -> None:
    with pytest.raises(InputError, match="at least 1"), open_executor(bad):
        pass


def test_chunks() -> None:
    assert list(chunks(range(5), 2)) == [[0, 1], [2, 3], [4]]
    assert list(chunks([], 2)) == []
    assert core_count() >= 1


PROGRAM = """
import sys
sys.path.insert(0, {tests!r})
import tasks
from kifu.work.executors import open_executor
if __name__ == "__main__":
    with open_executor(2) as pool:
        list(pool.map_ordered(tasks.note_and_sleep, [{folder!r}] * 4))
"""


@posix
@pytest.mark.parametrize("name", ["SIGINT", "SIGKILL"])
def test_no_worker_outlives_its_parent(tmp_path: Path, name: str) -> None:
    """Ctrl-C ends a job at once though its tasks take a minute; even after SIGKILL no worker stays."""
    program = tmp_path / "program.py"
    notes = tmp_path / "notes"
    notes.mkdir()
    program.write_text(PROGRAM.format(tests=str(Path(__file__).parent), folder=str(notes)))
    with subprocess.Popen([sys.executable, program], stderr=subprocess.DEVNULL) as parent:
        wait_for(lambda: len(list(notes.iterdir())) == 2)
        workers = [int(path.stem) for path in notes.iterdir()]
        parent.send_signal(getattr(signal, name))
        parent.wait(timeout=10)
    wait_for(lambda: not any(alive(pid) for pid in workers))


def wait_for(condition: object) -> None:
    deadline = time.monotonic() + 30
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline, "waited for half a minute"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status")
    if status.exists():
        return "State:\tZ" not in status.read_text()  # a zombie has ended
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return not Path("/proc/self").exists()


@posix
def test_native_threads_that_the_system_refuses_are_done_without() -> None:
    code = """
import resource
from kifu._native import playouts
expected = playouts.uniform_games(2, 640_000, 1, threads=1)
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))  # room for the stacks of few
got = playouts.uniform_games(2, 640_000, 1, threads=2**31 - 1)
assert all((a == b).all() for a, b in zip(expected, got))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="Windows has no signals of this kind")
def test_ctrl_c_waits_even_if_another_thread_takes_it() -> None:
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    before = signal.getsignal(signal.SIGINT)
    steps = []
    try:
        with pytest.raises(KeyboardInterrupt), executors._ctrl_c_waits():
            signal.pthread_kill(other.ident, signal.SIGINT)
            time.sleep(0.1)
            steps.append("went on")
    finally:
        done.set()
        other.join()
    assert steps == ["went on"]
    assert signal.getsignal(signal.SIGINT) is before
