"""Model files go out and come back with their card; foreign and damaged ones are refused by name."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kifu.models.files import Card, ModelError, load, save

CARD = Card("life", 1, "a test", options={"form": "layers"}, seed=7)
ARRAYS = {"b": np.arange(6, dtype=np.float32).reshape(2, 3), "a": np.array([1], dtype=np.int16)}


def test_round_trip_is_exact_and_repeatable(tmp_path: Path) -> None:
    save(tmp_path / "one.safetensors", CARD, ARRAYS)
    save(tmp_path / "two.safetensors", CARD, dict(reversed(ARRAYS.items())))
    assert (tmp_path / "one.safetensors").read_bytes() == (tmp_path / "two.safetensors").read_bytes()
    card, arrays = load(tmp_path / "one.safetensors", "life", 1)
    assert card == CARD
    assert {name: array.tolist() for name, array in arrays.items()} == {
        n: a.tolist() for n, a in ARRAYS.items()
    }


def test_other_kinds_and_versions_are_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    save(path, CARD, ARRAYS)
    with pytest.raises(ModelError, match="expected a model of kind 'moves', got 'life'"):
        load(path, "moves", 1)
    with pytest.raises(ModelError, match="expected version 2 of a life model, got version 1"):
        load(path, "life", 2)


@given(cut=st.integers(0, 400), noise=st.binary(max_size=20))
def test_any_damage_is_a_model_error(
    cut: int, noise: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("model")
    save(folder / "good", CARD, ARRAYS)
    data = (folder / "good").read_bytes()
    damaged = data[: cut % len(data)] + noise
    (folder / "bad").write_bytes(damaged)
    with pytest.raises(ModelError):
        load(folder / "bad", "life", 1)


@given(where=st.integers(0, 10_000), change=st.integers(1, 255))
def test_a_changed_byte_is_noticed_at_any_place(
    where: int, change: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("model")
    save(folder / "good", CARD, ARRAYS)
    data = bytearray((folder / "good").read_bytes())
    data[where % len(data)] ^= change
    (folder / "bad").write_bytes(data)
    with pytest.raises(ModelError):
        load(folder / "bad", "life", 1)


def test_numbers_overwritten_at_the_same_length_are_refused(tmp_path: Path) -> None:
    save(tmp_path / "model", CARD, ARRAYS)
    data = (tmp_path / "model").read_bytes()
    (tmp_path / "model").write_bytes(data[:-4] + b"\0\0\0\0")
    with pytest.raises(ModelError, match="their checksum differs"):
        load(tmp_path / "model", "life", 1)
