"""Model files: arrays in safetensors, with a card in the metadata that says what they are and where from."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu.errors import KifuError
from kifu.work.files import READ_LIMIT, read_bytes, write_bytes

Arrays = dict[str, npt.NDArray[Any]]

_CARD = "kifu"
_DIGEST = "sha256"


class ModelError(KifuError, ValueError):
    """A model file that cannot be used: corrupt, of another kind, or of another version."""


@dataclass(frozen=True)
class Card:
    """What a model is: facts that a user can check.

    Attributes:
        kind: which capability it serves: life, moves, book, opening or draughts.
        version: format of the arrays; a reader refuses others.
        description: one or two sentences.
        data: archives it was made from, with fingerprint, split and number of games.
        command: what made it.
        seed: the seed given to that command.
        options: every choice that the reader or a repeated training needs.
        results: measured figures, each with the games it was measured on.
    """

    kind: str
    version: int
    description: str
    data: Mapping[str, Any] = field(default_factory=dict)
    command: str = ""
    seed: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)
    results: Mapping[str, Any] = field(default_factory=dict)


def save(path: str | Path, card: Card, arrays: Arrays) -> None:
    """Write a model file at once: a reader never sees half of it."""
    from safetensors.numpy import save as to_bytes

    from kifu.work.checkpoints import fingerprint

    ordered = {name: np.ascontiguousarray(arrays[name]) for name in sorted(arrays)}
    facts = asdict(card)
    facts[_DIGEST] = fingerprint(json.dumps(facts, sort_keys=True), ordered)
    write_bytes(path, to_bytes(ordered, metadata={_CARD: json.dumps(facts, sort_keys=True)}))


def load(path: str | Path, kind: str, version: int) -> tuple[Card, Arrays]:
    """Read a model file of one kind and version."""
    return _parse(read_bytes(path, limit=READ_LIMIT), str(path), kind, version)


def load_bundled(name: str, kind: str, version: int) -> tuple[Card, Arrays]:
    """Read a model that is shipped with Kifu."""
    return _parse(read_bundled(name), name, kind, version)


def read_bundled(name: str) -> bytes:
    """Return the bytes of a file that is shipped with Kifu."""
    source = files("kifu.models") / "bundled" / name
    if not source.is_file():
        raise ModelError(f"the bundled model {name!r} is missing: is this a complete installation?")
    return source.read_bytes()


def _parse(data: bytes, name: str, kind: str, version: int) -> tuple[Card, Arrays]:
    from safetensors import SafetensorError
    from safetensors.numpy import load as from_bytes

    from kifu.work.checkpoints import fingerprint

    try:
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + length]) if length <= len(data) - 8 else None
        text = header.get("__metadata__", {}).get(_CARD) if isinstance(header, dict) else None
        facts = json.loads(text) if isinstance(text, str) else None
        arrays: Arrays = from_bytes(data)
    except (SafetensorError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(
            f"{name}: expected a Kifu model file in safetensors, but it is damaged: {error}"
        ) from None
    if not isinstance(facts, dict):
        raise ModelError(f"{name}: expected a Kifu model with its card; this safetensors file has none")
    if facts.get("kind") != kind:
        raise ModelError(f"{name}: expected a model of kind {kind!r}, got {facts.get('kind')!r}")
    if facts.get("version") != version:
        raise ModelError(
            f"{name}: expected version {version} of a {kind} model, got version {facts.get('version')!r}; "
            "train it again, or use the Kifu that made it"
        )
    if facts.pop(_DIGEST, None) != fingerprint(json.dumps(facts, sort_keys=True), arrays):
        raise ModelError(
            f"{name}: its numbers are not the ones that were saved (their checksum differs): "
            "the file is damaged; copy or train it again"
        )
    known = {key: facts[key] for key in Card.__dataclass_fields__ if key in facts}
    return Card(**known), arrays
