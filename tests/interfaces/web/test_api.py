"""What the routes answer, beside what the command line says."""

import json
import re
import time

import pytest
from click.testing import CliRunner

from kifu.interfaces.cli.main import cli
from kifu.interfaces.web.app import STATIC
from kifu_lab.bench.life import make_games
from support.web_server import Server

GAME = make_games(9)[0].decode()
LARGE = make_games(19)[0].decode()


def lines(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


def command(tmp_path, text: str, *words: str) -> dict:
    path = tmp_path / "game.sgf"
    path.write_text(text)
    result = CliRunner().invoke(cli, [words[0], str(path), *words[1:], "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def without(facts: dict, *names: str) -> dict:
    return {name: value for name, value in facts.items() if name not in names}


def test_a_score_is_the_commands(server: Server, tmp_path):
    found = server.post("score", record=GAME).json()
    assert without(found, "stones", "corrected") == without(command(tmp_path, GAME, "score"), "file")


def test_the_count_follows_a_changed_block(server: Server):
    before = server.post("score", record=GAME, rules="chinese", komi=6.5).json()
    block = max((b for b in before["blocks"] if b["status"] == "alive"), key=lambda b: len(b["points"]))
    changed = server.post(
        "score", record=GAME, rules="chinese", komi=6.5, statuses={block["points"][0]: "dead"}
    ).json()
    assert set(block["points"]) <= set(changed["dead"])
    assert changed["result"] != before["result"]
    assert changed["doubtful"] == [] or block["points"][0] not in changed["doubtful"]
    # Saying what Kifu says already changes nothing.
    same = server.post(
        "score", record=GAME, rules="chinese", komi=6.5, statuses={block["points"][0]: "alive"}
    )
    for name in ("result", "black", "white", "ownership", "dead"):
        assert same.json()[name] == before[name]


def test_a_board_is_scored_with_its_prisoners(server: Server):
    rows = [". X O .", ". X O .", ". X O .", ". X O ."]
    board = {"size": 4, "rows": rows}
    for black, white, result in ((0, 0, "W+0.5"), (3, 0, "B+2.5"), (0, 2, "W+2.5")):
        found = server.post(
            "score", board=board, rules="japanese", komi=0.5, prisoners={"black": black, "white": white}
        ).json()
        assert found["result"] == result
        assert found["black"]["territory"] == found["white"]["territory"] == 4


def test_a_marked_record_can_be_read_again(server: Server):
    text = server.post("score", record=GAME, marked=True).json()["record"]
    nodes = server.post("records/parse", record=text).json()["nodes"]
    assert nodes[-1]["marks"]["black"]


def test_predictions_are_the_commands(server: Server, tmp_path):
    found = server.post("predict", record=LARGE, move=30, top=3, explain=True).json()
    expected = command(tmp_path, LARGE, "predict", "--move", "30", "--top", "3", "--explain")
    assert found == without(expected, "file")


def test_predictions_at_a_rank(server: Server):
    weak, strong = (
        server.post("predict", record=LARGE, move=30, rank=rank).json()["candidates"] for rank in ("1d", "9p")
    )
    assert weak != strong
    refused = server.post("predict", record=LARGE, rank="strong")
    assert refused.status_code == 422
    assert "expected a rank such as 5k" in refused.json()["detail"]


def test_predictions_name_games_of_the_archive(server: Server):
    found = server.post("predict", record=GAME, move=4, top=2, games=True).json()
    assert any("games" in candidate for candidate in found["candidates"])


def test_openings_count_the_archives_games(server: Server):
    # The archive is indexed by the first question; on a busy machine that takes longer than one may wait.
    end = time.monotonic() + 120
    while (answer := server.post("openings", board={"size": 9})).status_code == 503:
        assert time.monotonic() < end, answer.text
        time.sleep(0.2)
    found = answer.json()
    assert found["games"] == 9
    assert found["found"] == sum(c["games"] for c in found["continuations"]) > 0


def test_a_whole_game_is_analysed_in_order(server: Server):
    answer = server.post("analysis", id="x", record=GAME, analyzeTurns="all", includeLife=True)
    found = lines(answer.text)
    assert [line["turnNumber"] for line in found] == list(range(len(found)))
    assert {line["id"] for line in found} == {"x"}
    assert found[10]["played"]["rank"] >= 1
    assert found[10]["blocks"][0]["reason"]


def test_katago_queries_are_understood(server: Server):
    answer = server.post(
        "analysis",
        id="q",
        moves=[["B", "D4"], ["W", "Q16"]],
        initialStones=[["B", "Q4"]],
        rules="tromp-taylor",
        komi=7.5,
        boardXSize=19,
        boardYSize=19,
        analyzeTurns=[0, 2],
        includeOwnership=True,
        includePolicy=True,
    )
    found = lines(answer.text)
    assert [line["turnNumber"] for line in found] == [0, 2]
    assert len(found[0]["ownership"]) == 361
    assert len(found[1]["policy"]) == 362
    assert found[1]["policy"][15 * 19 + 3] == -1  # D4 is taken
    assert found[1]["rootInfo"]["currentPlayer"] == "B"


def test_an_analysis_agrees_with_the_life_command(server: Server, tmp_path):
    found = lines(server.post("analysis", record=GAME, analyzeTurns=[20], includeFights=True).text)[0]
    expected = command(tmp_path, GAME, "life", "--move", "20")
    assert found["rootInfo"]["scoreLead"] == pytest.approx(expected["lead"], abs=0.01)
    assert found["blocks"] == expected["blocks"]


def test_a_game_of_draughts_is_analysed(server: Server):
    found = lines(server.post("analysis", record="1. 11-15 22-18 2. 15x22 25x18 *", analyzeTurns="all").text)
    assert [line["turnNumber"] for line in found] == [0, 1, 2, 3, 4]
    assert found[2]["moveInfos"][0]["move"] == found[2]["played"]["move"] == "15x22"
    assert all(-1 <= info["value"] <= 1 for line in found for info in line["moveInfos"])
    assert found[0]["played"]["loss"] >= 0


def test_a_record_becomes_a_tree(server: Server):
    text = "(;SZ[9]AB[ee]C[<script>alert(1)</script>];W[ed](;B[ec]TR[ee]LB[aa:x])(;B[dd];W[ed]))"
    tree = server.post("records/parse", record=text).json()
    root, first, main, side, illegal = tree["nodes"]
    assert tree["main_line"] == [0, 1, 2]
    assert root["comment"] == "<script>alert(1)</script>"
    assert root["changes"] == {"E5": "b"}
    assert first["move"] == ["W", "E6"]
    assert first["children"] == [2, 3]
    assert main["marks"] == {"triangle": ["E5"]}
    assert main["labels"] == {"A9": "x"}
    assert side["changes"] == {"D6": "b"}
    assert illegal["changes"] == {}
    assert "illegal" in illegal


def test_captured_stones_leave_the_tree(server: Server):
    tree = server.post("records/parse", record="(;SZ[9]AW[aa];B[ba];W[ee];B[ab])").json()
    assert tree["nodes"][-1]["changes"] == {"A9": "", "A8": "b"}


def test_a_draughts_record_becomes_a_tree(server: Server):
    tree = server.post("records/parse", record="1. 11-15 22-18 2. 15x22 (2. 9-14) 25x18 *").json()
    assert tree["game"] == "draughts"
    assert [tree["nodes"][i].get("move") for i in tree["main_line"]] == [
        None,
        "11-15",
        "22-18",
        "15x22",
        "25x18",
    ]


def test_captures_written_jump_by_jump_are_one_move_of_the_tree(server: Server):
    record = '[SetUp "1"]\n[FEN "B:W14,22,29:B9,1"]\n1. 9x18 {b} 18x25 {c} 29x22 2. 1-5 *'
    tree = server.post("records/parse", record=record).json()
    assert [node.get("move") for node in tree["nodes"]] == [None, "9x18x25", "29x22", "1-5"]
    assert not any("illegal" in node for node in tree["nodes"])
    assert tree["nodes"][1]["comment"] == "b\nc"
    nodes = [{"parent": 2, "move": "1-6"}]
    found = server.post("records/extend", record=record, nodes=nodes).json()["record"]
    assert "1. 9x18x25 {b} {c} 1... 29x22 2. 1-5 (2. 1-6)" in " ".join(found.split())


def test_any_bytes_can_be_uploaded(server: Server):
    data = "(;SZ[9]CA[Shift_JIS]PB[武宮];B[ee])".encode("shift_jis")
    answer = server.client.post("/api/v1/records/upload?name=a.sgf", content=data)
    assert answer.json()["info"]["black"] == "武宮"


def test_sources_are_listed_and_read(server: Server):
    names = {source["name"] for source in server.get("sources").json()["sources"]}
    assert names == {"archive", "samples", "records", "runs"}
    listed = server.get("records", source="records").json()
    assert [game["id"] for game in listed["games"]][:2] == ["deep/er.sgf", "game-0.sgf"]
    assert listed["total"] == 9
    archive = server.get("records", source="archive", limit=5).json()
    assert len(archive["games"]) == 5
    following = server.get("records", source="archive", limit=5, after=archive["next"]).json()
    assert len(following["games"]) == 4
    found = {
        name: server.get("records", source="archive", player=name).json()["total"] for name in ("", "*", "no")
    }
    assert found == {"": 9, "*": 9, "no": 0}
    assert server.get("records", source="records", player="*deep*").json()["total"] == 1
    one = server.get("records/game", source="archive", id=archive["games"][0]["id"]).json()
    other = server.get("records/game", source="records", id="deep/er.sgf").json()
    assert one["size"] == other["size"] == 9
    raw = server.get("records/raw", source="records", id="game-0.sgf")
    assert raw.content == make_games(9)[0]
    assert "attachment" in raw.headers["content-disposition"]


def test_positions_follow_moves(server: Server):
    found = server.post("position", board={"size": 9, "moves": [["B", "E5"], ["W", "C3"]]}).json()
    assert found["to_play"] == "black"
    assert found["stones"][4][4] == 1
    draughts = server.post("position", draughts={"moves": ["11-15", "22-18"]}).json()
    assert draughts["forced"]
    assert [move["move"] for move in draughts["legal"]] == ["15x22"]


def test_the_first_room_is_asked_for_at_once():
    """Every module that it imports is named in the page; else they would come one after the other."""
    todo, found = ["review.js", "app.js"], set()
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += re.findall(r'from "\./(\w+\.js)"', (STATIC / name).read_text())
    page = (STATIC / "index.html").read_text()
    assert set(re.findall(r'rel="modulepreload" href="(.*?)"', page)) | {"app.js"} == found


def test_the_page_is_there(server: Server):
    answer = server.client.get("/")
    assert answer.status_code == 200
    assert "text/html" in answer.headers["content-type"]
    assert server.client.get("/version").json()["api"] == "v1"


def test_tried_moves_become_variations(server: Server):
    text = "(;SZ[9]PB[武宮]C[a\\]b];B[ee];W[ec](;B[gg])(;B[cc]))"
    nodes = [
        {"parent": 1, "move": ["W", "C3"]},  # beside the game's own answer
        {"parent": 5, "move": ["B", "pass"]},  # after the new node
        {"parent": 4, "move": ["w", "G7"]},  # on from a variation of the record
    ]
    found = server.post("records/extend", record=text, nodes=nodes).json()
    assert found["format"] == "sgf"
    assert found["record"].replace("\n", "") == (
        "(;SZ[9]PB[武宮]C[a\\]b]CA[UTF-8];B[ee](;W[ec](;B[gg])(;B[cc];W[gc]))(;W[cg];B[]))"
    )
    tree = server.post("records/parse", record=found["record"]).json()
    assert [tree["nodes"][i].get("move") for i in tree["main_line"]] == [
        None,
        ["B", "E5"],
        ["W", "E7"],
        ["B", "G3"],
    ]


def test_only_moves_that_can_be_played_become_variations(server: Server):
    for nodes, field in (
        ([{"parent": 1, "move": ["W", "E5"]}], "nodes[0].move"),
        ([{"parent": 1, "move": "E5"}], "nodes[0].move"),
        ([{"parent": 1, "move": ["W", "C3"]}, {"parent": 2, "move": ["B", "C3"]}], "nodes[1].move"),
        ([{"parent": 3, "move": ["W", "C3"]}], "nodes[0].parent"),
    ):
        answer = server.post("records/extend", record="(;SZ[9];B[ee])", nodes=nodes)
        assert answer.status_code == 422
        assert answer.json()["field"] == field


def test_tried_moves_of_draughts_become_variations(server: Server):
    nodes = [{"parent": 1, "move": "23-19"}, {"parent": 3, "move": "9-14"}]
    found = server.post("records/extend", record="1. 11-15 22-18 *", nodes=nodes).json()
    assert found["format"] == "pdn"
    assert " ".join(found["record"].split()) == "1. 11-15 22-18 (1... 23-19 2. 9-14) *"
