"""Requests a second of a server on this machine, from several connections at once.

The client shares the machine with the server, so the server alone is faster than this says.
"""

import asyncio
import json
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kifu.errors import KifuError
from kifu_lab.bench.life import make_games
from kifu_lab.bench.machine import machine_time, memory_of, processor_of

_CONNECTIONS = 8
_WARM = 200  # requests before it counts: models are read, workers started
_QUARTERS = 4
_GOALS = {"score": 500.0, "predict": 300.0}
ROUTES = tuple(_GOALS)


@dataclass(frozen=True)
class Load:
    """What came out.

    Attributes:
        name: The route.
        requests: How many were answered.
        rate: A second.
        p50: Milliseconds within which half of the answers came.
        p99: The same of 99 in 100.
        failed: Answers that were not 200.
        memory: Megabytes of the server and its workers, before the first request and after each quarter.
        processor: Milliseconds of processor time a request, the server's processes together.
        client: The same of this client.
        others: Part of the machine's processor time that other programs took meanwhile; beside them
            the server is slower than the machine allows.
        goal: Requests a second that Kifu means to reach on two cores.
    """

    name: str
    requests: int
    rate: float
    p50: float
    p99: float
    failed: int
    memory: tuple[float, ...]
    processor: float
    client: float
    others: float
    goal: float


def measure_http(
    requests: int, routes: Sequence[str] = ROUTES, connections: int = _CONNECTIONS
) -> list[Load]:
    """Start a server and measure routes."""
    return asyncio.run(_measure(requests, routes, connections))


def bodies(name: str) -> list[bytes]:
    """Requests of a route: finished 9x9 games to score; 19x19 positions to predict."""
    if name == "score":
        return [json.dumps({"record": game.decode()}).encode() for game in make_games(9)]
    return [json.dumps({"record": game.decode(), "move": 60}).encode() for game in make_games(19)]


async def _measure(requests: int, routes: Sequence[str], connections: int) -> list[Load]:
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "kifu", "serve", "--port", "0", "--games", str(Path(folder) / "games")),
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdout is not None
        try:
            line = (await process.stdout.readline()).decode()
            found = re.search(r"http://([\d.]+):(\d+)/", line)
            if found is None:
                raise KifuError("the server did not start; `kifu serve --port 0` says why")
            host, port = found[1], int(found[2])
            return [await _load(host, port, process.pid, name, requests, connections) for name in routes]
        finally:
            process.terminate()
            await process.wait()


async def _load(host: str, port: int, pid: int, name: str, requests: int, connections: int) -> Load:
    prepared = [_request(host, port, name, body) for body in bodies(name)]
    await _ask(host, port, prepared, _WARM, connections)
    memory, spent, mine, machine = [memory_of(pid)], processor_of(pid), time.process_time(), machine_time()
    times: list[float] = []
    failed, seconds = 0, 0.0
    for quarter in range(_QUARTERS):
        started = time.perf_counter()
        more, bad = await _ask(host, port, prepared, (requests + quarter) // _QUARTERS, connections)
        seconds += time.perf_counter() - started
        times, failed = times + more, failed + bad
        memory.append(memory_of(pid))
    spent, mine = processor_of(pid) - spent, time.process_time() - mine
    busy, ready = (after - before for after, before in zip(machine_time(), machine, strict=True))
    times.sort()
    return Load(
        name=name,
        requests=len(times),
        rate=len(times) / seconds,
        p50=1000 * times[len(times) // 2],
        p99=1000 * times[min(len(times) - 1, len(times) * 99 // 100)],
        failed=failed,
        memory=tuple(memory),
        processor=1000 * spent / len(times),
        client=1000 * mine / len(times),
        others=max(0.0, busy - spent - mine) / ready if ready else 0.0,
        goal=_GOALS[name],
    )


def _request(host: str, port: int, name: str, body: bytes) -> bytes:
    head = f"POST /api/v1/{name} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


async def _ask(
    host: str, port: int, prepared: Sequence[bytes], requests: int, connections: int
) -> tuple[list[float], int]:
    """Send requests over some connections, each the next one when it has its answer."""
    times: list[float] = []
    failed = 0
    left = iter(range(requests))

    async def one() -> None:
        nonlocal failed
        reader, writer = await asyncio.open_connection(host, port, limit=1 << 22)
        for number in left:
            started = time.perf_counter()
            writer.write(prepared[number % len(prepared)])
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
            if length is not None:
                await reader.readexactly(int(length[1]))
            times.append(time.perf_counter() - started)
            failed += not head.startswith(b"HTTP/1.1 200")
        writer.close()
        await writer.wait_closed()

    await asyncio.gather(*(one() for _ in range(connections)))
    return times, failed
