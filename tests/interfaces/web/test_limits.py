"""What the server refuses, and how it says so."""

import http.client
import socket
import time
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from kifu.interfaces.cli.main import cli
from kifu_lab.bench.life import make_games
from support.web_server import Server

GAME = make_games(9)[0].decode()

WRONG = [
    ("score", {"record": "nothing"}, "record"),
    ("score", {"record": GAME, "komi": "many"}, "komi"),
    ("score", {"record": GAME, "komi": 1e9}, "komi"),
    ("score", {"record": GAME, "rules": "house"}, "rules"),
    ("score", {"record": GAME, "number": 2}, "number"),
    ("score", {"record": GAME, "colour": "red"}, "colour"),
    ("score", {"record": GAME, "statuses": {"Z9": "dead"}}, "statuses.Z9"),
    ("score", {"record": GAME, "statuses": {"A1": "ill"}}, "statuses.A1"),
    ("score", {"record": "(;SZ[52];B[aa])"}, "record"),
    ("score", {"record": "(;GM[3])"}, "record"),
    ("score", {"board": {"size": 9, "rows": ["X?"]}}, "board.rows"),
    ("score", {"board": {"size": 26}}, "board.size"),
    ("score", {"board": {"size": 9, "stones": [["B", "C3"], ["W", "C3"]]}}, "board.stones"),
    ("predict", {"board": {"size": 9, "stones": [["W", "C3"], ["B", "c3"]]}}, "board.stones"),
    ("predict", {"record": GAME, "move": 1000}, "move"),
    ("predict", {"board": {"size": 9, "moves": [["B", "E5"], ["W", "E5"]]}}, "board.moves[1]"),
    ("predict", {"draughts": {}}, "draughts"),
    ("openings", {"draughts": {"fen": "nonsense"}}, "draughts.fen"),
    ("analysis", {"moves": [], "boardXSize": 9, "boardYSize": 10}, "boardYSize"),
    ("analysis", {"moves": [["B", "T19"]], "boardXSize": 9}, "moves[0]"),
    ("analysis", {"moves": [], "initialStones": [["B", "C3"], ["W", "C3"]]}, "initialStones"),
    ("analysis", {"moves": [], "analyzeTurns": [1]}, "analyzeTurns"),
    ("games", {"size": 9, "handicap": 99}, "handicap"),
    ("games", {"size": 5, "handicap": 2}, "handicap"),
    ("games", {"clock": "soon"}, "clock"),
    ("games", {"level": "godlike"}, "level"),
    ("games", {"game": "draughts", "size": 9}, "size"),
    ("games", {"game": "draughts", "rules": "chinese"}, "rules"),
    ("games", {"fen": "W:W32:B1"}, "fen"),
    ("games", {"game": "draughts", "run": "w1", "level": "3"}, "level"),
    ("games", {"level": "beginner", "opponent": "random"}, "opponent"),
    ("games", {"game": "draughts", "generation": 3}, "generation"),
    ("labels", {"record": GAME, "extra": 1}, "extra"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "body", "field"), WRONG, ids=lambda value: str(value)[:40])
def test_a_wrong_field_is_named(server: Server, path: str, body: dict, field: str):
    answer = server.post(path, **body)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["field"] == field
    assert answer.json()["detail"]


def test_broken_json_is_a_problem_document(server: Server):
    answer = server.client.post("/api/v1/score", content=b"{", headers={"content-type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["title"]


def test_large_bodies_are_refused_before_they_are_read(server: Server):
    host, port = server.address.removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=30)
    connection.putrequest("POST", "/api/v1/score")
    connection.putheader("Content-Length", str(10**12))
    connection.endheaders()  # nothing of the body is sent
    assert connection.getresponse().status == 413
    connection.close()


def test_large_chunked_bodies_are_refused_on_the_way(server: Server):
    host, port = server.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=30) as client:
        client.sendall(
            b"POST /api/v1/score HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        )
        part = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
        try:
            for _ in range(64):
                client.sendall(part)
        except ConnectionError:
            pass  # the server has hung up
        assert b" 413 " in client.recv(65536)


def test_names_never_lead_out_of_the_folders(server: Server):
    for name in (
        "../secret.sgf",
        "deep/../../secret.sgf",
        "..\\secret.sgf",
        "/etc/passwd",
        "out.sgf",
        "%2e%2e/secret.sgf",
        "a\0.sgf",
        "deep",
        "",
    ):
        for route in ("records/game", "records/raw"):
            answer = server.get(route, source="records", id=name)
            assert answer.status_code in (404, 422), name
            assert "secret]" not in answer.text
    for run in ("..", "../games", "/", "match/..", "match/../../games"):
        assert server.get("runs/log", id=run).status_code == 404, run
        assert server.get("runs/table", id=run).status_code == 404, run
    for path in ("/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "/static/../../app.py"):
        assert server.client.get(path).status_code == 404
    for game in ("../secret", "0" * 15 + "g", "0" * 16):
        assert server.get(f"games/{game}").status_code == 404


def test_other_sites_cannot_use_the_server(server: Server):
    assert server.client.get("/health", headers={"host": "evil.example"}).status_code == 421
    answer = server.client.post(
        "/api/v1/games",
        content=b"{}",
        headers={"origin": "http://evil.example", "content-type": "text/plain"},
    )
    assert answer.status_code == 403


def test_every_answer_has_a_strict_policy(server: Server):
    for path in ("/", "/health", "/nothing", "/api/v1/records/raw?source=samples&id=go-9x9.sgf"):
        headers = server.client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_a_token_is_asked_for_everywhere(tmp_path: Path):
    with Server(tmp_path, "--token", "a-long-secret") as server:
        for path in ("/", "/health", "/api/v1/openapi.json", "/api/v1/games"):
            assert server.client.get(path).status_code == 401
            assert server.client.get(path, headers={"authorization": "Bearer wrong"}).status_code == 401
            good = server.client.get(path, headers={"authorization": "Bearer a-long-secret"})
            assert good.status_code == 200
        # A browser brings it once in the address, then in a cookie.
        entry = server.client.get("/?token=a-long-secret")
        assert entry.status_code == 303
        assert entry.headers["location"] == "/"
        assert "HttpOnly" in entry.headers["set-cookie"]
        assert server.client.get("/").status_code == 200


def test_other_machines_need_a_token():
    result = CliRunner().invoke(cli, ["serve", "--host", "0.0.0.0", "--port", "0"])
    assert "--token" in str(result.exception)
    assert "other machines" in str(result.exception)


@pytest.mark.parametrize(
    "token",
    [
        "seven77",
        "my secret token",
        "semi;colon99",
        "plus+and&amp",
        "пароль123456",
        'quo"te,comma1',
        "new\nline9",
    ],
)
def test_a_token_is_what_a_browser_can_carry(token: str):
    result = CliRunner().invoke(cli, ["serve", "--port", "0", "--token", token])
    assert "expected a token of at least 8 letters, digits" in str(result.exception)
    assert token not in str(result.exception)  # a secret is not shown


def test_long_analyses_do_not_delay_short_requests(server: Server):
    large = make_games(19)[0].decode()
    with httpx.stream(
        "POST",
        f"{server.address}/api/v1/analysis",
        json={"record": large, "analyzeTurns": "all"},
        timeout=120,
    ) as stream:
        next(stream.iter_lines())
        started = time.monotonic()
        assert server.post("score", record=GAME).status_code == 200
        short = time.monotonic() - started
    assert short < 20
    # The client went away: the server soon has nothing to do, and answers.
    assert server.post("score", record=GAME).status_code == 200


def test_too_many_analyses_of_one_client_are_refused(server: Server):
    large = make_games(19)[1].decode()
    body = {"record": large, "analyzeTurns": "all", "includeReasons": True}
    with httpx.Client(timeout=120) as client:
        streams = [
            client.send(
                client.build_request("POST", f"{server.address}/api/v1/analysis", json=body), stream=True
            )
            for _ in range(5)
        ]
        statuses = [stream.status_code for stream in streams]
        for stream in streams:
            stream.close()
    assert statuses.count(429) >= 1
    assert statuses[0] == 200
