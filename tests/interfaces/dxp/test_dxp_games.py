"""Games over real sockets: two Kifus, and a stranger who breaks things."""

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kifu.games.draughts import Colour, Position, replay
from kifu.interfaces.dxp.game import Game
from kifu.interfaces.dxp.roles import follow, initiate
from kifu.players.named import make_player
from kifu.protocols.dxp import Connection, DxpError
from kifu.records import pdn

START = "Z" + 12 * "z" + 8 * "e" + 12 * "w"


def silent(text: str) -> None:
    pass


class Follower:
    """A Kifu that follows in a thread: what it played, heard and complained of."""

    def __init__(self, link: socket.socket, player: str = "material:depth=1") -> None:
        self.played: list[tuple[str, Game]] = []
        self.heard: list[str] = []
        self.error = ""
        self._thread = threading.Thread(target=self._run, args=(link, player), daemon=True)
        self._thread.start()

    def _run(self, link: socket.socket, player: str) -> None:
        with Connection(link) as connection:
            try:
                for game in follow(
                    connection, make_player(player, game="draughts"), "follower", self.heard.append
                ):
                    self.played.append(game)
            except DxpError as error:
                self.error = str(error)

    def join(self) -> None:
        self._thread.join(30)
        assert not self._thread.is_alive()


class Stranger:
    """Somebody who writes messages by hand."""

    def __init__(self, link: socket.socket) -> None:
        self._link = link
        self._file = link.makefile("rb")
        link.settimeout(30)

    def say(self, text: str) -> None:
        self._link.sendall(text.encode() + b"\0")

    def hear(self) -> str:
        out = b""
        while (byte := self._file.read(1)) not in (b"\0", b""):
            out += byte
        return out.decode()

    def ask(self, follower: str = "W", position: str = "A", moves: int = 0) -> str:
        self.say(f"R01{'stranger':32}{follower}000{moves:03d}{position}")
        return self.hear()

    def leave(self) -> None:
        self._file.close()
        self._link.close()


@pytest.fixture
def pair() -> Iterator[tuple[Follower, Stranger]]:
    left, right = socket.socketpair()
    follower, stranger = Follower(right), Stranger(left)
    yield follower, stranger
    stranger.leave()
    follower.join()


def test_two_kifus_play_the_same_games() -> None:
    left, right = socket.socketpair()
    follower = Follower(right)
    ballot = Position()
    for move in ("9-13", "21-17", "5-9"):
        ballot.play(move)
    with Connection(left) as connection:
        ours = make_player("material:depth=2", game="draughts")
        games = list(
            initiate(connection, ours, "first", [Position(), ballot], minutes=9, moves=60, hear=silent)
        )
    follower.join()
    assert follower.error == ""
    assert [name for name, _ in games] == ["follower"] * 4
    assert [name for name, _ in follower.played] == ["first"] * 4
    for (_, game), (_, theirs) in zip(games, follower.played, strict=True):
        assert game.colour is theirs.colour.opponent
        assert game.position.moves == theirs.position.moves
        assert game.position.ply <= 60
        assert game.result is not None
        assert theirs.result is not None
        assert game.result.winner is theirs.result.winner
    assert [game.colour for _, game in games] == [Colour.BLACK, Colour.WHITE] * 2


def test_an_illegal_move_loses_with_the_reason(pair: tuple[Follower, Stranger]) -> None:
    follower, stranger = pair
    assert stranger.ask("W") == f"A{'follower':32}0"
    stranger.say("M0000011500")
    assert stranger.hear().startswith("Ccannot play '1-15' in B:W21,22")
    assert stranger.hear() == "E31"
    stranger.say("E00")
    stranger.leave()
    follower.join()
    (_, game) = follower.played[0]
    assert game.result is not None
    assert game.result.winner is Colour.WHITE
    assert "illegal move" in game.result.reason


def test_a_capture_may_leave_out_its_squares(pair: tuple[Follower, Stranger]) -> None:
    _, stranger = pair
    # The man on 1 takes the one on 6.
    board = ["e"] * 32
    board[0], board[5], board[31] = "z", "w", "w"
    assert stranger.ask("W", "BZ" + "".join(board)).endswith("0")
    stranger.say("M0000011000")
    assert stranger.hear()[:1] == "M"


def test_what_is_no_game_for_us_is_refused_and_the_next_one_played(pair: tuple[Follower, Stranger]) -> None:
    follower, stranger = pair
    stranger.say("R02 a later version")
    assert stranger.hear() == f"A{'follower':32}1"
    assert stranger.ask("W", "BW" + 20 * "z" + 10 * "e" + 20 * "w").endswith("2")  # 10x10
    assert "32 letters" in stranger.hear()
    assert stranger.ask("W", "BZ" + 31 * "e" + "w").endswith("2")  # nobody who could move
    assert "no legal move" in stranger.hear()
    stranger.say("Cwell then")
    assert stranger.ask("Z", f"B{START}").endswith("0")
    assert stranger.hear()[:1] == "M"  # Black, the follower, begins
    stranger.say("B001Z")
    assert stranger.hear() == "K1"
    stranger.say("E11")
    assert stranger.hear() == "E00"
    stranger.leave()
    follower.join()
    assert follower.heard == ["well then"]
    assert follower.error == ""
    result = follower.played[0][1].result
    assert result is not None
    assert result.winner is Colour.BLACK
    assert result.reason == "White resigned"


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ("M0000111500", "expected a request for a game"),
        ("nonsense", "expected a DXP message"),
        ("R01", "expected a DXP message"),
    ],
)
def test_nonsense_ends_the_connection(pair: tuple[Follower, Stranger], said: str, complaint: str) -> None:
    follower, stranger = pair
    stranger.say(said)
    assert stranger.hear() == ""  # hung up
    follower.join()
    assert complaint in follower.error


def test_a_side_that_leaves_within_a_game_is_named(pair: tuple[Follower, Stranger]) -> None:
    follower, stranger = pair
    assert stranger.ask("W").endswith("0")
    stranger.leave()
    follower.join()
    assert follower.error == "the other side has left"


@pytest.mark.parametrize(
    ("answers", "complaint"),
    [
        ([f"A{'no':32}3"], "'no' refuses the game: it does not want any game"),
        (["E00"], "expected an answer to the request"),
        ([f"A{'odd':32}0", f"A{'odd':32}0"], "expected a move or the end of the game"),
    ],
)
def test_an_initiator_says_what_is_wrong_with_the_other_side(answers: list[str], complaint: str) -> None:
    left, right = socket.socketpair()
    stranger = Stranger(right)
    for answer in answers:
        stranger.say(answer)
    player = make_player("random", game="draughts")
    with Connection(left) as connection, pytest.raises(DxpError, match=complaint):
        list(initiate(connection, player, "Kifu", [Position()], hear=silent))
    stranger.leave()


def test_the_command_listens_and_connects(tmp_path: Path) -> None:
    earlier = tmp_path / "0007.pdn"
    earlier.write_text("1. 11-15 *\n")
    (tmp_path / "notes.pdn").write_text("1. 9-14 *\n")
    command = [sys.executable, "-m", "kifu", "dxp", "--player", "material:depth=1"]
    listening = [*command, "--listen", "0", "--games", "2"]
    with subprocess.Popen(listening, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        assert server.stdout is not None
        port = server.stderr.readline().split(":")[1].split(";")[0]
        with socket.create_connection(("127.0.0.1", int(port)), 30) as broken:
            broken.sendall(b"GET / HTTP/1.1\r\n\r\n\0")
            assert broken.recv(100) == b""
        asking = [*command, "--connect", f"127.0.0.1:{port}", "--out", str(tmp_path), "--moves", "30"]
        done = subprocess.run([*asking, "--json"], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        assert server.wait(60) == 0
        assert "expected a DXP message" in server.stderr.read()
        assert len(server.stdout.read().splitlines()) == 2
    facts = json.loads(done.stdout)
    assert [game["number"] for game in facts] == [8, 9]
    assert earlier.read_text() == "1. 11-15 *\n"
    for game in facts:
        record = pdn.read((tmp_path / f"{game['number']:04d}.pdn").read_bytes())[0]
        assert replay(record).is_complete
        assert len(replay(record).packed) == game["moves"]
        assert record.tags["Result"] == game["result"]
    wrong = subprocess.run([*command, "--connect", "here:port"], capture_output=True, text=True, timeout=60)
    assert wrong.returncode == 2
    assert "expected HOST[:PORT], got 'here:port'" in wrong.stderr
