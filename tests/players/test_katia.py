import time

import pytest

from kifu.errors import InputError
from kifu.games.go import Board, Colour, Point
from kifu.models.moves import MovePredictor
from kifu.players.clocks import parse_clock
from kifu.players.katia import Katia, seconds_for
from kifu.players.katia_options import KatiaOptions
from kifu.players.levels import KATIA_LEVELS
from kifu.players.named import make_player
from kifu.players.tree_search import PlayoutOptions, TreeOptions

# Finished: Black leads by 9, by 5 only if the white stone at C7, which is dead, is left on the board.
SETTLED = """
. X . X X O . O .
X X X . X O O . O
X . O X X O . O O
X X . X X O O O .
. X X X X O O . O
X X . X X O . O O
X X X X X O O O .
X . X . X O O O O
. X X X X O . O .
"""


def katia(**options: object) -> Katia:
    given: dict[str, object] = {"playouts": 400, "predictor": False} | options
    return Katia(KatiaOptions(**given))  # type: ignore[arg-type]


def play(black: Katia, white: Katia, board: Board, komi: float) -> list[str]:
    for player in (black, white):
        player.new_game(board.size, board.rules, komi)
    comments = []
    while not board.is_over and len(board.moves) < 3 * board.size**2:
        choice = (black if board.to_play is Colour.BLACK else white).choose(board)
        comments.append(choice.comment)
        if choice.resign:
            break
        board.play(choice.move)
    return comments


def test_the_first_moves_come_from_the_book_while_they_are_legal() -> None:
    corner = Point(2, 2)
    player = Katia(KatiaOptions(playouts=50, begin=2, predictor=False), book=lambda board: [(corner, 1.0)])
    board = Board(9)
    player.new_game(9, board.rules, 7.0)
    choice = player.choose(board)
    assert (choice.move, choice.comment) == (corner, "from the book")
    board.play(corner)
    assert player.choose(board).move != corner


@pytest.mark.parametrize("mode", ["tree", "verify"])
def test_same_seed_same_game(mode: str) -> None:
    games = []
    for _ in range(2):
        board = Board(5)
        play(katia(mode=mode, playouts=60), katia(mode=mode, playouts=60, seed=2), board, 7.0)
        games.append(board.moves)
    assert games[0] == games[1]
    assert len(games[0]) > 4


def test_passes_when_ahead_even_if_all_dead_stones_lived() -> None:
    board = Board.from_diagram(SETTLED, Colour.BLACK)
    player = katia()
    player.new_game(9, board.rules, 0.0)
    assert player.choose(board).move is None


def test_takes_dead_stones_off_while_they_could_be_disputed() -> None:
    board = Board.from_diagram(SETTLED, Colour.BLACK)
    board.to_play = Colour.WHITE
    board.pass_()
    player = katia(playouts=1500)
    player.new_game(9, board.rules, 7.0)
    choice = player.choose(board)
    assert choice.move in {Point(1, 2), Point(2, 3)}
    assert "dead stones" in choice.comment


def test_under_territory_rules_the_dead_are_left_alone() -> None:
    board = Board.from_diagram(SETTLED, Colour.BLACK, "japanese")
    board.to_play = Colour.WHITE
    board.pass_()
    player = katia()
    player.new_game(9, board.rules, 7.0)
    assert player.choose(board).move is None


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_games_against_itself_end_with_living_groups(rules: str) -> None:
    board = Board(7, rules)
    comments = play(katia(playouts=300, resign=0), katia(playouts=300, resign=0, seed=9), board, 5.5)
    assert board.is_over, comments[-3:]
    assert len(board.moves) < 100


def test_resigns_only_when_lost_at_two_moves_in_a_row() -> None:
    board = Board.from_diagram(SETTLED, Colour.WHITE)
    for _ in range(9):
        board.pass_(Colour.BLACK)
    player = katia()
    player.new_game(9, board.rules, -60.0)
    assert not player.choose(board).resign
    assert not player.choose(board).resign  # the same position asked again is no second one
    board.pass_(Colour.WHITE)
    assert not player.choose(board).resign  # Black wins, and that does not console White
    board.pass_(Colour.BLACK)
    assert player.choose(board).resign


def test_levels_bound_the_playouts_and_are_checked() -> None:
    for level in ("beginner", "club"):
        player = katia(level=level, playouts=100_000)
        player.new_game(9, Board(9).rules, 7.0)
        assert player._budget(Board(9), None)[0] == KATIA_LEVELS[level][0]
    with pytest.raises(InputError, match="expected level as one of beginner"):
        KatiaOptions(level="dan")
    with pytest.raises(InputError, match="expected mode as one of tree, verify"):
        KatiaOptions(mode="guess")  # type: ignore[arg-type]


@pytest.mark.parametrize("written", ["300", "60+5", "300+60/25", "0+1x1", "0.1"])
def test_time_is_never_overspent(written: str) -> None:
    clock = parse_clock(written)
    board = Board(19)
    for _ in range(400):
        seconds = seconds_for(board, clock)
        assert seconds <= max(0.02, clock.remaining)
        clock.spend(seconds)
        if clock.remaining < 1:
            break
    assert not clock.is_out


def test_a_clock_bounds_the_search() -> None:
    player = katia(playouts=0)
    player.new_game(9, Board(9).rules, 7.0)
    started = time.monotonic()
    player.choose(Board(9), parse_clock("0+1x0.3"))
    assert time.monotonic() - started < 10


def test_made_from_text() -> None:
    player = make_player("katia:playouts=50,mode=verify,level=club,predictor=no", seed=7)
    assert isinstance(player, Katia)
    assert (player.options.playouts, player.options.mode, player.options.seed) == (50, "verify", 7)
    with pytest.raises(InputError, match="expected mode as one of tree, verify"):
        make_player("katia:mode=guess")


def test_tree_and_playouts_are_told_by_name() -> None:
    player = make_player("katia:rave=0,expand=8,wide=5,shape=0.5,k=9,nk=0")
    assert isinstance(player, Katia)
    assert player.options.tree == TreeOptions(rave=0.0, expand=8, wide=5)
    assert player.options.knowledge == PlayoutOptions(shape=0.5)
    with pytest.raises(InputError, match="expected wide as a whole number from 1"):
        make_player("katia:wide=0")
    with pytest.raises(InputError, match="expected shape as a number from 0 to 1, got 2"):
        make_player("katia:shape=2")


def test_analysis_thinks_until_it_is_stopped() -> None:
    analyser = katia().analyser()
    analyser.start(Board(9), 7.0)
    while (thoughts := analyser.look()).visits <= 100:  # a busy machine starts late
        time.sleep(0.01)
    analyser.stop()
    assert thoughts.moves[0].visits >= thoughts.moves[1].visits
    assert thoughts.moves[0].line[0] == thoughts.moves[0].move
    assert thoughts.ownership is not None
    assert thoughts.ownership.shape == (9, 9)
    visits = analyser.look().visits
    time.sleep(0.1)
    assert analyser.look().visits == visits


def test_the_bundled_book_gives_the_first_moves() -> None:
    player = make_player("katia:playouts=1,begin=4,predictor=no", seed=1)
    board = Board(19)
    player.new_game(19, board.rules, 7.0)
    for _ in range(4):
        choice = player.choose(board)
        assert choice.comment == "from the book"
        board.play(choice.move)
    assert player.choose(board).comment != "from the book"


def test_the_bundled_model_is_that_of_the_size() -> None:
    player = Katia(KatiaOptions(playouts=20, nk=0))
    for size in (9, 13, 9):
        player.choose(Board(size))
        assert player.model is MovePredictor.bundled(size)
