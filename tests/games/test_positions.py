"""What positions of both games share: they compare, hash, pickle, copy, print and draw themselves."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest

from kifu.errors import InputError, KifuError
from kifu.games.draughts import Position
from kifu.games.game import game_class, start_of
from kifu.games.go import Board, Colour

KINDS = ("go", "draughts")
Start = Callable[[], Any]


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def start(kind: str) -> Start:
    return lambda: start_of(kind, 5)


def wander(position: Any, seed: int, most: int = 80) -> list[Any]:
    """Play random moves; return what `play` gave."""
    rng = random.Random(seed)
    played = []
    while len(played) < most and not position.is_over:
        moves = position.legal_moves()
        played.append(position.play(rng.choice(moves) if moves else None))
    return played


def test_a_start_has_no_past(kind: str, start: Start) -> None:
    position = start()
    assert (position.game, position.moves, position.last_move) == (kind, (), None)
    assert position.to_play is Colour.BLACK
    assert not position.is_over
    assert position.legal_moves()
    assert start_of(kind) == game_class(kind).start()


@pytest.mark.parametrize("seed", range(8))
def test_play_and_undo_are_a_round_trip(start: Start, seed: int) -> None:
    position = start()
    rng = random.Random(seed)
    past = []
    while len(past) < 80 and not position.is_over:
        moves = position.legal_moves()
        past.append((position.copy(), str(position), position.moves))
        move = position.play(rng.choice(moves) if moves else None)
        assert position.last_move == move == position.moves[-1]
        assert len(position.moves) == len(past)
    while past:
        before, drawn, moves = past.pop()
        assert position.undo() is not None
        assert position == before
        assert hash(position) == hash(before)
        assert (str(position), position.moves, position.to_play) == (drawn, moves, before.to_play)
        assert [str(m) for m in position.legal_moves()] == [str(m) for m in before.legal_moves()]
    with pytest.raises(InputError, match="there is no move"):
        position.undo()


@pytest.mark.parametrize("seed", range(4))
def test_play_says_what_it_captured(start: Start, seed: int) -> None:
    position = start()
    rng, captures = random.Random(seed), 0
    for _ in range(80):
        if position.is_over or not position.legal_moves():
            break
        before = pieces(position)
        move = position.play(rng.choice(position.legal_moves()))
        gone = before - pieces(position) - ({move.path[0]} if isinstance(position, Position) else set())
        assert {*move.captured} == gone
        captures += bool(gone)
    assert captures


def pieces(position: Any) -> set[Any]:
    if isinstance(position, Position):
        return set(position.pieces)
    return {stone for block in position.blocks() for stone in block.stones}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param(("C3", "D4", "B2", "A1"), ("B2", "A1", "C3", "D4"), id="go"),
        pytest.param(("11-15", "23-19", "9-14", "22-17"), ("9-14", "22-17", "11-15", "23-19"), id="draughts"),
    ],
)
def test_the_way_to_a_position_does_not_count(first: tuple[str, ...], second: tuple[str, ...]) -> None:
    kind = "draughts" if "-" in first[0] else "go"
    one, other = start_of(kind, 5), start_of(kind, 5)
    for move, turned in zip(first, second, strict=True):
        one.play(move)
        other.play(turned)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, start_of(kind, 5)}) == 2
    assert [str(move) for move in one.moves] == [*first]
    other.undo()
    assert one != other


def test_who_is_to_play_counts() -> None:
    assert Board.from_diagram(". .\n. .", Colour.WHITE) != Board(2)
    assert Position.from_fen("W:W32:B1") != Position.from_fen("B:W32:B1")


def test_positions_of_two_games_are_never_equal() -> None:
    assert Board(9) != Position()
    assert Board(9) != "Board"
    assert Position() != Position().fen


@pytest.mark.parametrize("way", [copy.copy, lambda p: p.copy(), lambda p: pickle.loads(pickle.dumps(p))])
def test_a_copy_keeps_the_past_and_goes_its_own_way(start: Start, way: Callable[[Any], Any]) -> None:
    position = start()
    wander(position, 5, 30)
    other = way(position)
    assert type(other) is type(position)
    assert other == position
    assert (other.moves, other.to_play, str(other)) == (position.moves, position.to_play, str(position))
    while other.moves:
        other.undo()
    assert other == start()
    assert len(position.moves) > 10


def test_moves_print_as_players_write_them_and_are_read_back(start: Start) -> None:
    position = start()
    played = [str(move) for move in wander(position, 3, 60)]
    again = start()
    for text in played:
        again.play(text)
    assert again == position
    assert [str(move) for move in again.moves] == played
    assert all(text[0].isalnum() and "(" not in text for text in played)
    assert [str(move) for move in start().legal_moves()][:2] in (["A5", "B5"], ["9-13", "9-14"])


def test_positions_print_and_draw_themselves(start: Start) -> None:
    position = start()
    wander(position, 2, 12)
    assert type(position).from_diagram(str(position), position.to_play).svg(last_move=None) == position.svg(
        last_move=None
    )
    for drawing in (position._repr_svg_(), position.svg(title="<here> & now", pixels=100)):
        assert ElementTree.fromstring(drawing).tag.endswith("svg")
    assert repr(position)


def test_an_index_finds_a_position_however_it_came_about(start: Start) -> None:
    one, other = start(), start()
    wander(one, 7, 6)
    for move in one.moves:
        other.play(str(move))
    assert one.opening_key == other.opening_key != start().opening_key


def test_a_turned_board_has_the_same_key() -> None:
    one, other = Board(9), Board(9)
    one.play("C3")
    other.play("G7")
    assert one.opening_key == other.opening_key
    assert Board(9).move_names(0xFFFF) == ["pass"]


@pytest.mark.parametrize("move", ["Z99", "nonsense", "", 3.5, (1,), ("a", "b"), object(), "1-32", "E9x"])
def test_what_is_no_move_is_refused_by_name_and_changes_nothing(start: Start, move: object) -> None:
    position = start()
    with pytest.raises(KifuError, match="expected|cannot play|off the") as caught:
        position.play(move)
    assert isinstance(caught.value, ValueError)
    assert position == start()


def test_a_move_of_the_other_game_is_refused() -> None:
    board, position = Board(9), Position()
    with pytest.raises(InputError, match="expected a point such as 'D4'"):
        board.play(position.legal_moves()[0])  # type: ignore[arg-type]
    with pytest.raises(InputError, match="expected a move like 9-14"):
        position.play(board.legal_moves()[0])  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [0, 1, 26, -3, 9.5, "9", None])
def test_a_board_that_there_is_not_is_refused(size: Any) -> None:
    with pytest.raises(InputError, match="expected a board size from 2 to 25"):
        Board(size)
