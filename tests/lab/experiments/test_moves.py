"""The experiments on moves at quick scale, as a user runs them, on games that Kifu makes."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kifu.interfaces.cli.main import cli
from kifu.protocols.process import find_program


def kifu(*arguments: object) -> Result:
    return CliRunner().invoke(cli, ["lab", *(str(a) for a in arguments)])


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory, pro19: Path) -> Path:
    """All tables, with one command each."""
    folder = tmp_path_factory.mktemp("results")
    for name in ("table-1", "table-2", "table-3", "table-4", "families", "growth"):
        options = ("--scale", "quick", "--archive", f"pro19={pro19}", "--out", folder, "--threads", 1, "-q")
        done = kifu("run", f"moves/{name}", *options)
        assert done.exit_code == 0, done.output + str(done.exception)
    return folder


def test_every_table_is_written_with_the_papers_values(out: Path) -> None:
    width = (out / "tables" / "moves" / "table-1-quick.md").read_text()
    assert "(28.24)" in width
    assert "2 of 2 cells with archive:pro19" in width
    assert "(33.94)" in (out / "tables" / "moves" / "table-4-quick.md").read_text()
    for name in ("table-1", "table-2", "table-3"):
        assert (out / "tables" / "moves" / f"{name}-quick.svg").exists()


def test_tables_share_their_cells(out: Path) -> None:
    """The width of 0.9 is the n of 20, and Table IV is the last column of Table III."""
    counts = {folder.name: len(list(folder.glob("*.json"))) for folder in (out / "cells" / "moves").iterdir()}
    assert counts == {"table-1": 2, "table-2": 1, "table-3": 2, "families": 2, "growth": 3}
    rows = json.loads(kifu("list", "--scale", "quick", "--out", out, "--json").output)
    known = {row["name"]: (row["measured"], row["cells"]) for row in rows}
    assert known["moves/table-2"] == (2, 2)
    assert known["moves/table-4"] == (1, 1)


def test_the_tables_need_no_archive(out: Path) -> None:
    document = json.loads(
        kifu("describe", "moves/table-1", "--scale", "quick", "--out", out, "--json").output
    )
    assert all(cell["measured"] for cell in document[0]["cells"].values())
    assert "— (" not in document[0]["table"]


def test_the_same_command_measures_nothing_again(out: Path, pro19: Path) -> None:
    done = kifu(
        "run", "moves/table-1", "--scale", "quick", "--archive", f"pro19={pro19}", "--out", out, "--json"
    )
    [document] = json.loads(done.output)
    assert document["measured_now"] == []
    assert document["known"] == ["width=0.9", "width=0.0"]


def test_a_game_against_gnu_go(tmp_path: Path) -> None:
    if find_program("gnugo") is None:
        pytest.skip("GNU Go is not installed")
    options = ("--scale", "quick", "--out", tmp_path, "--cell", "game-2", "--json")
    done = kifu("run", "moves/match", *options)
    assert done.exit_code == 0, done.output
    [document] = json.loads(done.output)
    assert list(document["results"]) == ["game-2"]
    assert document["results"]["game-2"]["result"][0] in "BW0"
    [game] = (tmp_path / "games" / "moves" / "match").glob("*/game-2.sgf")
    assert b"GNU Go, level 1" in game.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["run", "moves/tabel-1"],
            "expected an experiment or a paper, got 'moves/tabel-1'; did you mean moves/table-1",
        ),
        (["run", "moves/table-1", "--archive", "pro.db"], "expected --archive ROLE=FILE"),
        (["run", "moves/table-1"], "0 of 11 cells can be had without it, but pro19 is missing"),
        (["run", "moves/table-1", "--cell", "width=3"], "expected a cell of moves/table-1 at scale standard"),
    ],
)
def test_mistakes_are_told(arguments: list[str], message: str, tmp_path: Path) -> None:
    extra = ["--out", tmp_path] if arguments[0] == "run" else []
    done = kifu(*arguments, *extra)
    assert done.exit_code == 1
    assert message in str(done.exception)


def test_a_cell_is_of_one_experiment(tmp_path: Path) -> None:
    done = kifu("run", "moves", "--cell", "width=0.9", "--out", tmp_path)
    assert done.exit_code == 2
    assert "--cell is of one experiment" in done.output
