"""Reviews of games of Go: the same facts as single questions give, in the lists they belong to."""

import pytest

from kifu.analysis.course import GO
from kifu.analysis.moves import predict
from kifu.analysis.review import MISJUDGED, phase_of, review_record
from kifu.analysis.review_words import changes
from kifu.games.go import replay
from kifu.judgement import estimate
from kifu.records import sgf
from kifu.records.moves import Colour, Point
from kifu.records.samples import read_sample

# Black throws five stones into atari at the end of a settled game: White takes them.
BLUNDER = (
    "(;SZ[9]KM[0]RU[Chinese];B[ec];W[fc];B[ed];W[fd];B[ee];W[fe];B[ef];W[ff];B[eg];W[fg];B[eh];W[fh];B[ei];W[fi]"
    ";B[eb];W[fb];B[ea];W[fa];B[cc];W[hc];B[cg];W[hg];B[];W[])"
)


@pytest.fixture(scope="module")
def sample():
    return review_record(sgf.read(read_sample("sample"))[0], effort="fast")


@pytest.fixture(scope="module")
def searched():
    return review_record(sgf.read(read_sample("sample"))[0])


def test_each_move_is_as_single_questions_tell(sample):
    for number in (1, 17, 40):
        board = replay(sample.record, moves=number - 1).board
        ranked = predict(board, top=1000)
        move = sample.moves[number - 1]
        mine = next(p for p in ranked if p.point == move.point)
        assert move.probability == pytest.approx(mine.probability, abs=1e-6)
        # Moves that are the same by symmetry share their rank.
        assert move.rank == 1 + sum(p.probability > mine.probability for p in ranked)
        assert (move.best is None) == (mine.rank == 1)
        assert sample.positions[number - 1].lead == pytest.approx(estimate(board, komi=7.5).lead, abs=1e-3)


def test_lists_hold_the_extremes_in_order(sample):
    costs = [move.cost for move in sample.costly]
    assert costs == sorted((m.cost for m in sample.moves if m.cost >= GO.mistake), reverse=True)[:8]
    chances = [move.probability for move in sample.surprising]
    assert chances == sorted(chances)
    assert all(move.rank > 5 for move in sample.surprising)
    assert all("costly" in move.marks for move in sample.costly)
    assert {m.number for m in sample.moves if "turning" in m.marks} == set(sample.turning) - {0}


def test_every_listed_move_is_explained(sample):
    for move in sample.costly:
        lines = sample.explain(move)
        assert lines
        assert (MISJUDGED in lines) == (move.rank == 1)
    assert any(line.startswith("Lost about") for move in sample.costly for line in sample.explain(move))


def test_a_search_says_what_each_move_lost(searched):
    assert searched.effort == "default"
    for move, before, after in zip(searched.moves, searched.positions, searched.positions[1:], strict=False):
        assert move.cost >= 0
        assert move.lead == after.lead
        if move.number < len(searched.moves):  # the end is counted
            assert move.lead == pytest.approx(after.search.lead, abs=1e-3)
        if move.best is None:
            assert move.cost == 0
            continue
        board = before.board.copy()
        for point in move.best.variation:
            board.play(point)  # every variation can be played
    assert [m.number for m in searched.costly] == [
        m.number for m in sorted(searched.moves, key=lambda m: -m.cost) if {"mistake", "blunder"} & {*m.marks}
    ][:8]
    assert all(searched.explain(move) for move in searched.costly)
    assert len(searched.moments) <= 3
    assert {m.number for m in searched.moments} <= {m.number for m in searched.costly}


def test_a_review_is_the_same_for_any_number_of_threads():
    record = sgf.read("(;SZ[9]KM[6.5];B[ee];W[cc];B[gg];W[gc];B[cg];W[ce];B[dd])")[0]
    one, two = (review_record(record, threads=threads) for threads in (1, 2))
    assert [m.cost for m in one.moves] == [m.cost for m in two.moves]
    assert [m.best for m in one.moves] == [m.best for m in two.moves]


def test_blocks_whose_fate_changes_are_named(sample):
    positions = sample.positions
    lines = [
        line
        for move in sample.moves[:-1]
        for line in changes(
            positions[move.number - 1].estimate, positions[move.number + 1].estimate, move.colour
        )
    ]
    assert any("stones at" in line and "alive before" in line for line in lines)


def test_a_quiet_game_has_nothing_to_tell():
    review = review_record(sgf.read(BLUNDER)[0], effort="fast")
    assert len(review.positions) == len(review.moves) + 1 == 25
    last = review.moves[-1]
    assert (last.point, last.rank, last.probability) == (None, None, None)
    assert review.sheet.finished


@pytest.mark.parametrize("size", [2, 4, 25])
def test_boards_without_a_network_are_reviewed_without_search(size):
    review = review_record(sgf.read(f"(;SZ[{size}];B[aa];W[bb])")[0])
    assert review.effort == "fast"
    assert len(review.moves) == 2


def test_a_setup_in_the_middle_costs_nobody_anything():
    review = review_record(sgf.read("(;SZ[9];B[ee];W[cc];AB[gg][gc][cg];B[dd];W[ff])")[0], seconds=1)
    assert [move.number for move in review.moves] == [1, 2, 3, 4]
    assert review.moves[2].cost == 0


def test_a_game_without_moves_and_one_that_breaks_off():
    empty = review_record(sgf.read("(;SZ[9])")[0])
    assert (empty.moves, empty.costly, empty.turning) == ([], [], [])
    broken = review_record(sgf.read("(;SZ[9];B[ee];W[ee];B[dd])")[0])
    assert [move.point for move in broken.moves] == [Point(4, 4)]
    assert broken.sheet.problems


def test_handicap_and_two_moves_in_a_row():
    review = review_record(sgf.read("(;SZ[9]HA[2]AB[cc][gg];W[ee];W[cg];B[gc])")[0])
    assert [move.colour for move in review.moves] == [Colour.WHITE, Colour.WHITE, Colour.BLACK]
    assert review.moves[1].rank is not None


def test_phases_follow_the_area_of_the_board():
    assert [phase_of(n, 19) for n in (1, 80, 81, 200, 201)] == [
        *("opening", "opening", "middle game", "middle game", "endgame")
    ]
    assert [phase_of(n, 9) for n in (17, 18, 44, 45)] == ["opening", "middle game", "middle game", "endgame"]
