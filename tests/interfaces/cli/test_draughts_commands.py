"""`kifu solve draughts`, `kifu match --game draughts` and `kifu play draughts` as people call them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.interfaces.cli.main import cli
from kifu.records.pdn import read

pytestmark = pytest.mark.usefixtures("endings_cache")


def run(*arguments: str, text: str = "", code: int = 0) -> str:
    done = CliRunner().invoke(cli, arguments, input=text, catch_exceptions=False)
    assert done.exit_code == code, done.output
    return done.output


def test_solve_tells_the_same_in_words_and_json(tmp_path: Path) -> None:
    out = str(tmp_path / "three.bin")
    words = run("solve", "draughts", "--pieces", "3", "--out", out)
    facts = json.loads(run("solve", "draughts", "--pieces", "3", "--out", out, "--json"))
    assert facts["positions"] == 199520
    assert "199,520 positions of up to 3 pieces solved in" in words
    assert "2 kings against 1 king" in words


def test_solve_answers_for_a_position() -> None:
    fens = ["--fen", "W:WK6,K9:BK15", "--fen", "B:W21-32:B1-12"]
    words = run("solve", "draughts", "--pieces", "3", *fens)
    assert "W:WK6,K9:BK15: win in 27 plies" in words
    assert "not solved: more than 3 pieces" in words
    assert json.loads(run("solve", "draughts", "--pieces", "3", *fens, "--json"))[0]["plies"] == 27


def test_a_match_of_draughts(tmp_path: Path) -> None:
    players = ["material:depth=2,endings=0", "random", "--game", "draughts", "--games", "4", "--seed", "2"]
    words = run("match", *players, "--out", str(tmp_path / "m"))
    facts = json.loads(run("match", *players, "--json", "--out", str(tmp_path / "m")))
    assert facts["terms"] == {"game": "draughts", "openings": "ballots", "move_limit": 500}
    assert f"{facts['wins']} won" in words
    assert len(list((tmp_path / "m").glob("*.pdn"))) == 4
    for refused in (["--size", "9"], ["--komi", "0.5"], ["--rules", "japanese"]):
        assert "makes no sense in a match of draughts" in run("match", *players, *refused, code=2)
    assert "makes no sense in a match of go" in run("match", "random", "random", "--no-ballots", code=2)


def test_a_piped_game(tmp_path: Path) -> None:
    lines = "help\nmoves\n11-15\nundo\n11-16\nundo\nundo\n9-1\n12\nshow\nhint\nsave\nresign\n"
    out = run(
        "play",
        "draughts",
        "--against",
        "random",
        "--seed",
        "1",
        "--save",
        str(tmp_path / "g.pdn"),
        text=lines,
    )
    assert "take back your last move" in out
    assert "9-13 9-14 10-14" in out
    assert "no move of yours to take back" in out
    assert "cannot play '9-1'" in out
    assert "You resign: random has won." in out
    record = read((tmp_path / "g.pdn").read_bytes())[0]
    assert record.result_text == "0-1"


def test_forced_captures_are_shown_and_ambiguous_ones_listed() -> None:
    fen = "B:W6,7,14,15:B2"  # two ways round to 18
    out = run("play", "draughts", "--against", "random", "--fen", fen, text="2-6\n2x18\nquit\n")
    assert "You must capture: 2x9x18, 2x11x18" in out
    assert "Black must capture: 2x9x18, 2x11x18" in out
    assert "ambiguous, write the whole path: 2x9x18, 2x11x18" in out


def test_white_begins_with_an_answer() -> None:
    out = run("play", "draughts", "--level", "2", "--colour", "white", "--seed", "3", text="quit\n")
    assert "You are White, level 2 (net young, depth 2) is Black" in out
    assert "level 2 (net young, depth 2): " in out


def test_options_of_one_game_are_refused_in_the_other() -> None:
    said = run("play", "random", "--level", "3", code=2)
    assert "--level is for draughts" in said
    assert "katia:level=casual" in said
    assert "--fen is for draughts" in run("play", "--fen", "B:W32:B1", code=2)
    for option, value in (("--size", "9"), ("--rules", "chinese"), ("--komi", "7.5"), ("--handicap", "0")):
        assert f"{option} is for Go" in run("play", "draughts", option, value, text="quit\n", code=2)
    assert "0 is not in the range 2<=x<=25" in run("play", "random", "--size", "0", code=2)
    assert "got both" in run("play", "draughts", "--level", "3", "--against", "random", code=2)
