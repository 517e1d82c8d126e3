"""Reviews of games of draughts: values that do not depend on what was looked at before."""

import pytest

from kifu.analysis.draughts_review import analyse, phase_of, review_record
from kifu.games.draughts import Position
from kifu.records import pdn
from kifu.records.moves import Colour
from kifu.records.samples import read_sample


@pytest.fixture(scope="module")
def sample():
    return review_record(pdn.read(read_sample("sample-draughts"))[0])


def test_a_position_has_one_look_however_it_is_come_to(sample):
    for seen in sample.positions[100:80:-4]:
        again = analyse(seen.position)
        assert (again.value, again.options) == (seen.value, seen.options)


def test_costs_are_beside_the_best_move(sample):
    for move in sample.moves:
        before = sample.positions[move.number - 1]
        values = [option.value for option in before.options]
        assert values == sorted(values, reverse=True)
        mine = next(option.value for option in before.options if option.move == move.move)
        assert move.cost == pytest.approx(values[0] - mine, abs=1e-4)
        assert (move.best is None) == (move.cost == 0)
        sign = 1 if move.colour is Colour.BLACK else -1
        assert before.value == pytest.approx(sign * values[0], abs=1e-4)
    costs = [move.cost for move in sample.costly]
    assert costs == sorted((m.cost for m in sample.moves if m.cost >= 0.15), reverse=True)[:8]


def test_the_end_of_the_game_is_known(sample):
    assert sample.positions[-1].ending is not None
    assert sample.leads[-1] == 1.0
    assert all("move" in " ".join(sample.explain(move)) for move in sample.costly)


def test_a_man_given_away_costs():
    # White may take for nothing after 11-16.
    review = review_record(pdn.read("1. 11-16 24-20 2. 10-14 20x11 3. 8x15 *")[0])
    assert [move.move for move in review.moves] == ["11-16", "24-20", "10-14", "20x11", "8x15"]
    assert review.moves[3].rank == 1


def test_phases_by_pieces():
    assert phase_of(Position()) == "opening"
    assert phase_of(Position.from_fen("B:W21,22,23,24,25:B1,2,3,4,5")) == "middle game"
    assert phase_of(Position.from_fen("B:WK21:BK1")) == "ending"
