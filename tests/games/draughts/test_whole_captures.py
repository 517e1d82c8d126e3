"""Trees in which every capture is one move, and all that was said stays."""

import random
from itertools import pairwise

import pytest

from kifu.games.draughts import Position, replay, with_whole_captures
from kifu.records import pdn
from kifu.records.pdn import PdnRecord
from kifu.records.walking import walk


def joined(text: str) -> PdnRecord:
    return with_whole_captures(pdn.read(text)[0])


def test_jumps_become_one_move_with_all_that_is_said() -> None:
    head = '[SetUp "1"]\n[FEN "B:W14,22,29:B9,1"]\n'
    record = joined(head + "{a} 1. 9x18 $1 {b} 18x25 $2 {c} 29x22 {d} 2. 1-5 *")
    nodes = list(walk(record.tree))
    assert [node.move for node in nodes] == ["", "9x18x25", "29x22", "1-5"]
    assert [node.comments for node in nodes] == [["a"], ["b", "c"], ["d"], []]
    assert nodes[1].nags == [1, 2]
    assert replay(record).is_complete


@pytest.mark.parametrize(
    ("start", "text", "moves"),
    [
        ("B:W18,26:B14", "1. 14x23 *", ["14x23x30"]),
        ("B:W18,26:B14", "1. 14x23 23x30 *", ["14x23x30"]),
        ("B:W18:B14", "1. 14-23 *", ["14-23"]),
        ("B:W18:B14", "1. 14-17 *", ["14-17"]),
        ("B:W18,26:B14", "1. 14x30 *", ["14x30"]),
    ],
)
def test_only_what_is_unfinished_is_written_anew(start: str, text: str, moves: list[str]) -> None:
    record = joined(f'[SetUp "1"]\n[FEN "{start}"]\n{text}')
    assert list(record.moves) == moves


def test_variations_of_a_jump_become_variations_of_the_capture() -> None:
    head = '[SetUp "1"]\n[FEN "B:W18,26,27,15:B14"]\n'
    record = joined(head + "1. 14x23 {one} 23x30 {two} (23x32 {three} 15-11) 15-10 *")
    first, second = record.tree.children
    assert (first.move, first.comments) == ("14x23x30", ["one", "two"])
    assert (second.move, second.comments) == ("14x23x32", ["three"])
    assert first.children[0].move == "15-10"
    assert second.children[0].move == "15-11"


def test_forbidden_moves_stay_and_what_follows_is_read() -> None:
    record = joined("1. 11-15 9-9 2. 22-18 15x22 (15x23) 3. 25x18 *")
    assert [node.move for node in walk(record.tree)] == [
        "", "11-15", "9-9", "22-18", "15x22", "25x18", "15x23",
    ]  # fmt: skip


def test_a_game_written_jump_by_jump_is_the_game() -> None:
    chance = random.Random(5)
    for _ in range(200):
        position = Position()
        texts: list[str] = []
        while position.result() is None and position.ply < 80:
            move = position.play(chance.choice(position.legal_moves()))
            squares = str(move).replace("x", "-").split("-")
            if move.is_capture:
                texts += [f"{a}x{b}" for a, b in pairwise(squares)]
            else:
                texts.append(str(move))
        record = with_whole_captures(PdnRecord.from_moves(texts))
        again = Position()
        for text in record.moves:
            again.play(text)  # one by one, as the study room does
        assert again.fen == position.fen
        assert again.ply == position.ply
