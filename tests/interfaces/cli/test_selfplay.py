"""`kifu selfplay`: start, continue, and let a new network in."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.interfaces.cli.main import cli
from kifu.models.files import read_bundled

SMALL = ("--size", "5", "--visits", "6", "--fast-visits", "4")


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(cli, ["selfplay", *arguments])
    assert result.exit_code == code, result.output
    return result.output


def test_a_run_is_started_and_continued(tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    text = run(folder, *SMALL, "--games", "40", "--gate-games", "4", "--gate-visits", "4", "--workers", "1")
    assert text.splitlines()[0].split()[:3] == ["games", "network", "targets"]
    assert text.splitlines()[-1] == f"{folder}: 50 games"  # whole shards
    facts = json.loads(run(folder, "--games", "51", "--json"))
    assert facts == {"run": folder, "games": 100, "finished": True}
    assert json.loads(run(folder, "--games", "60", "--visits", "6", "--json"))["games"] == 100
    (tmp_path / "new.onnx").write_bytes(read_bundled("network-9.onnx"))
    gate = json.loads(run(folder, "--candidate", str(tmp_path / "new.onnx"), "--json"))
    assert (gate["number"], gate["against"], gate["won"] + gate["drawn"] + gate["lost"]) == (1, 0, 4)
    assert "network 2 against network" in run(folder, "--candidate", str(tmp_path / "new.onnx"))


def test_other_options_for_a_run_are_refused(tmp_path: Path) -> None:
    folder = str(tmp_path / "run")
    run(folder, "--size", "5", "--visits", "0", "--games", "1")
    result = CliRunner().invoke(cli, ["selfplay", folder, "--visits", "8"])
    assert "option 'visits': 0 in run.json, 8 here" in str(result.exception)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--candidate", "x.onnx", "--visits", "8"), "give --candidate alone"),
        (("--visits", "-1"), "0<=x<=100000"),
        (("--size", "4"), "5<=x<=19"),
    ],
)
def test_wrong_usage(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    assert says in run(str(tmp_path / "run"), *arguments, code=2)
