"""Whole games under the hands of real controllers: Sabaki's GTP library, and GNU Go as the other side."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kifu.protocols.gtp_client import GtpClient, find_program

ENGINE = [sys.executable, "-m", "kifu", "gtp", "--player", "random"]
GNU_GO = ["--mode", "gtp", "--level", "0", "--chinese-rules", "--positional-superko"]
# Without a registry in reach npm would try again and again for a minute.
QUICK = [
    "--no-audit",
    "--no-fund",
    "--no-package-lock",
    "--prefer-offline",
    "--fetch-retries=0",
    "--fetch-timeout=10000",
]


def gnu_go() -> list[str]:
    program = find_program("gnugo")
    if program is None:
        pytest.skip("GNU Go is not installed (Debian package gnugo)")
    return [program, *GNU_GO]


def test_sabaki_plays_a_game_between_kifu_and_gnu_go(tmp_path: Path) -> None:
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        pytest.skip("npm and node are not installed, which Sabaki's GTP library needs")
    opponent = gnu_go()
    installed = subprocess.run(
        [npm, "install", *QUICK, "--prefix", str(tmp_path), "@sabaki/gtp@3"],
        capture_output=True,
        timeout=120,
        check=False,
    )
    if installed.returncode != 0:
        pytest.skip("npm cannot install @sabaki/gtp here: no registry in reach")
    script = Path(__file__).with_name("controller.js")
    done = subprocess.run(
        [node, str(script), str(tmp_path), "400", *ENGINE, "--", *opponent],
        capture_output=True,
        timeout=300,
        check=False,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )
    assert done.returncode == 0, done.stderr.decode()
    game = json.loads(done.stdout)
    assert game["passes"] == 2
    assert len(game["moves"]) > 30
    assert re.fullmatch(r"[BW]\+\d+(\.\d+)?|0", game["score"])


def test_gnu_go_accepts_every_move(tmp_path: Path) -> None:
    with GtpClient(gnu_go()) as opponent, GtpClient(ENGINE) as engine:
        for line in ("boardsize 9", "komi 7.5", "clear_board"):
            opponent.send(line)
            engine.send(line)
        passes = 0
        for number in range(300):
            side = (engine, opponent) if number % 2 == 0 else (opponent, engine)
            move = side[0].send(f"genmove {'bw'[number % 2]}")
            if move.lower() == "resign":
                break
            side[1].send(f"play {'bw'[number % 2]} {move}")
            passes = passes + 1 if move.lower() == "pass" else 0
            if passes == 2:
                break
        assert engine.send("final_score").startswith("W+")
