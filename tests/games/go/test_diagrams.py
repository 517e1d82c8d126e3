"""Text diagrams go out and come back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.errors import PositionError
from kifu.games.go import Board, diagrams


def test_diagram_is_drawn_with_stars_and_last_move() -> None:
    board = Board(9)
    board.play("D4")
    board.play("J9")
    assert str(board) == "\n".join(
        [
            "   A B C D E F G H J",
            " 9 . . . . . . . .(O)9",
            " 8 . . . . . . . . . 8",
            " 7 . . + . . . + . . 7",
            " 6 . . . . . . . . . 6",
            " 5 . . . . + . . . . 5",
            " 4 . . . X . . . . . 4",
            " 3 . . + . . . + . . 3",
            " 2 . . . . . . . . . 2",
            " 1 . . . . . . . . . 1",
            "   A B C D E F G H J",
        ]
    )


@given(size=st.integers(2, 25), moves=st.lists(st.integers(0, 624), max_size=60))
def test_diagrams_round_trip(size: int, moves: list[int]) -> None:
    board = Board(size)
    for move in moves:
        legal = board.legal_moves()
        if legal:
            board.play(legal[move % len(legal)])
    assert (Board.from_diagram(str(board)).stones == board.stones).all()


@given(st.text(max_size=300))
def test_any_text_is_a_diagram_or_a_position_error(text: str) -> None:
    try:
        stones = diagrams.read(text)
    except PositionError:
        return
    assert stones.shape[0] == stones.shape[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a diagram, got no row of points"),
        ("X O\n. ?", r"line 2 of the diagram: expected X for black.* got '\?'"),
        ("X O .\n. .", "square"),
        ("." * 30_000, "at most 20000 characters"),
    ],
)
def test_bad_diagrams(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        diagrams.read(text)
