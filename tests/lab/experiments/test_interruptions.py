"""Kills, full disks and Ctrl-C: what was measured stays, and the same command goes on."""

import errno
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.interfaces.cli.main import cli
from kifu.work import files
from kifu_lab.experiments.book import figure_1
from kifu_lab.experiments.engine import Engine
from kifu_lab.experiments.needs import Sources
from kifu_lab.experiments.registry import EXPERIMENTS
from kifu_lab.experiments.store import CellStore

SCRIPT = """
import os, signal, sys
from pathlib import Path
from kifu_lab.experiments.cells import Cell, Task
from kifu_lab.experiments.engine import Engine
from kifu_lab.experiments.experiment import Experiment
from kifu_lab.experiments.needs import Sources
from kifu_lab.experiments.store import CellStore

def steps(cell, lab):
    lab.folder.mkdir(exist_ok=True)
    file = lab.folder / "steps"
    done = len(file.read_text()) if file.exists() else 0
    while done < 3:
        done += 1
        file.write_text("x" * done)
        if done == 2 and sys.argv[2] == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
    return {"steps": done}

def cells(counts, seed):
    return [Cell(name, Task("test/steps", 1, steps), {"name": name}, seed) for name in ("first", "second")]

scales = dict.fromkeys(("quick", "standard", "paper"), {})
experiment = Experiment("test/kill", "t", "p", "p", "s", "g", "d", scales, cells, lambda counts, found: [])
print(Engine(CellStore(Path(sys.argv[1])), Sources()).run(experiment, "quick", 1).measured)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL there")
def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    def run(*arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-c", SCRIPT, str(tmp_path), *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)

    assert run("kill").returncode == -signal.SIGKILL
    [steps] = tmp_path.glob("runs/*/*/steps")
    assert steps.read_text() == "xx"
    assert not (tmp_path / "cells").exists()
    again = run("go on")
    assert again.stdout.strip() == "['first', 'second']", again.stderr
    found = {measured.facts["cell"]: measured.facts for measured in CellStore(tmp_path).measured("test")}
    assert found["first"]["starts"] == 2
    assert "starts" not in found["second"]


def test_a_full_disk_keeps_nothing_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = files.write_text

    def full(path: Path, text: str) -> None:
        if Path(path).suffix == ".json" and "cells" in Path(path).parts:
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        write(path, text)

    engine = Engine(CellStore(tmp_path), Sources())
    monkeypatch.setattr(files, "write_text", full)
    with pytest.raises(OSError, match="No space left") as error:
        engine.run(EXPERIMENTS["book/figure-1"], "quick", 1)
    assert "cells" in str(error.value.filename)
    monkeypatch.undo()
    assert list(engine.store.measured()) == []
    assert engine.run(EXPERIMENTS["book/figure-1"], "quick", 1).measured == ["opening"]


def test_ctrl_c_says_what_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "_measure", interrupted)
    done = CliRunner().invoke(
        cli, ["lab", "run", figure_1.EXPERIMENT.name, "--scale", "quick", "--out", str(tmp_path)]
    )
    assert done.exit_code != 0
    assert f"0 of 1 cell kept in {tmp_path}; the same command goes on from there" in done.output
