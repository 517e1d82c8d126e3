"""Counting against others: goscorer's boards, and games whose players marked their territory."""

import tarfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from sgfmill import boards, sgf

from kifu.games.go.counting import count_territory, count_territory_batch
from support import count_diagrams as diagrams


@pytest.fixture(scope="module")
def scoring_tests(shared_data: Path) -> dict[str, bytes]:
    """Files of goscorer's cases and of the marked games, by path."""
    wanted = ("scoring-tests/goscorer/expected", "scoring-tests/kgs19-territory-marked/")
    found = {}
    with tarfile.open(shared_data / "go" / "scoring-tests.tar.xz") as archive:
        for member in archive:
            if member.name.startswith(wanted) and member.name.endswith((".txt", ".sgf")):
                stream = archive.extractfile(member)
                assert stream
                found[member.name] = stream.read()
    return found


def as_goscorer_writes(board: list[str]) -> tuple[list[str], list[str], list[str]]:
    """Territory, seki and dame of a board in the letters of goscorer's files.

    Territory: `z` Black's, `a` White's, over the board. Seki: stones, `z` and `a` for eyes, and for a dead
    stone in an eye the stone of its owner. Dame: `1`, over the board.
    """
    stones, dead = diagrams.read_board(board)
    count = count_territory(stones, dead)
    territory, seki, dame = [], [], []
    for row, line in enumerate(board):
        points = [(row, column) for column in range(len(line))]
        territory.append("".join("za"[t - 1] if (t := count.territory[p]) else line[p[1]] for p in points))
        dame.append("".join("1" if count.dame[p] else line[p[1]] for p in points))
        seki.append(
            "".join(
                line[p[1]]
                if count.seki[p]
                else ("xo" if line[p[1]] in "bw" else "za")[owner - 1]
                if (owner := count.seki_eyes[p])
                else "."
                for p in points
            )
        )
    return territory, seki, dame


def test_goscorer_boards(scoring_tests: dict[str, bytes]) -> None:
    cases = {name: text.decode() for name, text in scoring_tests.items() if name.endswith(".txt")}
    assert len(cases) == 91
    wrong = []
    for name, text in cases.items():
        case = diagrams.read_case(text)
        expected = (case["TERRITORY"], case["SEKI"], case["DAME"])
        if as_goscorer_writes(case["BOARD"]) != expected:
            wrong.append(name)
    assert not wrong


def marked_games(files: dict[str, bytes]) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
    """Final position and marked territory of each game, replayed by sgfmill."""
    for name, data in sorted(files.items()):
        if not name.endswith(".sgf"):
            continue
        game = sgf.Sgf_game.from_bytes(data)
        board = boards.Board(game.get_size())
        marks = np.zeros((board.side, board.side), np.uint8)
        for node in game.get_main_sequence():
            if node.has_setup_stones():
                board.apply_setup(*node.get_setup_stones())
            colour, move = node.get_move()
            if colour and move:
                board.play(*move, colour)
            for value, key in ((1, "TB"), (2, "TW")):
                for point in node.get(key) if node.has_property(key) else ():
                    marks[point] = value
        stones = np.zeros_like(marks)
        for colour, point in board.list_occupied_points():
            stones[point] = 1 if colour == "b" else 2
        yield stones, marks


def test_territory_that_players_marked(scoring_tests: dict[str, bytes]) -> None:
    """Players mark eyes in seki and false eyes loosely, so a few games differ there, and nowhere else."""
    games = list(marked_games(scoring_tests))
    assert len(games) == 465
    stones, marks = (np.stack(layers) for layers in zip(*games, strict=True))
    counts = count_territory_batch(stones, (stones != 0) & (marks != 0) & (stones != marks), threads=2)
    agree = 0
    for count, marked in zip(counts, marks, strict=True):
        differs = count.territory != marked
        agree += not differs.any()
        explained = (count.seki_eyes != 0) | count.filled | (marked == 0)
        assert not (differs & ~explained).any()
    assert agree >= 448, f"{agree} of {len(games)} games agree"
