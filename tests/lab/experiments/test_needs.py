"""A cell declares every bundled model that it reads: its key must change with them."""

import json
import subprocess
import sys
from pathlib import Path

from kifu_lab.experiments.registry import EXPERIMENTS

#: Runs in a process of its own, so that nothing has been read yet and readers can be watched from the start.
SCRIPT = """
import functools, gc, json, sys
from pathlib import Path
import kifu.models.files as model_files

read = set()
load_bundled = model_files.load_bundled

def watched(name, *rest):
    read.add("model:" + name.removesuffix(".safetensors"))
    return load_bundled(name, *rest)

model_files.load_bundled = watched

from kifu_lab.experiments.engine import Engine
from kifu_lab.experiments.needs import Sources
from kifu_lab.experiments.registry import EXPERIMENTS
from kifu_lab.experiments.store import CellStore

for name in sys.argv[2:]:
    for number, cell in enumerate(EXPERIMENTS[name].cells_at("quick", 1)):
        for thing in gc.get_objects():
            if isinstance(thing, functools._lru_cache_wrapper):
                thing.cache_clear()
        read.clear()
        store = CellStore(Path(sys.argv[1]) / name / str(number))
        Engine(store, Sources()).run(EXPERIMENTS[name], "quick", 1, only=[cell.name])
        print(json.dumps([name, cell.name, sorted(read - set(cell.needs))]))
"""


def test_models_that_are_read_are_declared(tmp_path: Path) -> None:
    names = [
        name
        for name, experiment in EXPERIMENTS.items()
        if all(need.startswith("model:") for cell in experiment.cells_at("quick", 1) for need in cell.needs)
    ]
    assert "book/levels" in names
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(tmp_path), *names], capture_output=True, text=True, check=True
    )
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert {name for name, _, _ in told} == set(names)
    assert [row for row in told if row[2]] == []
