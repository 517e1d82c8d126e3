"""Driving a GTP engine such as GNU Go: one process, one command at a time, never a hang.

An engine that answers `?`, falls silent, dies or talks nonsense each gets its own error, so that a caller can
drop the engine and go on.
"""

import contextlib
import queue
import shlex
import shutil
import subprocess
import threading
from collections.abc import Sequence
from types import TracebackType

from kifu.errors import KifuError, MissingToolError

_END = None  # in the queue: the engine closed its output
_MAX_ANSWER = 1_000_000


class EngineError(KifuError):
    """An engine that does not do its work."""


class EngineRefusedError(EngineError):
    """The engine answered with a failure."""


class EngineTimeoutError(EngineError):
    """The engine did not answer in time; it has been stopped."""


class EngineDiedError(EngineError):
    """The engine ended, or closed its output."""


def find_program(name: str) -> str | None:
    """Find a program on the PATH, or where Debian puts games, which root's PATH leaves out."""
    return shutil.which(name) or shutil.which(name, path="/usr/games:/usr/local/games")


class GtpClient:
    """A running GTP engine.

    Args:
        command: the command line, as text or as a list.
        timeout: seconds to wait for an answer unless a call says otherwise.
    """

    def __init__(self, command: str | Sequence[str], timeout: float = 30.0) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        self.timeout = timeout
        program = find_program(self.command[0]) if self.command else None
        if program is None:
            name = self.command[0] if self.command else ""
            raise MissingToolError(f"the engine {name!r} is not installed or not on the PATH")
        self._process = subprocess.Popen(
            [program, *self.command[1:]],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True, name="gtp-reader").start()

    def send(self, command: str, timeout: float | None = None) -> str:
        """Send one command and return the engine's answer without its sign."""
        if "\n" in command or "\r" in command:
            raise ValueError(f"a GTP command is one line, got {command!r}")
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(command + "\n")
            stdin.flush()
        except (OSError, ValueError):
            raise self._died(command) from None
        lines = self._answer(command, timeout or self.timeout)
        head = lines[0]
        if head[:1] not in "=?":
            self.kill()
            raise EngineError(f"{self.command[0]}: expected an answer to {command!r}, got {head[:80]!r}")
        text = "\n".join([head[1:].lstrip("0123456789").strip(), *lines[1:]]).strip()
        if head.startswith("?"):
            raise EngineRefusedError(f"{self.command[0]} refused {command!r}: {text}")
        return text

    def kill(self) -> None:
        """Stop the process at once."""
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def close(self) -> None:
        """Ask the engine to quit, then make sure."""
        with contextlib.suppress(KifuError):
            self.send("quit", timeout=2.0)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1.0)
        self.kill()

    def __enter__(self) -> "GtpClient":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _read(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        with contextlib.suppress(OSError, ValueError):
            # A line without end is cut, so a broken engine cannot fill the memory.
            while line := stdout.readline(_MAX_ANSWER):
                self._lines.put(line)
        self._lines.put(_END)

    def _answer(self, command: str, timeout: float) -> list[str]:
        """Collect lines up to the blank one that ends an answer."""
        import time

        deadline = time.monotonic() + timeout
        lines: list[str] = []
        size = 0
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                self.kill()
                raise EngineTimeoutError(
                    f"{self.command[0]} did not answer {command!r} within {timeout:g} s and was stopped"
                ) from None
            if line is _END:
                raise self._died(command)
            text = line.rstrip("\r\n")
            size += len(text)
            if size > _MAX_ANSWER:
                self.kill()
                raise EngineError(f"{self.command[0]}: the answer to {command!r} has no end")
            if text:
                lines.append(text)
            elif lines:
                return lines

    def _died(self, command: str) -> EngineDiedError:
        self.kill()
        return EngineDiedError(
            f"{self.command[0]} ended (exit code {self._process.returncode}) instead of answering {command!r}"
        )
