"""Another program as a process that is spoken to in lines, and never waited for without end."""

import contextlib
import os
import queue
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from types import TracebackType

from kifu.errors import InputError, KifuError, MissingToolError

_END = None  # in the queue: the engine closed its output
#: Lines that wait to be read; an engine that talks without being asked waits, too.
_WAITING = 100
#: Seconds between looks whether the engine is wanted any more.
_LOOK = 0.5
#: Longest line, and longest answer, that is read.
MAX_ANSWER = 1_000_000


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


def words_of(command: str | Sequence[str]) -> list[str]:
    """Split a command line as a shell would."""
    try:
        return shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise InputError(
            f"expected the command line of an engine, its quotes in pairs; got {command!r} ({error})"
        ) from None


def expect_program(command: str | Sequence[str]) -> list[str]:
    """The words of a command line, the program with its path; MissingToolError where there is none."""
    words = words_of(command)
    program = find_program(words[0]) if words else None
    if program is None:
        raise MissingToolError(
            f"the engine {words[0] if words else ''!r} is not installed or not on the PATH"
        )
    return [program, *words[1:]]


class EngineProcess:
    """A running engine.

    Args:
        command: the command line, as text or as a list.
        timeout: seconds to wait for an answer unless a call says otherwise.
    """

    def __init__(self, command: str | Sequence[str], timeout: float = 30.0) -> None:
        self.command = words_of(command)
        self.timeout = timeout
        self._process = subprocess.Popen(
            expect_program(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            errors="replace",
            # A group of its own, so that what an engine starts ends with it.
            process_group=0 if os.name == "posix" else None,
        )
        self._is_killed = False
        self._lines: queue.Queue[str | None] = queue.Queue(_WAITING)
        threading.Thread(target=self._read, daemon=True, name="engine-reader").start()

    @property
    def is_running(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def kill(self) -> None:
        """Stop the process at once, and what it started."""
        if self._is_killed:
            return
        self._is_killed = True
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        # Its output is closed by who reads it: that may wait for somebody who holds the other end.
        if self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def close(self) -> None:
        """Ask the engine to quit, then make sure."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1.0)
        self.kill()

    def __enter__(self) -> "EngineProcess":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _write(self, line: str) -> None:
        """Write one line; an engine that is gone is an error that names the line."""
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(line + "\n")
            stdin.flush()
        except (OSError, ValueError):
            raise self._died(line) from None

    def _next_line(self, asked: str, deadline: float, timeout: float) -> str:
        """The next line of the answer to `asked`, without its end."""
        try:
            left = deadline - time.monotonic()
            if left <= 0:  # a line may be there for ever
                raise queue.Empty
            line = self._lines.get(timeout=left)
        except queue.Empty:
            self.kill()
            raise EngineTimeoutError(
                f"{self.command[0]} did not answer {asked!r} within {timeout:g} s and was stopped"
            ) from None
        if line is _END:
            raise self._died(asked)
        return line.rstrip("\r\n")

    def _endless(self, asked: str) -> EngineError:
        self.kill()
        return EngineError(f"{self.command[0]}: the answer to {asked!r} has no end")

    def _died(self, asked: str) -> EngineDiedError:
        self.kill()
        return EngineDiedError(
            f"{self.command[0]} ended (exit code {self._process.returncode}) instead of answering {asked!r}"
        )

    def _read(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        with contextlib.suppress(OSError, ValueError), stdout:
            # A line without end is cut, so a broken engine cannot fill the memory.
            while line := stdout.readline(MAX_ANSWER):
                self._put(line)
        self._put(_END)

    def _put(self, line: str | None) -> None:
        while not self._is_killed:
            with contextlib.suppress(queue.Full):
                self._lines.put(line, timeout=_LOOK)
                return
        with contextlib.suppress(queue.Full):  # somebody may still wait for the end
            self._lines.put_nowait(_END)
