"""Shards: the file says what was written, and nothing else is taken for one."""

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kifu.errors import InputError, MissingFileError
from kifu.learners.selfplay.shards import Shard, read_shard, shard_file, shard_numbers
from kifu.records.packed_moves import PASS, PLAY, pack


def shard() -> Shard:
    """Two games on 5x5; the second has a policy target."""
    moves = [pack(PLAY, False, 2, 2), pack(PASS, True), pack(PASS, False)]
    return Shard(
        actions=np.array(moves * 2, np.uint16),
        offsets=np.array([0, 3, 6]),
        owners=np.ones((2, 25), np.uint8),
        leads=np.array([18.5, 17.5], np.float32),
        terms=np.array([[6.5, 0, 12, 12], [7.5, 1, 12, 12]], np.float32),
        starts=np.array([0, 1], np.int32),
        policy_games=np.array([1], np.int32),
        policy_moves=np.array([2], np.int32),
        policy_offsets=np.array([0, 2]),
        policy_points=np.array([-1, 7], np.int16),
        policy_visits=np.array([30, 2], np.int32),
    )


def test_a_shard_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "one.npz"
    written = shard()
    path.write_bytes(written.to_bytes())
    read = read_shard(path)
    assert (len(read), read.size, read.lengths.tolist()) == (2, 5, [3, 3])
    for name, array in vars(written).items():
        assert np.array_equal(getattr(read, name), array), name
    assert read.to_bytes() == written.to_bytes()


def test_games_without_search_have_no_policy_arrays(tmp_path: Path) -> None:
    empty = replace(
        shard(),
        policy_games=np.zeros(0, np.int32),
        policy_moves=np.zeros(0, np.int32),
        policy_offsets=np.zeros(1, np.int64),
        policy_points=np.zeros(0, np.int16),
        policy_visits=np.zeros(0, np.int32),
    )
    with np.load(io.BytesIO(empty.to_bytes())) as file:
        assert not any(name.startswith("policy") for name in file.files)
    (tmp_path / "one.npz").write_bytes(empty.to_bytes())
    assert len(read_shard(tmp_path / "one.npz").policy_games) == 0


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"offsets": np.array([0, 4, 3])}, "offsets that rise from 0 to 6 in 2 steps"),
        ({"offsets": np.array([0, 6])}, "offsets that rise"),
        ({"owners": np.ones((2, 24), np.uint8)}, "owners of a square board"),
        ({"owners": np.full((2, 25), 3, np.uint8)}, "owners of 0, 1 and 2"),
        ({"leads": np.array([np.nan, 1], np.float32)}, "finite leads"),
        ({"leads": np.array([1, 1], np.float64)}, "leads as float32 in 1 dimensions, got float64"),
        ({"terms": np.ones((2, 3), np.float32)}, "terms of shape"),
        ({"starts": np.array([0, 4], np.int32)}, "a start within every game"),
        ({"policy_games": np.array([2], np.int32)}, "a game for every policy target"),
        ({"policy_moves": np.array([4], np.int32)}, "policy targets within their games"),
        ({"policy_points": np.array([-1, 25], np.int16)}, "points of the board"),
        ({"policy_visits": np.array([1, 0], np.int32)}, "visits of at least 1"),
    ],
)
def test_arrays_that_do_not_fit_are_named(changes: dict[str, np.ndarray], says: str) -> None:
    with pytest.raises(InputError, match=says):
        replace(shard(), **changes)


def test_damaged_files_are_refused_by_name(tmp_path: Path) -> None:
    path, data = tmp_path / "one.npz", shard().to_bytes()
    for damaged in (b"", b"no shard", data[: len(data) // 2], data[:200] + b"\0\0\0\0" + data[204:]):
        path.write_bytes(damaged)
        with pytest.raises(InputError, match=r"one\.npz' is damaged"):
            read_shard(path)
    np.savez(path, actions=np.zeros(3, np.uint16))
    with pytest.raises(InputError, match="there is no offsets"):
        read_shard(path)
    np.savez(path, **{**vars(shard()), "actions": np.array([{}], object)})
    with pytest.raises(InputError, match="is damaged"):
        read_shard(path)
    with pytest.raises(MissingFileError):
        read_shard(tmp_path / "none.npz")


@pytest.mark.filterwarnings("ignore")
def test_changed_bytes_are_refused_or_change_nothing(tmp_path: Path) -> None:
    path, data, random = tmp_path / "one.npz", shard().to_bytes(), np.random.default_rng(1)
    refused = 0
    for _ in range(500):
        changed = bytearray(data)
        changed[random.integers(len(data))] ^= random.integers(1, 256)
        path.write_bytes(changed)
        try:
            read = read_shard(path)
        except InputError:
            refused += 1
            continue
        assert all(np.array_equal(getattr(read, name), array) for name, array in vars(shard()).items())
    assert refused > 250


def test_shards_are_numbered(tmp_path: Path) -> None:
    assert shard_numbers(tmp_path) == []
    (tmp_path / "shards").mkdir()
    for number in (2, 0, 1_000_000):
        shard_file(tmp_path, number).touch()
    (tmp_path / "shards" / ".000003.npz.abc.tmp").touch()
    assert shard_numbers(tmp_path) == [0, 2, 1_000_000]
