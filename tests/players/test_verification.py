from kifu.games.go import Board, Point
from kifu.players.opening_shapes import opening_shapes
from kifu.players.verification import plain_candidates, preprocess, propose, verify

ATARI = """
. . . . . . .
. X X X X X .
X O O O O X .
X O O O O . .
X X X X X . .
. . . . O O .
. . . . . . .
"""


def test_the_capture_is_proposed_and_verified() -> None:
    board = Board.from_diagram(ATARI)
    candidates = propose(board, [], preprocess(board), nk=0, ns=7)
    assert len(candidates) == 7
    capture, corner = Point(5, 3), Point(0, 0)
    assert capture in candidates
    found = verify(board, [corner, capture], 7.0, playouts=1000)
    assert [move.move for move in found.moves] == [capture, corner]
    assert found.moves[1].dropped
    assert sum(move.playouts for move in found.moves) < 1000, "one that is left alone needs no more"


def test_any_number_of_threads_gives_the_same() -> None:
    board = Board(9)
    candidates = [Point(4, 4), Point(2, 2), Point(0, 0)]
    one, two = (verify(board, candidates, 7.0, playouts=300, threads=n).moves for n in (1, 2))
    assert one == two


def test_the_book_has_its_share_of_the_candidates() -> None:
    board = Board(9)
    board.play("E5")
    book = [Point(4, 4), Point(2, 2), Point(6, 6), Point(2, 6)]  # the first is occupied
    chosen = propose(board, book, preprocess(board), nk=2, ns=7)
    assert chosen[:2] == [Point(2, 2), Point(6, 6)]
    assert len(set(chosen)) == 7


def test_shapes_propose_corners_then_approaches() -> None:
    board = Board(19)
    assert Point(3, 3) in opening_shapes(board)
    assert Point(3, 3) in preprocess(board)[:8]
    board.play("D16")
    shapes = opening_shapes(board)
    assert Point(3, 3) not in shapes
    assert {Point(5, 2), Point(2, 5), Point(15, 15)} <= set(shapes)
    assert not opening_shapes(Board(9))


def test_own_eyes_are_no_candidates() -> None:
    board = Board.from_diagram(
        """
        . X . X O
        X X X X O
        O O O O O
        . O . O .
        O O O O O
        """
    )
    assert not {Point(0, 0), Point(2, 0)} & {point for point, _ in plain_candidates(board)}
