"""The networks of a run of self-play: the first one, those that had to pass the gate, and which one plays.

Every network is kept as `networks/0000.onnx`, `networks/0001.onnx` and so on; `gates.jsonl` has a line for
each but the first. The network that plays is the last one that was accepted, so that a gate is passed at the
moment when its line is there.
"""

import hashlib
import json
from functools import lru_cache
from pathlib import Path

from kifu.errors import RunError
from kifu.models.network import Network
from kifu.work import files
from kifu.work.facts import JsonObject


def network_file(folder: Path, number: int) -> Path:
    """Where a run keeps a network."""
    return folder / "networks" / f"{number:04d}.onnx"


def gates(folder: Path) -> list[JsonObject]:
    """The gate matches so far: the lines of gates.jsonl."""
    path = folder / "gates.jsonl"
    if not path.exists():
        return []
    try:
        found = [json.loads(line) for line in files.read_bytes(path).splitlines()]
        if not all(isinstance(line["number"], int) and "accepted" in line for line in found):
            raise ValueError("a line has no number, or does not say whether the network was accepted")
    except (ValueError, KeyError, TypeError) as error:
        raise RunError(f"expected the gate matches of a run in {str(path)!r}: {error}") from None
    return found


def add_gate(folder: Path, line: JsonObject) -> None:
    """Add the line of a gate match, on the disk before this returns."""
    path = folder / "gates.jsonl"
    before = b"".join(json.dumps(one).encode() + b"\n" for one in gates(folder))
    files.write_bytes(path, before + json.dumps(line, allow_nan=False).encode() + b"\n")


def playing_network(folder: Path) -> tuple[int, bytes]:
    """Number and ONNX file of the network that plays now."""
    number = max((line["number"] for line in gates(folder) if line["accepted"]), default=0)
    return number, files.read_bytes(network_file(folder, number))


def keep_network(folder: Path, number: int, data: bytes) -> None:
    """Write the file of a network, or the same file again."""
    path = network_file(folder, number)
    path.parent.mkdir(exist_ok=True)
    files.write_bytes(path, data)


def digest(data: bytes) -> str:
    """What tells a network's file from others."""
    return hashlib.sha256(data).hexdigest()[:16]


@lru_cache(maxsize=2)
def open_network(data: bytes, name: str) -> Network:
    """A network ready to run in this process; the last two stay open."""
    return Network(data, name, threads=1)
