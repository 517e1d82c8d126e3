"""Reasons of many positions, each compared with the same fact recomputed plainly (`plain_facts`)."""

import random
import tarfile
from collections import Counter

import pytest

from kifu.games.go import Board, Colour, replay
from kifu.judgement import Judgement, judge
from kifu.judgement.reasons import Reason, Room
from kifu.records import sgf
from support.plain_facts import Plain, captured_in, has_two_apart, ladder_escapes


def own_game(seed: int, size: int) -> Board:
    """A game of Kifu's own: random moves that fill no eyes, to the end or to some move before it."""
    dice, board = random.Random(seed), Board(size)
    for _ in range(dice.choice([size * 3, size * size, 2 * size * size])):
        colour = board.to_play
        moves = [p for p in board.legal_moves() if not fills_an_eye(board, p, colour)]
        if not moves and board.last_move and board.last_move.is_pass:
            break
        board.play(dice.choice(moves)) if moves else board.pass_()
    return board


def fills_an_eye(board: Board, point, colour: Colour) -> bool:
    near = [(point.x + dx, point.y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    return all(
        board[point.__class__(x, y)] is colour for x, y in near if 0 <= x < board.size and 0 <= y < board.size
    )


def check(judgement: Judgement) -> Counter:
    """Compare every reason; give how often each kind occurred."""
    plain = Plain(judgement.board, judgement.dead, judgement.native.territory)
    for block in judgement.blocks:
        told = block.facts, block.reason, str(judgement.board)
        assert CHECKS[block.kind](plain, judgement, block, frozenset(block.points)), (block.kind, *told)
    return Counter(block.kind for block in judgement.blocks)


def unconditional(plain, _, block, stones):
    return stones in plain.unconditional(block.colour)[0]


def eyes(plain, _, block, stones):
    return len(plain.own_eyes(stones, block.colour)) == block.facts[0] >= 2


def room(plain, _, block, stones):
    (eye,) = plain.own_eyes(stones, block.colour)
    points, use, others, _ = block.facts
    true = points == len(eye) and others == len(plain.liberties(stones) - eye)
    return true and (use not in (Room.TWO_EYES, Room.MOVING_FIRST) or has_two_apart(eye, plain.size))


def seki(plain, judgement, block, stones):
    in_seki = all(judgement.native.seki[p.y, p.x] for p in stones)
    true = in_seki and judgement.finished and block.facts[0] == plain.shared(stones, block.colour)
    return true and not captured_in(plain.board, block.points[0], 1)


def own_area(plain, _, block, stones):
    return sum(map(len, plain.own_eyes(stones, block.colour))) == block.facts[0] > 0


def free(plain, _, block, stones):
    space = sum(map(len, plain.eyespace(stones, block.colour)))
    return block.facts[:2] == (len(plain.liberties(stones)), space)


def enemy_proved(plain, _, block, stones):
    alive, regions = plain.unconditional(block.colour.opponent)
    region = next(r for r in regions if stones <= r)
    return not has_two_apart(region - plain.around(frozenset().union(*alive)), plain.size)


def atari(plain, _, block, stones):
    return len(plain.liberties(stones)) == 1 and not ladder_escapes(plain.board, block.points[0])


def race(plain, _, block, stones):
    own = frozenset().union(*plain.chain(stones, block.colour))
    space = plain.eyespace(stones, block.colour)
    outside = plain.liberties(own) - frozenset().union(*space)
    enemies = [b for b in plain.blocks[block.colour.opponent] if b & plain.around(own) and not b & plain.dead]
    strengths = [
        len(plain.liberties(frozenset().union(*plain.chain(b, block.colour.opponent)))) for b in enemies
    ]
    facts = (len(space), sum(map(len, space)), len(outside))
    return block.facts[:3] == facts and block.facts[3] in strengths and len(outside) < block.facts[3]


def no_room(plain, _, block, stones):
    space = plain.space(stones)
    border = plain.around(space) - space
    eyes_ = plain.eyespace(stones, block.colour)
    enclosed = bool(border) and border <= plain.stones[block.colour.opponent]
    return enclosed and block.facts[:3] == (len(eyes_), sum(map(len, eyes_)), len(space))


def uncaptured(plain, _, block, stones):
    fits = len(plain.liberties(stones)) == block.facts[0]
    return fits and not captured_in(plain.board, block.points[0], 2)


def capturable(plain, judgement, block, stones):
    in_seki = all(judgement.native.seki[p.y, p.x] for p in stones)
    return in_seki and len(plain.liberties(stones)) == block.facts[0]


def weak(plain, _, block, stones):
    living = plain.stones[block.colour] - plain.dead
    space = sum(map(len, plain.eyespace(stones, block.colour)))
    open_space = bool(plain.around(plain.space(stones)) & living)
    return open_space and block.facts[::2][:2] == (len(plain.liberties(stones)), space)


CHECKS = {
    Reason.UNCONDITIONAL: unconditional,
    Reason.EYES: eyes,
    Reason.ROOM: room,
    Reason.SEKI: seki,
    Reason.OWN_AREA: own_area,
    Reason.FREE: free,
    Reason.ENEMY_PROVED: enemy_proved,
    Reason.ATARI: atari,
    Reason.RACE: race,
    Reason.NO_ROOM: no_room,
    Reason.UNCAPTURED: uncaptured,
    Reason.CAPTURABLE: capturable,
    Reason.WEAK: weak,
}


def test_every_kind_of_reason_is_checked():
    assert set(CHECKS) == set(Reason)


@pytest.mark.parametrize("finished", [False, True])
def test_reasons_of_own_games(finished, sample_size):
    for seed in range(sample_size(25, 400)):
        check(judge(own_game(seed, 5 + seed % 5), finished=finished))


def test_reasons_of_real_games(shared_data, sample_size):
    seen = Counter()
    with tarfile.open(shared_data / "go/scoring-tests.tar.xz") as tar:
        games = [m for m in tar if "kgs19" in m.name and m.name.endswith(".sgf")]
        for member in games[: sample_size(6, 200)]:
            record = sgf.read(tar.extractfile(member).read())[0]
            moves = record.native.move_count
            seen += check(judge(replay(record).board, finished=True))
            seen += check(judge(replay(record, moves=moves // 2).board, finished=False))
    print(dict(seen))
