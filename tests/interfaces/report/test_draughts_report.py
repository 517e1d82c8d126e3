"""Reports of games of draughts: the same facts in every format, the record kept."""

import csv
import io
import json

import pytest
from click.testing import CliRunner

from kifu.analysis.draughts_review import review_record
from kifu.interfaces.cli.main import cli
from kifu.interfaces.report.draughts import DraughtsReport
from kifu.interfaces.report.report import FORMATS, written
from kifu.records import pdn
from kifu.records.samples import read_sample


def _files(data: bytes) -> dict[str, bytes]:
    return written(DraughtsReport(review_record(pdn.read(data)[0]), file="game.pdn"), FORMATS)


@pytest.fixture(scope="module")
def files():
    return _files(read_sample("sample-draughts"))


def test_every_format_tells_the_same(files):
    facts = json.loads(files[".json"])
    rows = list(csv.DictReader(io.StringIO(files[".csv"].decode())))
    assert [row["move"] for row in rows] == [move["move"] for move in facts["moves"]]
    assert facts["winner"] == "black"
    assert facts["opening"] == "9-14 24-20 6-9"
    page = files[".html"].decode()
    worst = facts["moves"][facts["costly"][0] - 1]
    side = worst["colour"].title()
    size = "blunder" if "blunder" in worst["marks"] else "mistake"
    assert f"Move {worst['number']}, {side} {worst['move']}, {size}: lost {worst['cost']:.2f}" in page
    assert "The game is over: Black wins" in page
    assert page.count("<svg") == 2 + len(facts["turning"]) + len(facts["costly"])


def test_the_annotated_record_keeps_the_record(files):
    old, new = pdn.read(read_sample("sample-draughts"))[0], pdn.read(files[".pdn"])[0]
    assert (new.moves, new.tags, new.result) == (old.moves, old.tags, old.result)
    facts = json.loads(files[".json"])
    node = new.tree
    for number in range(1, len(new.moves) + 1):
        node = node.children[0]
        assert bool(node.nags) == (number in facts["costly"])
        assert bool(node.comments) == (number in facts["costly"] + facts["turning"])
    assert not new.problems
    assert _files(files[".pdn"]) == files  # a second review says nothing twice


def test_captures_written_jump_by_jump_move_nothing():
    text = '[SetUp "1"]\n[FEN "B:W14,22,29:B9,1"]\n1. 9x18 {b} 18x25 {c} 29x22 {d} 2. 1-5 {e} *'
    files = _files(text.encode())
    facts = json.loads(files[".json"])
    assert [move["comment"] for move in facts["moves"]] == ["b\nc", "d", "e"]
    node = pdn.read(files[".pdn"])[0].tree
    for move in facts["moves"]:
        node = node.children[0]
        assert node.move == move["move"]
        assert bool(node.nags) == (move["number"] in facts["costly"])
    assert "jump by jump" in facts["problems"][0]


def test_comments_variations_and_nasty_names_survive():
    text = (
        '[Black "<script>alert(1)</script>"]\n[White "O\'Brien & Co"]\n\n'
        "1. 11-15 {said <b>so</b>} 23-19 (1... 22-18 {other} 2. 15x22) 2. 8-11 *\n"
    )
    files = _files(text.encode())
    page = files[".html"].decode()
    assert "<script" not in page
    assert "<b>" not in page
    assert "said &lt;b&gt;so&lt;/b&gt;" in page
    new = pdn.read(files[".pdn"])[0]
    assert new.tree.children[0].comments[0] == "said <b>so</b>"
    assert [child.move for child in new.tree.children[0].children] == ["23-19", "22-18"]


@pytest.mark.parametrize(
    "text", ['[Event "none"]\n\n*', '[FEN "W:WK5:BK1,2"]\n\n1. 5-9 *', "1. 11-15 30-1 *"]
)
def test_short_and_broken_games_have_reports_too(text):
    assert set(_files(text.encode())) == {".html", ".pdn", ".json", ".csv"}


def test_both_games_stand_in_one_index(tmp_path):
    out = tmp_path / "out"
    result = CliRunner().invoke(
        cli,
        ["review", "sample", "sample-draughts", "--out", str(out), "--workers", "1"],
        catch_exceptions=False,
    )
    assert "2 games reviewed" in result.output
    facts = json.loads((out / "index.json").read_text())
    assert list(facts["together"]) == ["go", "draughts"]
    assert {"draughts.pdn", "go-9x9.sgf"} <= {path.name for path in out.iterdir()}
    assert "Players (draughts)" in (out / "index.html").read_text()
