"""One judgement for everybody: many positions as one by one, and one definition of dead."""

import random

import numpy as np
import pytest

from kifu.analysis.review import analyse, analyse_all
from kifu.analysis.score import score_board
from kifu.analysis.terms import Terms
from kifu.arena.referee import make_referee
from kifu.games.go import Board
from kifu.games.go.rules import CHINESE
from kifu.judgement import estimate, estimate_all, judge, judge_all
from kifu.players.settled import is_own_eye


def played(seed: int, size: int, moves: int) -> Board:
    """A game of random moves that fill no eyes, with the passes at its end."""
    dice, board = random.Random(seed), Board(size)
    while len(board.moves) < moves and not board.is_over:
        sensible = [p for p in board.legal_moves() if not is_own_eye(board.stones, p, board.to_play)]
        board.play(dice.choice(sensible) if sensible else None)
    return board


@pytest.fixture(scope="module")
def boards() -> list[Board]:
    return [played(seed, size, 4 * seed) for seed, size in enumerate([9, 5, 9, 7, 13, 9, 19, 5, 7, 9])]


@pytest.mark.parametrize("finished", [False, True])
@pytest.mark.parametrize("threads", [0, 1, 3])
def test_many_positions_are_judged_as_one_by_one(boards, finished, threads):
    together = judge_all(boards, finished=finished, threads=threads)
    for board, many in zip(boards, together, strict=True):
        one = judge(board, finished=finished)
        assert many.board is board
        assert many.blocks == one.blocks
        for layer in ("alive", "playouts", "dead", "area", "in_doubt", "block_of"):
            assert np.array_equal(getattr(many, layer), getattr(one, layer)), layer


def test_many_estimates_are_those_of_one_by_one(boards):
    for board, many in zip(boards, estimate_all(boards, komi=6.5), strict=True):
        one = estimate(board, komi=6.5)
        assert (many.lead, many.winner, many.trust) == (one.lead, one.winner, one.trust)
        assert np.array_equal(many.ownership, one.ownership)


def test_a_batch_is_analysed_as_one_by_one(boards):
    nine = [board for board in boards if board.size == 9]
    for board, many in zip(nine, analyse_all(nine, 7.5), strict=True):
        one = analyse(board, 7.5)
        assert (many.lead, many.winrate, many.ranked) == (one.lead, one.winrate, one.ranked)


def test_no_positions():
    assert judge_all([], finished=True) == []
    assert estimate_all([]) == []


def test_layers_cannot_be_changed(boards):
    with pytest.raises(ValueError, match="read-only"):
        judge(boards[0], finished=True).dead[0, 0] = 1


def test_the_number_of_random_endings_can_be_chosen(boards):
    shares = judge(boards[0], finished=True, playouts=4).playouts
    assert np.array_equal(shares * 4, np.round(shares * 4))


def test_the_referee_and_the_score_agree_on_dead_stones(sample_size):
    """They had random endings of their own: eleven of these 150 positions were counted in two ways."""
    referee, terms = make_referee("kifu"), Terms.explicit(CHINESE, 7.5)
    for seed in range(sample_size(150, 600)):
        size = 5 + seed % 5
        board = played(seed, size, size * size * 4 // 5)
        dead = sorted(referee.dead_stones(board))
        assert dead == sorted(score_board(board, terms).judgement.dead_points), seed
