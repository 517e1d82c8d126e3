"""What is said of mistakes at draughts is true on the board: lines are played, pieces are counted."""

import random
import re
from collections import Counter

import pytest

from kifu.analysis.draughts_review import analyse, review_record
from kifu.analysis.draughts_words import Criticised, criticism, depth_words, exchange, first_lasting
from kifu.games.draughts import Position
from kifu.games.draughts.endings import ready
from kifu.games.draughts.replay import record_of
from kifu.records.moves import Colour

AMOUNT = (
    r"(?P<amount>(?:a|two|three|four|five|six) (?:man|men|kings?|pieces?)(?: and (?:a|two|three) kings?)?)"
)
LOSES = re.compile(rf"Loses {AMOUNT}: (?P<line>[-x\d ]+)\.")
WINS = re.compile(rf"Misses (?P<move>[-x\d]+), which wins {AMOUNT}: (?P<line>[-x\d ]+)\.")
LOST = re.compile(r"Loses by force in (?P<plies>\d+) plies: (?P<line>[-x\d ]+)\.")
WON = re.compile(r"Misses (?P<move>[-x\d]+), which wins in (?P<plies>\d+) plies: (?P<line>[-x\d ]+)\.")
NUMBERS = {"a": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def said(fen: str, played: str, best: str | None = None) -> list[str]:
    seen = analyse(Position.from_fen(fen), "fast")
    better = seen.options[0] if best is None else seen.option(best)
    return criticism([Criticised(seen.position, seen.option(played), better)])[0]


def played_on(position: Position, line: str) -> Position:
    board = position.copy()
    for move in line.split():
        board.play(move)
    return board


def pieces(position: Position, colour: Colour) -> int:
    return sum(position.count(colour))


def ahead(position: Position, colour: Colour) -> int:
    return pieces(position, colour) - pieces(position, colour.opponent)


def amount(text: str) -> int:
    return sum(NUMBERS[number] for number in re.findall(r"(\w+) (?:m|k|p)", text))


def can_capture(position: Position) -> bool:
    return any(move.captured for move in position.legal_moves())


def best_count(position: Position, colour: Colour, plies: int, low: int = -99, high: int = 99) -> int:
    """By how many pieces a side is ahead after best play for pieces; captures are followed to their end."""
    moves = position.legal_moves()
    if not moves or (plies <= 0 and not moves[0].captured):
        return ahead(position, colour)
    mine = position.to_play is colour
    for move in moves:
        child = position.copy()
        child.play(move)
        value = best_count(child, colour, plies - 1, low, high)
        if mine:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    return low if mine else high


def check(sentence: str, position: Position, move: str) -> str:
    """Check a sentence on the board, and say of which kind it is."""
    mover = position.to_play
    if match := LOSES.fullmatch(sentence):
        after = played_on(position, match["line"])
        assert match["line"].split()[0] == move
        assert ahead(after, mover) == ahead(position, mover) - amount(match["amount"])
        assert not can_capture(after)
        return "loses"
    if match := WINS.fullmatch(sentence):
        after = played_on(position, match["line"])
        assert match["line"].split()[0] == match["move"] != move
        assert ahead(after, mover) == ahead(position, mover) + amount(match["amount"])
        assert not can_capture(after)
        return "wins"
    if match := LOST.fullmatch(sentence) or WON.fullmatch(sentence):
        line = match["line"].split()
        assert line[0] == (match["move"] if "move" in match.groupdict() else move)
        after = played_on(position, match["line"])
        winner = mover if "move" in match.groupdict() else mover.opponent
        left = int(match["plies"]) - len(line)
        if left == 0:
            assert after.result().winner is winner
        else:  # the line ends where the tables know the rest
            solution = ready().probe(after)
            assert solution is not None
            assert solution.outcome == (1 if after.to_play is winner else -1)
            assert solution.plies == left
        return "decided"
    raise AssertionError(f"no test for this sentence: {sentence!r}")


@pytest.mark.parametrize(
    ("fen", "move", "sentence"),
    [
        (
            "W:W18,21,22,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,11,19",
            "28-24",
            "Loses a man: 28-24 19x28.",
        ),
        (
            "B:W20,21,22,23,24,25,26,27,28,30,31:B1,2,3,6,8,9,11,12,14,15,16",
            "14-18",
            "Loses two men: 14-18 23x14x5.",
        ),
        (
            "B:WK3,21,22,25,28,29,32:B4,5,6,7,9,11,20,K30",
            "30-26",
            "Loses a king: 30-26 3x10x1 26x17 21x14 9x18.",
        ),
    ],
)
def test_a_piece_that_is_lost(fen, move, sentence):
    position = Position.from_fen(fen)
    assert said(fen, move)[0] == sentence
    assert check(sentence, position, move) == "loses"
    # No answer of the side that moved avoids it.
    after = played_on(position, move)
    lost = -amount(LOSES.fullmatch(sentence)["amount"])
    assert best_count(after, position.to_play, 4) - ahead(position, position.to_play) <= lost


@pytest.mark.parametrize(
    ("fen", "move", "sentence"),
    [
        ("W:WK1,25,28,29,32:B4,5,11,18,20", "1-6", "Misses 28-24, which wins a man: 28-24 20x27 32x23x14."),
        (
            "W:W21,22,23,24,25,27,28,29,30,31,32:B1,2,3,4,5,7,8,11,12,14,19",
            "23x16",
            "Misses 24x15, which wins a man: 24x15 11x18 22x15.",
        ),
    ],
)
def test_a_piece_that_could_be_won(fen, move, sentence):
    position = Position.from_fen(fen)
    assert said(fen, move) == [sentence]
    assert check(sentence, position, move) == "wins"
    # No answer of the other side avoids it.
    after = played_on(position, WINS.fullmatch(sentence)["move"])
    assert best_count(after, position.to_play, 3) - ahead(position, position.to_play) >= 1


def test_a_piece_that_is_given_for_as_much_is_not_lost():
    # 11-15 is an exchange of a man for a man.
    position = Position.from_fen("B:W18,22,25:B7,11,2")
    line = exchange(position, ["11-15", "18x11", "7x16", "22-18"])
    assert (line.men, line.kings, line.line) == (0, 0, ("11-15", "18x11", "7x16"))


def test_what_solved_endings_say(endings_cache):
    # Every kind of mistake among three kings and one, by the tables.
    kinds = {"Throws away a won ending.": (1, 0), "Turns a won ending into a loss.": (1, -1)}
    kinds["Turns a draw into a loss."] = (0, -1)
    found = {}
    endings, rng = ready(), random.Random(5)
    while len(found) < len(kinds):
        squares = rng.sample(range(1, 33), 4)
        fen = f"{rng.choice('BW')}:WK{squares[0]},K{squares[1]}:BK{squares[2]},K{squares[3]}"
        position = Position.from_fen(fen)
        for move in position.legal_moves():
            after = played_on(position, str(move))
            solved = endings.probe(after)
            now = 1 if solved is None else -solved.outcome  # nobody left, or the table's
            was = endings.probe(position).outcome
            if now < was:
                (sentence,) = said(fen, str(move))
                assert kinds[sentence] == (was, now), (fen, str(move))
                found[sentence] = fen


def test_games_that_are_decided_beyond_the_tables(endings_cache):
    kinds, rng = {"lost": 0, "won": 0}, random.Random(3)
    while min(kinds.values()) < 8:
        squares = rng.sample(range(5, 29), 6)
        men = ",".join(f"{rng.choice(['', 'K'])}{square}" for square in squares[:3])
        fen = f"{rng.choice('BW')}:W{men}:B{squares[3]},K{squares[4]},K{squares[5]}"
        seen = analyse(Position.from_fen(fen), "fast")
        for option in seen.options:
            if seen.verdict(option.move).size is None:
                continue
            for sentence in criticism([Criticised(seen.position, option, seen.options[0])])[0]:
                if check(sentence, seen.position, option.move) == "decided":
                    kinds["lost" if LOST.fullmatch(sentence) else "won"] += 1


def test_all_that_is_said_of_random_games_is_true(endings_cache):
    kinds = Counter[str]()
    for seed in range(4):
        rng, position = random.Random(seed), Position()
        while not position.is_over and position.ply < 120:
            position.play(rng.choice(position.legal_moves()))
        review = review_record(record_of(position, "", ""), effort="fast")
        for move in review.moves:
            before = review.positions[move.number - 1].position
            for sentence in move.why:
                solved = sentence in (
                    "Throws away a won ending.",
                    "Turns a won ending into a loss.",
                    "Turns a draw into a loss.",
                )
                kinds["solved" if solved else check(sentence, before, move.move)] += 1
    assert kinds["loses"] > 10
    assert kinds["wins"] > 5


def test_depths_in_words():
    assert depth_words(1) == "A search 1 ply deep finds it: a simple oversight."
    assert depth_words(5) == "A search 5 plies deep finds it."
    assert depth_words(9) == "A search 9 plies deep finds it: hard to find over the board."


def test_what_lasts():
    assert first_lasting([True, False, True, True]) == 2
    assert first_lasting([True, True]) == 0
    assert first_lasting([True, False]) is None
    assert first_lasting([]) is None
