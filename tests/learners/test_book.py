"""The book against a slow plain harvest; the same on any number of threads, and after an interruption."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from kifu._native import models as native
from kifu.archive.packed import PackedGames
from kifu.errors import InputError
from kifu.games.go import Board
from kifu.learners import book as learner
from kifu.learners.book import train_book
from kifu.learners.book_settings import BookTraining
from kifu.models.book import Book
from kifu.records.moves import Colour, Point
from kifu.work.runs import Run, open_run

WHAT = BookTraining(games=4, k=6, least=0.0, confidence=1)
TURNS = [(a, b, c) for a in (1, -1) for b in (1, -1) for c in (False, True)]
_NUMBER = {(dx, dy): i for i, (_, dy, dx) in enumerate(
    sorted((dx * dx + dy * dy, dy, dx) for dx in range(-9, 10) for dy in range(-9, 10) if dx or dy)
)}  # fmt: skip


def plain_facts(board: Board, point: Point, k: int) -> tuple[tuple[int, int], ...]:
    """The least of eight readings, straight from the definition."""
    stones, size = board.stones, board.size
    own = 1 if board.to_play is Colour.BLACK else 2
    facts = {
        (x - point.x, y - point.y): 1 if stones[y, x] == own else 2
        for y in range(size)
        for x in range(size)
        if stones[y, x]
    }
    facts |= {(-point.x - 1, 0): 3, (size - point.x, 0): 3, (0, -point.y - 1): 3, (0, size - point.y): 3}
    readings = []
    for a, b, swap in TURNS:
        places = {(a * dx, b * dy): fact for (dx, dy), fact in facts.items()}
        if swap:
            places = {(dy, dx): fact for (dx, dy), fact in places.items()}
        text = sorted((_NUMBER[place], fact) for place, fact in places.items())
        readings.append(text[:k])
    # As strings over all neighbours, nothing (0) where no fact is: a later fact makes a smaller string.
    return tuple(min(readings, key=lambda text: [(-number, fact) for number, fact in text]))


def plain_harvest(games: PackedGames, k: int) -> tuple[Counter, Counter]:
    played: Counter = Counter()
    matched: Counter = Counter()
    for i in range(len(games)):
        board = Board(games.size)
        for action in games.actions[games.offsets[i] : games.offsets[i + 1]].tolist():
            board.to_play = Colour.WHITE if action >> 15 else Colour.BLACK
            move = Point(action & 63, action >> 6 & 63)
            for y, x in np.argwhere(board.stones == 0):
                facts = plain_facts(board, Point(int(x), int(y)), k)
                for n in range(1, len(facts) + 1):
                    matched[facts[:n]] += 1
                    played[facts[:n]] += (x, y) == move
            board.play(move)
    return matched, played


def patterns(book: Book) -> dict[tuple[tuple[int, int], ...], tuple[int, int]]:
    found = {}
    for node in range(1, len(book.arrays["depth"]) + 1):
        steps = tuple((_NUMBER[dx, dy], fact) for dx, dy, fact in book.native.steps(node))
        found[steps] = int(book.arrays["matched"][node - 1]), int(book.arrays["played"][node - 1])
    return found


def test_counts_are_those_of_a_plain_harvest(own_games: PackedGames) -> None:
    few = own_games.take(np.arange(2))
    book = train_book(BookTraining(games=None, k=4, least=0.0, confidence=1), few)
    matched, played = plain_harvest(few, 4)
    assert patterns(book) == {p: (matched[p], n) for p, n in played.items() if n}


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("lines", [True, False])
def test_threads_do_not_change_the_book(shared: bool, lines: bool, own_games: PackedGames) -> None:
    what = BookTraining(games=20, k=8, confidence=1, shared=shared, lines=lines)
    one, three = (train_book(what, own_games, threads=threads) for threads in (1, 3))
    assert len(one) > 100
    for name, array in one.arrays.items():
        assert np.array_equal(array, three.arrays[name]), name


def test_all_symmetric_forms_are_read_alike(own_games: PackedGames) -> None:
    rng = np.random.default_rng(1)
    stones = rng.choice([0, 0, 0, 1, 2], (9, 9))
    stones[4, 4] = 0
    board = Board.from_stones(_with_liberties(stones))
    facts = native.read_facts(board._game, 40, 12)
    for turn in range(8):
        turned = np.rot90(board.stones, turn % 4)
        turned = turned.T if turn >= 4 else turned
        for swap in (False, True):
            same = np.where(turned > 0, 3 - turned, 0) if swap else turned
            other = Board.from_stones(same, Colour.WHITE if swap else Colour.BLACK)
            assert native.read_facts(other._game, 40, 12) == facts
            assert native.read_facts(other._game, 40, 5) == facts[:5]


def _with_liberties(stones):
    stones = stones.copy()
    stones[::2, ::2] = 0
    return stones


def test_advice_beside_a_centre_is_counted_as_plays_next_to_it(own_games: PackedGames) -> None:
    what = BookTraining(games=None, k=4, least=0.0, confidence=1, beside=True)
    few = own_games.take(np.arange(2))
    book = train_book(what, few)
    plain = train_book(replace(what, beside=False), few)
    found = patterns(book)
    centres = {p: n for p, n in found.items() if p[-1][1] != 0 and n[1]}
    assert centres == patterns(plain)
    besides = {p: n for p, n in found.items() if p[-1][1] == 0}
    assert len(besides) == book.card.results["patterns_beside"] > 100
    for pattern, (matched, played) in besides.items():
        assert pattern[-1][0] < 8
        assert 0 < played <= matched == found[pattern[:-1]][0]


def test_advice_beside_a_centre_needs_confidence_too(own_games: PackedGames) -> None:
    what = BookTraining(games=20, k=6, least=0.0, confidence=2, beside=True)
    played = {n for _, n in patterns(train_book(what, own_games)).values()}
    assert 0 in played  # where only a neighbour was played
    assert min(played - {0}) == 4


def test_confidence_is_a_number_of_plays(own_games: PackedGames) -> None:
    everything = train_book(BookTraining(games=20, k=8, least=0.0, confidence=1), own_games)
    sure = train_book(BookTraining(games=20, k=8, least=0.0, confidence=2), own_games)
    assert patterns(sure) == {p: n for p, n in patterns(everything).items() if n[1] >= 4}


@pytest.mark.parametrize("after", [1, 3])
def test_an_interrupted_harvest_goes_on_to_the_same_book(
    after: int, own_games: PackedGames, tmp_path, monkeypatch
) -> None:
    monkeypatch.setattr(learner, "CHUNK", 5)
    what = BookTraining(games=20, k=6, saved=5)
    whole = train_book(what, own_games)
    save = Run.save

    def interrupted(run, checkpoint):
        save(run, checkpoint)
        if checkpoint.step == after:
            raise KeyboardInterrupt

    monkeypatch.setattr(Run, "save", interrupted)
    with pytest.raises(KeyboardInterrupt), open_run(tmp_path / "run", "t", options={}, seed=1) as run:
        train_book(what, own_games, run=run)
    monkeypatch.setattr(Run, "save", save)
    with open_run(tmp_path / "run", "t", options={}, seed=1) as run:
        resumed = train_book(what, own_games, run=run)
    assert resumed.card.options == whole.card.options
    for name, array in whole.arrays.items():
        assert np.array_equal(array, resumed.arrays[name]), name


def test_too_few_games_are_refused(own_games: PackedGames) -> None:
    with pytest.raises(InputError, match=r"needs at least 1,000 games on 9x9 for training, found 40"):
        train_book(BookTraining(games=1000), own_games)
