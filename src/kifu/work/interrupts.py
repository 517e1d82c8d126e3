"""Ctrl-C that lets a long job finish its step."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType
from typing import Any


class Stop:
    """Whether someone asked the job to stop; true after the first Ctrl-C or SIGTERM."""

    def __init__(self) -> None:
        self.asked = False

    def __bool__(self) -> bool:
        return self.asked


@contextlib.contextmanager
def stop_when_asked() -> Iterator[Stop]:
    """Turn the first Ctrl-C or SIGTERM into a wish, the second into KeyboardInterrupt.

    For loops whose step should be finished and saved::

        with stop_when_asked() as stop:
            while not stop:
                ...  # one generation, then a checkpoint

    Outside the main thread, where Python gives no signals, nobody asks and the loop simply runs.
    """
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def ask(number: int, frame: FrameType | None) -> None:
        if stop.asked:
            raise KeyboardInterrupt
        stop.asked = True

    before: dict[signal.Signals, Any] = {}
    try:
        for number in (signal.SIGINT, signal.SIGTERM):
            before[number] = signal.signal(number, ask)
        yield stop
    finally:
        for number, handler in before.items():
            # None: a handler not set from Python, which cannot be put back from here either.
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
