"""The ballots are those of the federation's list."""

import csv
from pathlib import Path

from kifu.games.draughts import Position
from kifu.games.draughts.ballots import ballots, barred


def after(line: str) -> str:
    position = Position()
    for move in line.split():
        position.play(move)
    return position.fen


def test_there_are_156_and_18() -> None:
    assert (len(ballots()), len(barred())) == (156, 18)
    assert len({after(line) for line in (*ballots(), *barred())}) == 174


def test_they_are_the_published_ones(shared_data: Path) -> None:
    with (shared_data / "draughts" / "three_move_openings.csv").open() as file:
        rows = list(csv.DictReader(file))
    for ours, is_barred in ((ballots(), False), (barred(), True)):
        theirs = {row["fen"] for row in rows if (row["class"] == "barred") == is_barred}
        assert {after(line) for line in ours} == theirs
