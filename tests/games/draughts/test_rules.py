"""The rules on boards a person can check."""

import pickle

import pytest

from kifu.errors import IllegalMoveError, InputError
from kifu.games.draughts import Colour, Move, Position


def moves(fen: str) -> str:
    return " ".join(map(str, Position.from_fen(fen).legal_moves()))


LEGAL = {
    "start": ("B:W21-32:B1-12", "9-13 9-14 10-14 10-15 11-15 11-16 12-16"),
    "edges": ("B:W32:B4,5,12,13", "4-8 5-9 12-16 13-17"),
    "men go forward only": ("W:W18:B1", "18-14 18-15"),
    "kings go both ways": ("B:W32:BK18", "18-14 18-15 18-22 18-23"),
    "captures are forced": ("B:W15,32:B11,1", "11x18"),
    "men capture forward only": ("B:W7,32:B11", "11-15 11-16"),
    "the shorter capture may be chosen": ("B:W14,15,23:B10", "10x17 10x19x26"),
    "a jump cannot stop half way": ("B:W15,22:B11", "11x18x25"),
    "crowning ends the move": ("B:W26,27:B22", "22x31"),
    "a king ends where it began": ("B:W14,15,22,23:BK10", "10x17x26x19x10 10x19x26x17x10"),
    "no piece is jumped twice": ("B:W6:BK1", "1x10"),
    "blocked": ("B:W9,14:B5", ""),
    "no pieces": ("B:W9:B", ""),
}


@pytest.mark.parametrize("case", LEGAL)
def test_legal_moves(case):
    fen, expected = LEGAL[case]
    assert moves(fen) == expected


def test_captured_squares_come_in_order():
    position = Position.from_fen("B:W15,22:B11")
    move = position.play("11x25")
    assert move == Move((11, 18, 25), (15, 22))
    assert position.fen == "W:W:B25"
    assert str(position.result()) == "Black wins: White has no pieces"


def test_a_crowned_man_is_a_king_at_once_and_moves_as_one_next():
    position = Position.from_fen("B:WK1:B27")
    assert position.play("27-31").path == (27, 31)
    assert position.pieces[31].king


WRITTEN = {
    "with every square": ("11x18x25", "11x18x25"),
    "shortened": ("11x25", "11x18x25"),
    "with colons": ("11:18:25", "11x18x25"),
    "with a dash": ("11-25", "11x18x25"),
    "in capitals, with spaces and praise": (" 11 X 25 !?", "11x18x25"),
}


@pytest.mark.parametrize("case", WRITTEN)
def test_moves_as_people_write_them(case):
    text, expected = WRITTEN[case]
    assert str(Position.from_fen("B:W15,22:B11").parse(text)) == expected


TWO_WAYS = "B:W6,7,14,15:B2"  # to 18 by way of 9 or of 11

REFUSED = {
    "no move": ("B:W21-32:B1-12", "hello", "expected a move like 9-14"),
    "nothing": ("B:W21-32:B1-12", "", "expected a move like 9-14"),
    "no square": ("B:W21-32:B1-12", "33-28", "expected a move like 9-14"),
    "no piece": ("B:W21-32:B1-12", "14-18", "no piece on 14"),
    "not yours": ("B:W21-32:B1-12", "22-18", "not Black's"),
    "too far": ("B:W21-32:B1-12", "9-18", "legal moves: 9-13, 9-14"),
    "quiet when a jump is there": ("B:W15,32:B11,1", "1-5", "Black must capture: 11x18"),
    "half a jump": ("B:W15,22:B11", "11x18", "must go on: 11x18x25"),
    "two readings": (TWO_WAYS, "2x18", "2x9x18, 2x11x18"),
    "over": ("B:W9,14:B5", "5-9", "no move, the game is over"),
    "binary": ("B:W21-32:B1-12", "\x00\ud800", "cannot play"),
    "a megabyte": ("B:W21-32:B1-12", "1" * 1_000_000, "1000002 characters"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_moves_say_why(case):
    fen, text, why = REFUSED[case]
    position = Position.from_fen(fen)
    with pytest.raises(IllegalMoveError, match="cannot play") as error:
        position.play(text)
    assert why in str(error.value)
    assert position.fen == Position.from_fen(fen).fen


def test_a_move_with_wrong_captures_is_refused():
    position = Position.from_fen("B:W15,22:B11")
    with pytest.raises(IllegalMoveError, match="takes"):
        position.play(Move((11, 18, 25), (15,)))


def test_undo_goes_back_to_the_start():
    position = Position.start()
    for text in ["11-15", "22-18", "15x22", "25x18"]:
        position.play(text)
    assert [str(m) for m in position.moves] == ["11-15", "22-18", "15x22", "25x18"]
    while position.ply:
        position.undo()
    assert position == Position.start()
    assert position.key == Position.start().key
    with pytest.raises(InputError, match="no move to take back"):
        position.undo()


def test_a_copy_goes_its_own_way():
    position = Position.start()
    other = position.copy()
    other.play("9-14")
    assert (position.ply, other.ply) == (0, 1)


def test_positions_and_their_past_can_be_pickled():
    position = Position.from_fen("B:WK32:BK1")
    for text in SHUFFLE:
        position.play(text)
    again = pickle.loads(pickle.dumps(position))
    assert (again.fen, again.moves, again.occurrences) == (position.fen, position.moves, 2)


SHUFFLE = ["1-5", "32-28", "5-1", "28-32"]


def test_third_repetition_draws():
    position = Position.from_fen("B:WK32:BK1")
    for text in SHUFFLE * 2:
        assert position.result() is None
        position.play(text)
    assert position.occurrences == 3
    assert position.result().pdn == "1/2-1/2"
    assert "third time" in str(position.result())
    position.play("1-6")  # a record may go on
    assert position.result() is None


# Rings of 8 and 6 moves: the same position comes back every 48 plies, too seldom for a third time.
BLACK_RING = [1, 5, 9, 14, 10, 7, 2, 6]
WHITE_RING = [32, 27, 23, 19, 24, 28]


def test_forty_quiet_moves_of_each_side_draw():
    position = Position.from_fen("B:WK32:BK1")
    for ply in range(80):
        assert (position.quiet_plies, position.result()) == (ply, None)
        ring = WHITE_RING if ply % 2 else BLACK_RING
        position.play(f"{ring[ply // 2 % len(ring)]}-{ring[(ply // 2 + 1) % len(ring)]}")
    assert (position.quiet_plies, position.occurrences) == (80, 2)
    assert "40 moves" in str(position.result())
    position.undo()
    assert position.result() is None


def test_a_mans_move_starts_the_count_again():
    position = Position.from_fen("B:WK32:BK1,5")
    position.play("1-6")
    assert position.quiet_plies == 1
    position.play("32-28")
    position.play("5-9")
    assert position.quiet_plies == 0


def test_who_cannot_move_has_lost():
    position = Position.from_fen("B:W9,14:B5")
    assert (position.result().winner, position.result().pdn) == (Colour.WHITE, "0-1")
    assert position.is_over


def test_the_key_knows_the_side_to_move_and_kings():
    keys = {Position.from_fen(f).key for f in ("B:W18:B1", "W:W18:B1", "B:WK18:B1", "B:W18:BK1")}
    assert len(keys) == 4
    assert Position.start().key == 0x30CEAB419544C5A7  # the same in every build
