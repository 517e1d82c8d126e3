"""kifu train network, train onnx, evaluate network, and predict at a rank, as a user runs them."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kifu.interfaces.cli.main import cli
from kifu.models import network as networks
from support.labelled import labelled_archive


def kifu(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(a) for a in arguments])


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return labelled_archive(tmp_path_factory.mktemp("network"), games=480)


@pytest.fixture(scope="module")
def run(archive: Path) -> Path:
    folder = archive.parent / "run"
    done = kifu(
        *("train", "network", "--archive", archive, "--size", 7, "--blocks", 1, "--channels", 8),
        *("--minutes", 0.02, "--run", folder, "--workers", 1, "--json"),
    )
    assert done.exit_code == 0, done.output
    facts = json.loads(done.stdout)
    assert facts["model"] == str(folder / "model.safetensors")
    assert facts["positions"] > 0
    return folder


def test_a_run_is_continued(run: Path) -> None:
    done = kifu("train", "network", "--resume", run, "--minutes", 0.02, "--workers", 1)
    assert done.exit_code == 0, done.output
    assert "go on: kifu train network --resume" in done.output
    assert kifu("lab", "curves", run).exit_code == 0
    assert (run / "curves.svg").read_text().startswith("<svg")


def test_the_onnx_file_is_made_again_from_the_weights(run: Path, tmp_path: Path) -> None:
    done = kifu("train", "onnx", run / "model.safetensors", "--out", tmp_path / "made.onnx")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "made.onnx").read_bytes() == (run / "model.onnx").read_bytes()


def test_a_network_is_measured(run: Path, archive: Path) -> None:
    arguments = ("lab", "evaluate", "network", "--archive", archive, "--size", 7, "--split", "validation")
    more = ("--model", run / "model.onnx", "--by-rank", "--after", "10,-1", "--symmetries", 2)
    facts = json.loads(kifu(*arguments, *more, "--json").stdout)
    assert facts["moves"]["positions"] > 100
    assert set(facts["moves"]["ranks"]) == {"1", "5", "10", "20"}
    assert {row["players"] for row in facts["by_rank"]} >= {"dan", "9k-1k"}
    assert [row["after"] for row in facts["ends"]] == [10, -1]
    text = kifu(*arguments, *more).output
    assert "among the first" in text
    assert "winners right" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "either --run"),
        (("--run", "x"), "--archive"),
        (("--run", "x", "--resume", "y"), "either --run"),
        (("--run", "x", "--archive", "none.db"), "there is no archive"),
        (("--resume", "nothing"), "no run"),
        (("--run", "x", "--archive", "a.db", "--size", "4"), "5<=x<=19"),
    ],
)
def test_wrong_usage_is_named(arguments: tuple[str, ...], words: str, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = kifu("train", "network", *arguments)
    assert done.exit_code != 0
    assert words in done.output + str(done.exception)


def test_players_of_other_ranks_play_other_moves() -> None:
    weak, strong = (
        json.loads(kifu("predict", "sample", "--move", 30, "--rank", rank, "--json").stdout)["candidates"]
        for rank in ("20k", "3d")
    )
    assert weak != strong
    assert sum(one["probability"] for one in weak) <= 1 + 1e-6


@pytest.mark.parametrize("rank", ["x", "12", "99k"])
def test_a_rank_that_is_none_is_named(rank: str) -> None:
    done = kifu("predict", "sample", "--rank", rank)
    assert done.exit_code != 0
    assert "expected a rank such as 5k, 3d or 9p" in str(done.exception)


def test_without_onnx_runtime_the_older_models_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    networks._bundled.cache_clear()
    try:
        with pytest.warns(UserWarning, match=r"kifu\[network\]"):
            assert kifu("predict", "sample", "--move", 12).exit_code == 0
        assert kifu("life", "sample", "--move", 12).exit_code == 0
        asked = kifu("predict", "sample", "--rank", "5k")
        assert asked.exit_code != 0
        assert "kifu[network]" in str(asked.exception)
    finally:
        networks._bundled.cache_clear()
