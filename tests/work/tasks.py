"""Functions that worker processes can import."""

import os
import signal
import time
from pathlib import Path


def square(n: int) -> int:
    time.sleep(0.002 * (n % 3))  # so that results become ready out of order
    return n * n


def nap(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def plus(number: int, more: int) -> int:
    return number + more


def fail_at_seven(n: int) -> int:
    if n == 7:
        raise ValueError("no sevens")
    return n


def die_at_five(n: int) -> int:
    if n == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return n


def note_and_sleep(folder: str) -> None:
    Path(folder, f"{os.getpid()}.pid").touch()
    time.sleep(60)


def half_a_result(then: str) -> bytes:
    """Send the beginning of a result, then die or sleep: what a kill at a bad moment leaves."""
    from multiprocessing.connection import Connection

    def send(self: Connection, data: bytes, *_: object) -> None:
        os.write(self.fileno(), data[:2])
        if then == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(60)

    Connection._send = send  # type: ignore[attr-defined]
    return b"result"
