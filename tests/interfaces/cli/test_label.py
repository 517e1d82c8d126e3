"""`kifu label` as people use it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kifu.archive import Archive, import_paths
from kifu.errors import ArchiveError, InputError
from kifu.interfaces.cli.label import command
from kifu.records.samples import read_sample

# A white stone stands in Black's eye: 14 points to 10 when it is off, one point nobody's.
GAME = (
    "(;SZ[5]RU[Chinese]KM[0.5]RE[{result}]AB[ba][ab][bb][cb][cc][cd][ae][be][ce]AW[da][db][eb][bc][dc][dd][ed]"
    "[de];B[];W[]{marks})"
)


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("games").mkdir()
    for name, result in (("a", "B+3.5"), ("b", "W+7.5")):
        Path("games", f"{name}.sgf").write_text(GAME.format(result=result, marks=""))
    with Archive.create("games.db") as archive:
        import_paths(archive, ["games"], workers=1)
    return "games.db"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, [*arguments, "--workers", "1"], catch_exceptions=False)


def test_labels_and_a_table_of_them(db: str) -> None:
    lines = [" ".join(line.split()) for line in run(db, "--judges", "alive,safe").stdout.splitlines()]
    assert lines[0].startswith("2 games judged in")
    assert lines[1:5] == [
        "games.db: 2 games with a numeric result",
        "labelled 1 50.00 %",
        "unlabelled 1 50.00 %",
        "no judge's count gives the result 1",
    ]
    assert "safe 2 1 50.00 % 1 0" in lines


def test_json_has_the_same_facts(db: str) -> None:
    document = json.loads(run(db, "--judges", "safe", "--kinds", "--json").stdout)
    assert document["run"]["proposals"] == {"safe": 2}
    assert document["status"] == {"labelled": 1, "unlabelled": 1}
    assert set(document["kinds"]) == {"captured", "enemy points", "edge", "interior"}
    assert json.loads(run(db, "--report", "--json").stdout)["status"] == document["status"]


def test_edit_takes_marked_territory(db: str) -> None:
    marked = GAME.format(result="B+3.5", marks="TB[aa][ac][bc][ad][bd]TW[ea][ec][ee]")
    Path("marked.sgf").write_text(marked)
    first = run(db, "--edit", "marked.sgf").stdout.splitlines()[0]
    assert first == "marked.sgf: game 1 labelled, counted by area"


def test_an_edit_that_is_refused_is_named(db: str) -> None:
    Path("othello.sgf").write_text("(;GM[2]SZ[8];B[aa]TB[aa])")
    with pytest.raises(InputError, match="got one of othello") as error:
        run(db, "--edit", "othello.sgf")
    assert error.value.__notes__ == ["in othello.sgf"]


def test_wrong_usage_is_named(db: str) -> None:
    with pytest.raises(InputError, match="not 'oracle'"):
        run(db, "--judges", "oracle")
    with pytest.raises(ArchiveError, match="there is no archive 'other.db'"):
        run("other.db")
    assert not Path("other.db").exists()
    assert run(db, "--judges", ",").exit_code == 2


def test_the_sample_can_be_labelled(tmp_path: Path) -> None:
    (tmp_path / "sample.sgf").write_bytes(read_sample("sample"))
    with Archive.create(tmp_path / "sample.db") as archive:
        import_paths(archive, [tmp_path / "sample.sgf"], workers=1)
    facts = json.loads(run(str(tmp_path / "sample.db"), "--judges", "model,playouts", "--json").stdout)
    assert facts["status"]["labelled"] == 1
