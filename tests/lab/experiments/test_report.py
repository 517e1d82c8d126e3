"""The joined page and the tables in documents, from cells alone."""

import json
import os
import shutil
from pathlib import Path
from urllib.parse import quote

import pytest
from click.testing import CliRunner

from kifu.errors import InputError
from kifu.interfaces.cli.main import cli
from kifu_lab.experiments.documents import fill
from kifu_lab.experiments.engine import Engine
from kifu_lab.experiments.needs import Sources
from kifu_lab.experiments.registry import EXPERIMENTS
from kifu_lab.experiments.report import write_report
from kifu_lab.experiments.store import FORMAT, CellStore

DOCS = Path(__file__).parents[3] / "docs"
ASKS = "# Book\n\n<!-- experiment: book/figure-1 -->\nold\n<!-- end -->\nafter\n"


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    Engine(CellStore(folder), Sources()).run(EXPERIMENTS["book/figure-1"], "quick", 1)
    return folder


def test_one_page_joins_what_is_measured(measured: Path) -> None:
    (measured / "book.md").write_text(ASKS)
    done = CliRunner().invoke(cli, ["lab", "report", "--out", str(measured), "--scale", "quick"])
    assert done.exit_code == 0, done.output
    assert "book.md: book/figure-1" in done.output
    page = (measured / "README.md").read_text()
    assert "### book/figure-1: the opening that the book plays against itself (Figure 1)" in page
    assert "- [Book](book.md)\n" in page
    assert "`moves/table-1`" in page.partition("## Not measured yet")[2]
    document = (measured / "book.md").read_text()
    assert "old" not in document
    assert "| 1-10 |" in document
    assert document.startswith("# Book\n\n<!-- experiment: book/figure-1 -->\n")
    assert document.endswith("<!-- end -->\nafter\n")
    write_report(measured, "quick")
    assert (measured / "book.md").read_text() == document


def test_a_list_says_where_it_looked(measured: Path, tmp_path: Path) -> None:
    for folder, found in ((measured, 1), (tmp_path / "none", 0)):
        done = CliRunner().invoke(cli, ["lab", "list", "--out", str(folder), "--scale", "quick"])
        assert done.exit_code == 0, done.output
        last = done.output.splitlines()[-1]
        assert last.startswith(f"{found} of ")
        assert f"measured in {str(folder)!r}" in last


ENGINES = ("katia:playouts=10", "gtp:gnugo --mode gtp")
GO = {"game": "go", "size": 13, "rules": "Chinese", "komi": 6.5, "opening": 2, "referee": "kifu"}


def _kept(
    folder: Path,
    name: str,
    lines: str,
    terms: dict[str, object] | None = None,
    players: tuple[str, str] = ENGINES,
) -> None:
    run = {
        "kind": "match",
        "options": {
            "first": players[0],
            "second": players[1],
            "terms": terms or GO,
            "time": None,
            "timeout": 300.0,
        },
        "seed": 4,
    }
    (folder / "matches" / name).mkdir(parents=True)
    (folder / "matches" / name / "run.json").write_text(json.dumps(run))
    (folder / "matches" / name / "games.jsonl").write_text(lines)


def _line(number: int, score: float) -> str:
    facts = {"number": number, "first_is": ("black", "white")[number % 2], "score": score, "result": "?"}
    facts |= {"ending": "count", "why": "counted", "moves": 60, "thinking": [15.0, 3.0], "asked": [30, 30]}
    return json.dumps(facts | {"versions": ["kifu 9", "GNU Go 3.8"]}) + "\n"


def test_a_document_gets_matches_from_their_lines(measured: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(measured, tmp_path / "results")
    (folder / "README.md").unlink(missing_ok=True)
    _kept(folder, "strong", _line(1, 0) + _line(0, 1) + _line(2, 0.5) + _line(1, 0)[:40])
    (folder / "play.md").write_text("<!-- matches: strong -->\n<!-- end -->\n")
    made = write_report(folder, "quick")
    assert made.documents[folder / "play.md"] == ["matches: strong"]
    assert (folder / "play.md").read_text().splitlines()[1:-1] == [
        "| match | game | games | won, drawn, lost | share, % | with Black | with White | seconds a move "
        "| versions |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        "| strong | 13x13 | 3 | 1, 1, 1 | 50.0 [12.5-87.5] | 1, 1, 0 | 0, 0, 1 | 0.50 and 0.10 "
        "| kifu 9 and GNU Go 3.8: 3 |",
        "",
        "- [strong](matches/strong/games.jsonl): `kifu match katia:playouts=10 'gtp:gnugo --mode gtp' "
        "--size 13 --komi 6.5 --opening 2 --games 3 --seed 4`",
    ]


def test_matches_of_draughts_are_shown_too(measured: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(measured, tmp_path / "results")
    (folder / "README.md").unlink(missing_ok=True)
    terms = {"game": "draughts", "openings": "start", "move_limit": 500}
    _kept(folder, "men", _line(0, 1).replace("GNU Go 3.8", ""), terms, ("material:depth=2", "random"))
    (folder / "play.md").write_text("<!-- matches: men -->\n<!-- end -->\n")
    write_report(folder, "quick")
    shown = (folder / "play.md").read_text()
    assert "| men | draughts | 1 | 1, 0, 0 |" in shown
    assert "| kifu 9 and an unknown version: 1 |" in shown
    assert "--game draughts --no-ballots --games 1 --seed 4`" in shown
    _kept(folder, "chessmen", _line(0, 1), {"game": "chess"})
    (folder / "play.md").write_text("<!-- matches: chessmen -->\n<!-- end -->\n")
    with pytest.raises(InputError, match="expected a match in .*chessmen', as kifu match leaves it: 'chess'"):
        write_report(folder, "quick")


@pytest.mark.parametrize(
    ("name", "lines", "message"),
    [
        ("weak", "", "expected a match in .*strong"),
        ("strong", "", "expected games in .*games.jsonl', but there are none"),
        ("strong", "[1, 2]\n", "line 1 of .*games.jsonl' is damaged"),
    ],
)
def test_a_match_that_is_not_there_is_told(
    measured: Path, tmp_path: Path, name: str, lines: str, message: str
) -> None:
    folder = shutil.copytree(measured, tmp_path / "results")
    _kept(folder, name, lines)
    (folder / "play.md").write_text("<!-- matches: strong -->\n<!-- end -->\n")
    with pytest.raises(InputError, match=f"play.md.*{message}.*nothing was written"):
        write_report(folder, "quick")


def test_what_is_not_measured_stays_as_it_is() -> None:
    assert fill(ASKS, {}) == (ASKS, [])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<!-- experiment: book/figure-2 -->\n<!-- end -->\n", "did you mean book/figure-1"),
        ("<!-- experiment: book/figure-1 -->\n", "but the document ends"),
        ("<!-- experiment: book/figure-1 -->\n<!-- experiment: book/table-1 -->\n", "before"),
        ("<!-- experiment: book -->\n<!-- end -->\n", "expected the name of one experiment"),
    ],
)
def test_a_document_that_asks_wrongly_is_told(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        fill(text, {})


def test_nothing_of_others_is_written_over(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a results folder"):
        write_report(tmp_path)
    (tmp_path / "cells").mkdir()
    (tmp_path / "README.md").write_text("mine")
    with pytest.raises(InputError, match="written by somebody else"):
        write_report(tmp_path)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (b"Go auf Franz\xf6sisch", "notes.md': 'utf-8' codec can't decode .*; nothing was written"),
        (
            b"<!-- experiment: book/figure-1 -->\n",
            "notes.md': expected '<!-- end -->' .*; nothing was written",
        ),
    ],
)
def test_a_document_that_cannot_be_filled_is_named_first(
    measured: Path, tmp_path: Path, document: bytes, message: str
) -> None:
    shutil.copytree(measured / "cells", tmp_path / "cells")
    (tmp_path / "notes.md").write_bytes(document)
    with pytest.raises(InputError, match=message):
        write_report(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"cells", "notes.md"}


def test_a_cell_is_a_short_file(measured: Path) -> None:
    [path] = (measured / "cells").glob("**/*.json")
    assert '"needs": {\n' in path.read_text()
    store = CellStore(measured)
    facts = {"list": [1, 2.5, "a [b] {c}, d"], "nested": [[1, 2], [3]]}
    store.keep("a/b", "c", facts)
    text = store.path("a/b", "c").read_text()
    found = json.loads(text)
    assert len(found.pop("sum")) == 64
    assert found == {"format": FORMAT, "experiment": "a/b", **facts}
    assert "[1, 2]" in text
    store.path("a/b", "c").unlink()


def test_the_page_on_experiments_lists_them_all() -> None:
    page = (DOCS / "experiments.md").read_text("utf-8")
    rows = {line.split("|")[1].strip(): line for line in page.splitlines() if line.startswith("| `")}
    for name, experiment in EXPERIMENTS.items():
        assert f"| {experiment.place} | {experiment.title} |" in rows[f"`{name}`"]


def test_documents_ask_for_experiments_that_there_are() -> None:
    for document in (*DOCS.glob("*.md"), *(DOCS / "results").glob("*.md")):
        fill(document.read_text("utf-8"), {})


def test_what_is_committed_is_what_the_cells_give(tmp_path: Path) -> None:
    again = tmp_path / "docs"
    shutil.copytree(DOCS, again, ignore=shutil.ignore_patterns("runs", "games", "tour"))
    write_report(again / "results")
    results = DOCS / "results"
    for path in (*DOCS.glob("*.md"), *results.glob("*.md"), *(results / "tables").glob("**/*.*")):
        made = again / path.relative_to(DOCS)
        assert made.exists(), f"{path.name} is no result any more: kifu lab report --out docs/results"
        assert made.read_bytes() == path.read_bytes(), f"{path.name}: kifu lab report --out docs/results"


def test_what_is_not_measured_any_more_is_told_and_removed(measured: Path, tmp_path: Path) -> None:
    shutil.copytree(measured / "cells", tmp_path / "cells")
    (tmp_path / "tables" / "book").mkdir(parents=True)
    for name in ("table-3-quick.md", "table-3-quick.csv", "figure-1-quick.md"):
        (tmp_path / "tables" / "book" / name).write_text("old")
    document = tmp_path / "notes.md"
    document.write_text("<!-- experiment: book/table-3 -->\n| old |\n<!-- end -->\n")
    write_report(tmp_path, "quick")
    assert document.read_text() == "<!-- experiment: book/table-3 -->\nNot measured yet.\n<!-- end -->\n"
    assert not list((tmp_path / "tables" / "book").glob("table-3*"))
    assert (tmp_path / "tables" / "book" / "figure-1-quick.md").read_text() != "old"


def test_old_figures_go_and_those_of_others_stay(measured: Path, tmp_path: Path) -> None:
    shutil.copytree(measured / "cells", tmp_path / "cells")
    tables = tmp_path / "tables" / "book"
    tables.mkdir(parents=True)
    old = ["figure-1-quick-gone.svg", "figure-1-quick-gone.csv", "table-3-quick-more.svg"]
    others = ["figure-1.md", "figure-1-gone.svg", "figure-1-quick-seed-2.md", "figure-1-quick-seed-2-a.csv"]
    for name in [*old, *others, "figure-1-quickly.md", "figure-1-quickly.svg"]:
        (tables / name).write_text("old")
    write_report(tmp_path, "quick")
    left = {path.name for path in tables.iterdir()}
    assert not left & set(old)
    assert left >= {*others, "figure-1-quickly.md", "figure-1-quickly.svg", "figure-1-quick.md"}


def test_another_seed_has_files_of_its_own(tmp_path: Path) -> None:
    store = CellStore(tmp_path)
    for seed in (1, 2):
        Engine(store, Sources()).run(EXPERIMENTS["book/figure-1"], "quick", seed)
        write_report(tmp_path, "quick", seed)
    names = {path.name for path in (tmp_path / "tables" / "book").glob("*.md")}
    assert names == {"figure-1-quick.md", "figure-1-quick-seed-2.md"}


def test_ends_of_lines_stay_as_they_are(measured: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(measured, tmp_path / "results")
    (folder / "book.md").write_bytes(ASKS.replace("after", "a\x0cb\u2028c").replace("\n", "\r\n").encode())
    write_report(folder, "quick")
    text = (folder / "book.md").read_bytes().decode()
    assert text.endswith("<!-- end -->\r\na\x0cb\u2028c\r\n")
    assert text.count("\n") == text.count("\r\n") > 10


def test_a_report_of_nothing_writes_nothing(measured: Path, tmp_path: Path) -> None:
    shutil.copytree(measured / "cells", tmp_path / "cells")
    with pytest.raises(InputError, match="nothing of scale standard and seed 1 is measured"):
        write_report(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["cells"]


def _copied(measured: Path, folder: Path) -> Path:
    shutil.copytree(measured / "cells", folder / "cells")
    return folder


FIGURE = "<!-- experiment: book/figure-1 -->\n<!-- end -->\n"


def test_examples_in_code_ask_for_nothing(measured: Path, tmp_path: Path) -> None:
    folder = _copied(measured, tmp_path / "results")
    text = f"# How to ask\n\n````\n```\n{FIGURE}````\n\n~~~\n<!-- output: nothing -->\n~~~\n"
    text = f"```sh\n# no title\n```\n{text}"
    (folder / "how.md").write_text(text)
    (tmp_path / "above.md").write_text(text.replace("# How", "# Why"))
    made = write_report(folder, "quick")
    assert not made.documents
    assert (folder / "how.md").read_text() == text
    assert "- [How to ask](how.md)" in made.page.read_text()
    assert "Why" not in made.page.read_text()


@pytest.mark.parametrize(
    "line", ["<!--experiment: book/figure-1-->", "<!-- Experiment: x -->", "<!-- end -->"]
)
def test_lines_that_almost_ask_are_told(line: str, measured: Path, tmp_path: Path) -> None:
    folder = _copied(measured, tmp_path / "results")
    (folder / "notes.md").write_text(f"# Notes\n{line}\n")
    with pytest.raises(InputError, match=r"notes\.md': expected a (line|block) .*; nothing was written"):
        write_report(folder, "quick")


def test_blanks_behind_a_line_and_other_ends_of_lines_stay(measured: Path, tmp_path: Path) -> None:
    folder = _copied(measured, tmp_path / "results")
    path = folder / "notes.md"
    path.write_bytes(b"# Notes\nunix\n<!-- experiment: book/figure-1 --> \r\nold\n<!-- end -->\r\ndos\r\n")
    write_report(folder, "quick")
    data = path.read_bytes()
    assert data.startswith(b"# Notes\nunix\n<!-- experiment: book/figure-1 --> \r\n|")
    assert data.endswith(b"\r\n<!-- end -->\r\ndos\r\n")
    assert b"|\r\n|" in data


@pytest.mark.parametrize("name", ["my results", r"a\d", "100%"])
def test_links_lead_into_folders_of_any_name(name: str, measured: Path, tmp_path: Path) -> None:
    folder = _copied(measured, tmp_path / name)
    _kept(folder, "strong", _line(0, 1))
    (tmp_path / "above it.md").write_text("# Above\n<!-- matches: strong -->\n<!-- end -->\n")
    (tmp_path / "link").symlink_to(folder)
    write_report(tmp_path / "link", "quick")
    assert "](link/matches/strong/games.jsonl)" in (tmp_path / "above it.md").read_text()
    page = write_report(folder, "quick").page
    assert f"]({quote(name)}/matches/strong/games.jsonl)" in (tmp_path / "above it.md").read_text()
    assert "- [Above](../above%20it.md)" in page.read_text()


def test_a_document_that_lost_its_table_is_named(measured: Path, tmp_path: Path) -> None:
    folder = _copied(measured, tmp_path / "results")
    Engine(CellStore(folder), Sources()).run(EXPERIMENTS["book/figure-1"], "quick", 2)
    (folder / "notes.md").write_text("<!-- experiment: evolve/speed -->\n| old |\n<!-- end -->\n")
    done = CliRunner().invoke(cli, ["lab", "report", "--out", str(folder), "--scale", "quick"])
    assert f"{folder / 'notes.md'}: nothing that it asks for is measured" in done.output


def test_all_that_is_missing_is_named_at_once(measured: Path, tmp_path: Path) -> None:
    folder = _copied(measured, tmp_path / "results")
    (folder / "notes.md").write_text(
        "<!-- output: one -->\n<!-- end -->\n<!-- output: two -->\n<!-- end -->\n"
    )
    with pytest.raises(InputError) as error:
        write_report(folder, "quick")
    for name in ("one", "two"):
        assert f"kifu lab keep {name} --out {folder} -- COMMAND" in str(error.value)


def test_a_pipe_is_no_document(measured: Path, tmp_path: Path) -> None:
    folder = _copied(measured, tmp_path / "results")
    os.mkfifo(tmp_path / "above.md")
    write_report(folder, "quick")
    os.mkfifo(folder / "beside.md")
    with pytest.raises(InputError, match=r"beside\.md.* special file"):
        write_report(folder, "quick")
