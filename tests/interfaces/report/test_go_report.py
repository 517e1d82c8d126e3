"""Reports of single games of Go: the same facts in every format, nothing lost, nothing executed."""

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest
import sgfmill.sgf
from click.testing import CliRunner

from kifu.analysis.review import review_record
from kifu.errors import InputError
from kifu.interfaces.cli.main import cli
from kifu.interfaces.report.annotate import RULE
from kifu.interfaces.report.go import GoReport
from kifu.interfaces.report.report import FORMATS, formats_of, written
from kifu.records import sgf
from kifu.records.samples import read_sample

NASTY = '<script>alert("x")</script><img src=x onerror=alert(1)>\'"&'


@pytest.fixture(scope="module")
def files():
    return _files(read_sample("sample"))


def _files(data: bytes) -> dict[str, bytes]:
    return written(GoReport(review_record(sgf.read(data)[0]), file="game.sgf"), FORMATS)


def _annotated(files):
    return sgfmill.sgf.Sgf_game.from_bytes(files[".sgf"])


def test_json_and_csv_tell_the_same(files):
    facts = json.loads(files[".json"])
    rows = list(csv.DictReader(io.StringIO(files[".csv"].decode())))
    assert len(rows) == len(facts["moves"]) == facts["move_count"]
    for row, move in zip(rows, facts["moves"], strict=True):
        assert row["move"] == move["move"]
        assert row["rank"] == ("" if move["rank"] is None else str(move["rank"]))
        assert float(row["lead"]) == move["lead"]
        assert row["marks"].split() == move["marks"]
    assert facts["costly"][0] == facts["worst"]["number"]
    lost = sum(m["cost"] for m in facts["moves"] if m["colour"] == "black")
    assert facts["sides"]["black"]["all"]["lost"] == pytest.approx(lost, abs=1e-6)
    mistakes = [m for m in facts["moves"] if {"mistake", "blunder"} & {*m["marks"]}]
    counted = sum(facts["sides"][side]["all"]["mistakes"] for side in ("black", "white"))
    assert counted == len(mistakes) > 0
    assert all(m["variation"][0] == m["best"] for m in mistakes)
    assert facts["blocks"]
    assert facts["opening_values"]


def test_the_page_shows_what_json_tells(files):
    page, facts = files[".html"].decode(), json.loads(files[".json"])
    text = _Text.of(page)
    worst = facts["moves"][facts["costly"][0] - 1]
    side = worst["colour"].title()
    size = "blunder" if "blunder" in worst["marks"] else "mistake"
    lost = f"lost about {worst['cost']:.1f} points"
    assert f"Move {worst['number']}, {side} {worst['move']}, {size}: {lost}" in text
    for number in facts["turning"]:
        assert f"After move {number}" in text
    for line in facts["moves"][facts["surprising"][0] - 1]["why"]:
        assert line in text
    comments = [node.comment for node in sgf.read(read_sample("sample"))[0].main_line()]
    assert all(comment in text for comment in comments if comment)  # the record's own
    assert page.count("<svg") >= 2 + len(facts["costly"])
    assert "<script" not in page
    assert "http://" not in page.replace("http://www.w3.org/2000/svg", "")


def _line_of(node):
    """A line of a record from a node on, as players write it."""
    moves = []
    while node is not None:
        _, move = node.get_move()
        moves.append("pass" if move is None else f"{'ABCDEFGHJ'[move[1]]}{move[0] + 1}")
        node = node[0] if len(node) else None
    return moves


def test_links_of_the_page_lead_somewhere(files):
    page = files[".html"].decode()
    names = re.findall(r'id="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(names)


def test_the_annotated_record_keeps_the_record(files):
    old = sgfmill.sgf.Sgf_game.from_bytes(read_sample("sample"))
    new = _annotated(files)
    assert [n.get_move() for n in new.get_main_sequence()] == [n.get_move() for n in old.get_main_sequence()]
    facts = json.loads(files[".json"])
    for before, after in zip(old.get_main_sequence()[1:], new.get_main_sequence()[1:], strict=True):
        own = before.get("C") if before.has_property("C") else ""
        assert after.get("C").startswith(own)
        assert RULE in after.get("C")
    nodes = new.get_main_sequence()
    for number in facts["turning"]:
        assert nodes[number].has_property("HO")
    bad = {i for i, node in enumerate(nodes) if node.has_property("BM")}
    assert bad == {*facts["costly"]}
    for number in facts["costly"]:
        lines = [_line_of(child) for child in nodes[number - 1] if child is not nodes[number]]
        assert facts["moves"][number - 1]["variation"] in lines  # the better line is beside the move
    assert nodes[2].get("V") == pytest.approx(facts["moves"][1]["lead"], abs=0.06)
    assert nodes[-1].has_property("TB") or nodes[-1].has_property("TW")
    assert new.root.get("RE") == old.root.get("RE")


def test_a_review_of_a_reviewed_record_says_nothing_twice(files):
    again = _files(files[".sgf"])
    assert again[".sgf"] == files[".sgf"]
    assert json.loads(again[".json"])["moves"] == json.loads(files[".json"])["moves"]


def test_variations_marks_and_old_encodings_survive():
    record = (
        "(;SZ[9]CA[Shift_JIS]PB[坂田栄男]GC[囲碁];B[ee]C[黒];W[ce]LB[cc:1]TR[gg](;B[cc]C[main]BM[1])(;B[gc]C[変化図]N[x];W[gg]))"
    ).encode("shift_jis")
    files = _files(record)
    new = _annotated(files)
    assert new.get_charset() == "UTF-8"
    assert new.root.get("PB") == "坂田栄男"
    main = new.get_main_sequence()
    assert main[1].get("C").startswith("黒\n")
    assert main[2][1].get("C") == "変化図"
    assert len(main[2][1]) == 1
    labels = dict(main[2].get("LB"))
    assert labels[(6, 2)] == "1"
    assert main[2].get("TR") == {(2, 6)}
    assert main[3].get("BM") == 1
    assert "坂田栄男" in files[".html"].decode()
    assert "変化図" not in files[".html"].decode()


def test_names_and_comments_are_only_text():
    raw = NASTY.replace("\\", "\\\\").replace("]", "\\]")
    fields = "".join(
        f"{name}[{raw}]" for name in ("PB", "PW", "BR", "WR", "EV", "RO", "PC", "DT", "GC", "GN", "RU")
    )
    files = _files(f"(;SZ[5]{fields}C[{raw}];B[cc]C[{raw}];W[bb])".encode())
    parser = _Text()
    parser.feed(files[".html"].decode())
    assert "script" not in parser.tags
    assert "img" not in parser.tags
    assert not any(name.startswith("on") for name in parser.attributes)
    assert NASTY in parser.text
    assert json.loads(files[".json"])["black"] == NASTY
    assert _annotated(files).get_main_sequence()[1].get("C").startswith(NASTY)


@pytest.mark.parametrize(
    "record", ["(;SZ[9])", "(;SZ[2];B[aa];W[bb];B[];W[])", "(;SZ[25];B[aa])", "(;SZ[x];B[aa])"]
)
def test_small_and_empty_games_have_reports_too(record):
    files = _files(record.encode())
    assert set(files) == {".html", ".sgf", ".json", ".csv"}
    assert _annotated(files).get_size() in (2, 9, 19, 25)


def test_formats_by_name():
    assert formats_of("csv, HTML") == ("html", "csv")
    for wrong in ("", "pdf", "html,pdf"):
        with pytest.raises(InputError, match="expected formats among html,sgf,json,csv"):
            formats_of(wrong)


def run(*arguments: str):
    return CliRunner().invoke(cli, list(arguments), catch_exceptions=True)


def test_the_command_writes_what_is_asked_for(tmp_path):
    (tmp_path / "a.sgf").write_text("(;SZ[5];B[cc];W[bb])(;SZ[5];B[bb])")
    result = run("review", str(tmp_path / "a.sgf"), "--out", str(tmp_path / "out"), "--format", "json,html")
    assert result.exit_code == 0, result.output
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"a-1.html", "a-1.json", "a-2.html", "a-2.json"} <= names
    assert not any(name.startswith("a") and name.endswith((".sgf", ".csv")) for name in names)


class _Text(HTMLParser):
    """The text of a page, and what else is in it."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.tags, self.attributes = "", set(), set()

    def handle_data(self, data):
        self.text += data

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    @classmethod
    def of(cls, page: str) -> str:
        parser = cls()
        parser.feed(page)
        return parser.text
