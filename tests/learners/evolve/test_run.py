"""An evolution as a run: it gets better, and continues to the same result whatever happens to it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from kifu.errors import RunError
from kifu.learners.evolve.genome import Layout
from kifu.learners.evolve.learning import School
from kifu.learners.evolve.run import Evolution
from kifu.learners.evolve.session import open_evolution
from kifu.learners.evolve.settings import EvolveSettings, preset
from kifu.work.runs import open_run, options_of
from kifu_lab.evaluation.evolve import curves, ticks
from support.plain_draughts import SumPlay

LAYOUT = Layout((32, 40, 10, 1))
VARIANTS = {
    "paper": EvolveSettings(network="board"),
    "blondie24": preset("blondie24"),
    "strategy": preset("paper", network="board", method="strategy", population=16, bounds="none", rate=1.0),
    "safe": preset("paper", network="board", mutation="safe"),
    "lessons": preset("paper", network="board", training_positions=512, memory=2, random_moves=3),
    "search": preset(
        "paper",
        network="board",
        training_positions=512,
        memory=2,
        random_moves=3,
        teacher="search",
        trace=0.5,
    ),
    "average": preset("paper", network="board", champion_by="average", openings="ballots"),
}


def evolve(folder: Path, settings: EvolveSettings, generations: int) -> Evolution:
    with open_run(folder, "evolve", options=settings.facts(), seed=7) as run:
        evolution = Evolution(settings, run, LAYOUT, SumPlay(), School("board", LAYOUT))
        while evolution.generation < generations:
            evolution.advance()
        return evolution


def result(folder: Path) -> tuple[bytes, bytes]:
    last = max((folder / "checkpoints").iterdir())
    return (folder / "log.jsonl").read_bytes(), last.read_bytes()


@pytest.mark.parametrize("name", VARIANTS)
def test_a_continued_evolution_is_the_same(tmp_path: Path, name: str):
    evolve(tmp_path / "whole", VARIANTS[name], 6)
    for generations in (1, 4, 6):
        evolve(tmp_path / "parts", VARIANTS[name], generations)
    assert result(tmp_path / "parts") == result(tmp_path / "whole")


@pytest.mark.parametrize("name", ["paper", "blondie24", "strategy"])
def test_champions_get_better(tmp_path: Path, name: str):
    evolution = evolve(tmp_path, VARIANTS[name], 30)
    lines = list(evolution.log())
    means = [line["mean_of_means"] for line in lines]
    assert means[0] is None
    assert np.mean(means[1:]) > 0.1  # a player of sums beats its ancestors
    assert lines[-1]["games"] > 0


def test_the_log_is_a_family_tree(tmp_path: Path):
    evolution = evolve(tmp_path, VARIANTS["paper"], 5)
    known = set()
    for line in evolution.log():
        for name, operator, parents, points in line["agents"]:
            assert operator in ("random", "mutation", "crossover")
            assert isinstance(points, float)
            if name.startswith(f"{line['generation']}.") and line["generation"] > 1:
                assert parents
                assert set(parents) <= known
        known |= {agent[0] for agent in line["agents"]}
        assert line["champion"] in known


def test_curves_are_drawn_for_any_number_of_generations(tmp_path: Path):
    for generations in (1, 3, 12):
        evolution = evolve(tmp_path, VARIANTS["paper"], generations)
        drawn = curves(list(evolution.log()))
        assert drawn.startswith("<svg")
        assert "mean of means" in drawn
    assert ticks(1, 200) == [0, 50, 100, 150, 200]
    assert ticks(-0.3, 2.0)[0] <= -0.3


@pytest.mark.parametrize("method", ["genetic", "offspring", "strategy"])
def test_an_ancestor_founds_the_first_generation(tmp_path: Path, method: str):
    settings = preset(
        "paper", network="board", method=method, population=16, mutation="gaussian", ancestor="it"
    )
    genes = np.full(LAYOUT.size, 0.5)
    with open_run(tmp_path, "evolve", options=settings.facts(), seed=7) as run:
        population = Evolution(settings, run, LAYOUT, SumPlay(), ancestor=genes).population
    assert np.abs(population.weights - genes).max() < 0.5  # mutants, none of them random
    assert len(np.unique(population.weights, axis=0)) == 16
    if method != "strategy":
        assert (population.weights[0] == genes).all()
        assert population.agents[0] == ("1.1", "ancestor", ("it",))
        assert population.agents[1] == ("1.2", "mutation", ("1.1",))


PROGRAM = """
import sys
sys.path[:0] = {tests!r}
from pathlib import Path
from test_run import VARIANTS, evolve
print("open", flush=True)
evolve(Path({folder!r}), VARIANTS["paper"], 60)
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_killed_at_any_moment_it_continues_to_the_same_result(tmp_path: Path):
    evolve(tmp_path / "whole", VARIANTS["paper"], 60)
    folder = tmp_path / "run"
    tests = [str(Path(__file__).parent), str(Path(__file__).parents[2])]
    program = PROGRAM.format(tests=tests, folder=str(folder))
    for wait in (0.0, 0.3, 0.2):
        with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(wait)
            process.send_signal(signal.SIGKILL)
    evolve(folder, VARIANTS["paper"], 60)
    assert result(folder) == result(tmp_path / "whole")


def test_other_settings_and_edited_folders_are_refused_by_name(tmp_path: Path):
    evolve(tmp_path, VARIANTS["paper"], 2)
    with pytest.raises(RunError, match=r"option 'dominant': 0.75 in run.json, 0.5 here"):
        evolve(tmp_path, preset("paper", network="board", dominant=0.5), 3)
    about = json.loads((tmp_path / "run.json").read_text())
    about["options"]["population"] = 16
    (tmp_path / "run.json").write_text(json.dumps(about))
    with pytest.raises(RunError, match="option 'population': 15 in its checkpoints, 16 here"):
        evolve(tmp_path, preset("paper", network="board", population=16), 3)


def test_a_run_of_an_older_version_is_continued_under_its_names(tmp_path: Path):
    settings = preset(
        "kifu", decider="minimax:depth=1", population=8, games=1, rivals=0, training_positions=8
    )
    former = {"training_positions": "lessons", "rate_half_life": "halving", "champion_by": "crown"}
    facts = {former.get(name, name): value for name, value in settings.facts().items()}
    with open_run(tmp_path, "evolve", options=facts, seed=1):
        pass
    with open_evolution(tmp_path, goal=1) as (evolution, _):
        evolution.advance()
    with open_evolution(tmp_path, settings, goal=1) as (evolution, _):
        assert evolution.generation == 1
    assert options_of(tmp_path) == facts
    with pytest.raises(RunError, match="rate"), open_evolution(tmp_path, preset("kifu", rate=0.5), goal=1):
        pass
