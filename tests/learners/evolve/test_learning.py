"""Learning in an agent's life: against a plain network in NumPy, and a lesson that is learned."""

import numpy as np
import pytest

from kifu.errors import InputError
from kifu.games.draughts import START_FEN, Position
from kifu.learners.evolve.encodings import encoding
from kifu.learners.evolve.games import Games
from kifu.learners.evolve.genome import Layout
from kifu.learners.evolve.learning import School
from kifu.learners.evolve.memory import Lessons, lessons_of
from kifu.models.draughts_net import KINDS, Network
from kifu.work.seeds import stream
from support.plain_draughts import piece_inputs, plain_sums, rows_of


def random_games(games: int, seed: int) -> Games:
    random = stream(seed)
    moves, lengths, outcomes = [], [], []
    for _ in range(games):
        position = Position.start()
        packed = []
        while not position.is_over:
            legal = position.legal_moves()
            move = legal[int(random.integers(len(legal)))]
            packed.append(position.pack(move))
            position.play(move)
        winner = position.result().winner
        outcomes.append(0 if winner is None else 1 if winner.value == "B" else -1)
        moves += packed
        lengths.append(len(packed))
    found = random.uniform(-1, 1, len(moves)).astype(np.float32)
    found[random.uniform(size=len(moves)) < 0.2] = np.nan  # nobody searched
    return Games(
        np.array(outcomes, np.int8),
        np.array(lengths),
        np.array(moves, np.uint16),
        (START_FEN,) * games,
        0,
        found,
    )


@pytest.fixture(scope="module")
def lessons() -> Lessons:
    return lessons_of(random_games(25, 1), 1)


def test_inputs_are_seen_by_the_side_to_move():
    own, other = piece_inputs(rows_of("B:W32:B1,K2", "W:W32,K31:B1"))
    assert np.flatnonzero(own).tolist() == [0, 33, 64 + 31]
    assert (own == other).all()  # the same position with the colours exchanged and the board turned


@pytest.mark.parametrize(("kind", "inputs"), [("squares", 91), ("board", 32), ("pieces", 128)])
def test_encodings(kind: str, inputs: int):
    matrix = encoding(kind)
    assert matrix.shape == (128, inputs)
    start = piece_inputs(rows_of(START_FEN)) @ matrix
    if kind == "squares":
        assert start[0, -1] == 0  # the whole board: 12 men each
        assert start[0, 0] == 4  # the corner of 3x3 with the squares 1, 5, 6 and 9


def test_lessons_are_quiet_positions():
    games = random_games(3, 5)
    learned = lessons_of(games, 7)
    assert set(learned.generation) == {7}
    quiet = at = 0
    for length in games.lengths:
        position = Position.start()
        for packed in games.moves[at : at + length]:
            quiet += not position.legal_moves()[0].is_capture
            position.play(position.unpack(int(packed)))
        at += length
    assert len(learned) == quiet


def test_memory_forgets_the_oldest():
    memory = Lessons.none()
    for generation in range(1, 6):
        memory = memory.after(random_games(1, generation), generation, memory=2)
    assert sorted(set(memory.generation)) == [4, 5]


@pytest.mark.parametrize(("kind", "inputs"), [("squares", 91), ("board", 32), ("pieces", 128)])
def test_slopes_agree_with_differences(kind: str, inputs: int, lessons: Lessons):
    layout = Layout((inputs, 5, 3, 1))
    random = stream(9)
    genes = random.uniform(-0.5, 0.5, layout.size)
    for row in (40, 41):  # one with Black to move, one with White
        one = lessons.positions[row : row + 1]
        slope = School(kind, layout).sensitivities(genes[None], one)[0]
        for place in random.integers(layout.size, size=20):
            step = np.zeros(layout.size)
            step[place] = 1e-4
            up, down = (plain_sums(kind, layout, genes + sign * step, one)[0] for sign in (1, -1))
            assert slope[place] == pytest.approx(abs(up - down) / 2e-4, abs=1e-4, rel=1e-3)


@pytest.mark.parametrize("kind", ["squares", "pieces"])
def test_pupils_learn_to_count_pieces(kind: str, lessons: Lessons):
    layout = Layout((encoding(kind).shape[1], 40, 10, 1))
    genes = stream(1).uniform(-0.1, 0.1, (3, layout.size))
    taught = School(kind, layout).taught(genes, lessons, lessons.results, 50_000, 0.003, seed=2)
    ahead = rows_of("B:W21,22,23:B1,2,3,4,5", "W:W28,29,30,31,32:B1,2,3")
    behind = rows_of("W:W21,22,23:B1,2,3,4,5", "B:W28,29,30,31,32:B1,2,3")
    for pupil in taught:
        sums = plain_sums(kind, layout, pupil, np.concatenate([ahead, behind]))
        assert sums[:2].min() > sums[2:].max()
    on_two = School(kind, layout, threads=2).taught(genes, lessons, lessons.results, 50_000, 0.003, seed=2)
    assert (taught == on_two).all()


def test_who_cannot_learn():
    with pytest.raises(InputError, match="networks of kind 'linear' do not learn"):
        encoding("linear")
    with pytest.raises(InputError, match="two hidden layers"):
        School("board", Layout((32, 1)))


@pytest.mark.parametrize("kind", ["squares", "board", "pieces"])
def test_the_encoding_is_that_of_the_native_network(kind: str, lessons: Lessons):
    layout = Layout(KINDS[kind])
    genes = stream(3).uniform(-0.3, 0.3, layout.size)
    expected = np.tanh(plain_sums(kind, layout, genes, lessons.positions) / 2)
    assert Network(kind, genes).values(lessons.positions) == pytest.approx(expected, abs=1e-5)


def test_traces_lead_from_the_result_back_to_later_values(lessons: Lessons):
    assert (lessons.targets(np.zeros(len(lessons)), 1.0) == lessons.results).all()
    values = stream(4).uniform(-1, 1, len(lessons))
    targets = lessons.targets(values, 0.7)
    side = np.where(lessons.positions[:, 3] == 0, 1, -1)
    last = np.append(lessons.begins[1:], True)
    assert targets[last] == pytest.approx(lessons.results[last])
    for at in np.flatnonzero(~last)[:200]:
        turned = side[at] * side[at + 1]
        expected = turned * (0.3 * values[at + 1] + 0.7 * targets[at + 1])
        assert targets[at] == pytest.approx(expected, abs=1e-6)


def test_searches_are_taught_with_the_positions_they_began_from():
    games = random_games(2, 3)
    known = lessons_of(games, 1)
    position, row = Position.start(), 0
    for packed, found in zip(games.moves[: games.lengths[0]], games.values, strict=False):
        move = position.unpack(int(packed))
        if not move.is_capture:
            assert known.positions[row].tolist() == rows_of(position.fen)[0].tolist()
            assert known.found[row] == found or (np.isnan(found) and np.isnan(known.found[row]))
            row += 1
        position.play(move)


def test_targets_of_searches_lead_from_the_result_back_through_what_was_found(lessons: Lessons):
    assert (lessons.search_targets(1.0) == lessons.results).all()
    targets = lessons.search_targets(0.7)
    last = np.append(np.flatnonzero(lessons.begins)[1:] - 1, len(lessons) - 1)
    assert np.isnan(lessons.found).any()
    for at in range(len(lessons)):
        if at in last:
            after = lessons.results[at]
        else:
            turned = 1 if lessons.positions[at, 3] == lessons.positions[at + 1, 3] else -1
            after = turned * targets[at + 1]
        found = lessons.found[at]
        expected = after if np.isnan(found) else 0.3 * found + 0.7 * after
        assert targets[at] == pytest.approx(expected, abs=1e-6)
