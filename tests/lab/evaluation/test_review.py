"""Reviews beside a judge: the measures, and what is no judged game."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from kifu.errors import InputError
from kifu.interfaces.cli.main import cli
from kifu_lab.evaluation.review import MEASURES, Agreement, read_judged, report

GAME = {
    "size": 9,
    "komi": 6.5,
    "moves": [["B", "E5"], ["W", "C3"], ["B", "G7"], ["W", "pass"]],
    "lead": [0.0, 0.5, 1.5, 1.0, 9.0],
}


def test_a_judge_says_what_each_side_lost(tmp_path: Path) -> None:
    path = tmp_path / "judged.jsonl"
    path.write_text(json.dumps(GAME) + "\n")
    (game,) = read_judged(path)
    assert game.lost.tolist() == [-0.5, 1.0, 0.5, 8.0]
    done = CliRunner().invoke(
        cli, ["lab", "evaluate", "review", "--judged", str(path), "--effort", "fast", "--json"]
    )
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    assert (facts["games"], facts["moves"]) == (1, 4)
    assert set(MEASURES) <= set(facts)


@pytest.mark.parametrize("line", ["{}", "no JSON", json.dumps({**GAME, "lead": [0.0]})])
def test_what_is_no_judged_game_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "judged.jsonl"
    path.write_text(json.dumps(GAME) + "\n" + line + "\n")
    with pytest.raises(InputError, match="line 2: expected a judged game"):
        read_judged(path)


def test_measures_of_a_review_that_agrees() -> None:
    lost = np.array([0.0, 9.0, 1.0, 3.0, 0.2, 0.1, 2.5])
    agreed = Agreement(lost, 2 * lost, lost >= 2, lost < 0.05)
    facts = report([agreed, agreed])
    assert facts["rank correlation"][0] == pytest.approx(1)
    assert facts["five worst moves found"][0] == 1
    assert facts["called mistakes: lost 2 points or more"][0] == 1
    assert facts["called mistakes: lost under half a point"][0] == 0
    assert facts["blunders of 8 points called mistakes"][0] == 1
