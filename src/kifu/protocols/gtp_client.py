"""Driving a GTP engine such as GNU Go: one process, one command at a time, never a hang.

An engine that answers `?`, falls silent, dies or talks nonsense each gets its own error, so that a caller can
drop the engine and go on.
"""

import contextlib
import time
from collections.abc import Sequence

from kifu.errors import KifuError
from kifu.protocols.process import (
    MAX_ANSWER,
    EngineDiedError,
    EngineError,
    EngineProcess,
    EngineRefusedError,
    EngineTimeoutError,
    find_program,
)

__all__ = [
    "EngineDiedError",
    "EngineError",
    "EngineRefusedError",
    "EngineTimeoutError",
    "GtpClient",
    "find_program",
]


class GtpClient(EngineProcess):
    """A running GTP engine."""

    def send(self, command: str, timeout: float | None = None) -> str:
        """Send one command and return the engine's answer without its sign."""
        return self.send_all([command], timeout)[0]

    def send_all(self, commands: Sequence[str], timeout: float | None = None) -> list[str]:
        """Send commands at once and return their answers; the first that is refused is raised.

        On a busy machine an engine that is asked again and again waits longer for its turns than it works.
        """
        for command in commands:
            if "\n" in command or "\r" in command:
                raise ValueError(f"a GTP command is one line, got {command!r}")
        self._write("\n".join(commands))
        answers = [self._read_answer(command, timeout or self.timeout) for command in commands]
        for command, (refused, text) in zip(commands, answers, strict=True):
            if refused:
                raise EngineRefusedError(f"{self.command[0]} refused {command!r}: {text}")
        return [text for _, text in answers]

    def _read_answer(self, command: str, timeout: float) -> tuple[bool, str]:
        """The next answer, and whether it is a refusal."""
        lines = self._answer(command, timeout)
        head = lines[0]
        if head[:1] not in "=?":
            self.kill()
            raise EngineError(f"{self.command[0]}: expected an answer to {command!r}, got {head[:80]!r}")
        text = "\n".join([head[1:].lstrip("0123456789").strip(), *lines[1:]]).strip()
        return head.startswith("?"), text

    def close(self) -> None:
        """Ask the engine to quit, then make sure."""
        with contextlib.suppress(KifuError):
            self.send("quit", timeout=2.0)
        super().close()

    def __enter__(self) -> "GtpClient":
        return self

    def _answer(self, command: str, timeout: float) -> list[str]:
        """Collect lines up to the blank one that ends an answer."""
        deadline = time.monotonic() + timeout
        lines: list[str] = []
        size = 0
        while True:
            text = self._next_line(command, deadline, timeout)
            size += len(text) + 1
            if size > MAX_ANSWER:
                raise self._endless(command)
            if text:
                lines.append(text)
            elif lines:
                return lines
