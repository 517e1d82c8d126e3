"""What commands printed, kept for documents."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kifu.archive import Archive, import_paths
from kifu.errors import InputError, KifuError
from kifu.interfaces.cli.main import cli
from kifu.work.versions import this_version
from kifu_lab.experiments.engine import Engine
from kifu_lab.experiments.kept_outputs import lines_of, read_output
from kifu_lab.experiments.needs import Sources, archive_fingerprint
from kifu_lab.experiments.registry import EXPERIMENTS
from kifu_lab.experiments.report import write_report
from kifu_lab.experiments.store import CellStore


def _keep(folder: Path, name: str, *words: str) -> Result:
    return CliRunner().invoke(cli, ["lab", "keep", name, "--out", str(folder), "--", *words])


def test_a_command_is_kept_with_how_it_went(tmp_path: Path) -> None:
    done = _keep(tmp_path, "perft", "kifu", "perft", "4")
    assert done.exit_code == 0, done.output
    assert "perft 4: 1,469" in done.output
    kept = read_output(tmp_path, "perft")
    assert kept.command == "kifu perft 4"
    assert kept.printed[-1].startswith("perft 4: 1,469")
    assert kept.kifu == this_version()
    assert kept.processor_seconds > 0
    assert kept.others is None or 0 <= kept.others <= 1
    assert not kept.data


def test_memory_is_noted_where_it_is_the_commands_own(tmp_path: Path) -> None:
    own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    assert _keep(tmp_path, "small", "kifu", "--version").exit_code == 0
    assert "MB" not in read_output(tmp_path, "small").markdown()
    assert _keep(tmp_path, "large", "python", "-c", f"print(len(b'x' * ({own + 200} << 20)))").exit_code == 0
    kept = read_output(tmp_path, "large")
    assert kept.memory is not None
    assert own + 200 < kept.memory < own + 400
    assert f"{kept.memory:,.0f} MB" in kept.markdown().splitlines()[0]


def test_a_command_of_several_lines_is_shown_on_one(tmp_path: Path) -> None:
    Engine(CellStore(tmp_path), Sources()).run(EXPERIMENTS["book/figure-1"], "quick", 1)
    assert _keep(tmp_path, "lines", "python", "-c", 'print("`")\n"""\n<!-- end -->\n"""').exit_code == 0
    (tmp_path / "play.md").write_text("<!-- output: lines -->\n<!-- end -->\nafter\n")
    write_report(tmp_path, "quick")
    text = (tmp_path / "play.md").read_text()
    assert text.splitlines()[1].startswith("`` python -c")
    write_report(tmp_path, "quick")
    assert (tmp_path / "play.md").read_text() == text


def test_archives_are_noted_by_their_games(tmp_path: Path) -> None:
    record = tmp_path / "one.sgf"
    record.write_text("(;GM[1]SZ[9];B[ee];W[cc])")
    with Archive.create(tmp_path / "games.db") as archive:
        import_paths(archive, [record])
    done = _keep(tmp_path, "games", "kifu", "archive", str(tmp_path / "games.db"))
    assert done.exit_code == 0, done.output
    assert _keep(tmp_path, "role", "python", "-c", "print(1)", f"pro19={tmp_path}/games.db").exit_code == 0
    assert read_output(tmp_path, "role").data == read_output(tmp_path, "games").data
    print_ = archive_fingerprint(tmp_path / "games.db")
    assert read_output(tmp_path, "games").data == {"games.db": print_}
    assert f"games.db `{print_}`" in read_output(tmp_path, "games").markdown()


def test_a_document_shows_what_was_printed(tmp_path: Path) -> None:
    Engine(CellStore(tmp_path), Sources()).run(EXPERIMENTS["book/figure-1"], "quick", 1)
    assert _keep(tmp_path, "words", "python", "-c", "print('a  b \\n  c|d')").exit_code == 0
    (tmp_path / "play.md").write_text("<!-- output: words -->\nold\n<!-- end -->\n")
    made = write_report(tmp_path, "quick")
    assert made.documents[tmp_path / "play.md"] == ["output: words"]
    lines = (tmp_path / "play.md").read_text().splitlines()
    assert lines[1].startswith("`python -c 'print('")
    assert lines[2:] == ["", "```text", "a  b", "  c|d", "```", "<!-- end -->"]
    write_report(tmp_path, "quick")
    assert (tmp_path / "play.md").read_text().splitlines() == lines
    (tmp_path / "play.md").write_text("<!-- output: others -->\n<!-- end -->\n")
    with pytest.raises(
        InputError, match=r"play\.md.*others\.json.* keep others --out .* -- COMMAND; nothing was written"
    ):
        write_report(tmp_path, "quick")


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("a/b", ["kifu", "--version"], "expected a name of small letters"),
        ("a", ["no-such-program"], "'no-such-program' is not installed"),
        ("a", ["kifu", "perft", "x"], "the command ended with exit code 2; nothing was kept"),
        ("a", ["python", "-c", ""], "printed nothing"),
        ("a", ["python", "-c", "print('<!-- end -->')"], "lines that a document can show"),
    ],
)
def test_what_cannot_be_kept_is_told(tmp_path: Path, name: str, words: list[str], message: str) -> None:
    done = _keep(tmp_path, name, *words)
    assert isinstance(done.exception, KifuError)
    assert message in str(done.exception)
    assert not list(tmp_path.glob("**/*.json"))


def test_tables_are_shown_as_tables(tmp_path: Path) -> None:
    assert (
        _keep(
            tmp_path, "table", "python", "-c", "print('## t\\n\\n| a | b |\\n| --- | ---: |\\n| c | 1 |')"
        ).exit_code
        == 0
    )
    lines = read_output(tmp_path, "table").markdown().splitlines()
    assert lines[1:] == ["", "**t**", "", "| a | b |", "| --- | ---: |", "| c | 1 |"]


def test_no_line_ends_what_is_shown(tmp_path: Path) -> None:
    assert _keep(tmp_path, "ticks", "python", "-c", "print('```\\na')").exit_code == 0
    assert read_output(tmp_path, "ticks").markdown().splitlines()[2:] == ["````text", "```", "a", "````"]


def test_lines_are_text_of_a_sensible_size() -> None:
    assert lines_of(b"\na\r\n\nb  \n\n") == ["a", "", "b"]
    with pytest.raises(InputError, match="UTF-8"):
        lines_of(b"\xff")
    with pytest.raises(InputError, match="at most"):
        lines_of(b"x" * (1 << 21))


def test_an_edited_output_is_refused(tmp_path: Path) -> None:
    assert _keep(tmp_path, "one", "python", "-c", "print(41)").exit_code == 0
    path = tmp_path / "outputs" / "one.json"
    whole = path.read_text()
    for text in (whole.replace("41", "42"), whole[:40], "[]", whole.replace('"format": 1', '"format": 0')):
        path.write_text(text)
        with pytest.raises(InputError, match=r"one\.json' is not what was kept"):
            read_output(tmp_path, "one")
    facts = json.loads(whole)
    del facts["sum"]
    path.write_text(json.dumps(facts))
    with pytest.raises(InputError, match="checksum"):
        read_output(tmp_path, "one")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes where Linux lists them")
def test_being_told_to_end_ends_the_command_too(tmp_path: Path) -> None:
    mark = f"kept-{os.getpid()}"
    words = ["-m", "kifu", "lab", "keep", "slow", "--out", str(tmp_path), "--"]
    script = f"import time; print('{mark}', flush=True); time.sleep(60)"
    process = subprocess.Popen(
        [sys.executable, *words, "python", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline().decode().strip() == mark
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) != 0
    until = time.monotonic() + 10
    while _running(mark) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _running(mark)
    assert not list(tmp_path.glob("outputs/*.json"))


def _running(mark: str) -> bool:
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark.encode() in entry.read_bytes() and entry.parent.name != str(os.getpid()):
                return True
        except OSError:
            continue
    return False


def test_kept_outputs_of_the_documents_are_whole() -> None:
    results = Path(__file__).parents[3] / "docs" / "results"
    for path in sorted((results / "outputs").glob("*.json")):
        read_output(results, path.stem)
