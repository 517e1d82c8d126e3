"""Being told to end: SIGTERM and a closed terminal become an exception, so that nothing is left behind."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

_ENDING = ("SIGTERM", "SIGHUP")


@contextlib.contextmanager
def ending_cleanly() -> Iterator[None]:
    """Let signals that end a process raise SystemExit in the block, with the shell's exit code for them.

    Only the main thread can ask for that; in others nothing changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {}
    for name in _ENDING:
        number = getattr(signal, name, None)
        # Whoever had it ignored (nohup) has reasons.
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            before[number] = signal.signal(number, _end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
