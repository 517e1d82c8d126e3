"""kifu train moves, evaluate moves and predict, as a user runs them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kifu.archive import Archive
from kifu.archive.packed import read_packed
from kifu.interfaces.cli.main import cli
from kifu.models.moves import MovePredictor
from kifu_lab.bench.life import make_games


def kifu(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(a) for a in arguments])


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("moves")
    for number, data in enumerate(make_games(9)):
        (folder / f"{number}.sgf").write_bytes(data)
    assert kifu("import", folder, "--archive", folder / "games.db", "--workers", 1).exit_code == 0
    return folder / "games.db"


@pytest.fixture(scope="module", params=["paper", "full"])
def model(request: pytest.FixtureRequest, archive: Path) -> Path:
    out = archive.parent / f"{request.param}.safetensors"
    done = kifu(
        "train",
        "moves",
        "--archive",
        archive,
        "--size",
        9,
        "--config",
        request.param,
        "--games",
        20,
        "--out",
        out,
    )
    assert done.exit_code == 0, done.output + str(done.exception)
    assert "20 games" in done.output
    assert not Path(f"{out}.run").exists()
    return out


def test_evaluation_tells_the_cumulative_shares(archive: Path, model: Path) -> None:
    done = kifu("lab", "evaluate", "moves", "--archive", archive, "--size", 9, "--model", model, "--json")
    facts = json.loads(done.output)
    assert facts["split"] == "test"
    assert facts["games"] == 8
    shares = [facts["ranks"][str(rank)] for rank in (1, 5, 10, 20, 40, 60, 80)]
    assert shares == sorted(shares)
    assert 0 < shares[0] <= shares[-1] <= 1
    text = kifu("lab", "evaluate", "moves", "--archive", archive, "--size", 9, "--model", model).output
    assert f"{facts['ranks']['1']:.2%}" in text


def test_prediction_in_text_and_json_says_the_same(archive: Path, model: Path) -> None:
    record = archive.parent / "3.sgf"
    facts = json.loads(
        kifu("predict", record, "--move", 12, "--top", 4, "--explain", "--model", model, "--json").output
    )
    assert facts["move"] == 12
    assert [c["rank"] for c in facts["candidates"]] == [1, 2, 3, 4]
    text = kifu("predict", record, "--move", 12, "--top", 4, "--explain", "--model", model).output
    for candidate in facts["candidates"]:
        assert f"{candidate['rank']}. {candidate['point']}, {candidate['probability']:.1%}" in text
        for reason in candidate["reasons"]:
            assert reason["text"] in text
    assert f"Played: {facts['played']}" in text


def test_games_with_the_pattern_come_from_the_archive(archive: Path, model: Path) -> None:
    record = archive.parent / "3.sgf"
    done = kifu(
        "predict", record, "--move", 12, "--explain", "--archive", archive, "--model", model, "--json"
    )
    candidates = json.loads(done.output)["candidates"]
    assert any(candidate.get("games") for candidate in candidates)


def test_the_board_is_drawn(archive: Path, model: Path, tmp_path: Path) -> None:
    out = tmp_path / "moves.svg"
    assert kifu("predict", archive.parent / "3.sgf", "--model", model, "--svg", out).exit_code == 0
    assert out.read_text().startswith("<svg")


def test_games_are_chosen_by_the_ranks_of_both_players(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    ranks = [("3d", "5d"), ("1d", "2k"), ("9p", "1d"), ("", "4d")]
    for number, data in enumerate(make_games(9)):
        black, white = ranks[number % 4]
        named = data.replace(b"(;", f"(;BR[{black}]WR[{white}]".encode(), 1)
        (tmp_path / "games" / f"{number}.sgf").write_bytes(named)
    archive, out = tmp_path / "games.db", tmp_path / "dan.safetensors"
    assert kifu("import", tmp_path / "games", "--archive", archive, "--workers", 1).exit_code == 0
    told = ("--archive", archive, "--size", 9, "--rank")
    with Archive(archive) as opened:
        learned, known = (len(read_packed(opened, 9, part, ("1d", None))) for part in ("train", None))
    assert 0 < learned < known == len(make_games(9)) // 2
    trained = kifu("train", "moves", *told, "1d-", "--out", out)
    assert f"{learned} games" in trained.output, trained.output + str(trained.exception)
    assert MovePredictor.load(out).card.data["games.db"]["ranks"] == "1d-"
    facts = json.loads(kifu("lab", "evaluate", "moves", *told, "1d-", "--split", "all", "--json").output)
    assert facts["games"] == known
    none = kifu("lab", "evaluate", "moves", *told, "8p-8p")
    assert "of players of these ranks" in str(none.exception)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["predict", "RECORD", "--move", 999, "--model", "MODEL"], "expected a move from 0 to"),
        (["predict", "RECORD", "--model", "RECORD"], "expected a Kifu model file"),
        (
            ["train", "moves", "--archive", "ARCHIVE", "--games", 500, "--size", 9, "--out", "x"],
            "needs at least 500 games on 9x9 for training, found 24",
        ),
        (
            ["train", "moves", "--archive", "ARCHIVE", "--out", "x"],
            "needs at least 2 games on 19x19 for training, found 0",
        ),
        (["lab", "evaluate", "moves", "--archive", "ARCHIVE", "--model", "MODEL"], "expected games on 19x19"),
    ],
)
def test_bad_input_is_named(
    archive: Path,
    model: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[object],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    names = {"RECORD": archive.parent / "3.sgf", "MODEL": model, "ARCHIVE": archive}
    done = kifu(*(names.get(str(a), a) for a in arguments))
    assert done.exit_code != 0
    assert message in str(done.exception)
    assert not list(tmp_path.iterdir()), "nothing is left behind"
