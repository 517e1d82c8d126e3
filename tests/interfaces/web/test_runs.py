"""Runs, matches and tournaments over HTTP, beside what the command line says of the same folders."""

import json
import shutil
from pathlib import Path

from click.testing import CliRunner

from kifu.interfaces.cli.main import cli
from kifu.interfaces.web.roots import Root
from kifu.interfaces.web.run_facts import list_runs, table_of
from support.web_server import Server


def test_runs_are_listed_with_their_logs(server: Server):
    runs = {run["id"]: run for run in server.get("runs").json()["runs"]}
    assert {"match", "league", "league/1-2", "league/1-3", "league/2-3"} <= set(runs)
    assert runs["league"]["kind"] == "tournament"
    assert runs["league/1-3"]["part_of"] == "league"
    assert "part_of" not in runs["match"]
    table = server.get("runs/table", id="match").json()["table"]
    assert (table["games"], table["wins"], table["losses"]) == (5, 2, 3)
    log = server.get("runs/log", id="match", since=3).json()
    assert log["next"] == 5
    assert [line["number"] for line in log["lines"]] == [3, 4]


def test_a_tournament_is_rated_as_the_command_rates_it(server: Server, places: Path):
    found = server.get("runs/table", id="league").json()
    players = found["options"]["players"]
    arguments = ["tournament", *players, "--size", "5", "--games", "2", "--out", str(places / "runs/league")]
    said = CliRunner().invoke(cli, [*arguments, "--json", "--quiet"], catch_exceptions=False)
    expected = json.loads(said.stdout)
    assert found["table"]["standings"] == expected["standings"]
    assert found["table"]["points"] == expected["points"]
    assert found["table"]["players"] == expected["players"]
    pairs = [(m["first"], m["second"], m["wins"], m["draws"], m["losses"]) for m in found["table"]["matches"]]
    assert pairs == [
        (m["first"], m["second"], m["wins"], m["draws"], m["losses"]) for m in expected["matches"]
    ]
    match = server.get("runs/table", id="league/1-2").json()["table"]
    assert match["share"] == expected["matches"][0]["score"]
    assert match["elo"] == expected["matches"][0]["elo"]


def test_a_game_of_a_match_can_be_opened(server: Server):
    tree = server.get("records/game", source="runs", id="league/1-2/game-0001.sgf").json()
    assert tree["size"] == 5
    assert server.get("records/game", source="runs", id="league/1-2/run.json").status_code == 404
    assert server.get("records/raw", source="runs", id="../secret.sgf").status_code == 404


def test_a_tournament_may_be_the_folder_itself_or_damaged(places: Path, tmp_path: Path):
    league = tmp_path / "league"
    shutil.copytree(places / "runs" / "league", league)
    found = {run["id"]: run for run in list_runs(Root(league))}
    assert set(found) == {".", "1-2", "1-3", "2-3"}
    assert len(table_of(Root(league), ".")["table"]["standings"]) == 3
    (league / "1-3" / "run.json").write_text("{")
    (league / "2-3" / "games.jsonl").unlink()
    (league / "7-8").mkdir()
    table = table_of(Root(league), ".")["table"]
    assert [match["id"] for match in table["matches"]] == ["1-2", "2-3"]
    assert {row["games"] for row in table["standings"]} == {0, 2}


def test_odd_characters_of_one_run_do_not_hide_the_others(server: Server, places: Path):
    about = {"kind": "train", "format": 1, "kifu": "0.1.0", "options": {}, "seed": 1}
    odd = {
        "odd/half": json.dumps(about | {"options": {"first": "half \ud800"}}),
        "odd/deep": "[" * 200_000,
        "odd/deeper": json.dumps(about | {"options": {}}).replace(
            "{}", '{"a": ' + "[" * 300 + "]" * 300 + "}"
        ),
        "odd/endless": json.dumps(about).replace("{}", '{"a": 1e999}'),
        "odd/seed": json.dumps(about).replace('"seed": 1', '"seed": NaN'),
    }
    for name, text in odd.items():
        (places / "runs" / name).mkdir(parents=True)
        (places / "runs" / name / "run.json").write_text(text)
    lines = ['{"why": "half \\ud800"}', "[" * 5000, '{"value": 1e999}', '{"why": "\u2028"}']
    (places / "runs" / "odd" / "half" / "log.jsonl").write_text("\n".join(lines) + "\n")
    found = server.get("runs")
    assert found.status_code == 200
    runs = {run["id"]: run for run in found.json()["runs"]}
    assert {"match", "odd/half", "odd/endless"} <= runs.keys()
    assert not {"odd/deep", "odd/deeper", "odd/seed"} & runs.keys()
    assert runs["odd/half"]["options"] == {"first": "half ?"}
    log = server.get("runs/log", id="odd/half").json()["lines"]
    assert log[0] == {"why": "half ?"}
    assert log[1].keys() == {"unreadable"}
    assert log[2:] == [{"value": None}, {"why": "\u2028"}]
    assert server.get("runs/table", id="odd/half").status_code == 200
    assert server.get("runs/table", id="odd/deep").status_code == 404
    shutil.rmtree(places / "runs" / "odd")
