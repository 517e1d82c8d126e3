"""Lanes of worker processes: quick answers, long analyses and players never wait for each other.

A lane starts its processes when they are first needed. A job that outlasts its time is ended with its
process; one that kills its process fails alone. Processes rather than threads: half of the work of a score
holds Python's lock, and a thread that hangs cannot be ended.
"""

import asyncio
import contextlib
import logging
import os
import pickle
import sys
from collections import deque
from pathlib import Path
from typing import Any

from kifu.interfaces.web.problems import RefusedError
from kifu.interfaces.web.worker import LENGTH

_MOST_WAITING = 2000
#: Where workers stand: no name in a request is a file there.
_EMPTY = Path(__file__).parent / "static"
_LOG = logging.getLogger("kifu.web")


class _Worker:
    """One process; it does one job at a time."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, low_priority: bool) -> "_Worker":
        command = [
            sys.executable,
            "-m",
            "kifu.interfaces.web.worker",
            *(["--low-priority"] if low_priority else []),
        ]
        # One core each: the lanes themselves use all of them.
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(str(Path(path).absolute()) for path in sys.path)
        }
        environment |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
        return cls(
            await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=environment,
                cwd=_EMPTY,
            )
        )

    async def exchange(self, message: bytes) -> Any:
        writer, reader = self.process.stdin, self.process.stdout
        assert writer is not None
        assert reader is not None
        writer.write(LENGTH.pack(len(message)) + message)  # one write: the worker wakes once
        await writer.drain()
        length = LENGTH.unpack(await reader.readexactly(LENGTH.size))[0]
        return pickle.loads(await reader.readexactly(length))

    async def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class Lane:
    """A few worker processes and the jobs that wait for them, in order.

    Args:
        name: For messages.
        workers: Processes at most.
        timeout: Seconds for a job once it is begun; 0 for no limit.
        low_priority: Whether it runs at lower priority than other lanes.
        ends_abandoned: Whether a job that nobody waits for any more is ended, with its process; without it,
            it goes on to its end, which suits short jobs.
    """

    def __init__(
        self,
        name: str,
        workers: int,
        timeout: float,
        *,
        low_priority: bool = False,
        ends_abandoned: bool = False,
    ) -> None:
        self.name = name
        self.timeout = timeout
        self._ends_abandoned = ends_abandoned
        self._low_priority = low_priority
        self._most = workers
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._starting = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._running: set[asyncio.Task[Any]] = set()

    async def run(self, job: str, **arguments: Any) -> bytes:
        """Do a job and return its JSON.

        Raises:
            RefusedError: What the job says, or that the lane is full or the job took too long.
        """
        message = pickle.dumps((job, arguments))
        worker = await self._take()
        # Somebody who goes away must not leave a worker with an answer that the next one would read.
        task = asyncio.ensure_future(self._do(worker, message, job))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        try:
            reply = await asyncio.shield(task)
        except asyncio.CancelledError:
            if self._ends_abandoned:
                task.cancel()
            raise
        if isinstance(reply, RefusedError):
            raise reply
        return bytes(reply)

    async def warm(self, workers: int = 1) -> None:
        """Have some workers ready, their models read."""
        with contextlib.suppress(RefusedError):
            await asyncio.gather(*(self.run("service:warm") for _ in range(workers)))

    async def close(self) -> None:
        """End all processes."""
        for task in list(self._running):
            task.cancel()
        for worker in list(self._all):
            await worker.end()
        self._all.clear()
        self._idle.clear()

    async def _do(self, worker: _Worker, message: bytes, job: str) -> bytes | RefusedError:
        good = False
        try:
            reply: bytes | RefusedError = await asyncio.wait_for(
                worker.exchange(message), self.timeout or None
            )
            good = True
            return reply
        except TimeoutError:
            return RefusedError(504, f"this took longer than {self.timeout:g} seconds and was given up")
        except (asyncio.IncompleteReadError, ConnectionError):
            code = await worker.process.wait()
            _LOG.error("a worker of the lane %s ended with %s while it did %s", self.name, code, job)
            return RefusedError(500, "the process that did this ended abruptly; the server goes on")
        finally:
            if good:
                self._idle.append(worker)
            else:
                self._all.discard(worker)
                await worker.end()
            self._next()

    async def _take(self) -> _Worker:
        if len(self._waiting) >= _MOST_WAITING:
            raise RefusedError(503, "too many requests are waiting; try again in a moment")
        while True:
            if self._idle:
                return self._idle.pop()
            if len(self._all) + self._starting < self._most:
                self._starting += 1
                start = asyncio.ensure_future(_Worker.start(self._low_priority))
                start.add_done_callback(self._started)
                # Whoever asked may leave meanwhile: the worker is for whoever comes next.
                await asyncio.shield(start)
                continue
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._next()  # the turn was given to somebody who has left
                raise

    def _started(self, start: asyncio.Task[_Worker]) -> None:
        self._starting -= 1
        if not start.cancelled() and start.exception() is None:
            self._all.add(start.result())
            self._idle.append(start.result())
        self._next()

    def _next(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return


class Lanes:
    """All lanes of a server.

    Attributes:
        short: Scores, predictions, records: a few milliseconds each.
        long: Analyses of whole games, in pieces.
        play: Moves of players.
        index: The one job of making an archive's index of positions.
    """

    def __init__(self, workers: int, short_timeout: float, long_timeout: float) -> None:
        self.short = Lane("short", workers, short_timeout)
        self.long = Lane("long", workers, long_timeout, low_priority=True)
        self.play = Lane("play", workers, long_timeout, ends_abandoned=True)
        self.index = Lane("index", 1, 0, low_priority=True)

    async def close(self) -> None:
        """End all processes."""
        for lane in (self.short, self.long, self.play, self.index):
            await lane.close()
