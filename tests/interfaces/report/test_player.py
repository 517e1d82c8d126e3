"""A player's own summary: the right player, the same numbers everywhere, and errors that help."""

import csv
import io
import json
import re
from collections import Counter
from typing import get_args

import pytest
from click.testing import CliRunner

from kifu.analysis.move_sentences import Kind
from kifu.archive import Archive, import_paths
from kifu.archive.filters import names_player
from kifu.interfaces.cli.main import cli
from kifu.interfaces.report.facts import add_kind, nothing
from kifu.interfaces.report.journal import Entry
from kifu.interfaces.report.player import KINDS, most_frequent, summarise

MOVES = ";B[cc];W[gg];B[gc];W[cg];B[ee];W[ab];B[ef];W[aa]"
GAMES = {
    "a.sgf": f"(;SZ[9]PB[Ann]PW[Ben]DT[2024-03-01]RE[B+R]{MOVES};B[eg])",
    "b.sgf": f"(;SZ[9]PB[Cid]PW[Ann]DT[2024-01-05]RE[B+R]{MOVES};B[dd];W[ac];B[fd])",
    "c.sgf": f"(;SZ[9]PB[Ann]PW[Dora]DT[2024-02-01]RE[W+3.5]{MOVES})",
    "d.sgf": f"(;SZ[9]PB[Ben]PW[<Eve>]{MOVES})",
    "bad.sgf": "not a game",
}


@pytest.fixture
def games(tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    for name, text in GAMES.items():
        (folder / name).write_text(text)
    return folder


def run(*arguments: object):
    return CliRunner().invoke(cli, ["review", *map(str, arguments), "--workers", "1", "--fast"])


def test_the_most_frequent_player_is_summarised(games, tmp_path):
    out = tmp_path / "out"
    result = run(games, "--out", out)
    assert result.exit_code == 0, result.output
    assert "Summary of Ann, who is in 3 of 4 games; --player chooses another." in result.output
    assert "bad.sgf: expected an SGF game" in result.output
    assert str(out / "player.html") in result.output
    facts = json.loads((out / "player.json").read_text())
    assert (facts["player"], facts["games"], facts["of_games"]) == ("Ann", 3, 4)
    (board,) = facts["boards"]
    assert (board["games"], board["won"], board["lost"]) == (3, 1, 2)
    assert [game["report"] for game in board["list"]] == ["b", "c", "a"]  # by date
    assert 'href="player.html"' in (out / "index.html").read_text()
    index = {game["report"]: game for game in json.loads((out / "index.json").read_text())["games"]}
    for game in board["list"]:
        counted = index[game["report"]]["sides"][game["side"]]["all"]
        assert (game["moves"], game["mistakes"], game["lost"]) == (
            counted["moves"],
            counted["mistakes"],
            counted["lost"],
        )


def test_a_named_player_and_the_three_files_agree(games, tmp_path):
    out = tmp_path / "out"
    assert "Summary of Ann" in run(games, "--out", out).output
    result = run(games, "--out", out, "--player", "bEN")  # nothing is reviewed again
    assert "0 games reviewed" in result.output
    assert "Summary of Ben, who is in 2 of 4 games." in result.output
    (board,) = json.loads((out / "player.json").read_text())["boards"]
    rows = list(csv.DictReader(io.StringIO((out / "player.csv").read_text())))
    page = (out / "player.html").read_text()
    assert "&lt;Eve&gt;" in page
    assert "<Eve>" not in page
    for one in board["by_phase"]:
        (row,) = (row for row in rows if (row["part"], row["name"]) == ("phase", one["phase"]))
        assert (int(row["moves"]), float(row["lost_a_move"])) == (one["moves"], one["lost_a_move"])
        name = "whole game" if one["phase"] == "all" else one["phase"]
        cells = "".join(
            rf"<td class=\"n\">{x}</td>" for x in (one["moves"], one["mistakes"], f"{one['lost']:.1f}")
        )
        assert re.search(rf"<td>{name}</td>{cells}", page)
    assert [row["name"] for row in rows if row["part"] == "game"] == [g["report"] for g in board["list"]]
    assert sum(kind["count"] for kind in board["by_kind"]) == board["by_phase"][0]["mistakes"]
    assert "Summary of <Eve>" in run(games, "--out", out, "--player", "*eve*").output


def test_a_player_who_is_in_no_game(games, tmp_path):
    out = tmp_path / "out"
    result = run(games, "--out", out, "--player", "Zoe")
    assert result.exit_code != 0
    assert "none is 'Zoe'; there are 'Ann' (3), 'Ben' (2), '<Eve>' (1), 'Cid' (1)" in str(result.exception)
    assert not out.exists()  # said before the work
    run(games, "--out", out)
    assert "'Ann' (3)" in str(run(games, "--out", out, "--player", "Zoe").exception)


def test_of_an_archive_only_the_games_of_the_player_are_reviewed(games, tmp_path):
    with Archive.create(tmp_path / "games.db") as archive:
        import_paths(archive, [str(games)])
    result = run(tmp_path / "games.db", "--out", tmp_path / "out", "--player", "Dora")
    assert "1 game reviewed" in result.output, result.output
    assert "Summary of Dora, who is in 1 of 1 games." in result.output
    assert "'Ann' (3)" in str(
        run(tmp_path / "games.db", "--out", tmp_path / "new", "--player", "Zoe").exception
    )


def test_a_search_names_kinds_and_says_where_resigned_games_were_lost(games, tmp_path):
    out = tmp_path / "out"
    (games / "player.sgf").write_text(GAMES["a.sgf"].replace("2024-03-01", "2024-05-01"))
    for name in ("c.sgf", "d.sgf"):
        (games / name).unlink()
    # By visits, not by seconds: the same on a busy machine.
    arguments = ["review", str(games), "--out", str(out), "--workers", "1"]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.output
    facts = json.loads((out / "player.json").read_text())
    assert facts["games"] == 3
    assert (out / "player-2.html").exists()  # the summary has the name
    (board,) = facts["boards"]
    lost = {game["report"]: game["resigned"] for game in board["list"]}
    assert lost["b"] is not None  # first-line moves in the corner
    assert lost["a"] is None  # that game was won
    game = json.loads((out / "b.json").read_text())
    assert lost["b"]["number"] in {*game["turning"], *(m["number"] for m in game["moves"] if m["cost"] >= 3)}
    kinds = board["by_kind"]
    assert kinds
    assert sum(kind["count"] for kind in kinds) == board["by_phase"][0]["mistakes"]
    assert "Practise " in result.output


def entry(number: int, lost: float, *, moves: int = 20, old: bool = False) -> Entry:
    """A game of Ann's, who is Black."""
    mine = nothing() | {"moves": moves, "lost": lost * moves, "mistakes": 1}
    add_kind(mine, "ladder", 5.0)
    sides = {"black": {"all": mine, "opening": mine}, "white": {"all": nothing(), "opening": nothing()}}
    summary = {
        "game": "go",
        "size": 9,
        "black": "Ann",
        "white": f"P{number}",
        "white_rank": "",
        "sides": sides,
    }
    summary |= {
        "winner": "black",
        "date": f"2024-01-{number:02}",
        "file": "f",
        "recorded": "B+1",
        "resigned": None,
    }
    return Entry(str(number), "", f"g{number}", (), (), summary if old else summary | {"effort": "default"})


def test_trend_best_worst_and_games_of_older_versions():
    losses = [3.0, 2.9, 3.1, 3.0, 1.0, 1.1, 0.9, 1.0]
    entries = [entry(number, lost) for number, lost in enumerate(losses, start=1)]
    facts = summarise([*reversed(entries), entry(20, 9.0, old=True), entry(21, 0.0, moves=2)], None)
    (board,) = facts["boards"]
    assert (facts["games"], facts["left_out"]) == (9, 1)
    assert board["trend"]["change"] == "better"
    assert board["trend"]["periods"][0]["lost_a_move"] > 2 > board["trend"]["periods"][-1]["lost_a_move"]
    assert {*board["best"]} == {"g7", "g5", "g8"}
    assert board["worst"][0] == "g3"
    assert board["practise"][0].startswith(
        "Practise reading ladders: ladders missed (9 times) cost 45.0 points, 100%"
    )
    assert (
        summarise([entry(i, 2.0 + i % 2) for i in range(1, 9)], None)["boards"][0]["trend"]["change"]
        == "none"
    )


def test_nobody_is_guessed_where_two_are_as_frequent():
    assert most_frequent(Counter(Ann=3, Ben=3), 3) is None
    assert most_frequent(Counter(Ann=3, Ben=1), 6) is None
    assert most_frequent(Counter(Ann=2), 2) is None
    assert most_frequent(Counter(Ann=4, Ben=3), 5) == "Ann"
    assert most_frequent(Counter(), 0) is None
    assert summarise([], None) is None


@pytest.mark.parametrize("pattern", ["ann", "a*", "*N*", "a.n", "*_*", "*%*", "**"])
def test_names_match_as_the_filter_of_archives_does(tmp_path, pattern):
    names = ["Ann", "Anna", "Hanno", "a_b", "50%", "a.n"]
    text = "".join(f"(;SZ[9]PB[{name}];B[{'abcdef'[i]}a])" for i, name in enumerate(names))
    (tmp_path / "all.sgf").write_text(text)
    with Archive.create(tmp_path / "names.db") as archive:
        import_paths(archive, [str(tmp_path / "all.sgf")])
        found = {game.black for game in archive.games(player=pattern)}
    assert found == {name for name in names if names_player(pattern, name)}


def test_each_kind_of_mistake_has_a_name():
    assert {*get_args(Kind)} <= KINDS.keys()
