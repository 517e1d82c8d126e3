"""Reports of folders and archives: nothing twice, nothing half, nothing lost, whoever does the work."""

import contextlib
import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.archive import Archive, import_paths
from kifu.interfaces.cli.main import cli

GAMES = {
    "a.sgf": "(;SZ[5]KM[0.5]RU[Chinese]PB[Ann]PW[Ben]RE[B+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc]"
    ";B[cd];W[dd];B[ce];W[de];B[bb];W[aa];B[];W[])",
    "deep/a.sgf": "(;SZ[5]PB[Ben]PW[Ann]RE[W+R];B[cc];W[bb];B[dd])",
    "deep/two.sgf": "(;SZ[5]PB[Ann]PW[Cid];B[cc])(;SZ[5];B[bb];W[cc])",
    "index.sgf": "(;SZ[7];B[cc];W[ee];B[ce])",
    "bad.sgf": "not a game",
    "oblong.sgf": "(;SZ[5:7];B[aa])",
    "notes.txt": "nothing",
}


@pytest.fixture
def games(tmp_path):
    folder = tmp_path / "games"
    for name, text in GAMES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def run(*arguments: object):
    return CliRunner().invoke(cli, ["review", *map(str, arguments)], catch_exceptions=True)


def tree(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".kifu-review" not in path.parts
    }


def test_a_folder_with_everything_in_it(games, tmp_path):
    out = tmp_path / "out"
    result = run(games, "--out", out, "--workers", "1")
    assert result.exit_code == 0, result.output
    assert "5 games reviewed" in result.output
    assert "2 records without a report:" in result.output
    assert "bad.sgf: expected an SGF game" in result.output
    assert "oblong.sgf: a 5x7 board cannot be replayed" in result.output
    assert {name for name in tree(out) if name.endswith(".html")} == {
        *("a.html", "deep/a.html", "deep/two-1.html", "deep/two-2.html", "index-2.html", "index.html"),
        "player.html",  # Ann's, who is in 3 of 5
    }
    facts = json.loads((out / "index.json").read_text())
    assert [game["report"] for game in facts["games"]] == [
        "a",
        "deep/a",
        "deep/two-1",
        "deep/two-2",
        "index-2",
    ]
    players = {player["name"]: player for player in facts["together"]["go"]["by_player"]}
    assert (players["Ann"]["games"], players["Ann"]["wins"], players["Ann"]["losses"]) == (3, 2, 0)
    assert (players["Ben"]["games"], players["Ben"]["wins"], players["Ben"]["losses"]) == (2, 0, 2)
    moves = sum(phase["moves"] for phase in facts["together"]["go"]["by_phase"])
    assert moves == sum(
        game["sides"][s]["all"]["moves"] for game in facts["games"] for s in ("black", "white")
    )
    assert {one["file"] for one in facts["problems"]} == {"bad.sgf", "oblong.sgf"}
    rows = list(csv.DictReader(io.StringIO((out / "index.csv").read_text())))
    assert [row["winner"] for row in rows] == ["black", "white", "", "", ""]
    assert 'href="deep/two-2.html"' in (out / "index.html").read_text()


def test_any_number_of_workers_writes_the_same(games, tmp_path):
    for number in (1, 2):
        assert run(games, "--out", tmp_path / str(number), "--workers", number).exit_code == 0
    assert tree(tmp_path / "1") == tree(tmp_path / "2")


def test_what_is_done_is_not_done_again(games, tmp_path):
    out = tmp_path / "out"
    run(games, "--out", out, "--format", "json,html", "--workers", "1")
    whole = tree(out)
    times = {path: path.stat().st_mtime_ns for path in out.rglob("a.*")}
    assert "0 games reviewed (0 moves)" in (again := run(games, "--out", out, "--format", "html")).output
    assert "5 done before" in again.output
    assert times == {path: path.stat().st_mtime_ns for path in out.rglob("a.*")}
    assert tree(out) == whole

    (out / "a.html").unlink()  # lost
    (games / "index.sgf").write_text("(;SZ[7];B[dd])")  # another game now
    assert "2 games reviewed" in run(games, "--out", out, "--format", "html", "--workers", "1").output
    assert (out / "a.html").read_bytes() == whole["a.html"]
    assert json.loads((out / "index-2.json").read_text())["move_count"] == 3  # not asked for
    # Another format, other terms: both are new work, in the same places.
    assert "5 games reviewed" in run(games, "--out", out, "--format", "csv", "--workers", "1").output
    assert "5 games reviewed" in run(games, "--out", out, "--komi", "3", "--workers", "1").output
    assert "5 games reviewed" in run(games, "--out", out, "--komi", "3", "--again", "--workers", "1").output
    assert {name.rsplit(".", 1)[0] for name in tree(out)} == {name.rsplit(".", 1)[0] for name in whole}


def test_reports_are_never_read_as_games(games):
    inside = games / "reports"
    for _ in range(2):
        assert run(games, "--out", inside, "--workers", "1").exit_code == 0
    assert len(json.loads((inside / "index.json").read_text())["games"]) == 5
    other = games / "deep" / "others"
    assert run(games, "--out", other, "--workers", "1").exit_code == 0
    assert len(json.loads((other / "index.json").read_text())["games"]) == 5
    assert "is one of reports" in str(run(inside, "--out", games / "third").exception)


def test_games_of_several_commands_share_an_index(games, tmp_path):
    out = tmp_path / "out"
    run(games / "a.sgf", "--out", out, "--format", "json")
    run(games / "deep" / "a.sgf", "sample", "--out", out, "--format", "json", "--workers", "1")
    assert {"a.json", "a-2.json", "go-9x9.json"} <= set(tree(out))
    facts = json.loads((out / "index.json").read_text())
    assert [(game["report"], game["black"]) for game in facts["games"]] == [
        *(("a", "Ann"), ("a-2", "Ben"), ("go-9x9", "Katia, casual"))
    ]


def test_zip_files_and_archives(games, tmp_path):
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as packed:
        packed.write(games / "a.sgf", "x/a.sgf")
        packed.writestr("../../escape.sgf", "(;SZ[5];B[cc])")
    assert (
        "2 games reviewed" in run(tmp_path / "games.zip", "--out", tmp_path / "zip", "--workers", "1").output
    )
    assert {"x/a.html", "escape.html"} <= set(tree(tmp_path / "zip"))
    with Archive.create(tmp_path / "games.db") as archive:
        import_paths(archive, [games], workers=1)
    result = run(
        tmp_path / "games.db", "--out", tmp_path / "db", "--workers", "1", "--archive", tmp_path / "games.db"
    )
    assert result.exit_code == 0, result.output
    facts = json.loads(next((tmp_path / "db").glob("*-a.json")).read_text())
    assert facts["archive"][0]["games"] >= 2
    assert sum(c["games"] for c in facts["archive"][0]["most_played"]) <= facts["archive"][0]["games"]
    assert "What the archive has" in next((tmp_path / "db").glob("*-a.html")).read_text()


def test_wrong_input_is_named(games, tmp_path):
    def error(*arguments):
        result = run(*arguments)
        assert result.exit_code != 0
        return f"{result.output}{result.exception}"

    out = tmp_path / "out"
    assert "there is no" in error(tmp_path / "nothing", "--out", out)
    assert not out.exists()
    assert "expected formats among" in error(games, "--out", out, "--format", "pdf")
    assert "is a file" in error(games, "--out", games / "a.sgf")
    assert "has other files" in error(games / "a.sgf", "--out", games)
    assert (games / "a.sgf").read_text() == GAMES["a.sgf"]
    assert "komi" in error(games, "--out", out, "--komi", "nan")
    assert "none of the records could be reviewed" in error(games / "bad.sgf", "--out", out)
    assert "nothing.db" in error(games, "--out", out, "--archive", tmp_path / "nothing.db")


def test_a_killed_run_goes_on(tmp_path):
    games, out, whole = tmp_path / "games", tmp_path / "out", tmp_path / "whole"
    games.mkdir()
    for number in range(12):
        moves = "".join(
            f";{'BW'[i % 2]}[{'abcdefghi'[i % 9]}{'abcdefghi'[(i * 2 + number) % 9]}]" for i in range(9)
        )
        (games / f"{number:02}.sgf").write_text(f"(;SZ[9]{moves})")
    command = [sys.executable, "-m", "kifu", "review", str(games), "--quiet", "--out"]
    assert subprocess.run([*command, str(whole), "--workers", "1"], check=True, capture_output=True)
    done = 0
    for attempt in range(3):
        process = subprocess.Popen(
            [*command, str(out), "--workers", "2"], start_new_session=True, stdout=subprocess.DEVNULL
        )
        end = time.monotonic() + 300
        while _lines(out) < done + 2 and time.monotonic() < end and process.poll() is None:
            time.sleep(0.01)
        with contextlib.suppress(ProcessLookupError):  # a quick machine has done everything
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        # What is there is whole: each file is as it will be in the end.
        for name, data in tree(out).items():
            if not name.startswith("index.") and not name.endswith(".tmp"):
                assert data == tree(whole)[name], (attempt, name)
        done = _lines(out)
    assert done >= 6
    with (out / ".kifu-review" / "games.jsonl").open("a") as file:
        file.write('{"name": "../games/11.sgf", "ke')  # half a line
    last = subprocess.run([*command, str(out), "--workers", "1"], check=True, capture_output=True, text=True)
    assert f"{done} done before" in last.stdout
    assert tree(out) == tree(whole)


def _lines(out: Path) -> int:
    journal = out / ".kifu-review" / "games.jsonl"
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def test_two_runs_do_not_mix(games, tmp_path):
    from kifu.interfaces.report.journal import open_journal

    with open_journal(tmp_path / "out"):
        result = run(games, "--out", tmp_path / "out")
    assert "in use by" in str(result.exception)
