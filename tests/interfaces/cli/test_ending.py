"""Ctrl-C and SIGTERM end a match or a game at once, whatever thinks, and leave no engine behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")

# An engine that never answers genmove, and says where it thinks.
ENGINE = """
import os, sys, time
for line in sys.stdin:
    if line.startswith("genmove"):
        open(sys.argv[1], "w").write(str(os.getpid()))
        time.sleep(600)
    print("= \\n", flush=True)
"""
THINKS = "katia:seconds=600,predictor=no,nk=0"
AT_ONCE = 10.0  # seconds: generous for a busy machine, and far from ten minutes


@pytest.fixture
def engine(tmp_path: Path) -> tuple[str, Path]:
    (tmp_path / "engine.py").write_text(ENGINE)
    thinking = tmp_path / "thinking"
    return f"gtp:{sys.executable} {tmp_path / 'engine.py'} {thinking}", thinking


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "kifu", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def end(process: subprocess.Popen[str], number: signal.Signals) -> int:
    started = time.monotonic()
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert time.monotonic() - started < AT_ONCE
    assert "Traceback" not in said, said
    return process.returncode


def wait_for(file: Path) -> int:
    for _ in range(600):
        if file.exists() and file.read_text():
            return int(file.read_text())
        time.sleep(0.1)
    raise AssertionError("the engine was never asked for a move")


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("parallel", ["1", "2"])
def test_a_match_ends_its_engines(
    engine: tuple[str, Path], number: signal.Signals, code: int, parallel: str
) -> None:
    command, thinking = engine
    match = start("match", command, "random", "--games", "2", "--opening", "0", "--parallel", parallel)
    pid = wait_for(thinking)
    assert end(match, number) == code
    assert not is_running(pid)


def test_a_match_does_not_wait_for_a_search(tmp_path: Path) -> None:
    match = start("match", THINKS, "random", "--games", "1", "--opening", "0", "--out", str(tmp_path / "m"))
    while not (tmp_path / "m").exists():
        time.sleep(0.1)
    time.sleep(2)
    assert end(match, signal.SIGINT) == 130


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_engine_ends_the_engine_behind_it(
    engine: tuple[str, Path], number: signal.Signals, code: int
) -> None:
    command, thinking = engine
    gtp = start("gtp", "--player", command)
    assert gtp.stdin is not None
    gtp.stdin.write("genmove b\n")
    gtp.stdin.flush()
    pid = wait_for(thinking)
    assert end(gtp, number) == code
    assert not is_running(pid)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("asked", ["genmove b", "lz-analyze b 5", "kata-genmove_analyze b 5"])
def test_an_engine_that_thinks_ends_when_told(asked: str, number: signal.Signals, code: int) -> None:
    gtp = start("gtp", "--player", THINKS)
    assert gtp.stdin is not None
    assert gtp.stdout is not None
    gtp.stdin.write(f"name\n{asked}\n")
    gtp.stdin.flush()
    gtp.stdout.readline()
    time.sleep(1)
    assert end(gtp, number) == code


def test_a_game_does_not_wait_for_a_search() -> None:
    game = start("play", THINKS, "--colour", "white")
    assert game.stdout is not None
    game.stdout.readline()
    time.sleep(1)
    assert end(game, signal.SIGINT) == 130
