"""The client against a real engine, and against engines that misbehave."""

import contextlib
import sys
import time
from pathlib import Path

import pytest

from kifu.errors import MissingToolError
from kifu.protocols.gtp_client import (
    EngineDiedError,
    EngineError,
    EngineRefusedError,
    EngineTimeoutError,
    GtpClient,
    find_program,
)


def engine(code: str) -> list[str]:
    return [sys.executable, "-c", "import sys, time\n" + code]


def test_gnu_go_answers() -> None:
    if find_program("gnugo") is None:
        pytest.skip("GNU Go is not installed (Debian package gnugo)")
    with GtpClient("gnugo --mode gtp --level 0") as gnugo:
        assert gnugo.send("protocol_version") == "2"
        gnugo.send("boardsize 9")
        with pytest.raises(EngineRefusedError, match="refused 'play black Z99'"):
            gnugo.send("play black Z99")
        gnugo.send("play black E5")
        assert "X" in gnugo.send("showboard")


def test_silence_is_a_timeout() -> None:
    client = GtpClient(engine("time.sleep(60)"), timeout=0.2)
    with pytest.raises(EngineTimeoutError, match="did not answer 'name' within 0.2 s"):
        client.send("name")
    with pytest.raises(EngineDiedError):
        client.send("name")


def test_blank_lines_without_end_are_a_timeout() -> None:
    client = GtpClient(engine("while True: print()"), timeout=0.3)
    with pytest.raises(EngineError, match="within 0.3 s|has no end"):
        client.send("name")
    assert client._lines.qsize() <= 101


def test_what_a_wrapper_started_ends_with_it() -> None:
    client = GtpClient(["sh", "-c", "sleep 61.5; true"], timeout=0.3)
    with pytest.raises(EngineTimeoutError, match="did not answer 'name' within 0.3 s"):
        client.send("name")
    until = time.monotonic() + 20  # a busy machine takes its time to end a process that was killed
    while b"sleep\x0061.5\x00" in commands() and time.monotonic() < until:
        time.sleep(0.05)
    assert b"sleep\x0061.5\x00" not in commands()


def commands() -> list[bytes]:
    """The command lines of all processes, where the system lists them."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # processes come and go
            found.append(path.read_bytes())
    return found


def test_a_dead_engine_is_named_with_its_exit_code() -> None:
    client = GtpClient(engine("sys.stdin.readline(); sys.exit(3)"))
    with pytest.raises(EngineDiedError, match=r"exit code 3\) instead of answering 'name'"):
        client.send("name")


def test_nonsense_and_endless_answers() -> None:
    client = GtpClient(engine("print('hello\\n', flush=True); time.sleep(9)"))
    with pytest.raises(EngineError, match="expected an answer to 'name', got 'hello'"):
        client.send("name")
    client = GtpClient(engine("print('= ' + 'x' * 3_000_000, flush=True); time.sleep(9)"))
    with pytest.raises(EngineError, match="has no end"):
        client.send("name")


def test_missing_engine() -> None:
    with pytest.raises(MissingToolError, match="'no-such-engine' is not installed"):
        GtpClient("no-such-engine --gtp")
