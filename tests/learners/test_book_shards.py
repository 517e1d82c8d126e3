"""A book harvested in shards is the book harvested at once."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kifu._native import learners
from kifu.archive.packed import PackedGames
from kifu.errors import InputError
from kifu.learners.book import _Threads, train_book
from kifu.learners.book_settings import BookTraining
from kifu.learners.book_shards import Counted, Patterns, _add, merge
from kifu.learners.shards import Cutting

Tree = dict[tuple[int, ...], int]


def flat(tree: Tree) -> Patterns:
    paths = sorted(tree)
    return Patterns(
        np.array([len(path) for path in paths], np.uint8),
        np.array([path[-1] for path in paths], np.uint16),
        np.array([tree[path] for path in paths], np.uint32),
    )


def tree_of(patterns: Patterns) -> Tree:
    path: list[int] = []
    found = {}
    for depth, step, played in zip(patterns.depth, patterns.step, patterns.played, strict=True):
        path[depth - 1 :] = [int(step)]
        found[tuple(path)] = int(played)
    assert list(found) == sorted(found)
    return found


@pytest.mark.parametrize("shards", [1, 2, 3, 8])
def test_merged_trees_have_the_sums_of_all(shards: int) -> None:
    random = np.random.default_rng(shards)
    for size in (0, 1, 5, 60):
        trees: list[Tree] = [{} for _ in range(shards)]
        for tree in trees:
            for _ in range(size):
                path = tuple(random.integers(0, 4, random.integers(1, 6)).tolist())
                for end in range(1, len(path) + 1):
                    tree[path[:end]] = tree.get(path[:end], 0) + 1
        paths = {path for tree in trees for path in tree}
        expected = {path: sum(tree.get(path, 0) for tree in trees) for path in paths}
        assert tree_of(merge(*(flat(tree) for tree in trees))) == expected
        assert tree_of(merge(flat({}), *(flat(tree) for tree in trees), flat({}))) == expected


def test_the_deepest_trees_that_bytes_can_tell() -> None:
    first = {(1,) * depth: depth for depth in range(1, 256)}
    second = {(1,) * depth: 1 for depth in range(1, 255)} | {(2,): 5}
    merged = tree_of(merge(flat(first), flat(second)))
    assert merged == {path: first.get(path, 0) + second.get(path, 0) for path in {*first, *second}}


@pytest.mark.parametrize(
    ("depth", "step", "complaint"),
    [
        ([2], [1], "depth first"),
        ([1, 3], [1, 1], "depth first"),
        ([0], [1], "depth first"),
        ([1], [], "as many"),
    ],
)
def test_what_is_no_tree_is_refused(depth: list[int], step: list[int], complaint: str) -> None:
    shard = np.array(depth, np.uint8), np.array(step, np.uint16), np.ones(len(depth), np.uint32)
    with pytest.raises(ValueError, match=complaint):
        learners.merge_books([shard])


@pytest.mark.parametrize(("shared", "beside"), [(True, False), (False, False), (True, True)])
@pytest.mark.parametrize("shard", [3, 100])
def test_shards_do_not_change_the_book(
    shared: bool, beside: bool, shard: int, own_games: PackedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Cutting, "of", lambda *_, whole: Cutting(shard, 1 if whole else 3))
    what = BookTraining(games=20, k=8, shared=shared, beside=beside, saved=9)
    whole = train_book(what, own_games)
    with ThreadPoolExecutor(2) as executor:
        in_shards = train_book(what, own_games, executor=executor)
    assert in_shards.card == whole.card
    assert len(whole) > 100
    for name, array in whole.arrays.items():
        assert array.dtype == in_shards.arrays[name].dtype
        assert np.array_equal(array, in_shards.arrays[name]), name


def test_counts_beyond_32_bits_are_refused(own_games: PackedGames, monkeypatch: pytest.MonkeyPatch) -> None:
    """A book of half a million games would get there: sums must not begin anew at 0."""
    most = 2**32 - 1
    games = own_games.take(np.arange(4))
    harvest = learners.BookHarvest(6, True, True, False)
    harvest.create(games.size, games.actions, games.offsets, 1)
    harvest.count(games.size, games.actions, games.offsets, 1)
    depth, step, matched, played = harvest.tally()
    assert matched.max() > 1
    full = np.where(matched == matched.max(), most - 1, matched).astype(np.uint32)
    harvest.restore(depth, step, full, played, harvest.moves, harvest.tests)
    with pytest.raises(OverflowError, match="more than 4,294,967,295 times"):
        harvest.count(games.size, games.actions, games.offsets, 1)
    halves = np.where(depth <= 2, most // 2 + 1, 0).astype(np.uint32)
    harvest.restore(depth, step, halves, played, 0, 0)
    with pytest.raises(OverflowError, match="more than 4,294,967,295 times"):
        harvest.finish(0.01)
    with pytest.raises(OverflowError, match="more than 4,294,967,295 times"):
        _add(Counted(full, 0), Counted(full, 0))

    def many(*_: object) -> None:
        raise OverflowError("too often")

    monkeypatch.setattr(_Threads, "count", many)
    with pytest.raises(InputError, match="too often; harvest fewer than these 4 games"):
        train_book(BookTraining(games=4), games)
