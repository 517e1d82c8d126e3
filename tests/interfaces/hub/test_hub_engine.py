"""`kifu hub`, driven by pydraughts, by hand, and by Kifu's own player."""

import queue
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from draughts import Board
from draughts.engine import HubEngine, Limit

from kifu.errors import IllegalMoveError, PositionError
from kifu.games.draughts import Position
from kifu.games.draughts.hub import read_move, read_position, write_move, write_position
from kifu.interfaces.hub.levels import Level, read_level
from kifu.interfaces.hub.position import PositionReader
from kifu.models.draughts_net import Network, network_card
from kifu.players.base import PlayerError
from kifu.players.named import make_player
from kifu.protocols.hub import HubError
from kifu.work.seeds import stream

START = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"


@pytest.fixture(scope="module")
def network(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("hub") / "net.safetensors"
    Network.random("squares", stream(1)).save(path, network_card("squares", "At random."))
    return path


@pytest.fixture
def command(network: Path) -> list[str]:
    return [sys.executable, "-m", "kifu", "hub", "--endings", "0", "--network", str(network)]


@pytest.fixture
def engine(network: Path):
    # pydraughts follows links to programs, which would lead out of a virtual environment: the script is none.
    script = Path(sys.executable).with_name("kifu")
    controlled = HubEngine([str(script), "hub", "--endings", "0", "--network", str(network)])
    yield controlled
    controlled.quit()
    controlled.p.communicate(timeout=30)


class Talk:
    """A conversation by hand, with a limit to patience."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def say(self, *lines: str) -> None:
        for line in lines:
            self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self, command: str) -> str:
        while True:
            line = self.lines.get(timeout=30)
            if line.split()[0] == command:
                return line

    def says_nothing_more_than_info(self, seconds: float) -> None:
        time.sleep(seconds)
        while not self.lines.empty():
            assert self.lines.get().split()[0] in ("info", "id", "param", "wait", "ready")


@pytest.fixture
def talk(command):
    conversation = Talk(command)
    yield conversation
    conversation.process.kill()
    conversation.process.wait()
    conversation.process.stdin.close()
    conversation.process.stdout.close()


def test_pydraughts_plays_a_game_with_it(engine):
    engine.init()
    board = Board(variant="english")
    ours = Position.start()
    while not board.is_over() and len(board.move_stack) < 60:
        result = engine.play(board, Limit(depth=2), False)
        ours.play(read_move(ours, result.move.hub_move))  # the rules agree, move by move
        board.push(result.move)
    assert len(board.move_stack) >= 20


def test_pydraughts_from_a_position(engine):
    engine.setoption("board", "turned")  # as pydraughts writes positions
    engine.init()
    board = Board(variant="english", fen="W:W27,K10:B1,2,18")
    legal = {write_move(move) for move in Position.from_fen(board.fen).legal_moves()}
    for limit in (Limit(movetime=0.2), Limit(time=2, inc=0.1), Limit(depth=3)):
        assert engine.play(board, limit, False).move.hub_move in legal


def test_the_conversation(talk):
    talk.say("hub")
    assert talk.hear("id").startswith("id name=Kifu version=")
    assert "name=board" in [talk.hear("param"), talk.hear("param")][1]
    talk.hear("wait")
    talk.say("set-param name=variant value=english", "unknown x=1", "init")
    talk.hear("ready")
    talk.say("ping")
    talk.hear("pong")
    talk.say(f"pos pos={START}", "level depth=3", "go think")
    for depth in (1, 2, 3, 3):  # every depth, then what it came to
        assert f"info depth={depth} " in talk.hear("info")
    move = talk.hear("done").split("move=")[1].split()[0]
    assert move in {write_move(m) for m in Position.start().legal_moves()}
    talk.say("quit")
    assert talk.process.wait(30) == 0


def test_stop_ping_and_ponder_while_it_searches(talk):
    talk.say("hub", "init", f"pos pos={START}", "level infinite", "go think", "ping")
    talk.hear("pong")
    talk.say("stop")
    talk.hear("done")
    talk.say(f'pos pos={START} moves="11-15"', "level move-time=0.2", "go ponder")
    talk.says_nothing_more_than_info(0.3)
    talk.say("ponder-hit")
    talk.hear("done")


FORCED = "B" + "".join({1: "b", 15: "b", 18: "w", 30: "w"}.get(square, "e") for square in range(1, 33))
WON = "B" + "".join({1: "b", 15: "b", 18: "w"}.get(square, "e") for square in range(1, 33))


@pytest.mark.parametrize("position", [FORCED, WON])
@pytest.mark.parametrize("end", ["ponder-hit", "stop"])
def test_pondering_is_answered_when_it_is_asked(talk, position, end):
    talk.say("hub", "init", f"pos pos={position}", "level move-time=0.01", "go ponder")
    talk.says_nothing_more_than_info(0.3)
    talk.say(end)
    talk.hear("done")


@pytest.mark.parametrize("position", [FORCED, WON])
def test_analysis_shows_what_it_finds_and_waits_for_stop(talk, position):
    talk.say("hub", "init", f"pos pos={position}", "level infinite", "go analyze")
    assert "depth=1 score=" in talk.hear("info")
    talk.says_nothing_more_than_info(0.3)
    talk.say("stop")
    talk.hear("done")


def test_a_forced_move_has_no_score(talk):
    talk.say("hub", "init", f"pos pos={FORCED}", "level depth=5", "go think")
    assert "score" not in talk.hear("info")
    talk.hear("done")
    talk.say("go analyze")
    assert "depth=1 score=" in talk.hear("info")
    talk.hear("done")


def test_the_end_of_the_input_ends_an_analysis(command):
    text = f"hub\ninit\npos pos={WON}\ngo analyze\n"
    assert subprocess.run(command, input=text, capture_output=True, text=True, timeout=60).returncode == 0


def test_the_end_of_the_input_ends_it_after_the_answer(command):
    text = f"hub\ninit\npos pos={START}\nlevel depth=2\ngo think\n"
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("done move=")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("pos pos=Bbbb", "expected B or W and 32 letters"),
        (f'pos pos={START} moves="9-14 9-13"', "move 2: cannot play '9-13'"),
        ("pos", "expected pos=POSITION"),
        ("level move-time=soon", "expected move-time as a number"),
        ("set-param name=variant value=russian", "expected the variant english"),
        (f"pos pos=B{'e' * 31}w", "there is no legal move"),
    ],
)
def test_mistakes_are_answered(talk, line, message):
    talk.say("hub", "init", line, *(["go think"] if "no legal move" in message else []))
    assert message in talk.hear("error")
    talk.say("ping")
    talk.hear("pong")


def test_positions_and_moves():
    position = Position.start()
    assert write_position(position) == START
    for _ in range(30):
        assert read_position(write_position(position)) == position
        for move in position.legal_moves():
            assert set(read_move(position, write_move(move)).captured) == set(move.captured)
        if not position.legal_moves():
            break
        position.play(position.legal_moves()[-1])
    double = Position.from_fen("B:W18,26:B15,11")
    assert [write_move(move) for move in double.legal_moves()] == ["15x31x18x26"]
    assert read_move(double, "15x31x26x18") == read_move(double, "15x31") == double.legal_moves()[0]
    with pytest.raises(IllegalMoveError, match="legal moves are 15x31x18x26"):
        read_move(double, "11-16")
    with pytest.raises(PositionError, match="got 'Bx'"):
        read_position("Bx")


def test_boards_that_are_turned_round():
    reader = PositionReader()
    first = "W" + START[1:]  # as pydraughts writes the start
    assert reader.read(first, "") == Position.start()
    assert reader.read(first, "11-15").to_play.value == "W"
    turned = "BeeeeebeeeeeeeeweeeeeeeBeeeeeeeww"  # as pydraughts writes W:W27,K10:B1,2,18
    assert reader.read(turned, "").fen == "W:WK10,27:B1,2,18"  # it has learned how this controller writes
    assert PositionReader().read(turned, "10-15").to_play.value == "B"  # the moves tell
    assert PositionReader().read(START, "11-15 22-18").to_play.value == "B"
    assert PositionReader().read(turned, "").fen.startswith("B:")  # nothing tells: as it stands there


def test_levels():
    assert read_level({"depth": "7"}) == Level(depth=7)
    assert read_level({"infinite": ""}) == Level(infinite=True)
    assert read_level({"move-time": "0.5"}).seconds == pytest.approx(0.48)
    assert read_level({"move-time": "0.01"}).seconds == pytest.approx(0.0092)
    assert 0.5 < read_level({"time": "30", "inc": "0"}).seconds < 1.5
    assert read_level({"time": "10", "moves": "1"}).seconds <= 5
    with pytest.raises(HubError, match="expected time as a number from 0 on, got 'x'"):
        read_level({"time": "x"})


def test_kifu_as_controller(command):
    player = make_player(f"hub:{' '.join(command)} @ depth=2", game="draughts")
    try:
        player.new_game()
        position = Position.from_fen("W:W27,K10:B1,2,18")
        for _ in range(6):
            if position.is_over:
                break
            choice = player.choose(position)
            position.play(choice.move)
    finally:
        player.close()


def test_engines_that_fail_are_named(tmp_path):
    program = tmp_path / "engine.py"
    program.write_text("print('wait'); print('ready'); input(); print('done move=1-2', flush=True); input()")
    player = make_player(f"hub:{sys.executable} {program}", game="draughts")
    try:
        with pytest.raises(PlayerError, match="ended|not legal"):
            player.choose(Position.start())
    finally:
        player.close()
