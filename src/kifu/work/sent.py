"""Files that are named in the text of a task, and go with it to machines that do not have them."""

import atexit
import functools
import hashlib
import re
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kifu.work.files import READ_LIMIT, read_bytes, write_bytes

# Words of a player's text such as net:runs/first/champion.safetensors,depth=6.
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
