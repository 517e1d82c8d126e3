"""The Go board as its users see it."""

import numpy as np
import pytest

from kifu.errors import IllegalMoveError, InputError, PointError, PositionError, RulesError
from kifu.games.go import Board, Colour, Move, Point, Rules
from kifu.games.go.handicap import fixed_handicap, star_points

BLACK, WHITE = Colour.BLACK, Colour.WHITE


def test_ko_is_forbidden_once_then_allowed() -> None:
    board = Board.from_diagram(
        """
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .
        """,
        to_play=WHITE,
        rules="japanese",
    )
    board.play("B4")
    assert board.ko == Point(2, 1)
    with pytest.raises(IllegalMoveError, match="Black cannot play C4 at move 2: ko forbids retaking at once"):
        board.play("C4")
    board.play("E1")
    board.play("A1")
    board.play("C4")
    assert board["B4"] is None
    assert board.captured(WHITE) == 1
    assert board.captured(BLACK) == 1


def test_undo_gives_everything_back() -> None:
    board = Board(5)
    board.play("C3")
    before = (str(board), board.key, board.situation, board.ko, board.moves)
    board.play("D3")
    board.pass_()
    board.undo()
    board.undo()
    assert (str(board), board.key, board.situation, board.ko, board.moves) == before
    board.undo()
    with pytest.raises(InputError, match="no move to undo"):
        board.undo()


@pytest.mark.parametrize("rules", ["japanese", "chinese", "korean", "aga"])
def test_suicide_is_forbidden(rules: str) -> None:
    board = Board.from_diagram(". X O\nX X O\nO O .", to_play=BLACK, rules=rules)
    with pytest.raises(IllegalMoveError, match="suicide"):
        board.play("A3")


@pytest.mark.parametrize("rules", ["new zealand", "tromp-taylor", "ing"])
def test_suicide_of_a_block_is_allowed(rules: str) -> None:
    board = Board.from_diagram(". X O\nX X O\nO O .", to_play=BLACK, rules=rules)
    board.play("A3")
    assert not (board.stones == 1).any()
    assert board.captured(BLACK) == 4
    board.undo()
    assert (board.stones == 1).sum() == 3


def test_triple_pass_history_and_moves() -> None:
    board = Board(9)
    board.play("E5")
    board.pass_()
    assert not board.is_over
    board.pass_()
    assert board.is_over
    assert board.moves == (Move(BLACK, Point(4, 4)), Move(WHITE, None), Move(BLACK, None))
    assert board.history().shape == (4, 9, 9)
    assert board.history()[0].sum() == 0


def test_blocks_and_atari() -> None:
    board = Board.from_diagram(". X O\nX . .\n. . .")
    blocks = board.blocks()
    assert [(b.colour, len(b.stones), len(b.liberties)) for b in blocks] == [
        (BLACK, 1, 2),
        (WHITE, 1, 1),
        (BLACK, 1, 3),
    ]
    assert blocks[1].in_atari
    assert board.block_at("B2") is None


def test_unconditional_life() -> None:
    board = Board.from_diagram(
        """
        . X . X O
        X X X X O
        O O O O O
        . . . . .
        . . . . .
        """
    )
    life = board.unconditional_life()
    assert len(life[BLACK]) == 8
    assert life[WHITE] == frozenset()


def test_unconditional_territory_is_space_where_no_enemy_can_live() -> None:
    small = Board.from_diagram(". X . X .\nX X X X O\n. . . . X\n. . . . X\nX X X X X")
    # C3, C2 and D2 touch no black stone: room for two eyes beside each other, not for the enemy to live.
    roomy = Board.from_diagram(". X . X .\nX X X X X\n. . . . X\n. O . . X\nX X X X X")
    tight = Board.from_diagram(". X . X .\nX X X X X\n. . . . X\nX . . O X\nX X X X X")
    assert len(roomy.unconditional_life()[BLACK]) == 25
    assert len(tight.unconditional_life()[BLACK]) == 25
    assert len(small.unconditional_life()[BLACK]) < 25


def test_setup_changes_points_and_is_undone() -> None:
    board = Board(3)
    board.setup(black=["A1", "B2"], white=["C3"])
    board.setup(empty=["B2"], white=["A1"])
    assert board["A1"] is WHITE
    assert board["B2"] is None
    board.undo()
    assert board["A1"] is BLACK


@pytest.mark.parametrize(
    ("size", "stones", "expected"),
    [
        (19, 2, ["D4", "Q16"]),
        (19, 3, ["D4", "Q16", "D16"]),
        (19, 5, ["D4", "Q16", "D16", "Q4", "K10"]),
        (19, 6, ["D4", "Q16", "D16", "Q4", "D10", "Q10"]),
        (19, 7, ["D4", "Q16", "D16", "Q4", "D10", "Q10", "K10"]),
        (19, 8, ["D4", "Q16", "D16", "Q4", "D10", "Q10", "K4", "K16"]),
        (9, 4, ["C3", "G7", "C7", "G3"]),
        (9, 9, ["C3", "G7", "C7", "G3", "C5", "G5", "E3", "E7", "E5"]),
        (13, 2, ["D4", "K10"]),
    ],
)
def test_fixed_handicap(size: int, stones: int, expected: list[str]) -> None:
    board = Board(size)
    points = board.place_handicap(stones)
    assert list(map(str, points)) == expected
    assert board.to_play is WHITE


def test_star_points_are_symmetric() -> None:
    for size in range(2, 26):
        stars = set(star_points(size))
        assert {Point(size - 1 - p.x, p.y) for p in stars} == stars
        assert {Point(p.y, p.x) for p in stars} == stars
    assert len(star_points(19)) == 9
    with pytest.raises(InputError, match="from 2 to 4 on a 8x8 board, got 5"):
        fixed_handicap(8, 5)


@pytest.mark.parametrize("size", [-1, 0, 1, 26, 1_000_000])
def test_board_sizes_out_of_range(size: int) -> None:
    with pytest.raises(PositionError, match="expected a board size from 2 to 25"):
        Board(size)


@pytest.mark.parametrize("point", ["I5", "Z1", "A10", "", "A0", "5", "AA", "A-1", (9, 0), (-1, 2)])
def test_bad_points(point: str | tuple[int, int]) -> None:
    with pytest.raises(PointError):
        Board(9).play(point)


def test_setup_without_liberties_is_refused_and_changes_nothing() -> None:
    board = Board(2)
    with pytest.raises(PositionError, match="without liberties"):
        board.setup(black=["A1", "A2", "B1", "B2"])
    assert not board.stones.any()
    with pytest.raises(PositionError):
        Board.from_stones(np.ones((5, 5)))
    with pytest.raises(PositionError, match="square"):
        Board.from_stones(np.zeros((5, 6)))
    with pytest.raises(PositionError):
        Board.from_stones([[3, 0], [0, 0]])


def test_rules_go_by_many_names() -> None:
    for name in ("Japanese", "JAPANESE rules", "jp", "nihon-kiin", "日本"):
        assert Rules.named(name).name == "Japanese"
    assert Rules.named("GOE").name == "Ing"
    assert Rules.named("NZ").name == "New Zealand"
    with pytest.raises(RulesError, match="expected one of the rulesets Chinese, .* got 'martian'"):
        Rules.named("martian")


def test_copy_is_independent() -> None:
    board = Board(9)
    other = board.copy()
    other.play("E5")
    assert board["E5"] is None
    assert other.rules is board.rules


def test_superko_in_a_game_of_a_thousand_steps():
    board = Board.from_diagram(
        """
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        . . . . .
        """,
        rules="Chinese",
    )
    board.play("C4", Colour.BLACK)  # takes the ko
    for _ in range(1000):
        board.pass_()
    assert not board.is_legal("B4", Colour.WHITE)
    for _ in range(1001):
        board.undo()
    board.play("C2", Colour.BLACK)
    board.play("C4", Colour.BLACK)
    for _ in range(1000):
        board.pass_()
    board.undo()
    assert not board.is_legal("B4", Colour.WHITE)  # back to the board with C2
