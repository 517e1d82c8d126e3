"""What goes with a task to machines that lack it: files that its text names, and what things are made of."""

import atexit
import functools
import hashlib
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Generic, TypeVar

from kifu.work.files import READ_LIMIT, read_bytes, write_bytes

T = TypeVar("T")

# What stands around a name in a player's text such as net:runs/first/champions/000200.safetensors,depth=6; it
# may be in the name too.
_EDGE, _NO_EDGE = r"[\s:,=\"']", r"[^\s:,=\"']"
_SUFFIX = ".safetensors"
_elsewhere = threading.Event()


@dataclass(frozen=True)
class SentFiles:
    """Files by the names that they have where they were read."""

    files: dict[str, bytes]

    @classmethod
    def of(cls, path: str | None) -> "SentFiles":
        """Take along one file; nothing where there is none, which whoever reads it will say."""
        return cls._read([path] if path is not None and Path(path).is_file() else [])

    @classmethod
    def named_in(cls, texts: Iterable[str]) -> "SentFiles":
        """Take along the model files that texts of players name."""
        return cls._read(name for text in texts for name in _names_in(text))

    @classmethod
    def _read(cls, names: Iterable[str]) -> "SentFiles":
        return cls({name: read_bytes(name, limit=READ_LIMIT) for name in sorted(set(names))})

    def there(self, text: str) -> str:
        """The text with names of files replaced by where they are now, written there if need be."""
        longest_first = sorted(self.files, key=len, reverse=True)
        names = "|".join(map(re.escape, longest_first))
        # In one go: where a file is now has its name in it.
        found = f"(?<!{_NO_EDGE})({names})(?!{_NO_EDGE})"
        return re.sub(found, lambda match: self._place(match[0]), text) if names else text

    def _place(self, name: str) -> str:
        # Processes of the machine that sends have the file under its name, and end with the command.
        # Elsewhere a file of that name may be another one, or be another one for the next command.
        if Path(name).is_file() and not _elsewhere.is_set():
            return name
        return str(_placed(Path(name).name, self.files[name]))


def work_elsewhere() -> None:
    """Say that this process works for commands of other machines, one after the other."""
    _elsewhere.set()


class MadeThere(Generic[T]):
    """What a worker of a cluster makes once, when it is first needed, of what it was sent.

    As what tasks share it is there for all its tasks; other executors make it for each.

    Args:
        make: Makes it; importable by name.
        makings: What it is made of.
    """

    def __init__(self, make: Callable[..., T], *makings: Any) -> None:
        self._make = make
        self._makings = makings

    @functools.cached_property
    def value(self) -> T:
        """The thing itself; tasks must not change it."""
        return self._make(*self._makings)

    def __reduce__(self) -> tuple[Any, ...]:
        return MadeThere, (self._make, *self._makings)  # never what was made of them


def _names_in(text: str) -> Iterator[str]:
    """The longest name of a file that ends at each ending of a model file."""
    starts = [0, *(edge.end() for edge in re.finditer(_EDGE, text))]
    for ending in re.finditer(f"{re.escape(_SUFFIX)}(?!{_NO_EDGE})", text):
        names = (text[start : ending.end()] for start in starts if start < ending.end())
        yield from islice(filter(os.path.isfile, names), 1)  # a Path would raise where a name is too long


def _placed(name: str, data: bytes) -> Path:
    # By its content: a file of the same name may have been another one in an earlier run.
    path = _folder() / hashlib.sha256(data).hexdigest()[:32] / name
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        write_bytes(path, data)
    return path


@functools.cache
def _folder() -> Path:
    folder = tempfile.mkdtemp(prefix="kifu-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)
