"""Reviews of games of draughts: values that do not depend on what was searched before, mistakes by size."""

import pytest

from kifu.analysis.course import DRAUGHTS
from kifu.analysis.draughts_review import (
    BUDGETS,
    analyse,
    analyse_all,
    expected_result,
    phase_of,
    review_record,
)
from kifu.games.draughts import Position
from kifu.records import pdn
from kifu.records.moves import Colour
from kifu.records.samples import read_sample

#: White gives a man away with 17-14, and with nothing else.
GIVES_A_MAN = '[SetUp "1"]\n[FEN "W:W13,17,20,21,24,26,28,30,31,32:B2,3,5,6,7,10,11,15,19,23"]\n\n1. 17-14 *'


@pytest.fixture(scope="module")
def sample():
    return review_record(pdn.read(read_sample("sample-draughts"))[0], effort="fast")


def test_a_position_has_one_analysis_however_it_is_come_to(sample):
    for seen in sample.positions[100:80:-4]:
        again = analyse(seen.position, "fast")
        assert (again.value, again.options) == (seen.value, seen.options)


def test_threads_and_neighbours_change_nothing(sample, monkeypatch):
    monkeypatch.setitem(BUDGETS, "default", BUDGETS["default"].__class__(depth=40, nodes=20_000, reduce=True))
    positions = [seen.position for seen in sample.positions[10:22]]
    together = analyse_all(positions, threads=3)
    assert [seen.options for seen in together] == [
        seen.options for position in positions for seen in analyse_all([position], threads=1)
    ]


def test_seconds_bound_the_whole_game_and_go_deeper(sample):
    positions = [seen.position for seen in sample.positions[30:34]]
    found = analyse_all(positions, seconds=2.0)
    for seen, shallow in zip(found, sample.positions[30:34], strict=True):
        assert len(seen.options) == len(shallow.options)
        assert len({len(option.by_depth) for option in seen.options}) == 1
        assert seen.options[0].line[0] == seen.options[0].move


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
    assert costs == sorted((m.cost for m in sample.moves if m.cost >= 0.3), reverse=True)[:8]


def test_lines_can_be_played(sample):
    for seen in sample.positions[::7]:
        for option in seen.options:
            board = seen.position.copy()
            for move in option.line:
                board.play(move)


def test_the_end_of_the_game_is_known(sample):
    assert sample.positions[-1].ending is not None
    assert sample.leads[-1] == 1.0
    assert all("move" in " ".join(sample.explain(move)) for move in sample.costly)


def test_a_man_given_away_is_a_blunder_that_a_shallow_search_finds():
    review = review_record(pdn.read(GIVES_A_MAN)[0], effort="fast")
    move = review.moves[0]
    assert "blunder" in move.marks
    assert move.why == ("Loses a man: 17-14 10x17 21x14 6-9 13x6 2x9x18.",)
    words = review.explain(move)
    assert words[0] == move.why[0]
    assert words[1].startswith(f"Better was {move.best.move} (")
    assert words[-1].startswith(f"A search {move.depth} plies deep finds it")


def test_each_move_has_the_size_of_its_loss_alone(sample):
    assert DRAUGHTS.name(0.199) is None
    assert [DRAUGHTS.name(cost) for cost in (0.2, 0.3, 0.5, 2.0)] == [
        "inaccuracy",
        "mistake",
        "blunder",
        "blunder",
    ]
    for move in sample.moves:
        size = DRAUGHTS.name(move.cost)
        assert [mark for mark in move.marks if mark in ("inaccuracy", "mistake", "blunder")] == (
            [size] if size else []
        )
        assert (move.depth is not None) == (
            size is not None and bool(sample.positions[move.number - 1].options[0].by_depth)
        )


def test_the_depth_of_a_mistake_is_the_first_from_which_on_every_search_finds_it(sample):
    checked = 0
    for move in sample.moves:
        size = DRAUGHTS.name(move.cost)
        if move.depth is None or size is None:
            continue
        before = sample.positions[move.number - 1]
        mine = before.option(move.move)
        lost = [
            max(option.by_depth[i] for option in before.options) - mine.by_depth[i] >= getattr(DRAUGHTS, size)
            for i in range(len(mine.by_depth))
        ]
        assert all(lost[move.depth - 1 :])
        assert move.depth == 1 or not lost[move.depth - 2]
        checked += 1
    assert checked


def test_values_are_results_to_expect():
    values = [expected_result(value / 100) for value in range(-100, 101)]
    assert values == sorted(values)
    assert [values[0], values[100], values[-1]] == [-1.0, 0.0, 1.0]
    assert abs(values[1]) < 1  # a network alone decides nothing


def test_a_slow_win_is_no_mistake(endings_cache):
    position = Position.from_fen("W:WK14,K15,K22:BK1")
    seen = analyse(position, "fast")
    winning = [option for option in seen.options if option.value == 1]
    assert len({option.plies for option in winning}) > 1
    assert winning[0].plies == min(option.plies for option in winning)
    verdicts = [seen.verdict(option.move) for option in winning]
    assert {(verdict.cost, verdict.size, verdict.rank) for verdict in verdicts} == {(0.0, None, 1)}


def test_a_man_given_away_costs():
    # White may take for nothing after 11-16.
    review = review_record(pdn.read("1. 11-16 24-20 2. 10-14 20x11 3. 8x15 *")[0], effort="fast")
    assert [move.move for move in review.moves] == ["11-16", "24-20", "10-14", "20x11", "8x15"]
    assert review.moves[3].rank == 1


def test_phases_by_pieces():
    assert phase_of(Position()) == "opening"
    assert phase_of(Position.from_fen("B:W21,22,23,24,25:B1,2,3,4,5")) == "middle game"
    assert phase_of(Position.from_fen("B:WK21:BK1")) == "ending"
