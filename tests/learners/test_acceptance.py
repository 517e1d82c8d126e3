"""Which proposals are accepted, and what follows from them."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from kifu.archive import Archive
from kifu.archive.filters import LABELLED
from kifu.archive.packed import UNKNOWN_OWNER
from kifu.games.go.counting import count_area, count_territory
from kifu.learners.labelling import label
from kifu.learners.labelling.acceptance import count, pack, unpack
from kifu.learners.labelling.finished import FinishedGames
from kifu.learners.labelling.judges import Alive, Safe
from support.sql import sql

from .conftest import MIRROR, WIDE_MIRROR, sgf  # isort: skip

Make = Callable[..., Path]

# With the white stone off: area 14 to 10, territory with prisoners 6 to 3.
ACCEPTED = [
    ("Chinese", "0.5", "", "B+3.5", "area"),
    ("Chinese", "", "", "B+4", "area"),
    ("Chinese", "4", "", "0", "area"),
    ("Chinese", "0.5", "2", "B+1.5", "area"),  # handicap: a point a stone
    ("AGA", "0.5", "2", "B+2.5", "area"),
    ("Chinese", "0", "", "B+3.5", "area, komi half a point higher"),
    ("Japanese", "0.5", "", "B+2.5", "plain territory"),
    ("Japanese", "0.5", "2", "B+2.5", "plain territory"),
    ("", "6.5", "", "W+3.5", "plain territory"),  # no rules: Japanese practice
]
REFUSED = [
    ("Chinese", "0.5", "", "B+4.5"),
    ("Chinese", "0.5", "", "W+3.5"),
    ("Chinese", "0.5", "", "B+3"),
    ("Japanese", "0", "", "B+2.5"),  # komi is repaired for area only
]


@pytest.mark.parametrize(("rules", "komi", "handicap", "result", "counting"), ACCEPTED)
def test_the_recorded_result_exactly(
    archive_of: Make, rules: str, komi: str, handicap: str, result: str, counting: str
) -> None:
    path = archive_of(sgf(RU=rules, KM=komi, HA=handicap, RE=result))
    with Archive.create(path) as archive:
        label(archive, [Alive(), Safe()], workers=1)
        assert sql(archive, "SELECT status, judges, counting FROM labels") == [("labelled", "safe", counting)]
        (batch,) = archive.packed(labels=LABELLED, owners=True)
    assert ["".join(".xo"[p] for p in row) for row in batch.owners[0].reshape(5, 5)] == [
        "xx.oo",
        "xxxoo",
        "xxxoo",
        "xxxoo",
        "xxxoo",
    ]


@pytest.mark.parametrize(("rules", "komi", "handicap", "result"), REFUSED)
def test_another_result_is_not_accepted(
    archive_of: Make, rules: str, komi: str, handicap: str, result: str
) -> None:
    with Archive.create(archive_of(sgf(RU=rules, KM=komi, HA=handicap, RE=result))) as archive:
        label(archive, [Alive(), Safe()], workers=1)
        ((status, reason),) = sql(archive, "SELECT status, reason FROM labels")
        assert status == "unlabelled"
        assert reason.startswith(f"no count gives {result}: alive W+")
        assert list(archive.packed(labels=LABELLED, owners=True)) == []


def test_accepted_proposals_that_differ_are_ambiguous(archive_of: Make) -> None:
    with Archive.create(archive_of(sgf(MIRROR, KM="0", RE="0"))) as archive:
        label(archive, [Alive(), Safe()], workers=1)
        ((status, judges, reason),) = sql(archive, "SELECT status, judges, reason FROM labels")
        assert (status, judges) == ("ambiguous", "alive,safe")
        assert reason == "the proposals of alive,safe all give 0 but differ on 8 points"
        assert list(archive.packed(labels=LABELLED, owners=True)) == []
        (batch,) = archive.packed(labels=("ambiguous",), owners=True)
    rows = batch.owners[0].reshape(6, 6)
    assert (rows == UNKNOWN_OWNER).sum() == (rows[:4, [0, 5]] == UNKNOWN_OWNER).sum() == 8
    assert (rows[:, 1:3] == 1).all()
    assert (rows[:, 3:5] == 2).all()


def test_a_large_space_left_to_nobody_is_not_accepted(archive_of: Make) -> None:
    """The right result by chance: nobody stops while twelve points are open to both."""
    with Archive.create(archive_of(sgf(WIDE_MIRROR, KM="0", RE="0"))) as archive:
        label(archive, [Alive()], workers=1)
        assert sql(archive, "SELECT status, reason FROM labels") == [
            ("unlabelled", "no count gives 0: alive 0 with 11 points nobody's")
        ]


def test_counts_are_those_of_the_counting_functions() -> None:
    random = np.random.default_rng(7)
    n = 200
    stones = random.choice([0, 1, 2], (n, 9, 9), p=[0.4, 0.3, 0.3]).astype(np.uint8)
    marks = ((random.random((n, 9, 9)) < 0.05) & (stones > 0)).astype(np.uint8)
    captured = random.integers(0, 9, (n, 2)).astype(np.int32)
    by_area = random.random(n) < 0.5
    expected = [
        (count_area(s, d).lead if area else count_territory(s, d, *map(int, taken)).lead) - 5.5
        for s, d, taken, area in zip(stones, marks, captured, by_area, strict=True)
    ]
    nothing = np.zeros(n, np.uint8)
    games = FinishedGames(
        ids=np.arange(n),
        stones=stones,
        captured=captured,
        to_play=nothing + 1,
        passes=nothing,
        by_area=by_area,
        komi=np.full(n, 5.5),
        leads=np.array(expected),
    )
    assert count(games, marks, any_dame=True).counting.all()


def test_dead_stones_are_a_bit_a_point() -> None:
    marks = (np.arange(361).reshape(19, 19) % 7 == 0).astype(np.uint8)
    assert len(pack(marks)) == 46
    assert (unpack(pack(marks), 19) == marks).all()
