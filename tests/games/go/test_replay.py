"""Records on the board: illegal moves, setup, handicap, boards that cannot be played."""

import pytest

from kifu.errors import IllegalMoveError, InputError, PositionError
from kifu.games.go import Colour, replay
from kifu.records import sgf


def record(text: str) -> sgf.SgfRecord:
    return sgf.read(text)[0]


def test_illegal_move_stops_is_skipped_or_raised() -> None:
    game = record("(;SZ[5];B[aa];W[aa];B[bb];W[bb];B[cc])")
    stopped = replay(game)
    assert stopped.illegal_move == 2
    assert len(stopped.board.moves) == 1
    skipped = replay(game, on_illegal="skip")
    assert skipped.illegal_move == 2
    assert (skipped.board.stones == 1).sum() == 3
    with pytest.raises(
        IllegalMoveError, match="move 2: it is illegal under Japanese rules: the point is occupied"
    ):
        replay(game, on_illegal="raise")


def test_setup_in_the_root_and_in_the_middle() -> None:
    game = record("(;SZ[5]AB[aa][bb]AW[cc];B[dd];AE[aa]AW[ee];W[ab])")
    board = replay(game).board
    assert board["A5"] is None
    assert board["E1"] is Colour.WHITE
    assert (replay(game, moves=0).board.stones > 0).sum() == 3
    assert (replay(game, moves=1).board.stones > 0).sum() == 4


def test_setup_without_liberties_is_a_problem_before_its_move() -> None:
    played = replay(record("(;SZ[2]AB[aa][ab][ba][bb];W[aa])"))
    assert played.illegal_move == 1
    assert "the setup before it is illegal" in str(played.problems[0])


def test_handicap_without_stones_is_placed_when_white_begins() -> None:
    board = replay(record("(;SZ[19]HA[4];W[cc])")).board
    assert (board.stones == 1).sum() == 4
    # When Black begins, the first moves are the handicap stones.
    assert (replay(record("(;SZ[19]HA[2];B[dd];B[pp];W[cc])")).board.stones == 1).sum() == 2
    assert replay(record("(;SZ[19]HA[2]AB[dd][pp])")).board.to_play is Colour.WHITE
    assert "no usual places" in str(replay(record("(;SZ[5]HA[9];W[cc])")).problems[0])


def test_the_records_own_rules_decide() -> None:
    board_nz = replay(record("(;SZ[3]RU[NZ]AB[ba][ab]AW[ca][bb][ac];B[aa];W[cc])"))
    assert board_nz.illegal_move is None
    board_jp = replay(record("(;SZ[3]RU[Japanese]AB[ba][ab]AW[ca][bb][ac];B[aa];W[cc])"))
    assert board_jp.illegal_move == 1


@pytest.mark.parametrize("size", ["9:13", "26", "1", "52"])
def test_boards_that_cannot_be_played(size: str) -> None:
    with pytest.raises(PositionError, match="cannot be replayed"):
        replay(record(f"(;SZ[{size}];B[aa])"))


def test_other_games_and_bad_arguments() -> None:
    with pytest.raises(PositionError, match="expected a record of Go"):
        replay(record("(;GM[3];B[aa])"))
    with pytest.raises(InputError, match="expected a move from 0 to 1, got -1"):
        replay(record("(;SZ[9];B[aa])"), moves=-1)
    with pytest.raises(InputError, match="stop, skip or raise"):
        replay(record("(;SZ[9];B[aa])"), on_illegal="ignore")  # type: ignore[arg-type]


def test_points_off_the_board_are_illegal_moves() -> None:
    assert replay(record("(;SZ[9];B[aa];W[ss])")).illegal_move == 2


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("(;SZ[9]AB[cc];W[dd])", Colour.WHITE),
        ("(;SZ[9]AB[cc]PL[B];W[dd])", Colour.BLACK),
        ("(;SZ[9]HA[2]AB[cc][gg])", Colour.WHITE),
        ("(;SZ[9]HA[2];B[cc];B[gg];W[ee])", Colour.BLACK),
        ("(;SZ[9])", Colour.BLACK),
        ("(;SZ[9];AB[aa][bb]AW[cc]PL[W])", Colour.WHITE),
        ("(;SZ[9];AB[cc]PL[W];W[dd];PL[B])", Colour.WHITE),
    ],
)
def test_who_plays_first(text: str, colour: Colour) -> None:
    assert replay(record(text), moves=0).board.to_play is colour


def test_what_is_set_up_after_the_last_move_belongs_to_the_end() -> None:
    game = record("(;SZ[9];B[ee];W[cc];AB[gg]AW[gc]PL[W])")
    for moves in (None, 2):
        board = replay(game, moves=moves).board
        assert (board.stones > 0).sum() == 4
        assert board.to_play is Colour.WHITE
    assert (replay(game, moves=1).board.stones > 0).sum() == 1


@pytest.mark.parametrize("rules", ["Japanese", "Chinese", "AGA", "NZ", "Ing", "Tromp-Taylor"])
def test_no_rules_allow_to_retake_at_once(rules: str) -> None:
    stones = "AB[de][ed][ef][fe]AW[ge][fd][ff]"
    for before in (f"PL[W]{stones}", f"{stones};B[aa];B[ba];B[ca]"):
        found = replay(record(f"(;SZ[9]RU[{rules}]{before};W[ee];B[fe])"))
        assert "ko forbids retaking at once" in str(found.problems[0])
