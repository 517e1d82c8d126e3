"""Games against players: they go on after a reload, an undo and a killed server."""

import shutil
from pathlib import Path

import pytest

from kifu.games.go import replay
from kifu.records import sgf
from support.bred import breed
from support.web_server import Server


def settled(server: Server, game: dict, states: tuple[str, ...] = ("play", "over")) -> dict:
    """Wait until the player has answered."""
    for _ in range(30):
        if game["state"] in states:
            return game
        game = server.get(f"games/{game['id']}", after=game["version"], wait=10).json()
    raise AssertionError(f"no answer: {game}")


def test_a_game_of_go_from_the_first_move_to_the_record(server: Server):
    game = server.post("games", level="beginner", size=7, komi=5.5, rules="chinese", name="<b>me</b>").json()
    assert game["state"] == "play"
    game = settled(server, server.post(f"games/{game['id']}/moves", move="D4").json())
    assert len(game["moves"]) == 2
    assert server.post(f"games/{game['id']}/moves", move="D4").json()["field"] == "move"
    hint = server.post(f"games/{game['id']}/hint").json()["candidates"][0]
    game = settled(server, server.post(f"games/{game['id']}/moves", move=hint["point"]).json())
    game = server.post(f"games/{game['id']}/undo").json()
    assert len(game["moves"]) == 2
    game = server.post(f"games/{game['id']}/resign").json()
    assert (game["state"], game["result"]) == ("over", "W+R")
    assert server.post(f"games/{game['id']}/moves", move="A1").status_code == 409
    record = sgf.read(server.get(f"games/{game['id']}/record").content)[0]
    assert record.info.black == "<b>me</b>"
    assert len(replay(record).board.moves) == 2
    assert game["id"] in {one["id"] for one in server.get("games").json()["games"]}
    assert server.client.delete(f"/api/v1/games/{game['id']}").status_code == 204
    assert server.get(f"games/{game['id']}").status_code == 404


def test_a_game_of_draughts(server: Server):
    game = server.post("games", game="draughts", level="4").json()
    assert game["position"]["legal"][0]["move"] == "9-13"
    game = settled(server, server.post(f"games/{game['id']}/moves", move="11-15").json())
    assert len(game["moves"]) == 2
    assert server.post(f"games/{game['id']}/hint").json()["candidates"][0]["move"]
    game = server.post(f"games/{game['id']}/undo").json()
    assert game["moves"] == []
    game = server.post(f"games/{game['id']}/resign").json()
    assert game["result"] == "0-1"
    assert b'[Result "0-1"]' in server.get(f"games/{game['id']}/record").content


def test_champions_of_runs_can_be_played(server: Server, places: Path):
    run = places / "runs" / "bred"
    breed(run)
    assert server.get("runs/table", id="bred").json()["table"]["champions"] == [7]
    game = server.post("games", game="draughts", run="bred", colour="white").json()
    assert game["opponent"] == "champion 7 of bred"
    assert len(settled(server, game)["moves"]) == 1
    assert server.post("games", game="draughts", run="../bred").status_code == 404
    assert server.post("games", game="draughts", run="bred", generation=8).json()["field"] == "generation"
    shutil.rmtree(run)


def test_two_passes_are_counted(server: Server):
    game = server.post("games", opponent="random", size=5, komi=0.5, seed=3).json()
    for _ in range(80):
        if game["state"] == "over":
            break
        game = settled(server, server.post(f"games/{game['id']}/moves", move="pass").json())
    assert game["why"].startswith("counted")


def test_white_waits_for_black_and_handicap_is_set_up(server: Server):
    game = settled(server, server.post("games", opponent="random", size=9, colour="white").json())
    assert len(game["moves"]) == 1
    game = server.post("games", opponent="random", size=9, colour="white", handicap=2).json()
    assert game["state"] == "play"
    assert sum(map(sum, game["position"]["stones"])) == 2
    assert game["komi"] == 0.5


def test_katia_resigns_after_two_hopeless_moves(server: Server):
    game = server.post("games", opponent="katia:playouts=300,resign=1", size=5, komi=-20, seed=1).json()
    assert "lost_since" not in game
    answered = []
    for move in ("C3", "C2", "C4", "B3", "D3", "B2", "D2", "B4", "D4", "C1", "C5"):
        if game["state"] == "over":
            break
        played = server.post(f"games/{game['id']}/moves", move=move)
        if played.status_code == 200:  # free
            game = settled(server, played.json())
            answered.append(len(game["moves"]))
    assert game["result"] == "B+R"
    assert "resigned" in game["why"]
    assert answered == [2, 4, 6, 7]  # both after as many moves as the board has lines


def test_a_clock_runs_out(server: Server):
    game = server.post("games", opponent="random", size=9, clock="1").json()
    assert 0 < game["clocks"]["black"] <= 1
    late = server.get(f"games/{game['id']}", after=game["version"], wait=1.5).json()
    assert (late["state"], late["result"]) == ("over", "W+T")


def test_a_killed_server_loses_no_game(tmp_path: Path):
    with Server(tmp_path) as server:
        game = server.post("games", level="beginner", size=9).json()
        game = server.post(f"games/{game['id']}/moves", move="E5").json()
        server.kill()
    (tmp_path / "0123456789abcdef.json").write_text('{"half')
    with Server(tmp_path) as server:
        again = server.get(f"games/{game['id']}").json()
        assert again["moves"][0] == "E5"
        assert len(settled(server, again)["moves"]) == 2  # the answer that was being thought about
        assert len(server.get("games").json()["games"]) == 1


def test_two_servers_do_not_share_a_folder_of_games(tmp_path: Path):
    with Server(tmp_path) as server:
        with pytest.raises(RuntimeError, match=f"in use by process {server.process.pid}.*--games FOLDER"):
            Server(tmp_path).__enter__()
        with Server(tmp_path / "other") as other:
            assert other.post("games", opponent="random", size=9).status_code == 201
    with Server(tmp_path) as server:
        assert server.get("games").json()["games"] == []


def test_a_folder_that_cannot_be_made_leaves_the_rest_of_the_room(tmp_path: Path):
    (tmp_path / "file").write_text("in the way")
    with Server(tmp_path / "file" / "games") as server:
        assert server.get("games").json()["games"] == []
        assert server.post("games", opponent="random", size=9).status_code == 503
        assert server.post("position", board={"size": 9}).status_code == 200
    assert any("games cannot be kept" in line for line in server.errors)


def test_a_move_that_cannot_be_written_has_not_happened(tmp_path: Path):
    with Server(tmp_path / "games") as server:
        game = server.post("games", opponent="random", size=9).json()
        shutil.rmtree(tmp_path / "games")
        (tmp_path / "games").write_text("in the way")
        refused = server.post(f"games/{game['id']}/moves", move="E5")
        assert refused.status_code == 503
        assert "cannot be written" in refused.json()["detail"]
        assert server.get(f"games/{game['id']}").json()["moves"] == []


def test_players_that_read_files_or_start_programs_are_refused(server: Server):
    for text in (
        'gtp:"touch /tmp/kifu-was-here"',
        "gtp:gnugo",
        "hub:ls",
        "katia:model=/etc/passwd",
        "expert:model=x",
        "katia:threads=200",
        "katia:playouts=99999999",
        "nobody",
    ):
        answer = server.post("games", opponent=text)
        assert answer.status_code == 422, text
        assert answer.json()["field"] == "opponent"


def test_each_game_has_options_of_its_own(server: Server):
    draughts = server.post("games", game="draughts", opponent="material:level=9").json()
    assert "expected options among net, captures," in draughts["detail"]
    go = server.post("games", opponent="katia:depth=3").json()
    assert "expected options among level, mode," in go["detail"]
