"""`kifu lab curves` draws the log of a run."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.errors import InputError, RunError
from kifu.interfaces.cli.main import cli
from kifu.work.runs import open_run

OPENING = {"games": 50, "error": 9.5, "test_games": 4, "wins": 3, "draws": 0, "points": 12.0}
NETWORK = {"minutes": 0.5, "moves": 0.2, "owners": 0.6, "winners": None, "lead": 4.0}
EVOLVE = {"generation": 1, "mean_of_means": 0.5, "black": 2, "white": 1, "draws": 1, "moves": 160, "games": 4}


def run_of(folder: Path, kind: str, *lines: dict[str, object]) -> Path:
    with open_run(folder / "run", kind, options={}, seed=1) as run:
        for line in lines:
            run.log(line)
    return folder / "run"


def curves(folder: Path) -> dict[str, str | None]:
    done = CliRunner().invoke(cli, ["lab", "curves", str(folder), "--json"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    found: dict[str, str | None] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(
    ("kind", "line", "title"),
    [
        ("evolve", EVOLVE, "Learning curves of an evolution"),
        ("train-network", NETWORK, "Learning curves of the network"),
        ("train-opening", OPENING, "Learning curves of openings"),
    ],
)
def test_every_kind_of_training_is_drawn(
    tmp_path: Path, kind: str, line: dict[str, object], title: str
) -> None:
    folder = run_of(tmp_path, kind, line, line)
    written = curves(folder)
    assert written["curves"] == str(folder / "curves.svg")
    assert title in (folder / "curves.svg").read_text()
    if written["picture"]:
        assert (folder / "curves.png").read_bytes().startswith(b"\x89PNG")


def test_a_run_that_has_only_begun_or_is_in_the_middle_of_a_line(tmp_path: Path) -> None:
    folder = run_of(tmp_path, "train-opening")
    assert curves(folder)["curves"]
    (folder / "log.jsonl").write_text(json.dumps(OPENING) + "\n" + '{"games": 10')
    assert curves(folder)["curves"]


def test_a_picture_that_cannot_be_painted_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = run_of(tmp_path, "train-opening", OPENING)
    (folder / "curves.png").write_bytes(b"of an earlier part of the run")
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    done = CliRunner().invoke(cli, ["lab", "curves", str(folder)])
    assert done.stdout == f"{folder / 'curves.svg'}\n"
    assert "curves.png is left out: a chart as PNG needs matplotlib" in done.stderr
    assert not (folder / "curves.png").exists()


def test_folders_without_curves_are_refused(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match="expected a run of evolve, train-network, train-opening in .*'match'"
    ):
        curves(run_of(tmp_path, "match"))
    with pytest.raises(RunError, match="holds no run"):
        curves(tmp_path)
