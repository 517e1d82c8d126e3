"""The input of a conversation, read in a thread so that it is noticed while the player thinks.

The thread may outlive the conversation, blocked in a read: it holds nothing but its queue.
"""

import contextlib
import queue
import select
import threading
import time
from collections.abc import Callable
from typing import BinaryIO

from kifu.interfaces.lines import lines_of
from kifu.protocols import gtp

_WATCH = 0.5  # seconds between looks whether anybody still reads the answers, after the input has ended


class Input:
    """Lines as they come; None after the last one.

    Args:
        source: where they come from.
        sink: where the answers go; watched after the end of the input.
        on_interrupt: called when a line is the comment `# interrupt`, with the number of lines before it.
        on_abandoned: called when input and output are both closed: nobody is there any more.
    """

    def __init__(
        self,
        source: BinaryIO,
        sink: BinaryIO,
        on_interrupt: Callable[[int], None],
        on_abandoned: Callable[[], None],
    ) -> None:
        self.lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._arrived = threading.Event()
        self._callbacks: tuple[Callable[[int], None], Callable[[], None]] | None = on_interrupt, on_abandoned
        self._source, self._sink = source, sink
        threading.Thread(target=self._read, daemon=True, name="gtp-input").start()

    def wait(self, seconds: float) -> bool:
        """Wait for input, the end of it included, but not longer than this; whether there is any."""
        if self.lines.empty():
            self._arrived.clear()
            # A line may have come between the two.
            return not self.lines.empty() or self._arrived.wait(seconds)
        return True

    def close(self) -> None:
        """Call nobody any more."""
        self._callbacks = None

    def _read(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            for before, line in enumerate(lines_of(self._source, gtp.MAX_LINE)):
                if line.strip() == b"# interrupt" and (callbacks := self._callbacks) is not None:
                    callbacks[0](before)
                    del callbacks
                self._put(line)
        self._put(None)
        self._watch_output()

    def _put(self, line: bytes | None) -> None:
        self.lines.put(line)
        self._arrived.set()

    def _watch_output(self) -> None:
        if not hasattr(select, "poll"):  # Windows: noticed with the next answer
            return
        try:
            poll = select.poll()
            poll.register(self._sink.fileno(), 0)
        except (OSError, ValueError):
            return
        while self._callbacks is not None:
            if any(event & (select.POLLERR | select.POLLNVAL) for _, event in poll.poll(0)):
                callbacks = self._callbacks
                if callbacks is not None:
                    callbacks[1]()
                return
            time.sleep(_WATCH)
