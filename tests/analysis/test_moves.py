"""Reasons for moves: each fact that is told holds on the board."""

import numpy as np
import pytest

from kifu.analysis.move_words import WORDS
from kifu.analysis.moves import TOPICS, predict
from kifu.games.go import Board, Colour, Point
from kifu.models.moves import FACT_GROUPS, MovePredictor


def told(model: MovePredictor, board: Board, group: str) -> dict[Point, str]:
    """What a group of facts says of each legal move."""
    evidence = model.evidence(board)
    column = FACT_GROUPS.index(group)
    return {
        point: WORDS[group](int(evidence.facts[i, column]))
        for i, point in enumerate(evidence.points)
        if evidence.facts[i, column] >= 0
    }


CASES = {
    "a capture": (
        "capture",
        """
        . O . . .
        O X . . .
        . O . . .
        . . . . .
        . . . . .""",
        Colour.WHITE,
        "C4",
        "it captures a stone that could still run",
    ),
    "an extension out of atari": (
        "escape",
        """
        . O . . .
        O X . . .
        . O . . .
        . . . . .
        . . . . .""",
        Colour.BLACK,
        "C4",
        "it saves a stone from atari",
    ),
    "an extension that runs into the edge": (
        "escape",
        """
        . . . . .
        . . . . .
        . O . . .
        O X O . .
        . . . . .""",
        Colour.BLACK,
        "B1",
        "it extends a stone in atari, which can still be caught in a ladder",
    ),
    "an atari": (
        "atari",
        """
        . . . . .
        . . O . .
        . O X . .
        . . . . .
        . . . . .""",
        Colour.WHITE,
        "D3",
        "it puts a stone in atari, which can get away",
    ),
    "a self-atari": (
        "self-atari",
        """
        . O . . .
        . . O . .
        . O . . .
        . . . . .
        . . . . .""",
        Colour.BLACK,
        "A5",
        "the stone is in atari afterwards",
    ),
    "a connection": (
        "liberties",
        """
        . . . . .
        . . . . .
        . X . X .
        . . . . .
        . . . . .""",
        Colour.BLACK,
        "C3",
        "it connects blocks, with many liberties",
    ),
    "an eye": (
        "eye",
        """
        . X . . .
        X X . . .
        . . . . .
        . . . . .
        . . . . .""",
        Colour.BLACK,
        "A5",
        "it fills an eye of its own",
    ),
    "a ko": (
        "ko",
        """
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        . . . . .""",
        Colour.BLACK,
        "C4",
        "it takes a ko",
    ),
    "a place": (
        "place",
        "\n".join([". " * 9] * 9),
        Colour.BLACK,
        "C4",
        "it is on the third line, 4 from the other side",
    ),
    "a group": (
        "enemy-group",
        """
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . X . X . . .
        . . . X O X . . .
        . . . X . X . . .
        . . . . X . . . .
        . . . . . . . . .
        . . . . . . . . .""",
        Colour.BLACK,
        "E6",
        "it touches an enemy group of one or two stones with hardly any room",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_fact_is_told_where_it_holds(full_moves: MovePredictor, name: str) -> None:
    group, diagram, to_play, point, expected = CASES[name]
    board = Board.from_diagram(diagram, to_play)
    from kifu.games.coordinates import from_gtp

    where = from_gtp(point, board.size)
    assert where is not None
    assert told(full_moves, board, group).get(where) == expected


def test_captures_ataris_and_liberties_agree_with_the_board(full_moves: MovePredictor, own_games) -> None:
    """Every move of every tenth position of some games, played out on the board."""
    for game in range(3):
        board = Board(own_games.size, "japanese")
        actions = own_games.actions[own_games.offsets[game] : own_games.offsets[game + 1]]
        for number, action in enumerate(actions):
            board.to_play = Colour.WHITE if action >> 15 else Colour.BLACK
            if number % 10 == 0:
                _agrees(full_moves, board)
            board.play((int(action & 63), int(action >> 6 & 63)))


def _agrees(model: MovePredictor, board: Board) -> None:
    evidence = model.evidence(board)
    capture, own = FACT_GROUPS.index("capture"), FACT_GROUPS.index("self-atari")
    liberties = FACT_GROUPS.index("liberties")
    enemy = board.to_play.opponent
    for i, point in enumerate(evidence.points):
        after = board.copy()
        before = after.captured(enemy)
        after.play(point)
        block = after.block_at(point)
        assert block is not None
        taken = after.captured(enemy) - before
        value = int(evidence.facts[i, capture])
        assert (value >> 3) + 1 == min(taken, 3) if taken else value == -1
        assert (int(evidence.facts[i, own]) >= 0) == (block.in_atari and taken == 0)
        if evidence.facts[i, liberties] >= 0:
            assert int(evidence.facts[i, liberties]) // 3 + 1 == min(len(block.liberties), 6)


def test_all_facts_have_words() -> None:
    from kifu._native import models

    assert set(WORDS) == set(FACT_GROUPS)
    for name, size in models.fact_groups():
        for value in range(size):
            assert WORDS[name](value)


def test_an_explanation_has_pattern_reasons_and_shares(full_moves: MovePredictor) -> None:
    board = Board(9)
    for point in ("E5", "C3", "G7", "C7"):
        board.play(point)
    best = predict(board, top=3, explain=True, model=full_moves)
    plain = predict(board, top=3, model=full_moves)
    assert [(p.rank, p.point) for p in best] == [(p.rank, p.point) for p in plain]
    for prediction in best:
        assert prediction.reasons
        assert sum(r.share for r in prediction.reasons) <= 1.001
        match = prediction.pattern
        if match is not None and match.seen is not None:
            assert match.played is not None
            assert match.played <= match.seen * 1.08
            assert "*" in match.diagram


def test_the_parts_of_an_explanation_make_the_odds(full_moves: MovePredictor) -> None:
    board = Board(9)
    for point in ("E5", "C3", "G7", "C7"):
        board.play(point)
    evidence = full_moves.evidence(board)
    score = evidence.parts.sum(axis=1)
    odds = np.log(evidence.probabilities)
    assert np.allclose(score - score[0], odds - odds[0], atol=1e-3)


def test_every_kind_of_evidence_belongs_to_one_topic(full_moves: MovePredictor) -> None:
    families = full_moves.evidence(Board(9)).families
    told = [name for names in TOPICS.values() for name in names]
    assert len(told) == len(set(told))
    for number, name in enumerate(families):
        assert (name in told) if name not in families[:number] else (f"{name}-count" in told)
