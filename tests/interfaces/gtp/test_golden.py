"""Transcripts of every command, as a person reads them, in tests/golden/gtp.

KIFU_GOLDEN=write writes them anew.
"""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kifu
from kifu.interfaces.gtp.commands import TABLE
from support.gtp_talk import Talk

if TYPE_CHECKING:
    from kifu.models.moves import MovePredictor

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = sorted((ROOT / "tests" / "golden" / "gtp").glob("*.txt"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_transcript(
    path: Path, full_moves: "MovePredictor", tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    requests = [line[2:] for line in path.read_text("utf-8").splitlines() if line.startswith("> ")]
    with Talk(moves=lambda: full_moves) as talk:
        said = "\n\n".join(f"> {request}\n{steady(talk.ask(request))}" for request in requests) + "\n"
        assert talk.log == []
    if os.environ.get("KIFU_GOLDEN") == "write":
        path.write_text(said, "utf-8")
    assert said == path.read_text("utf-8")


def steady(answer: str) -> str:
    """Numbers of models and clocks, which other machines may round otherwise, become N and V."""
    lines = []
    for line in answer.replace(kifu.__version__, "VERSION").splitlines():
        if line.startswith("info "):
            first = re.split(r" (?=info move )", line)[0]
            own = " ownership N..." if " ownership " in line else ""
            root = " rootInfo visits N winrate N scoreLead N" if " rootInfo " in line else ""
            first = re.sub(r"(?<= )-?\d+(\.\d+)?(e-?\d+)?(?= |$)", "N", first.split(" ownership ")[0])
            lines.append(re.sub(r"\b[A-HJ]\d\b", "V", first.split(" rootInfo ")[0]) + " ..." + root + own)
        elif re.fullmatch(r"(= )?(-?\d+\.\d\d ?)+", line):
            lines.append(re.sub(r"-?\d+\.\d\d", "N", line))
        elif line.startswith(("= INFLUENCE", "LABEL")):
            lines.append(re.sub(r"[A-HJ]\d \d+(\.\d+)?", "V N", line))
        else:
            lines.append(line)
    return "\n".join(lines)


def test_every_command_has_a_transcript_and_stands_in_the_contract() -> None:
    shown = {
        line[2:].split(" ")[0]
        for path in GOLDEN
        for line in path.read_text("utf-8").splitlines()
        if line[:2] == "> "
    }
    assert set(TABLE) - shown == set()
    contract = (ROOT / "docs" / "gtp.md").read_text("utf-8")
    assert [name for name in TABLE if f"`{name}" not in contract] == []
