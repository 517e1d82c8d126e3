"""`kifu match`, `kifu tournament` and `kifu play` as people call them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from kifu.interfaces.cli.main import cli
from kifu.records.sgf import read


def run(*arguments: str, text: str = "") -> str:
    done = CliRunner().invoke(cli, arguments, input=text, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def test_match_prints_the_same_facts_in_words_and_json(tmp_path: Path) -> None:
    arguments = [
        "match",
        "random",
        "random:seed=9",
        "--size",
        "5",
        "--games",
        "4",
        "--out",
        str(tmp_path / "m"),
    ]
    words = run(*arguments)
    facts = json.loads(run(*arguments, "--json"))
    assert facts["wins"] + facts["draws"] + facts["losses"] == facts["games"] == 4
    assert f"{facts['wins']} won, {facts['draws']} drawn, {facts['losses']} lost" in words
    assert facts["terms"]["rules"] == "Chinese"
    assert facts["score"]["low"] <= facts["score"]["value"] <= facts["score"]["high"]
    assert len(list((tmp_path / "m").glob("*.sgf"))) == 4


def test_tournament_prints_a_table() -> None:
    arguments = ["tournament", "random", "random:seed=2", "random:seed=3", "--size", "5", "--games", "2"]
    lines = run(*arguments).splitlines()
    assert len([line for line in lines if ", game " in line]) == 6
    assert lines[-3].split()[0] == "1."
    facts = json.loads(run(*arguments, "--json"))
    assert abs(sum(row["elo"] for row in facts["standings"])) < 1
    assert len(facts["matches"]) == 3


def test_a_piped_game(tmp_path: Path) -> None:
    saved = tmp_path / "game.sgf"
    typed = "help\nD4\nD4\nZ9\nundo\nE5\nscore\nshow\n\npass\nresign\n"
    said = run("play", "random", "--seed", "3", "--save", str(saved), text=typed)
    for wanted in (
        "You are Black",
        "take back",
        "occupied",
        "off the 9x9 board",
        "leads by about",
        "You resign",
    ):
        assert wanted in said
    record = read(saved.read_bytes())[0]
    assert str(record.info.result) == "W+R"
    assert (record.info.black, record.info.white) == ("You", "random")
    assert len(record.moves) == 4
    assert record.moves[2].is_pass


def test_the_end_of_the_input_leaves_the_game() -> None:
    assert "random" in run("play", "random", "--colour", "white", "--size", "5", text="")


def test_two_passes_are_counted(tmp_path: Path) -> None:
    # On 2x2 a random player soon has nothing left but to pass.
    typed = "pass\n" * 60
    said = run("play", "random", "--size", "2", "--seed", "1", text=typed)
    assert "has won: " in said


def test_handicap_and_hints_without_a_model_are_told(tmp_path: Path) -> None:
    saved = tmp_path / "game.sgf"
    said = run("play", "random", "--handicap", "4", "--colour", "white", text=f"C5\nsave {saved}\nquit\n")
    assert "komi 0.5" in said
    assert read(saved.read_bytes())[0].info.handicap == 4


@pytest.mark.parametrize(
    ("wrong", "right", "told"),
    [
        ("katia:playout=3", "katia:playouts=3", "has no option 'playout'"),
        ("gtp:gnugo --mode 'gtp", "random:seed=2", "its quotes in pairs"),
        ("gtp:no-such-engine", "random:seed=2", "is not installed"),
        ("opening:nothing.safetensors", "random:seed=2", "nothing.safetensors"),
    ],
)
def test_a_player_that_cannot_be_made_binds_no_folder(
    wrong: str, right: str, told: str, tmp_path: Path
) -> None:
    arguments = ["--size", "3", "--games", "1", "--out", str(tmp_path / "m")]
    done = CliRunner().invoke(cli, ["match", "random", wrong, *arguments])
    assert told in str(done.exception)
    assert not (tmp_path / "m").exists()
    assert "1 game" in run("match", "random", right, *arguments)


def test_a_referee_that_cannot_be_made_is_refused_at_once(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["match", "random", "random", "--referee", "gtp:gnugo 'x"])
    assert "its quotes in pairs" in str(done.exception)
