"""Checkpoints: named NumPy arrays and a JSON-able state in one safetensors file, without pickle.

The file is a plain safetensors file; its metadata hold the state and a SHA-256 over everything, so that a
half-written, truncated or damaged checkpoint is known as such and never loaded.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save

from kifu.errors import InputError, RunError
from kifu.work import files
from kifu.work.facts import JsonObject

_NAME = re.compile(r"step-(\d{9,})\.safetensors")
_PIECE = 1 << 20
_KINDS = "bool, integers and floats of 8 to 64 bits"


@dataclass(frozen=True)
class Checkpoint:
    """What a job needs to go on from a step.

    Attributes:
        step: The step that was finished when it was saved.
        state: Anything JSON can hold.
        arrays: NumPy arrays by name.
    """

    step: int
    state: JsonObject = field(default_factory=dict)
    arrays: dict[str, NDArray[Any]] = field(default_factory=dict)


def path_of(folder: Path, step: int) -> Path:
    """Where the checkpoint of a step lies."""
    return folder / f"step-{step:09d}.safetensors"


def steps_in(folder: Path) -> list[int]:
    """The steps that have a file in the folder, good or not, in order."""
    if not folder.is_dir():
        return []
    return sorted(int(match[1]) for path in folder.iterdir() if (match := _NAME.fullmatch(path.name)))


def write(path: Path, checkpoint: Checkpoint, about: Mapping[str, Any]) -> None:
    """Write a checkpoint whole or not at all; `about` is kept beside it and given back by `read`.

    Raises:
        InputError: The state is not JSON-able or an array is of a kind that safetensors cannot hold.
    """
    arrays = {name: np.asarray(array, order="C") for name, array in checkpoint.arrays.items()}
    for name, array in arrays.items():
        if array.dtype.kind not in "biuf" or array.dtype.itemsize > 8 or not array.dtype.isnative:
            raise InputError(f"expected an array of {_KINDS}, but {name!r} is of kind {array.dtype}")
    try:
        text = json.dumps(
            {"step": checkpoint.step, "state": checkpoint.state, "about": about},
            allow_nan=False,
            sort_keys=True,
        )
        changed = json.loads(text)["state"] != checkpoint.state
    except (TypeError, ValueError) as error:
        raise InputError(f"expected a state that JSON can hold: {error}") from error
    if changed:
        # Tuples become lists and number keys become strings: a resumed run would see another state.
        raise InputError("expected a state that JSON gives back as it was: lists, not tuples; string keys")
    # One entry only: safetensors writes several in any order, and equal checkpoints shall be equal files.
    sealed = json.dumps({"content": text, "sha256": fingerprint(text, arrays)})
    files.write_bytes(path, save(arrays, {"kifu": sealed}))


def read(path: Path) -> tuple[Checkpoint, JsonObject]:
    """Read a checkpoint and what was kept about it.

    Raises:
        RunError: The file is half-written, damaged or none of ours.
        OSError: The system cannot read it, which says nothing of what is in it.
    """
    _expect_readable(path)
    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
            arrays = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118 (no mapping)
        sealed = json.loads(metadata["kifu"])
        text = sealed["content"]
        if sealed["sha256"] != fingerprint(text, arrays):
            raise RunError(f"checkpoint {str(path)!r} is damaged: its SHA-256 does not agree")
        content = json.loads(text)
        return Checkpoint(content["step"], content["state"], arrays), content["about"]
    except (SafetensorError, KeyError, ValueError, TypeError) as error:
        raise RunError(f"checkpoint {str(path)!r} cannot be read: {error}") from error


def _expect_readable(path: Path) -> None:
    """Read the file once in the plain way: safetensors maps it, where a bad disk ends the whole process."""
    with files.named(path), path.open("rb") as file:
        while file.read(_PIECE):
            pass


def fingerprint(text: str, arrays: Mapping[str, NDArray[Any]]) -> str:
    """A SHA-256 of a text and of every number, with its name, type and shape."""
    digest = hashlib.sha256(text.encode())
    for name in sorted(arrays):
        array = arrays[name]
        digest.update(f"\n{name} {array.dtype.str} {array.shape}\n".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()
