"""Sentences about moves: every kind says what is true on the board."""

import numpy as np
import pytest

from kifu.analysis.move_sentences import Comparison, Sentence, ladder_captures, sentences
from kifu.games.go import Board
from kifu.players.network_search import SearchedMove, SearchedPosition
from kifu.records.moves import Colour, Move, Point


def found(board: Board, line: str, owners: dict[str, float] | None = None) -> SearchedPosition:
    """What a search would say whose best line is this one; owners of points that are not named are even."""
    points = tuple(None if v == "pass" else board_point(board, v) for v in line.split())
    ownership = np.zeros((board.size, board.size), np.float32)
    for name, owner in (owners or {}).items():
        point = board_point(board, name)
        ownership[point.y, point.x] = owner
    moves = (SearchedMove(points[0], 100, 0.5, 0.0, 0.0, 0.5, points),) if points else ()
    return SearchedPosition(moves, 100, 0.5, 0.0, 0.5, 0.0, ownership)


def board_point(board: Board, name: str) -> Point:
    column = "ABCDEFGHJKLMNOPQRSTUVWXYZ".index(name[0])
    return Point(column, board.size - int(name[1:]), board.size)


def said(board: Board, played: str, best: str, reply: str, before=None, after=None) -> list[Sentence]:
    move = Move(board.to_play, None if played == "pass" else board_point(board, played))
    later = board.copy()
    later.play(move)
    return sentences(Comparison(board, move, found(board, best, before), found(later, reply, after)))


def kinds(found: list[Sentence]) -> dict[str, str]:
    return {sentence.kind: sentence.text for sentence in found}


ATARI = Board.from_diagram(
    """
    . . . . . . .
    . . . . . . .
    . . X O . . .
    . X O O X . .
    . . X O . . .
    . . . X . . .
    . . . . . . .
    """
)


def test_a_capture_that_was_missed_and_its_stones() -> None:
    board = Board.from_diagram(
        """
        . . . . .
        . X O X .
        . X O X .
        . . . . .
        . . . . .
        """
    )
    board.play("C5")  # the two stones have one liberty left
    board.to_play = Colour.BLACK
    text = kinds(said(board, "A1", "C2", "C2"))["captures"]
    assert text == "Better is C2: it captures the 2 stones at C4."
    # White runs away instead of being captured: the same stones are saved.
    board.to_play = Colour.WHITE
    owners = {"C4": -0.8, "C3": -0.8}
    told = kinds(said(board, "A1", "C2", "C2", owners))
    assert told["loses stones"] == "Black captures the 2 stones at C4 with C2."
    assert told["saves"] == "Better is C2: it saves the 2 stones at C4."


def test_putting_own_stones_in_atari() -> None:
    board = Board.from_diagram(
        """
        . . . . .
        . O O . .
        O X . . .
        . O O . .
        . . . . .
        """
    )
    told = kinds(said(board, "C3", "E5", "D3", {"B3": 0.5, "C3": 0.5}, {"B3": -0.9, "C3": -0.9}))
    assert told["self-atari"] == "Puts its own 2 stones at B3 in atari."
    assert told["loses stones"] == "White captures the 2 stones at B3 with D3."


def test_blocks_that_change_sides() -> None:
    board = ATARI.copy()
    board.to_play = Colour.BLACK
    alive = {"D5": 0.8, "C4": 0.8, "D4": 0.8, "D3": 0.8}
    dead = {name: -owner for name, owner in alive.items()}
    told = kinds(said(board, "A1", "G7", "A7", alive, dead))
    assert told["lets live"] == "Lets White's 4 stones at D5 live: 10% alive before, 90% after."
    white = ATARI.copy()
    white.to_play = Colour.WHITE
    told = kinds(said(white, "A1", "G7", "A7", dead, alive))
    assert told["stones die"] == "White's 4 stones at D5 probably die: 90% alive before, 10% after."


def test_connections_and_cuts() -> None:
    board = Board.from_diagram(
        """
        . . . . . . .
        . . . . . . .
        . . O . . . .
        . X . X . . .
        . . O . . . .
        . . . . . . .
        . . . . . . .
        """
    )
    assert kinds(said(board, "A1", "C4", "G1"))["connects"] == "Better is C4: it connects B4 and D4."
    board.to_play = Colour.WHITE
    assert kinds(said(board, "A1", "C4", "G1"))["connects"] == "Better is C4: it connects C5 and C3."
    alone = Board.from_diagram(
        """
        . . . . . . .
        . . . X . . .
        . . O . O . .
        . . . X . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        """
    )
    alone.setup(empty=["D6", "D4"], black=["C6", "E6", "C4", "E4"])
    told = kinds(said(alone, "A1", "D5", "G1"))
    assert told["cuts"] == "Better is D5: it separates C5 and E5."


def test_an_atari() -> None:
    board = Board.from_diagram(
        """
        . . . . .
        . . X . .
        . . O X .
        . . . . .
        . . . . .
        """
    )
    assert kinds(said(board, "A1", "C2", "B3"))["atari"] == "Better is C2: it puts the stone at C3 in atari."


def test_a_ko() -> None:
    board = Board.from_diagram(
        """
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        """
    )
    text = kinds(said(board, "A1", "C3", "E1"))["ko"]
    assert text == "Better is C3: it captures the stone at B3 in a ko."


def test_threats() -> None:
    board = Board(9)
    board.play("G7")
    board.play("C3")
    told = kinds(said(board, "G8", "C4", "C5"))
    assert told["ignores"] == "C3 needs an answer."
    told = kinds(said(board, "C4", "H7", "C5"))
    assert told["needs no answer"] == "C3 needs no answer yet."


def test_filling_own_territory_and_passing() -> None:
    board = Board(9)
    board.play("E5")
    board.play("A1")
    told = kinds(said(board, "H8", "pass", "pass", {"H8": 0.97}))
    assert told["own territory"] == "H8 fills its own territory."
    assert told["line"] == "Better is to pass: nothing is left to gain."


def test_points_and_sente() -> None:
    board = Board(9)
    corner = dict.fromkeys(("A1", "A2", "B1", "B2"), 1.0)
    told = said(board, "E5", "C3 C4 G7", "C3", corner, {})
    assert kinds(told)["points"] == "Loses about 4 points in the lower left corner."
    assert told[-1].text == "Better is C3 C4 G7, in sente."
    assert [str(point) for point in told[-1].line] == ["C3", "C4", "G7"]


def test_the_best_move_needs_no_words() -> None:
    assert said(Board(9), "E5", "E5 C3", "C3") == []


@pytest.mark.parametrize(("breaker", "caught"), [(None, True), ("G7", False), ("B8", True)])
def test_ladders_run_to_the_edge_or_to_a_stone(breaker: str | None, caught: bool) -> None:
    board = Board.from_diagram(
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . X O . . . . . .
        . . X X . . . . .
        . . . . . . . . .
        """
    )
    if breaker:
        board.setup(white=[breaker])
    assert ladder_captures(board, board_point(board, "C3")) is caught
    assert not ladder_captures(board, board_point(board, "C3"), to_play=Colour.WHITE)
    board.to_play = Colour.BLACK
    told = kinds(said(board, "A9", "C4", "D3"))
    text = "Better is C4: it captures the stone at C3 in a ladder."
    assert told.get("ladder") == (text if caught else None)
