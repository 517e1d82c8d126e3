"""Analysis stops when there is input, at once; a move can be cut short; cleaning up takes dead stones."""

import time
from typing import TYPE_CHECKING, Literal

import pytest

from kifu.games.go import Board, Point
from kifu.judgement.chances import chance_of
from kifu.players.analysers import Thought, Thoughts
from kifu.players.base import Choice
from kifu.players.katia import Katia
from kifu.players.katia_options import KatiaOptions
from support.gtp_talk import Talk

if TYPE_CHECKING:
    from kifu.models.moves import MovePredictor

Mode = Literal["tree", "verify"]


class Thinker:
    """A player with a search of its own, as Katia is one: it counts how long it has thought."""

    name = "thinker"

    def __init__(self) -> None:
        self.started = 0.0
        self.is_stopped = False

    def new_game(self, size: int, rules: object, komi: float) -> None: ...

    def choose(self, board: Board, clock: object = None) -> Choice:
        self.is_stopped = False
        deadline = time.monotonic() + 20
        while not self.is_stopped and time.monotonic() < deadline:
            time.sleep(0.01)
        return Choice(Point(2, 2), value=0.6, comment="cut short" if self.is_stopped else "time is up")

    def interrupt(self) -> None:
        self.is_stopped = True

    def analyser(self) -> "Thinker":
        return self

    def start(self, board: Board, komi: float, selection: object = None) -> None:
        self.started = time.monotonic()
        self.is_stopped = False

    def look(self) -> Thoughts:
        visits = int(1000 * (time.monotonic() - self.started))
        return Thoughts((Thought(Point(2, 2), visits, 0.6, 0.5, line=(Point(2, 2), None)),), visits)

    def stop(self) -> None:
        self.is_stopped = True

    def close(self) -> None: ...


def test_lines_come_until_there_is_input() -> None:
    thinker = Thinker()
    with Talk(lambda: thinker) as talk:
        talk.write("1 lz-analyze b 1")
        assert talk.read_line() == "=1\n"
        lines = [talk.read_line().split() for _ in range(5)]
        visits = [int(line[4]) for line in lines]
        assert visits == sorted(visits)
        assert visits[-1] > visits[0]
        assert lines[0][:3] == ["info", "move", "C17"]
        assert lines[0][-3:] == ["pv", "C17", "pass"]
        started = time.monotonic()
        talk.write("2 name")
        while talk.read_line() != "=2 Kifu\n":
            pass
        assert time.monotonic() - started < 10
        assert thinker.is_stopped
        assert talk.read_line() == "\n"


def test_katia_stops_thinking_at_once() -> None:
    katia = Katia(KatiaOptions(predictor=False, nk=0))
    waits = []
    with Talk(lambda: katia) as talk:
        for _ in range(5):
            talk.write("kata-analyze b 10")
            while not talk.read_line().startswith("info move"):
                pass
            asked = time.monotonic()
            talk.write("name")
            while talk.read_line() != "= Kifu\n":
                pass
            waits.append(time.monotonic() - asked)
            assert talk.read_line() == "\n"
    # The contract is 100 ms; on a busy machine now and then one takes longer.
    assert min(waits) < 2


def test_interrupt_cuts_a_move_short() -> None:
    with Talk(Thinker) as talk:
        started = time.monotonic()
        talk.write("genmove b")
        time.sleep(0.2)
        talk.write("# interrupt")
        assert talk.read_line() == "= C17\n"
        assert time.monotonic() - started < 10
        assert talk.read_line() == "\n"
        assert talk.ask("gomill-explain_last_move") == "= cut short\nchance to win 60%"


def test_an_interrupt_that_comes_with_the_command_counts() -> None:
    katia = Katia(KatiaOptions(predictor=False, nk=0, playouts=10**9))
    with Talk(lambda: katia) as talk:
        talk.ask("boardsize 9")
        talk.write("genmove b\n# interrupt")
        assert talk.read_line().startswith("= ")
        assert talk.read_line() == "\n"
        talk.write("lz-genmove_analyze w 10\n# interrupt")
        while not talk.read_line().startswith("play "):
            pass
        assert talk.read_line() == "\n"


def test_shares_have_a_decimal_point() -> None:
    class Sure(Thinker):
        def look(self) -> Thoughts:
            return Thoughts((Thought(Point(2, 2), 9, 1.0, 0.00001, 1.0),), 9, 1.0)

    with Talk(Sure) as talk:
        line = talk.ask("kata-analyze b 1 rootInfo true")
    assert "winrate 1.000000 prior 0.000010 lcb 1.000000" in line
    assert "rootInfo visits 9 winrate 1.000000" in line


def test_keys_that_change_nothing_are_taken() -> None:
    with Talk(Thinker) as talk:
        for key in ("minmoves 5", "ownershipStdev true", "movesOwnershipStdev true", "pvVisits true"):
            assert "info move" in talk.ask(f"kata-analyze b 1 {key}")
        assert talk.ask("kata-analyze b 1 nonsense true") == "? unknown key 'nonsense'"


def test_expert_moves_stand_in_for_a_search(full_moves: "MovePredictor") -> None:
    with Talk(moves=lambda: full_moves) as talk:
        talk.ask("boardsize 9")
        _, line = talk.ask("kata-analyze b 5 maxmoves 1000").splitlines()
        moves = line.split("info move ")[1:]
        priors = [float(move.split(" prior ")[1].split()[0]) for move in moves]
        assert len(moves) == 20
        assert priors == sorted(priors, reverse=True)


def vertices(line: str) -> set[str]:
    """The moves that a line of analysis shows."""
    return {part.split()[0] for part in line.split("info move ")[1:]}


def searched(talk: Talk, command: str, visits: int = 400) -> set[str]:
    """The moves of an analysis once they have so many visits between them, however long that takes."""
    talk.write(command)
    assert talk.read_line() == "=\n"
    while True:
        words = (line := talk.read_line()).split()
        seen = sum(int(words[i + 1]) for i, word in enumerate(words) if word == "visits")
        assert line.startswith("info "), "the analysis ended by itself"
        if seen >= visits:
            talk.write("")  # any input ends an analysis
            while talk.read_line() != "\n":
                pass
            return vertices(line)


@pytest.mark.parametrize("mode", ["tree", "verify"])
def test_avoided_moves_are_not_played(mode: Mode) -> None:
    with Talk(lambda: quick(mode)) as talk:
        talk.ask("boardsize 5")
        best = talk.ask("genmove b").removeprefix("= ")
        talk.ask("clear_board")
        lines = talk.ask(f"lz-genmove_analyze b 10 avoid b {best} 50").splitlines()
        played = lines[-1].removeprefix("play ")
        assert played != best
        if mode == "tree":
            assert played in vertices(lines[-2])
            assert best not in vertices(lines[-2])


@pytest.mark.parametrize("mode", ["tree", "verify"])
@pytest.mark.parametrize("vertex", ["A1", "pass"])
def test_only_allowed_moves_are_played(vertex: str, mode: Mode) -> None:
    with Talk(lambda: quick(mode)) as talk:
        talk.ask("boardsize 5")
        lines = talk.ask(f"kata-genmove_analyze b 10 allow b {vertex} 1").splitlines()
        assert lines[-1] == f"play {vertex}"
        if mode == "tree":
            assert vertices(lines[-2]) == {vertex}


def test_an_own_eye_is_filled_where_nothing_else_is_allowed() -> None:
    with Talk(lambda: quick("tree")) as talk:
        talk.ask("boardsize 5")
        talk.ask("set_position b A2 b B2 b B1 b E1")
        assert talk.ask("lz-genmove_analyze b 10 allow b A1 1") == "=\nplay A1"


def test_only_allowed_moves_are_searched() -> None:
    with Talk(lambda: quick("tree")) as talk:
        talk.ask("boardsize 5")
        assert searched(talk, "lz-analyze b 5 allow b A1,B1 1") == {"A1", "B1"}
        assert "C3" not in searched(talk, "lz-analyze b 5 avoid b C3 1")
        # The restriction is that of one command, and of the side to move.
        assert "C3" in searched(talk, "lz-analyze b 5 allow w A1 1")


def test_expert_moves_are_ranked_among_the_allowed(full_moves: "MovePredictor") -> None:
    with Talk(moves=lambda: full_moves) as talk:
        talk.ask("boardsize 9")
        assert vertices(talk.ask("lz-analyze b 5 allow b A1,J9 1")) == {"A1", "J9"}


def test_moves_that_cannot_be_obeyed_are_refused() -> None:
    with Talk() as talk:
        talk.ask("boardsize 5")
        refused = "? the player cannot be told which moves to avoid or allow"
        assert talk.ask("lz-genmove_analyze b 10 avoid b C3 1") == refused
        talk.ask("play b C3")
        assert talk.ask("lz-analyze w 10 allow w C3 1") == "? no legal move is left to choose from"
        assert talk.ask("last_move") == "= black C3"


def test_moves_have_leads_of_their_own() -> None:
    with Talk(lambda: quick("tree")) as talk:
        talk.ask("boardsize 5")
        talk.ask("set_position b C3 b C2 b C4")
        _, *lines = talk.ask("kata-genmove_analyze w 100 rootInfo true").splitlines()
        moves, root = lines[0].split(" rootInfo ")
        assert float(root.split("scoreLead ")[1]) < -5
        leads = [move.split("scoreLead ")[1].split()[0] for move in moves.split("info move ")[1:]]
        assert len(set(leads)) > 1
        assert float(leads[0]) < -5


def test_moves_are_avoided_as_deep_as_told() -> None:
    with Talk(lambda: quick("tree")) as talk:
        talk.ask("boardsize 3")
        for depth in (1, 2):
            talk.write(f"lz-analyze b 5 avoid b B2 1 avoid w B2 {depth}")
            line = ""
            while "visits" not in line or int(line.split()[4]) < 200:
                line = talk.read_line()
            talk.write("")
            while talk.read_line() != "\n":
                pass
            answer = line.split(" pv ")[1].split()[1]
            assert (answer == "B2") is (depth == 1)


def test_the_last_line_is_that_of_the_side_that_moved() -> None:
    with Talk(lambda: quick("tree")) as talk:
        talk.ask("boardsize 5")
        talk.ask("komi 30")
        talk.write("kata-genmove_analyze b 1000 rootInfo true")
        lines = [talk.read_line() for _ in range(3)]
        assert lines[-1].startswith("play ")
        assert float(lines[-2].split("scoreLead ")[-1]) < -5


def test_a_lead_that_nobody_knows_is_left_out() -> None:
    with Talk(Thinker) as talk:
        assert "score" not in talk.ask("kata-analyze b 5 rootInfo true")


class Passer(Thinker):
    def choose(self, board: Board, clock: object = None) -> Choice:
        return Choice(None)


def quick(mode: Mode) -> Katia:
    return Katia(KatiaOptions(mode=mode, playouts=300, predictor=False, nk=0))


@pytest.mark.parametrize("komi", [0, 7.5])
@pytest.mark.parametrize("mode", ["tree", "verify"])
def test_katia_cleans_up(mode: Mode, komi: float) -> None:
    with Talk(lambda: quick(mode)) as talk:
        talk.ask("boardsize 5")
        talk.ask(f"komi {komi}")
        talk.ask("set_position B A3 B B3 B C3 B D3 B E3 W A4 W B4 W C4 W D4 W E4 W C1 B C2 B D1")
        for _ in range(20):
            if talk.ask("kgs-genmove_cleanup b") == "= pass":
                break
            talk.ask("kgs-genmove_cleanup w")
        # Whatever else was played, no pass before the dead stone is off.
        assert "captured: 0 black, 1 white" in talk.ask("showboard")


def test_cleanup_takes_dead_stones_before_it_passes() -> None:
    with Talk(Passer) as talk:
        talk.ask("boardsize 5")
        talk.ask("set_position B A3 B B3 B C3 B D3 B E3 W A4 W B4 W C4 W D4 W E4 W C1 B C2 B D1")
        assert talk.ask("genmove b") == "= pass"
        assert talk.ask("kgs-genmove_cleanup b") == "= B1"
        assert "captured: 0 black, 1 white" in talk.ask("showboard")
        assert talk.ask("kgs-genmove_cleanup b") == "= pass"


def test_a_lead_is_worth_more_on_a_full_board() -> None:
    assert chance_of(0, 0.5, 9) == 0.5
    assert 0.5 < chance_of(5, 0.2, 19) < chance_of(5, 0.9, 19) < 1
    assert chance_of(-30, 1.0, 9) == pytest.approx(1 - chance_of(30, 1.0, 9))
    assert chance_of(-1e9, 1.0, 9) >= 0
