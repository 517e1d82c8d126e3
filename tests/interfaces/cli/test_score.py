"""`kifu score` and `kifu life` as a user meets them."""

import json
import os
import zipfile

import pytest
from click.testing import CliRunner

from kifu.analysis.many import Options, score_paths
from kifu.errors import InputError
from kifu.interfaces.cli.main import cli

GAME = (
    "(;SZ[5]RU[Chinese]KM[0.5]RE[B+4.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc]"
    ";B[cd];W[dd];B[ce];W[de];B[bb];W[aa];B[];W[])"
)


def run(*arguments: str):
    return CliRunner().invoke(cli, list(arguments), catch_exceptions=True)


@pytest.fixture
def folder(tmp_path):
    games = tmp_path / "games"
    games.mkdir()
    for number in range(5):
        (games / f"{number}.sgf").write_text(GAME)
    (games / "bad.sgf").write_text("not a game")
    return games


def test_one_game_for_people(folder, tmp_path):
    svg = tmp_path / "score.svg"
    result = run("score", str(folder / "0.sgf"), "--svg", str(svg))
    assert "Score: B+4.5 (Black wins by 4.5, area counting)" in result.output
    assert " 5 o b X O w 5" in result.output
    assert "The recorded result B+4.5 agrees" in result.output
    assert svg.read_text().startswith("<svg")


def test_a_bad_file_among_several_is_named_and_the_others_scored(folder, tmp_path):
    othello = tmp_path / "othello.sgf"
    othello.write_text("(;GM[2]SZ[8];B[cd])")
    bad = [str(folder / "bad.sgf"), str(tmp_path / "none.sgf"), str(othello)]
    result = run("score", bad[0], str(folder / "0.sgf"), *bad[1:], str(folder / "1.sgf"))
    assert result.output.count("Score: B+4.5") == 2
    assert isinstance(result.exception, InputError)
    message = str(result.exception)
    assert message.startswith("3 of 5 games were not scored: ")
    assert all(name in message for name in bad)
    assert "No such file" in message


def test_a_folder_as_json_lines(folder):
    result = run("score", str(folder), "--json", "--workers", "1")
    lines = [json.loads(line) for line in result.output.splitlines()]
    assert len(lines) == 6
    assert [line["result"] for line in lines if "error" not in line] == ["B+4.5"] * 5
    assert lines[-1]["file"].endswith("bad.sgf")
    assert lines[0]["dead"] == ["A5"]


def test_csv(folder):
    lines = run("score", str(folder), "--csv", "--workers", "1").output.splitlines()
    assert lines[0].startswith("file,rules,komi")
    assert ",Chinese,0.5,True,B+4.5,black,4.5,B+4.5,True," in lines[1]


def test_an_interrupted_run_goes_on(folder, tmp_path):
    out = tmp_path / "scores.jsonl"
    run("score", str(folder), "--out", str(out), "--workers", "1")
    whole = out.read_bytes()
    lines = whole.splitlines(keepends=True)
    out.write_bytes(b"".join(lines[:2]) + lines[2][:30])
    result = run("score", str(folder), "--out", str(out), "--workers", "1")
    assert out.read_bytes() == whole
    assert "5 of 5 finished games agree" in result.output


def test_a_last_line_without_its_end_is_written_again(folder, tmp_path):
    out = tmp_path / "scores.jsonl"
    run("score", str(folder), "--out", str(out), "--workers", "1")
    whole = out.read_bytes()
    out.write_bytes(b"".join(whole.splitlines(keepends=True)[:3])[:-1])
    run("score", str(folder), "--out", str(out), "--workers", "1")
    assert out.read_bytes() == whole


@pytest.mark.parametrize(
    "line",
    [
        '{"file": "x"}',
        '{"file": ["x"], "error": "a"}',
        '{"file": "x", "finished": true, "doubtful": [], "agrees": "no"}',
        '{"file": "x", "finished": 7, "doubtful": [], "agrees": null}',
        "[]",
        "7",
        "[" * 100_000,
    ],
    ids=lambda line: line[:40],
)
def test_lines_of_something_else_are_refused_and_left(folder, tmp_path, line):
    out = tmp_path / "scores.jsonl"
    out.write_text(line + "\n")
    result = run("score", str(folder), "--out", str(out), "--workers", "1")
    assert isinstance(result.exception, InputError)
    assert "expected lines of an earlier `kifu score --out`" in str(result.exception)
    assert "another file" in str(result.exception)
    assert out.read_text() == line + "\n"


def test_a_file_of_one_foreign_line_is_left(folder, tmp_path):
    out = tmp_path / "notes.txt"
    out.write_text("buy milk")
    assert "buy milk" in str(run("score", str(folder), "--out", str(out), "--workers", "1").exception)
    assert out.read_text() == "buy milk"


def test_out_that_is_no_file_is_only_written_to(folder, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        result = run("score", str(folder / "0.sgf"), "--out", str(pipe), "--workers", "1")
        assert result.exit_code == 0
        assert json.loads(os.read(reader, 100_000))["result"] == "B+4.5"
    finally:
        os.close(reader)


def test_a_file_of_several_games_goes_on_in_its_middle(folder, tmp_path):
    several = tmp_path / "several"
    several.mkdir()
    (several / "three.sgf").write_bytes((folder / "0.sgf").read_bytes() * 3)
    out = tmp_path / "scores.jsonl"
    run("score", str(several), "--out", str(out), "--workers", "1")
    whole = out.read_bytes()
    assert whole.count(b"\n") == 3
    out.write_bytes(b"".join(whole.splitlines(keepends=True)[:2]))
    run("score", f"{several}/", "--out", str(out), "--workers", "1")
    assert out.read_bytes() == whole


def test_archives_with_the_same_members_in_a_folder(tmp_path):
    games, out = tmp_path / "games", tmp_path / "scores.jsonl"
    (games / "old").mkdir(parents=True)
    for name in ("a.zip", "b.zip", "old/a.zip"):
        with zipfile.ZipFile(games / name, "w") as archive:
            archive.writestr("1.sgf", GAME)
    run("score", str(games), "--out", str(out), "--workers", "1")
    whole = out.read_bytes()
    names = [json.loads(line)["file"] for line in whole.splitlines()]
    assert names == [f"{games}/{name}/1.sgf" for name in ("a.zip", "b.zip", "old/a.zip")]
    out.write_bytes(whole.splitlines(keepends=True)[0])
    run("score", str(games), "--out", str(out), "--workers", "1")
    assert out.read_bytes() == whole
    alone = json.loads(run("score", str(games / "a.zip"), "--json", "--workers", "1").output)
    assert alone["file"] == f"{games}/a.zip/1.sgf"


def test_progress_has_a_total(folder):
    calls = []
    lines = score_paths([folder], Options(), workers=1, progress=lambda *said: calls.append(said))
    assert len(list(lines)) == 6
    assert calls[-1] == (6, 6, "scoring")


def test_an_archive(folder, tmp_path):
    archive = tmp_path / "games.db"
    run("import", str(folder / "0.sgf"), "--archive", str(archive))
    result = run("score", str(archive), "--json", "--workers", "1")
    assert json.loads(result.output)["result"] == "B+4.5"


def test_the_sample_is_settled_and_counts_as_recorded():
    facts = json.loads(run("score", "sample", "--json").output)
    assert facts["result"] == facts["recorded"]
    assert not [block for block in facts["blocks"] if block["status"] == "doubtful"]
    assert [block for block in facts["blocks"] if block["status"] == "dead"], "something to be found"


def test_life_in_the_middle_of_a_game():
    facts = json.loads(run("life", "sample", "--move", "30", "--json").output)
    assert facts["move"] == 30
    assert {block["status"] for block in facts["blocks"]} <= {"alive", "dead", "doubtful"}
    assert "Estimate after move 30" in run("life", "sample", "--move", "30").output


def test_bad_input_is_named(tmp_path, folder):
    assert "from 0 to" in str(run("life", "sample", "--move", "999").exception)
    assert "'hoyle'" in str(run("score", "sample", "--rules", "hoyle").exception)
    model = tmp_path / "bad.safetensors"
    model.write_bytes(b"nothing")
    assert "expected a Kifu model" in str(run("score", "sample", "--model", str(model)).exception)
    assert "draughts" in str(run("score", "sample-draughts").exception)
    (tmp_path / "empty.pdn").touch()
    assert "the file is empty" in str(run("score", str(tmp_path / "empty.pdn")).exception)
