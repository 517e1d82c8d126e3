"""What goes with a task to machines that lack it: files that its text names, and what things are made of."""

import atexit
import functools
import hashlib
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from kifu.work.files import READ_LIMIT, read_bytes, write_bytes

T = TypeVar("T")

# Words of a player's text such as net:runs/first/champions/000200.safetensors,depth=6.
_WORDS = re.compile(r"[^\s:,=\"']+")


@dataclass(frozen=True)
class SentFiles:
    """Files by the names that they have where they were read."""

    files: dict[str, bytes]

    @classmethod
    def named_in(cls, texts: Iterable[str | None], suffix: str = ".safetensors") -> "SentFiles":
        """Take along the files that texts name: words with this ending that are files here."""
        given = [text for text in texts if text]
        words = {*given, *(word for text in given for word in _WORDS.findall(text))}
        found = sorted(word for word in words if word.endswith(suffix) and Path(word).is_file())
        return cls({word: read_bytes(word, limit=READ_LIMIT) for word in found})

    def there(self, text: str) -> str:
        """The text with names of files replaced by where they are now, written there if need be."""
        for name in sorted(self.files, key=len, reverse=True):
            if name in text:
                text = text.replace(name, str(_placed(Path(name).name, self.files[name])))
        return text


class MadeThere(Generic[T]):
    """What every process makes once, when it is first needed, of what it was sent.

    As what tasks share it is there for all tasks of a worker.

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
