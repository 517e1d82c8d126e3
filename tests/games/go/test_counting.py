"""Counting by area and territory: golden cases, properties, agreement with a slow count, bad input."""

from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from kifu.errors import PositionError
from kifu.games.go.counting import (
    TerritoryCount,
    count_area,
    count_area_batch,
    count_territory,
    count_territory_batch,
)
from support import count_diagrams as diagrams

GOLDEN = Path(__file__).parents[2] / "golden" / "scoring"

Board = tuple[NDArray[np.uint8], NDArray[np.bool_]]
LAYERS = ("territory", "seki", "seki_eyes", "dame", "open_points", "filled", "dead")
COLOURED = ("territory", "seki_eyes", "open_points")


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    case = diagrams.read_case(path.read_text(encoding="utf-8"))
    stones, dead = diagrams.read_board(case["BOARD"])
    count = count_territory(stones, dead)
    assert diagrams.write_count(stones, count) == case["COUNT"]
    assert diagrams.write_totals(count) == case["TOTALS"]


def boards(side: int = 9) -> st.SearchStrategy[Board]:
    """Any stones and any dead marks, on boards of any shape; some in blocks, some like pepper and salt."""

    def build(height: int, width: int, seed: int, density: int, rounds: int, deaths: int) -> object:
        rng = np.random.default_rng(seed)
        stones = np.where(
            rng.integers(0, 100, (height, width)) < density, rng.integers(1, 3, (height, width)), 0
        )
        for _ in range(rounds):  # each stone takes the colour of the majority around it
            signed = np.pad(np.where(stones == 2, -1, stones), 1)
            around = sum(signed[y : y + height, x : x + width] for y in range(3) for x in range(3))
            stones = np.where(stones == 0, 0, np.where(around > 0, 1, np.where(around < 0, 2, stones)))
        return stones.astype(np.uint8), rng.integers(0, 100, (height, width)) < deaths

    return st.builds(
        build,
        st.integers(1, side),
        st.integers(1, side),
        st.integers(0, 2**32 - 1),
        st.integers(0, 100),
        st.integers(0, 2),
        st.sampled_from([0, 0, 5, 30, 100]),
    )


def same(a: TerritoryCount, b: TerritoryCount) -> bool:
    return all(np.array_equal(getattr(a, name), getattr(b, name)) for name in LAYERS)


def turned(layer: NDArray[np.generic], turns: int, mirrored: bool) -> NDArray[np.generic]:
    layer = np.rot90(layer, turns)
    return layer[:, ::-1] if mirrored else layer


@given(boards())
@settings(max_examples=150)
def test_symmetries_and_colours_count_alike(board: Board) -> None:
    stones, dead = board
    count = count_territory(stones, dead)
    for turns in range(4):
        for mirrored in (False, True):
            other = count_territory(turned(stones, turns, mirrored), turned(dead, turns, mirrored))
            for name in LAYERS:
                expected = turned(getattr(count, name), turns, mirrored)
                assert np.array_equal(getattr(other, name), expected), name
    swap = np.array([0, 2, 1], np.uint8)
    swapped = count_territory(swap[stones], dead)
    for name in LAYERS:
        layer = getattr(count, name)
        assert np.array_equal(getattr(swapped, name), swap[layer] if name in COLOURED else layer), name
    assert (swapped.black_prisoners, swapped.white_prisoners) == (
        count.white_prisoners,
        count.black_prisoners,
    )


@given(boards())
@settings(max_examples=200)
def test_every_point_has_one_meaning(board: Board) -> None:
    stones, dead = board
    count = count_territory(stones, dead)
    living = (stones != 0) & ~count.dead
    eyes = (count.seki_eyes != 0) & (count.open_points == 0) & ~count.filled
    open_points = count.open_points != 0
    meanings = [living, count.territory != 0, count.dame, open_points, count.filled & ~open_points, eyes]
    assert (np.sum(meanings, axis=0) == 1).all(), diagrams.write_count(stones, count)
    assert not (count.seki & ~living).any()
    assert not (count.dead & (stones == 0)).any()
    area = count_area(stones, dead)
    assert np.array_equal(area.dead, count.dead)
    scored = count.territory != 0
    assert np.array_equal(count.territory[scored], area.owner[scored])
    generous = count_territory(stones, dead, seki_scores=True)
    assert (generous.territory >= count.territory).all()
    assert count.dead.sum() >= count.black_prisoners + count.white_prisoners
    assert count.dead.sum() == generous.black_prisoners + generous.white_prisoners


def slow_area(stones: NDArray[np.uint8], dead: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Area by spreading colours step by step until nothing changes, with no blocks and no regions."""
    height, width = stones.shape

    def beside(points: NDArray[np.bool_]) -> NDArray[np.bool_]:
        padded = np.pad(points, 1)
        return padded[:-2, 1:-1] | padded[2:, 1:-1] | padded[1:-1, :-2] | padded[1:-1, 2:]

    def spread(points: NDArray[np.bool_], within: NDArray[np.bool_]) -> NDArray[np.bool_]:
        for _ in range(height * width):
            points = points | (beside(points) & within)
        return points

    marks = np.zeros_like(dead)
    for colour in (1, 2):
        marks |= spread(dead & (stones == colour), stones == colour) & (stones == colour)
    living = np.where(marks, 0, stones)
    reach = {colour: spread(living == colour, living == 0) for colour in (1, 2)}
    return np.where(reach[1] & ~reach[2], 1, np.where(reach[2] & ~reach[1], 2, 0)).astype(np.uint8)


@given(boards(7))
@settings(max_examples=200)
def test_area_agrees_with_a_slow_count(board: Board) -> None:
    stones, dead = board
    count = count_area(stones, dead)
    assert np.array_equal(count.owner, slow_area(stones, dead))
    assert count.black == (count.owner == 1).sum()
    assert count.white == (count.owner == 2).sum()
    assert count.black + count.white + count.dame == stones.size


@given(boards(7), boards(7))
@settings(max_examples=100)
def test_what_is_far_away_changes_nothing(left: Board, right: Board) -> None:
    """Beyond a living black wall lies another board: White's groups on this side stay what they are."""
    height = max(left[0].shape[0], right[0].shape[0], 3)
    near, far = (np.pad(stones, ((0, height - stones.shape[0]), (0, 0))) for stones, _ in (left, right))
    wall = np.ones((height, 6), np.uint8)
    wall[0, 2] = wall[-1, 4] = 0  # its two eyes
    alone = count_territory(np.concatenate([near, wall], axis=1))
    together = count_territory(np.concatenate([near, wall, far], axis=1))
    white = near == 2
    assert np.array_equal(together.seki[:, : near.shape[1]][white], alone.seki[:, : near.shape[1]][white])


def test_batch_counts_as_one_by_one_and_for_any_threads() -> None:
    rng = np.random.default_rng(7)
    stones = rng.integers(0, 3, (300, 9, 9)).astype(np.uint8)
    dead = rng.random((300, 9, 9)) < 0.1
    captured = rng.integers(0, 20, (300, 2))
    one = count_territory_batch(stones, dead, captured)
    many = count_territory_batch(stones, dead, captured, threads=3)
    for i in range(300):
        alone = count_territory(stones[i], dead[i], *captured[i].tolist())
        assert same(one[i], alone)
        assert same(many[i], alone)
        assert (one[i].black, one[i].white, one[i].lead) == (alone.black, alone.white, alone.lead)
    areas = count_area_batch(stones, dead, threads=2)
    assert all(np.array_equal(areas[i].owner, count_area(stones[i], dead[i]).owner) for i in range(300))
    assert count_territory_batch(np.zeros((0, 9, 9), np.uint8)) == []


def test_prisoners_and_marks_on_part_of_a_block() -> None:
    stones, _ = diagrams.read_board(["..w.xo", "www.xo", "....xo", "xxxxxo", "oooooo"])
    dead = np.zeros(stones.shape, bool)
    dead[0, 2] = True
    dead[2, 2] = True  # on an empty point: means nothing
    count = count_territory(stones, dead, captured_black=3, captured_white=5)
    assert count.completed
    assert count.dead.sum() == 4
    assert (count.black_prisoners, count.white_prisoners) == (9, 3)
    assert not count_territory(stones, stones == 2).completed


@pytest.mark.parametrize(
    "stones",
    [
        np.zeros((19, 19)),
        np.ones((9, 9)),
        np.full((9, 9), 2),
        np.zeros((1, 1)),
        np.ones((1, 1)),
        np.zeros((128, 1)),
    ],
    ids=["empty", "all black", "all white", "one point", "one stone", "one line"],
)
def test_plain_boards(stones: NDArray[np.float64]) -> None:
    for dead in (None, np.ones(stones.shape, bool)):
        count = count_territory(stones, dead)
        empty = (stones == 0).all() or dead is not None
        assert not count.territory.any()
        assert count.dame.all() == empty
        area = count_area(stones, dead)
        assert area.dame == (stones.size if empty else 0)


@pytest.mark.parametrize(
    ("stones", "dead", "message"),
    [
        ([[0, 3]], None, r"row 0, column 1 of position 0, got 3"),
        ([[0, -1]], None, r"got -1"),
        ([[0.5]], None, r"got 0\.5"),
        ([0, 1], None, r"height x width numbers, got an array of shape \(2,\)"),
        ([[0, 1], [0]], None, r"rows of different lengths"),
        ([["x"]], None, r"as numbers"),
        (np.zeros((0, 5)), None, r"1x1 to 128x128, got 0x5"),
        (np.zeros((129, 2)), None, r"got 129x2"),
        ([[0, 1]], [[True]], r"shape of the stones \(1, 1, 2\), got \(1, 1, 1\)"),
    ],
)
def test_bad_positions_are_named(stones: object, dead: object, message: str) -> None:
    for count in (count_area, count_territory):
        with pytest.raises(PositionError, match=message):
            count(stones, dead)  # type: ignore[arg-type]


def test_bad_captures_and_threads_are_named() -> None:
    with pytest.raises(PositionError, match="0 or more"):
        count_territory([[0]], captured_black=-1)
    with pytest.raises(PositionError, match=r"shape \(1, 2\)"):
        count_territory_batch([[[0]]], captured=[[1, 2], [3, 4]])
    with pytest.raises(PositionError, match="1 to 256 threads, got 0"):
        count_territory_batch([[[0]]], threads=0)
