"""Players: random, expert, outside engines, and how they are named."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from kifu.errors import InputError
from kifu.games.go import Board, Colour, Point
from kifu.games.go.rules import CHINESE
from kifu.players.base import Choice, Player, PlayerError, PlayerTimeoutError
from kifu.players.engine import EnginePlayer
from kifu.players.expert import ExpertPlayer
from kifu.players.named import make_player
from kifu.players.random import RandomPlayer
from kifu.players.settled import is_own_eye
from kifu.protocols.gtp_client import find_program

if TYPE_CHECKING:
    from kifu.models.moves import MovePredictor


def game(black: Player, white: Player, size: int = 7) -> Board:
    board = Board(size)
    for player in (black, white):
        player.new_game(size, CHINESE, 7.5)
    while not board.is_over and len(board.moves) < 400:
        board.play((black if board.to_play is Colour.BLACK else white).choose(board.copy()).move)
    return board


def test_random_games_end_and_repeat_with_their_seed() -> None:
    first, again, other = (game(RandomPlayer(s), RandomPlayer(s + 1)) for s in (1, 1, 5))
    assert first.is_over
    assert first.moves == again.moves
    assert first.moves != other.moves


def test_own_eyes() -> None:
    board = Board.from_diagram(
        """
        . X . . .
        X X . . .
        . . O O O
        . . O . O
        . . O O .
        """
    )
    stones = board.stones
    assert is_own_eye(stones, Point(0, 0), Colour.BLACK)
    assert not is_own_eye(stones, Point(0, 0), Colour.WHITE)
    assert is_own_eye(stones, Point(3, 3), Colour.WHITE)
    stones[4, 4] = 1  # one enemy at the corners does no harm, two make it false
    assert is_own_eye(stones, Point(3, 3), Colour.WHITE)
    stones[2, 2] = 1
    assert not is_own_eye(stones, Point(3, 3), Colour.WHITE)


def test_an_expert_plays_its_best_move_and_ends_its_games(full_moves: "MovePredictor") -> None:
    board = Board(9)
    player = ExpertPlayer(full_moves)
    player.new_game(9, CHINESE, 7.5)
    assert player.choose(board).move == full_moves.rank(board)[0].point
    assert game(ExpertPlayer(full_moves), RandomPlayer(), 9).is_over


def test_an_expert_can_draw_its_moves(full_moves: "MovePredictor") -> None:
    board = Board(9)
    drawn = {ExpertPlayer(full_moves, sampling=True, seed=s).choose(board).move for s in range(20)}
    again = {ExpertPlayer(full_moves, sampling=True, seed=s).choose(board).move for s in range(20)}
    assert len(drawn) > 3
    assert drawn == again
    cold = {
        ExpertPlayer(full_moves, sampling=True, temperature=0.001, seed=s).choose(board).move
        for s in range(9)
    }
    assert len(cold) <= 4  # the empty board has its symmetries


def test_players_by_name() -> None:
    assert isinstance(make_player("random"), RandomPlayer)
    seeded = make_player("random:seed=7", seed=1)
    assert isinstance(seeded, RandomPlayer)
    assert seeded.seed == 7
    expert = make_player("expert:sampling=yes,temperature=0.5")
    assert isinstance(expert, ExpertPlayer)
    assert expert.temperature == 0.5
    engine = make_player('gtp:"gnugo --mode gtp --seed {seed}"', seed=11)
    assert isinstance(engine, EnginePlayer)
    assert engine.command == "gnugo --mode gtp --seed 12"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("alphago", "expected a player of Go among random, expert, katia"),
        ("random:speed=3", "player random has no option 'speed'; it has seed"),
        ("random:seed=many", "expected seed as a whole number"),
        ("expert:temperature=0", "expected temperature as a number from 0.01"),
        ("expert:sampling=perhaps", "expected sampling as yes or no, got 'perhaps'"),
        ("random:=", "expected options such as"),
        ("random:seed=1,seed=2", "stands twice"),
        ("gtp:", "expected the command of an engine"),
    ],
)
def test_wrong_names_say_what_is_right(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_player(text)


def test_an_engine_follows_a_board_wherever_it_goes() -> None:
    if find_program("gnugo") is None:
        pytest.skip("GNU Go is not installed (Debian package gnugo)")
    player = EnginePlayer("gnugo --mode gtp --level 0 --chinese-rules")
    try:
        player.new_game(7, CHINESE, 7.5)
        board = Board(7)
        for _ in range(4):
            board.play(player.choose(board).move)
        board.undo()
        board.undo()  # another past than the engine's: it is told anew
        board.play(player.choose(board).move)
        handicap = Board(7)
        handicap.place_handicap(2)
        assert handicap.is_legal(player.choose(handicap).move)
        finished = Board.from_diagram("..XO.O.\n.XXO.OO\n..XOOO.\n.XXXO..\n...XOOO\n.O.XXOO\n..XX.XO")
        assert np.isin(player.dead_stones(finished), [Point(1, 5), Point(5, 6)]).any()
    finally:
        player.close()


def engine(answer: str) -> EnginePlayer:
    code = (
        "import sys, time\nfor line in sys.stdin:\n"
        f"    if line.startswith('genmove'): {answer}\n"
        "    print('=\\n', flush=True)\n"
    )
    player = EnginePlayer([sys.executable, "-c", code], name="fake")
    player.timeout = 2.0
    return player


@pytest.mark.parametrize("answer", ["sys.exit(3)", "time.sleep(60)", "print('nonsense\\n', flush=True)"])
def test_an_engine_that_ended_starts_anew_with_the_next_game(answer: str, tmp_path: Path) -> None:
    mark = tmp_path / "was here"
    player = engine(
        f"mark = {str(mark)!r}; import os\n"
        f"    if line.startswith('genmove') and not os.path.exists(mark): open(mark, 'w'); {answer}\n"
        "    if line.startswith('genmove'): print('= A1\\n', flush=True); continue"
    )
    player.new_game(9, CHINESE, 7.5)
    for _ in range(2):  # the game is lost for it, whatever it is asked
        with pytest.raises(PlayerError):
            player.choose(Board(9))
    player.new_game(9, CHINESE, 7.5)
    assert player.choose(Board(9)).move == Point(0, 8)
    player.close()


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("sys.exit(3)", PlayerError),
        ("time.sleep(60)", PlayerTimeoutError),
        ("print('= Z99\\n', flush=True); continue", PlayerError),
        ("print('? no idea\\n', flush=True); continue", PlayerError),
    ],
)
def test_a_bad_engine_is_its_own_fault(answer: str, kind: type[PlayerError]) -> None:
    player = engine(answer)
    player.new_game(9, CHINESE, 7.5)
    with pytest.raises(kind):
        player.choose(Board(9))
    player.close()


def test_an_engine_may_resign() -> None:
    player = engine("print('= resign\\n', flush=True); continue")
    player.new_game(9, CHINESE, 7.5)
    assert player.choose(Board(9)) == Choice(None, resign=True, comment="fake resigns")
    player.close()
