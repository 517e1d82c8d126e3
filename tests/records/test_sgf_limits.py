"""Deep, long and hostile files: no recursion, no quadratic time, memory in proportion."""

import subprocess
import sys
import textwrap
import time

import pytest

from kifu.errors import RecordError
from kifu.records import sgf
from kifu.records.moves import Colour, Point

POINTS = [f"{x}{y}" for x in "abcdefghijklmnopqrs" for y in "abcdefghijklmnopqrs"]


def test_ten_thousand_nested_variations() -> None:
    depth = 10_000
    record = sgf.read(
        "(;SZ[19]" + "".join(f"(;B[{POINTS[i % 361]}]" for i in range(depth)) + ")" * depth + ")"
    )[0]
    assert (len(record.moves), record.problem_count) == (depth, 0)
    node = record.root
    for _ in range(depth):
        (node,) = node.children
    assert node.children == []
    record.root.set("C", "changed")
    again = sgf.read(record.to_bytes())[0]
    assert again.moves == record.moves


def test_a_variation_opened_at_every_move() -> None:
    # As some servers write them: each move in brackets, the alternatives beside it.
    moves = 3000
    text = "(;SZ[9]" + "(;B[aa]" * moves + "(;C[aside]))" * moves + ")"
    record = sgf.read(text)[0]
    assert len(record.moves) == moves
    assert record.problem_count == 0
    assert [child.comment for child in record.root.children[0].children] == ["", "aside"]


def test_the_first_of_the_variations_is_the_main_line() -> None:
    record = sgf.read("(;SZ[9](;B[aa](;W[ab](;B[ac]))(;W[bb]))(;B[cc]))")[0]
    assert [move.point for move in record.moves] == [Point(0, 0), Point(0, 1), Point(0, 2)]


def test_3600_moves() -> None:
    text = "(;SZ[19]" + "".join(f";{'BW'[i % 2]}[{POINTS[i * 7 % 361]}]" for i in range(3600)) + ")"
    record = sgf.read(text, strict=True)[0]
    assert len(record.moves) == 3600
    assert record.moves[3599].colour is Colour.WHITE


def test_problems_are_listed_up_to_a_limit_and_all_counted() -> None:
    record = sgf.read("(;SZ[9]" + ";B[zz]" * 5000 + ")")[0]
    assert record.problem_count == 5000
    assert len(record.problems) == 100


def test_rectangles_repeated_cost_nothing() -> None:
    record = sgf.read("(;SZ[52]" + "AB" + "[aa:ZZ]" * 20_000 + ";B[aa])")[0]
    assert len(record.setup) == 52 * 52


def test_setup_without_end_is_cut() -> None:
    record = sgf.read("(;SZ[52]" + ";AB[aa:ZZ]" * 1000 + ")")[0]
    assert len(record.actions) == 1_000_000
    assert [problem.kind for problem in record.problems] == ["too-many-stones"]


def test_too_many_games() -> None:
    with pytest.raises(RecordError, match="at most 1000000 games"):
        sgf.read("(;B[])" * 1_000_001)


HOSTILE = {
    "opening": b"(",
    "closing": b")",
    "opening values": b"[",
    "pairs": b"()",
    "values": b"[]",
    "nodes": b";",
    "deep nodes": b"(;",
    "empty games": b"(;)",
    "small games": b"(;B[])x",
    "values of one property": b"[]",
    "backslashes": b"\\",
    "names": b"A",
    "closing values": b"]",
    "closing values of a text": b"x] ",
    "nested brackets in a text": b"[a] ",
    "high bytes": b"\x81]",
}
STARTS = {
    "values of one property": b"(;AB",
    "backslashes": b"(;C[",
    "names": b"(;",
    "closing values of a text": b"(;C[",
    "nested brackets in a text": b"(;C[",
    "high bytes": b"(;CA[shift_jis]C[",
    "opening values": b"(;C",
    "closing values": b"(;C[",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_megabytes(name: str) -> None:
    """A process of its own reads 10 MB; its memory stays within some tens of times that."""
    code = textwrap.dedent(
        """
        import resource, sys, time
        from kifu.errors import RecordError
        from kifu.records import sgf
        start, unit, size = (bytes.fromhex(argument) for argument in sys.argv[1:4])
        size = int(size)
        data = start + unit * (size // len(unit))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        begin = time.process_time()
        try:
            games = sgf.read(data)
            games[0].problems, games[0].info, games[0].actions, games[-1].problem_count
        except RecordError:
            pass
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print((after - before) * 1024 / size, time.process_time() - begin)
        """
    )
    arguments = [STARTS.get(name, b"").hex(), HOSTILE[name].hex(), b"10000000".hex()]
    pytest.importorskip("resource", reason="memory is measured with the resource module of Unix")
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    times, seconds = map(float, done.stdout.split())
    assert times < 40
    assert seconds < 10


def test_the_problems_of_many_games_take_time_in_proportion() -> None:
    game = "(;SZ[9]KM[x]C[" + "a line\n" * 50 + "];B[aa])\n"
    games = sgf.read(game.encode() * 8000)
    begin = time.process_time()
    places = [record.problems[0].line for record in games]
    assert places == [1 + 51 * number for number in range(8000)]
    assert [record.problems[0].line for record in reversed(games[:9])] == places[8::-1]
    assert time.process_time() - begin < 10
