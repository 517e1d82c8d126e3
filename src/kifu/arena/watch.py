"""Looks at the time while players think."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from kifu.arena.tables import Contestant
from kifu.players.analysers import Interruptible

_LOOKS = 0.1  # seconds between two looks


class Watch:
    """Tells players whose time is over to stop thinking, where they can be told.

    It does so again and again, for a search that has not begun does not hear it. One thread does it for a
    whole game: one for every move would take longer than quick players do.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thinks: tuple[Interruptible, float] | None = None
        self._over = threading.Event()
        self._thread: threading.Thread | None = None

    @contextmanager
    def on(self, player: Contestant, seconds: float | None) -> Iterator[None]:
        """Watch a player for the block, which it shall leave after so many seconds."""
        if not isinstance(player, Interruptible) or seconds is None:
            yield
            return
        with self._lock:
            self._thinks = player, time.monotonic() + seconds
        if self._thread is None:
            self._thread = threading.Thread(target=self._look, daemon=True, name="arena-watch")
            self._thread.start()
        try:
            yield
        finally:
            with self._lock:  # no call comes late and cuts the next move short
                self._thinks = None

    def close(self) -> None:
        """The game is over."""
        self._over.set()
        if self._thread is not None:
            self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(_LOOKS):
            with self._lock:
                if self._thinks is not None and time.monotonic() > self._thinks[1]:
                    self._thinks[0].interrupt()
