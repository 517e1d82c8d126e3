"""`kifu evolve` as people use it."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kifu.learners.evolve.session import champion_file
from kifu.models.draughts_net import Network

QUICK = ["--decider", "minimax:depth=1", "--population", "6", "--elite", "3", "--games", "2", "--rivals", "1"]


def evolve(*arguments: str, **options) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "kifu", "evolve", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **options)


def test_a_run_gives_champions_and_a_table(tmp_path: Path):
    folder = tmp_path / "first"
    done = evolve("--run", str(folder), "--generations", "4", "--seed", "5", *QUICK)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["generation", "champion", "points", "mean", "of", "means", "games/s", "left"]
    assert [line.split()[0] for line in lines[1:5]] == ["1", "2", "3", "4"]
    assert Network.load(champion_file(folder, 4)).kind == "squares"
    drawn = subprocess.run([sys.executable, "-m", "kifu", "lab", "curves", str(folder)], check=False)
    assert drawn.returncode == 0
    assert (folder / "curves.svg").read_text().startswith("<svg")
    again = evolve("--run", str(folder), "--generations", "5", "--seed", "5", "--json", *QUICK)
    facts = json.loads(again.stdout)
    assert (facts["generations"], facts["finished"]) == (5, True)
    assert evolve("--resume", str(folder), "--json").returncode == 0


def test_a_decider_that_cannot_be_used_binds_no_folder(tmp_path: Path):
    done = evolve("--run", str(tmp_path / "run"), "--decider", "minimax:dept=1")
    assert done.returncode == 1
    assert "the decider 'minimax:dept=1' has no option 'dept'" in done.stderr
    assert not (tmp_path / "run").exists()


def test_one_thread_or_two_give_the_same_champions(tmp_path: Path):
    for workers in ("1", "2"):
        learning = ["--training-positions", "512", "--random-moves", "4", "--bounds", "none"]
        done = evolve(
            "--run", str(tmp_path / workers), "-n", "3", "--workers", workers, "--quiet", *QUICK, *learning
        )
        assert done.returncode == 0, done.stderr
    first, second = (tmp_path / workers for workers in ("1", "2"))
    assert (first / "log.jsonl").read_bytes() == (second / "log.jsonl").read_bytes()
    assert Network.load(champion_file(first, 3)) == Network.load(champion_file(second, 3))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_killed_and_resumed_it_ends_as_if_nothing_had_been(tmp_path: Path):
    evolve("--run", str(tmp_path / "whole"), "-n", "12", "--quiet", *QUICK)
    folder = tmp_path / "killed"
    command = [sys.executable, "-m", "kifu", "evolve", "--run", str(folder), "-n", "12", *QUICK]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _ in range(4):  # the heading and three generations
            process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    assert evolve("--resume", str(folder), "--quiet").returncode == 0
    assert (folder / "log.jsonl").read_bytes() == (tmp_path / "whole" / "log.jsonl").read_bytes()
    assert Network.load(champion_file(folder, 12)) == Network.load(champion_file(tmp_path / "whole", 12))


@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to a child")
def test_nobody_else_may_run_it_and_ctrl_c_ends_after_the_generation(tmp_path: Path):
    folder = tmp_path / "run"
    command = [sys.executable, "-m", "kifu", "evolve", "--run", str(folder), "-n", "100000", *QUICK]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(3):
            process.stdout.readline()
        held = evolve("--resume", str(folder))
        assert held.returncode == 1
        assert "is in use by process" in held.stderr
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        assert process.wait(30) == 0
    assert "stopped; go on with: kifu evolve --resume" in rest


def test_a_run_goes_on_from_an_ancestor_whatever_becomes_of_its_file(tmp_path: Path):
    assert evolve("--run", str(tmp_path / "old"), "-n", "2", "--quiet", *QUICK).returncode == 0
    given = tmp_path / "given.safetensors"
    champion_file(tmp_path / "old", 2).rename(given)
    folder = tmp_path / "new"
    begun = evolve("--run", str(folder), "-n", "1", "--quiet", "--ancestor", str(given), *QUICK)
    assert begun.returncode == 0, begun.stderr
    first = json.loads((folder / "log.jsonl").read_text().splitlines()[0])
    assert first["agents"][0][:3] == ["1.1", "ancestor", [Network.load(given).fingerprint]]
    again = evolve("--run", str(folder), "-n", "2", "--quiet", "--ancestor", str(given), *QUICK)
    assert again.returncode == 0, again.stderr
    given.unlink()
    assert evolve("--resume", str(folder), "-n", "3", "--quiet").returncode == 0
    other = evolve("--run", str(folder), "--ancestor", "young", "--network", "pieces", *QUICK)
    assert other.returncode == 1
    assert "option 'ancestor'" in other.stderr
    champion_file(folder, 1).replace(folder / "ancestor.safetensors")
    swapped = evolve("--resume", str(folder), "-n", "4")
    assert swapped.returncode == 1
    assert "is another network" in swapped.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "give either --run FOLDER"),
        (
            ["--run", "{folder}", "--mutation", "wild"],
            2,
            "'wild' is not one of 'uniform', 'gaussian', 'adaptive', 'safe'",
        ),
        (["--run", "{folder}", "--decider", "chess"], 1, "decider"),
        (["--run", "{folder}", "--preset", "alpha"], 2, "'alpha' is not one of 'paper', 'blondie24', 'kifu'"),
        (["--run", "{folder}", "--lessons", "9"], 2, "--lessons is now --training-positions: give"),
        (["--run", "{folder}", "--halving", "9"], 2, "--halving is now --rate-half-life"),
        (["--run", "{folder}", "--crown", "average"], 2, "give --champion-by average"),
        (["--run", "{folder}", "--ancestor", "champion"], 1, "give --network pieces"),
        (["--run", "{folder}", "--ancestor", "{here}/none.safetensors"], 1, "none.safetensors"),
        (["--resume", "{here}", "--ancestor", "champion"], 2, "leave out --ancestor"),
        (["--resume", "{here}"], 1, "holds no run: there is no run.json in it"),
        (["--resume", "{here}", "--preset", "kifu"], 2, "leave out --preset"),
        (["--resume", "{here}", "--dominant", "0.5"], 2, "a resumed run keeps its settings"),
    ],
)
def test_wrong_usage_is_named(tmp_path: Path, arguments: list[str], code: int, message: str):
    (tmp_path / "here").mkdir()
    places = {"folder": str(tmp_path / "new"), "here": str(tmp_path / "here")}
    done = evolve(*(argument.format(**places) for argument in arguments))
    assert done.returncode == code
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_full_disk_is_named_and_nothing_is_lost(tmp_path: Path):
    folder = tmp_path / "run"
    assert evolve("--run", str(folder), "-n", "2", "--quiet", *QUICK).returncode == 0
    log = (folder / "log.jsonl").read_bytes()
    # A file size limit stands in for a full disk: both make a write fail half-way.
    limited = "import resource, signal, sys; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
    limited += f"resource.setrlimit(resource.RLIMIT_FSIZE, ({len(log) + 100},) * 2); "
    limited += "from kifu.interfaces.cli.main import main; main(sys.argv[1:])"
    arguments = ["evolve", "--resume", str(folder), "-n", "4"]
    done = subprocess.run([sys.executable, "-c", limited, *arguments], capture_output=True, text=True)
    assert done.returncode == 1
    assert str(folder) in done.stderr
    assert evolve("--resume", str(folder), "-n", "4", "--quiet").returncode == 0
    assert (folder / "log.jsonl").read_bytes().startswith(log)
