"""What White gets for handicap stones counts wherever somebody says who is ahead, not only at the end."""

import json

import pytest
from click.testing import CliRunner

from kifu.analysis.review import review_record
from kifu.analysis.score import score_record
from kifu.games.go import Board, Colour
from kifu.games.go.rules import CHINESE
from kifu.interfaces.cli.main import cli
from kifu.interfaces.gtp.session import Session
from kifu.interfaces.terminal_go import TerminalGo
from kifu.interfaces.web.game_state import GameState
from kifu.interfaces.web.jobs import players
from kifu.players.base import Choice
from kifu.records import sgf

# Black has five lines of nine, White four: Black is ahead by 2.5 before the four points for the handicap.
GAME = (
    "(;SZ[9]KM[6.5]HA[4]RU[{rules}]AB[ef][eg][eh][ei];W[fi];B[ee];W[fh];B[ed];W[fg];B[ec];W[ff];B[eb];W[fe];B[ea]"
    ";W[fd];B[ce];W[fc];B[cg];W[fb];B[cc];W[fa];B[be];W[he];B[bg];W[hg];B[bc];W[hc];B[];W[])"
)


class Told:
    """A player that remembers what it is told."""

    name = "told"
    komi = 0.0

    def new_game(self, size: int, rules: object, komi: float) -> None:
        self.komi = komi

    def choose(self, board: Board, clock: object = None) -> Choice:
        return Choice(None)

    def close(self) -> None: ...


@pytest.mark.parametrize(("rules", "given"), [("Chinese", 4), ("AGA", 3), ("Tromp-Taylor", 0)])
def test_estimates_stand_where_the_count_does(rules: str, given: int) -> None:
    record = sgf.read(GAME.format(rules=rules))[0]
    counted = score_record(record)
    assert counted.lead == 2.5 - given
    assert counted.estimate.lead == pytest.approx(counted.lead, abs=0.5)
    assert review_record(record).positions[-1].lead == pytest.approx(counted.lead, abs=0.5)


def test_life_says_what_it_counts(tmp_path) -> None:
    (tmp_path / "game.sgf").write_text(GAME.format(rules="Chinese"))
    told = CliRunner().invoke(cli, ["life", str(tmp_path / "game.sgf")]).output
    assert "White leads by about 1." in told
    assert "(komi 6.5 and 4 for the handicap, Chinese rules)" in told
    facts = json.loads(CliRunner().invoke(cli, ["life", str(tmp_path / "game.sgf"), "--json"]).output)
    assert (facts["winner"], facts["komi"], facts["handicap"]) == ("white", 6.5, 4)


def test_players_are_told_of_all_that_white_gets(monkeypatch: pytest.MonkeyPatch) -> None:
    player = Told()
    session = Session(lambda: player)
    session.put(Board(9, CHINESE), handicap=4)
    session.choose(Colour.WHITE)
    assert player.komi == 7.5 + 4
    session.set_komi(0.5)
    session.choose(Colour.WHITE)
    assert player.komi == 0.5 + 4

    TerminalGo(Board(9, CHINESE), 0.5, player, Colour.BLACK, handicap=3)._begin()
    assert player.komi == 0.5 + 3

    monkeypatch.setattr(players, "make_player", lambda text, seed: player)
    state = GameState("0" * 16, 0.0, "go", "told", "black", "", 1, handicap=2)
    players.choose(state)
    assert player.komi == 7.5 + 2
