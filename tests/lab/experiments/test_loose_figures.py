"""Figures in the text of documents that no result beside them has."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.interfaces.cli.main import cli
from kifu_lab.experiments.documents import apart
from kifu_lab.experiments.loose_figures import loose_figures
from kifu_lab.experiments.report import write_report

DOCS = Path(__file__).parents[3] / "docs"
SHOWN = "| won | 43.9 [40.1-47.7] | 1,440 |\n12 s, 3,050 MB, among 5, `9a12345b`, 2026-11-17"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It won 43.9 % of 1,440 games in 12 s.", []),
        ("It won 44.0 %.", ["44.0 %"]),
        ("Half were 61 % right.", ["61 %"]),
        ("It took 13 s and 2 GB.", ["13 s", "2 GB"]),
        ("So 12 of 15 were won, 12 of 1,440 not.", ["12 of 15"]),
        ("All 68,933 games.", ["68,933"]),
        ("Seed 7, 400 games on 9x9, a 95 % interval.", []),
        ("Goal: 60 %. The paper has 33.9 %. Pachi has 10,200, measured elsewhere.", []),
        ("The goal is 60 %. It was 59 %.", ["59 %"]),
        ("With `--rate 0.3` and [a figure](figure-1.25.svg).", []),
        ("```\nkifu 0.25\n```\n\nThen 0.5.", ["0.5"]),
        ("| rate | 0.25 |", ["0.25"]),
        ("A sentence goes\non to 7.5 there.", ["7.5"]),
        ("~~~\n0.25\n~~~\n\n````\n```\n0.25\n````\n\n    kifu 0.25\n\n<!-- 0.25 -->", []),
        ("By `kifu. See 0.25` and ``a ` 0.25``.", []),
        ("With `--scale paper` and [it](paper.md) it won 88.8 %.", ["88.8 %"]),
        (
            "It was 3.2x as fast, 61 per cent, 512 KB, 7 µs, a 77-second run of 77 million.",
            ["3.2x", "61 per cent", "512 KB", "7 µs", "77-second", "77 million"],
        ),
        ("Of 12345 games, on 2026 or 11 %.", ["12345", "11 %"]),
        ("- one of 0.25\n- the goal is 3 s,\n  no less", ["0.25"]),
    ],
)
def test_figures_that_no_result_has_are_found(text: str, found: list[str]) -> None:
    assert [loose.figure for loose in loose_figures(apart(text)[0], SHOWN)] == found


def test_the_line_is_told() -> None:
    text = "# Title\n\nOne.\nTwo, and\n0.5 of it. Then 0.7.\n\n| a | 0.9 |"
    assert [(loose.line, loose.figure) for loose in loose_figures(text, "")] == [
        (4, "0.5"),
        (5, "0.7"),
        (7, "0.9"),
    ]


def test_no_figure_of_ours_is_typed(tmp_path: Path) -> None:
    shutil.copytree(DOCS / "results", tmp_path / "results", ignore=shutil.ignore_patterns("runs", "games"))
    for document in DOCS.glob("*.md"):
        shutil.copy(document, tmp_path)
    made = write_report(tmp_path / "results")
    found = [
        f"{path.name}:{loose.line}: {loose.figure}" for path, some in made.loose.items() for loose in some
    ]
    assert not found, f"{found}: keep what printed it (docs/experiments.md), or leave it out"


def test_a_report_names_them_and_fills_documents_above(tmp_path: Path) -> None:
    results = tmp_path / "docs" / "results"
    shutil.copytree(DOCS / "results" / "cells" / "book" / "figure-1", results / "cells" / "book" / "figure-1")
    (results / "play.md").write_text(
        "# Play\n<!-- experiment: book/figure-1 -->\n<!-- end -->\nIn 0.123 s.\n"
    )
    above = tmp_path / "docs" / "above.md"
    above.write_text("# Above\n<!-- experiment: book/figure-1 -->\n<!-- end -->\n")
    (tmp_path / "docs" / "others.md").write_bytes(b"\xff 0.5 s")
    (tmp_path / "docs" / "theirs.md").write_text("0.5 s")
    done = CliRunner().invoke(cli, ["lab", "report", "--out", str(results)])
    assert done.exit_code == 0, done.output
    assert f"{results / 'play.md'}, line" in done.output
    assert "0.123 s stands in no table of this document" in done.output
    assert "theirs.md" not in done.output
    assert "D16" in above.read_text()
    assert "- [Above](../above.md)" in (results / "README.md").read_text()
