"""README.md is true: its Python blocks run as doctests, its console blocks print what they say."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from kifu.records.samples import NAMES, read_sample

README = Path(__file__).resolve().parent.parent / "README.md"
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(language: str) -> list[pytest.param]:
    text = README.read_text(encoding="utf-8")
    return [
        pytest.param(match[2], id=f"line {text.count(chr(10), 0, match.start()) + 1}")
        for match in BLOCK.finditer(text)
        if match[1] == language
    ]


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # One folder for all blocks: a later one may use what an earlier one made.
    folder = tmp_path_factory.mktemp("readme")
    # The reader's own records: here, the two bundled games.
    (folder / "games").mkdir()
    for name, file in NAMES.items():
        (folder / "games" / file).write_bytes(read_sample(name))
    return folder


@pytest.mark.xdist_group("readme")
@pytest.mark.parametrize("code", blocks("python"))
def test_python_block(code: str, workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(workplace)
    assert ">>>" in code, "a Python block shows what it prints: write it with >>>"
    test = doctest.DocTestParser().get_doctest(code, {}, "README.md", str(README), 0)
    said: list[str] = []
    outcome = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=said.append)
    assert outcome.failed == 0, "".join(said)


@pytest.mark.xdist_group("readme")
@pytest.mark.parametrize("session", blocks("console"))
def test_console_block(session: str, workplace: Path) -> None:
    """`$ kifu ...` lines are run, with what stands below as their output; other `$` lines are not."""
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        line, _, expected = part.partition("\n")
        words = shlex.split(line, comments=True)
        if words[:1] != ["kifu"]:
            continue
        run = subprocess.run(
            [sys.executable, "-m", "kifu", *words[1:]],
            cwd=workplace,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONUTF8": "1", "COLUMNS": "80"},
            timeout=300,
            check=False,
        )
        got = run.stdout + run.stderr
        same = doctest.OutputChecker().check_output(expected, got, FLAGS)
        assert same, f"$ {line}\nexpected:\n{expected}\ngot:\n{got}"
