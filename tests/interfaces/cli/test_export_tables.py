import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

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
