"""`kifu train opening` and `kifu opening-value`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.errors import InputError, RunError
from kifu.interfaces.cli.main import cli

TRAIN = ["train", "opening", "--features", "AD", "--expert", "kifu:playouts=4,tree=no", "--every", "5"]


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("opening") / "run"
    run(*TRAIN, "--test-games", "4", "--games", "10", "--run", str(path))
    return path


def test_training_goes_on_to_the_same_result(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    for games in ("5", "10"):
        facts = json.loads(run(*TRAIN, "--test-games", "4", "--games", games, "--run", str(other), "--json"))
    assert facts["finished"]
    assert facts["inputs"] == 81 * 7 + 1
    assert (folder / "log.jsonl").read_bytes() == (other / "log.jsonl").read_bytes()
    run("lab", "curves", str(folder))
    assert (folder / "curves.svg").read_text().startswith("<svg")


def test_a_run_continued_with_more_games_is_tested_after_the_same_ones(tmp_path: Path) -> None:
    for games in ("7", "12"):
        run(*TRAIN, "--test-games", "2", "--games", games, "--run", str(tmp_path / "run"))
    lines = (tmp_path / "run" / "log.jsonl").read_text().splitlines()
    assert [json.loads(line)["games"] for line in lines] == [5, 7, 10, 12]


def test_wrong_choices_are_named(folder: Path) -> None:
    with pytest.raises(InputError, match="'BCD'"):
        run("train", "opening", "--features", "BCD", "--run", str(folder.parent / "wrong"))
    with pytest.raises(RunError, match="features"):
        run("train", "opening", "--features", "ABC", "--run", str(folder))


def test_values_of_the_first_moves(folder: Path) -> None:
    model = ["--model", str(folder / "model.safetensors")]
    facts = json.loads(run("opening-value", "sample", *model, "--moves", "6", "--json"))
    assert [move["number"] for move in facts["moves"]] == [1, 2, 3, 4, 5, 6]
    for move in facts["moves"]:
        assert move["loss"] >= 0
        assert (move["rank"] == 1) == (move["move"] == move["best"][0]["move"])
    text = run("opening-value", "sample", *model, "--top", "2")
    assert text.splitlines()[0] == facts["title"]
    assert len([line for line in text.splitlines() if " of " in line]) == 20


def test_json_has_the_notes_of_the_text(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "bare.sgf").write_text("(;SZ[9];B[ee];W[cc])")
    options = [str(tmp_path / "bare.sgf"), "--model", str(folder / "model.safetensors")]
    notes = json.loads(run("opening-value", *options, "--json"))["notes"]
    assert notes
    text = run("opening-value", *options)
    assert [line for line in text.splitlines() if line.startswith("Note: ")] == [f"Note: {n}" for n in notes]
