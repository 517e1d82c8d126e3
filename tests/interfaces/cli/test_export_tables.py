import json
import shlex
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from kifu.archive import Archive, import_paths
from kifu.errors import InputError
from kifu.interfaces.cli.export import command
from support.labelled import labelled_archive


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(labelled_archive(tmp_path_factory.mktemp("export"), games=12))


def run(*arguments: str) -> str:
    outcome = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert outcome.exit_code == 0, outcome.output
    return outcome.output


def test_each_table_is_written_with_its_card(archive: str, tmp_path: Path) -> None:
    for table, options in (
        ("blocks", ["--features", "paper", "--share", "0.2"]),
        ("candidates", ["--size", "7", "--share", "0.05"]),
        ("positions", ["--size", "9", "--split", "train"]),
    ):
        out = tmp_path / f"{table}.npz"
        told = json.loads(
            run(table, "--archive", archive, "--out", str(out), "--workers", "1", "--json", *options)
        )
        with np.load(out) as rows:
            assert len(rows["game"]) == told["rows"] > 0
        text = Path(f"{out}.card.md").read_text(encoding="utf-8")
        assert f"{told['rows']:,} rows from" in text
        assert all(f"`{column['name']}`" in text for column in told["columns"])
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        f"{table}.npz{end}"
        for table in ("blocks", "candidates", "positions")
        for end in ("", ".card.json", ".card.md")
    )


def test_people_are_told_where_to_read_on(archive: str, tmp_path: Path) -> None:
    out = str(tmp_path / "p.npz")
    said = run(
        "positions", "--archive", archive, "--size", "7", "--games", "1", "--out", out, "--workers", "1"
    )
    assert "rows from 1 game," in said
    assert said.rstrip().endswith("p.npz.card.md")


@pytest.fixture
def both(tmp_path: Path) -> str:
    """Two games of Go and one of draughts."""
    for number in range(2):
        (tmp_path / f"{number}.sgf").write_text(f"(;SZ[9]PB[{number}];B[ee];W[cc];B[gg])")
    (tmp_path / "a.pdn").write_text('[Result "1-0"]\n1. 11-15 23-19 2. 8-11 1-0\n')
    with Archive.create(tmp_path / "both.db") as archive:
        import_paths(archive, sorted(tmp_path.glob("*.*")), workers=1)
    return str(tmp_path / "both.db")


def test_the_game_that_was_chosen_is_told_where_there_are_two(both: str, tmp_path: Path) -> None:
    options = ["--archive", both, "--share", "1", "--workers", "1", "--out", str(tmp_path / "p.npz")]
    said = run("positions", *options)
    assert "taken: 2 games of Go; left out: 1 game of draughts, which --game draughts takes" in said
    assert "left out" not in run("positions", "--game", "go", *options)


def test_draughts_has_no_sizes(both: str, tmp_path: Path) -> None:
    out = tmp_path / "p.npz"
    with pytest.raises(InputError, match="no board size for draughts.*got 9"):
        run("positions", "--archive", both, "--game", "draughts", "--size", "9", "--out", str(out))
    assert not out.exists()


def test_a_choice_without_rows_is_not_in_the_way_of_a_larger_one(archive: str, tmp_path: Path) -> None:
    options = ["--archive", archive, "--size", "7", "--out", str(tmp_path / "p.npz"), "--workers", "1"]
    with pytest.raises(InputError, match="take more games or a larger share"):
        run("positions", "--games", "1", "--share", "0.000001", *options)
    assert list(tmp_path.iterdir()) == []
    assert "from 2 games" in run("positions", "--games", "2", "--share", "1", *options)


def test_the_command_of_a_card_can_be_given_again(
    archive: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ["positions", "--archive", archive, "--size", "7", "--out", str(tmp_path / "my file.csv")]
    monkeypatch.setattr(sys, "argv", ["kifu", "export", *command])
    run(*command, "--workers", "1")
    card = json.loads((tmp_path / "my file.csv.card.json").read_text(encoding="utf-8"))
    assert shlex.split(card["command"]) == ["kifu", "export", *command]


def test_games_of_a_card_are_those_with_rows(archive: str, tmp_path: Path) -> None:
    out = tmp_path / "p.csv"
    told = json.loads(
        run(
            "positions",
            "--archive",
            archive,
            "--size",
            "7",
            "--share",
            "0.02",
            "--out",
            str(out),
            "--workers",
            "1",
            "--json",
        )
    )
    assert told["games_without_rows"] > 0
    assert told["games"] == sum(split["games"] for split in told["by_split"].values())
    text = Path(f"{out}.card.md").read_text(encoding="utf-8")
    assert f"{told['rows']:,} rows from {told['games']:,} games" in text
    assert f"games that gave no rows: {told['games_without_rows']:,}" in text
