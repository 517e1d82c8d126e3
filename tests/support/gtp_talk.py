"""Talking GTP to a server of this process, line by line, as a controller does."""

import os
import threading
from collections.abc import Callable
from typing import BinaryIO

from kifu.interfaces.gtp.server import Server
from kifu.interfaces.gtp.session import Session
from kifu.models.moves import MovePredictor
from kifu.players.base import Player
from kifu.players.random import RandomPlayer


class Talk:
    """A server in a thread, with pipes to it and from it."""

    def __init__(
        self,
        make_player: Callable[[], Player] = RandomPlayer,
        moves: Callable[[], MovePredictor] | None = None,
    ) -> None:
        into, self._in = os.pipe()
        self._out, out = os.pipe()
        self.log: list[str] = []
        self.session = Session(make_player, "Kifu", moves)
        self._source: BinaryIO = os.fdopen(into, "rb")
        self._sink: BinaryIO = os.fdopen(out, "wb")
        self._answers: BinaryIO = os.fdopen(self._out, "rb")
        server = Server(self.session, self._source, self._sink, self.log.append)
        self._thread = threading.Thread(target=server.run)
        self._thread.start()

    def write(self, line: str | bytes) -> None:
        data = line if isinstance(line, bytes) else line.encode() + b"\n"
        while data:
            data = data[os.write(self._in, data) :]

    def read_line(self) -> str:
        return self._answers.readline().decode()

    def ask(self, line: str | bytes) -> str:
        """Send a line and return the answer up to the empty line that ends it."""
        self.write(line)
        lines: list[str] = []
        endless = b"-analyze" in line if isinstance(line, bytes) else "-analyze" in line
        while (text := self.read_line()) not in ("\n", ""):
            if text.startswith("info ") and endless:
                self.write("")  # any input ends an analysis
                endless = False
            if not text.startswith("info ") or not lines or lines[-1][:5] != "info ":
                lines.append(text)
        return "".join(lines).rstrip("\n")

    def close(self) -> None:
        if self._in >= 0:
            os.close(self._in)
            self._in = -1
        self._thread.join(10)
        assert not self._thread.is_alive(), "the server does not end when its input does"
        for stream in (self._source, self._sink, self._answers):
            stream.close()

    def __enter__(self) -> "Talk":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
