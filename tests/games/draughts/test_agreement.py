"""Counts that others published, and legal moves as pydraughts finds them."""

import csv
import json
import random

import pytest

from kifu.errors import InputError, PositionError
from kifu.games.draughts import START_FEN, Colour, Piece, Position, divide, perft

START = [1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128]


@pytest.mark.parametrize("depth", range(len(START)))
def test_perft_of_the_start(depth):
    assert perft(depth) == START[depth]
    if depth < 10:
        assert perft(depth, bulk=False) == START[depth]


def test_perft_of_the_start_to_depth_12_as_published(shared_data):
    with (shared_data / "draughts/perft_start.csv").open() as file:
        published = {int(row["depth"]): int(row["nodes"]) for row in csv.DictReader(file)}
    assert published[12] == 388_623_673
    assert perft(12) == published[12]
    assert START[1:] == [published[depth] for depth in range(1, len(START))]


def test_perft_fixtures(shared_data):
    fixtures = json.loads((shared_data / "draughts/perft_fixtures.json").read_text())
    assert len(fixtures) == 9
    for name, case in fixtures.items():
        legal = [str(move) for move in Position.from_fen(case["fen"]).legal_moves()]
        assert sorted(legal) == sorted(case["moves"]), name
        for depth, nodes in enumerate(case["perft"], start=1):
            assert perft(depth, case["fen"]) == nodes, (name, depth)
            if nodes < 1_000_000:
                assert perft(depth, case["fen"], bulk=False) == nodes, (name, depth)


def test_divide_sums_to_perft():
    parts = divide(6)
    assert list(parts) == ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
    assert sum(parts.values()) == START[6]


def test_perft_refuses_what_it_cannot_count():
    with pytest.raises(InputError, match="0 to 28"):
        perft(-1)
    with pytest.raises(InputError, match="0 to 28"):
        perft(29)
    with pytest.raises(InputError, match="1 to 28"):
        divide(0)
    with pytest.raises(PositionError):
        perft(1, "nonsense")


def played(rng: random.Random, count: int) -> list[Position]:
    """Positions that random play reaches."""
    found: list[Position] = []
    while len(found) < count:
        position = Position.start()
        while not position.is_over:
            position.play(rng.choice(position.legal_moves()))
            found.append(position.copy())
    return found[:count]


def placed(rng: random.Random, count: int) -> list[Position]:
    """Pieces anywhere they may stand, many of them kings."""
    found = []
    for _ in range(count):
        black, white = rng.randint(1, 12), rng.randint(1, 12)
        squares = rng.sample(range(1, 33), black + white)
        pieces = {n: Piece(Colour.BLACK, n > 28 or rng.random() < 0.5) for n in squares[:black]}
        pieces |= {n: Piece(Colour.WHITE, n < 5 or rng.random() < 0.5) for n in squares[black:]}
        found.append(Position.from_pieces(pieces, rng.choice(list(Colour))))
    return found


def moves_by_pydraughts(fen: str) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    from draughts.core.game import Game

    moves, captures = Game("english", fen).legal_moves()
    return sorted(
        ((jumps[0][0], *(jump[1] for jump in jumps)), tuple(square for square in taken if square))
        for jumps, taken in zip(moves, captures, strict=True)
    )


# Five parts of 2,000 positions, so that they share the cores; pydraughts needs 3 ms for each.
@pytest.mark.parametrize("seed", range(5))
def test_legal_moves_agree_with_pydraughts(seed):
    rng = random.Random(seed)
    for position in played(rng, 1400) + placed(rng, 600):
        assert position.legal_moves() == moves_by_pydraughts(position.fen), position.fen


def test_random_games_undo_to_where_they_were():
    rng = random.Random(3)
    for _ in range(30):
        position = Position.start()
        past = []
        while not position.is_over:
            past.append((position.fen, position.key, position.quiet_plies, position.occurrences))
            position.play(rng.choice(position.legal_moves()))
            assert position.key == Position.from_fen(position.fen).key
        while past:
            position.undo()
            state = (position.fen, position.key, position.quiet_plies, position.occurrences)
            assert state == past.pop()
        assert position.fen == START_FEN
