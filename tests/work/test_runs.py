import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kifu.errors import InputError, KifuWarning, RunError
from kifu.work import checkpoints, seeds
from kifu.work.runs import Checkpoint, Run, open_run, options_of

OPTIONS: dict[str, Any] = {"rate": 0.1, "sizes": [9, 13]}


def work(run: Run, steps: int) -> None:
    """A job whose every step depends on all before it: a random walk."""
    state = run.checkpoint
    total = state.arrays["total"] if state else np.zeros(3)
    for step in range(run.step + 1, steps + 1):
        total = total + seeds.stream(run.seed, step).normal(size=3)
        run.log({"step": step, "total": float(total.sum())})
        if step % 5 == 0:
            run.save(Checkpoint(step, {"best": float(total.max())}, {"total": total}))


def result(folder: Path) -> tuple[bytes, bytes]:
    last = checkpoints.path_of(folder / "checkpoints", checkpoints.steps_in(folder / "checkpoints")[-1])
    return (folder / "log.jsonl").read_bytes(), last.read_bytes()


@pytest.fixture
def whole(tmp_path: Path) -> tuple[bytes, bytes]:
    """What 40 steps give without any interruption."""
    with open_run(tmp_path / "whole", "walk", options=OPTIONS, seed=1) as run:
        work(run, 40)
    return result(tmp_path / "whole")


def test_a_continued_run_gives_the_same_as_a_whole_one(tmp_path: Path, whole: tuple[bytes, bytes]) -> None:
    folder = tmp_path / "run"
    for steps in (3, 12, 19, 40):
        with open_run(folder, "walk", options=OPTIONS, seed=1) as run:
            work(run, steps)
    assert result(folder) == whole


PROGRAM = """
import sys
sys.path.insert(0, {tests!r})
from test_runs import OPTIONS, work
from kifu.work.runs import open_run
with open_run({folder!r}, "walk", options=OPTIONS, seed=1) as run:
    print("open", flush=True)
    work(run, 600)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_killed_at_any_moment_it_continues_to_the_same_result(tmp_path: Path) -> None:
    with open_run(tmp_path / "whole", "walk", options=OPTIONS, seed=1) as run:
        work(run, 600)
    folder = tmp_path / "run"
    program = PROGRAM.format(tests=str(Path(__file__).parent), folder=str(folder))
    for wait in (0.0, 0.05, 0.15):
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(wait)
            process.send_signal(signal.SIGKILL)
    with open_run(folder, "walk", options=OPTIONS, seed=1) as run:
        work(run, 600)
    assert result(folder) == result(tmp_path / "whole")


@pytest.mark.parametrize("damage", ["truncate", "flip", "empty"])
def test_a_damaged_checkpoint_is_passed_over(tmp_path: Path, whole: tuple[bytes, bytes], damage: str) -> None:
    folder = tmp_path / "run"
    with open_run(folder, "walk", options=OPTIONS, seed=1) as run:
        work(run, 23)
    path = checkpoints.path_of(folder / "checkpoints", 20)
    data = path.read_bytes()
    path.write_bytes(
        {"truncate": data[:-5], "flip": data[:-5] + bytes([data[-5] ^ 1]) + data[-4:], "empty": b""}[damage]
    )
    told = r"step-000000020\.safetensors\.damaged'. The run goes on from step 15"
    with pytest.warns(KifuWarning, match=told), open_run(folder, "walk", options=OPTIONS, seed=1) as run:
        assert run.step == 15
    with open_run(folder, "walk", options=OPTIONS, seed=1) as run:
        assert [line["step"] for line in run.logged()] == list(range(1, 16))
        work(run, 40)
    assert result(folder) == whole
    assert len(list(folder.glob("checkpoints/*.damaged"))) == 1


def test_a_run_without_a_good_checkpoint_says_that_it_begins_anew(tmp_path: Path) -> None:
    with open_run(tmp_path, "walk", options=OPTIONS, seed=1) as run:
        work(run, 10)
    for step in (5, 10):
        checkpoints.path_of(tmp_path / "checkpoints", step).write_bytes(b"zeros")
    with (
        pytest.warns(KifuWarning, match="begins anew"),
        open_run(tmp_path, "walk", options=OPTIONS, seed=1) as run,
    ):
        assert (run.step, list(run.logged())) == (0, [])
    assert len(list(tmp_path.glob("checkpoints/*.damaged"))) == 2


@pytest.mark.skipif(os.name == "nt", reason="Windows needs a privilege for links")
def test_a_checkpoint_that_the_system_cannot_read_changes_nothing(tmp_path: Path) -> None:
    with open_run(tmp_path, "walk", options=OPTIONS, seed=1) as run:
        work(run, 12)
    last = checkpoints.path_of(tmp_path / "checkpoints", 10)
    last.rename(tmp_path / "away")
    last.symlink_to(last)  # cannot be opened, as if the disk were gone
    log = (tmp_path / "log.jsonl").read_bytes()
    with pytest.raises(OSError, match="step-000000010") as caught, open_run(tmp_path, "walk"):
        pass
    assert caught.value.filename == str(last)
    assert (tmp_path / "log.jsonl").read_bytes() == log
    last.unlink()
    (tmp_path / "away").rename(last)
    with open_run(tmp_path, "walk") as run:
        assert run.step == 10


def test_only_the_last_checkpoints_are_kept(tmp_path: Path) -> None:
    with open_run(tmp_path, "walk", options=OPTIONS, seed=1, keep=2) as run:
        work(run, 40)
    assert checkpoints.steps_in(tmp_path / "checkpoints") == [35, 40]


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"kind": "evolve"}, "kind: 'walk' in run.json, 'evolve' here"),
        ({"seed": 2}, "seed: 1 in run.json, 2 here"),
        ({"options": {**OPTIONS, "rate": 0.2}}, "option 'rate': 0.1 in run.json, 0.2 here"),
        ({"options": {"rate": 0.1}}, "option 'sizes': [9, 13] in run.json, 'absent' here"),
    ],
)
def test_another_run_is_refused_by_name(tmp_path: Path, changed: dict[str, Any], named: str) -> None:
    with open_run(tmp_path, "walk", options=OPTIONS, seed=1):
        pass
    given = {"kind": "walk", "options": OPTIONS, "seed": 1} | changed
    with pytest.raises(RunError) as caught, open_run(tmp_path, given.pop("kind"), **given):
        pass
    assert named in str(caught.value)


@pytest.mark.parametrize(("name", "value"), [("kifu", "0.0.1"), ("format", 99)])
def test_another_version_is_refused_by_name(tmp_path: Path, name: str, value: object) -> None:
    with open_run(tmp_path, "walk", options=OPTIONS, seed=1):
        pass
    path = tmp_path / "run.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {name: value}))
    with pytest.raises(RunError, match=f"{name}: {value!r} in run.json"), open_run(tmp_path, "walk"):
        pass


def test_options_edited_after_a_checkpoint_are_refused(tmp_path: Path) -> None:
    with open_run(tmp_path, "walk", options=OPTIONS, seed=1) as run:
        work(run, 5)
    path = tmp_path / "run.json"
    path.write_text(path.read_text().replace('"rate": 0.1', '"rate": 0.5'))
    with (
        pytest.raises(RunError, match="option 'rate': 0.1 in its checkpoints, 0.5 here"),
        open_run(tmp_path, "walk"),
    ):
        pass


def test_options_need_not_be_given_again(tmp_path: Path) -> None:
    with open_run(tmp_path, "walk", options={"sizes": (9, 13)}, seed=5):
        pass
    assert options_of(tmp_path) == {"sizes": [9, 13]}
    with open_run(tmp_path, "walk") as run:
        assert (run.options, run.seed, run.step, run.checkpoint) == ({"sizes": [9, 13]}, 5, 0, None)
    with open_run(tmp_path, "walk", options={"sizes": (9, 13)}):
        pass


def test_a_second_process_is_refused_and_a_dead_one_is_not(tmp_path: Path) -> None:
    with (
        open_run(tmp_path, "walk", options={}),
        pytest.raises(RunError, match=f"in use by process {os.getpid()}"),
        open_run(tmp_path, "walk"),
    ):
        pass
    (tmp_path / "lock").write_text("process 1\n")  # left by someone who was killed
    with open_run(tmp_path, "walk"):
        pass


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(RunError, match="holds no run"), open_run(tmp_path, "walk", options={}):
        pass
    with pytest.raises(RunError, match="no run to continue"), open_run(tmp_path / "none", "walk"):
        pass
    (tmp_path / "run.json").write_text("{}")
    with pytest.raises(RunError, match="'kind' is missing"), open_run(tmp_path, "walk", options={}):
        pass


def test_a_shortened_log_is_refused(tmp_path: Path) -> None:
    with open_run(tmp_path, "walk", options={}) as run:
        work(run, 5)
    os.truncate(tmp_path / "log.jsonl", 10)
    with pytest.raises(RunError, match="shortened by hand"), open_run(tmp_path, "walk"):
        pass


def test_a_checkpoint_gives_back_what_it_got(tmp_path: Path) -> None:
    arrays = {
        "scalar": np.array(3.5),
        "turned": np.arange(12, dtype=np.uint16).reshape(3, 4).T,
        "flags": np.array([True, False]),
        "none": np.zeros((0, 4), np.float32),
    }
    state = {"big": 2**100, "text": "棋", "list": [1, None]}
    checkpoints.write(tmp_path / "c", Checkpoint(4, state, arrays), {"x": 1})
    found, about = checkpoints.read(tmp_path / "c")
    assert (found.step, found.state, about) == (4, state, {"x": 1})
    for name, array in arrays.items():
        assert np.array_equal(found.arrays[name], array)
        assert found.arrays[name].dtype == array.dtype
        assert found.arrays[name].shape == array.shape


@pytest.mark.parametrize(
    ("checkpoint", "named"),
    [
        (Checkpoint(1, {"a": {1, 2}}), "JSON can hold"),
        (Checkpoint(1, {"a": (1, 2)}), "lists, not tuples"),
        (Checkpoint(1, {"a": float("nan")}), "JSON can hold"),
        (Checkpoint(1, {}, {"words": np.array(["a"])}), "'words' is of kind"),
    ],
    ids=["set", "tuple", "nan", "strings"],
)
def test_what_cannot_be_saved_is_named(tmp_path: Path, checkpoint: Checkpoint, named: str) -> None:
    with pytest.raises(InputError, match=named):
        checkpoints.write(tmp_path / "c", checkpoint, {})
    assert not list(tmp_path.iterdir())


def test_a_step_is_saved_once(tmp_path: Path) -> None:
    with open_run(tmp_path, "walk", options={}) as run:
        run.save(Checkpoint(0))
        run.save(Checkpoint(3))
        with pytest.raises(RunError, match="a step after 3"):
            run.save(Checkpoint(3))
