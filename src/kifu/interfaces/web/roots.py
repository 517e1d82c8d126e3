"""The folders that a server may read, and the only way from a name in a request to a file in them."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

from kifu.interfaces.web.problems import RefusedError

RECORDS = (".sgf", ".pdn")
ARCHIVE = "archive"
_DEEPEST = 8


class RecordSource(TypedDict):
    """Where records can be had; of an archive also what it holds."""

    name: str
    kind: Literal["archive", "folder"]
    games: NotRequired[int]
    moves: NotRequired[int]
    by_game: NotRequired[dict[str, int]]
    by_size: NotRequired[dict[str, int]]
    by_result: NotRequired[dict[str, int]]
    by_winner: NotRequired[dict[str, int]]


class Root:
    """A folder and all below it. Links that lead out of it are not followed."""

    def __init__(self, folder: Path) -> None:
        self.folder = Path(os.path.realpath(folder))

    def file(self, name: str) -> Path:
        """Find a regular file by its name below the folder, with `/` between the parts."""
        path = self.path(name)
        if not path.is_file():
            raise _nothing(name)
        return path

    def path(self, name: str) -> Path:
        """Find a file or folder by its name below the folder."""
        parts = name.split("/")
        if "\0" in name or "\\" in name or any(part in ("", ".", "..") for part in parts):
            raise _nothing(name)
        try:
            path = Path(os.path.realpath(self.folder.joinpath(*parts), strict=True))
        except (OSError, ValueError):
            raise _nothing(name) from None
        if not path.is_relative_to(self.folder):
            raise _nothing(name)
        return path

    def walk(self, wanted: tuple[str, ...]) -> Iterator[tuple[str, os.stat_result]]:
        """All files below the folder whose names end so, in order; hidden ones and links are left out."""
        yield from self._walk(self.folder, "", wanted, 0)

    def _walk(
        self, folder: Path, before: str, wanted: tuple[str, ...], depth: int
    ) -> Iterator[tuple[str, os.stat_result]]:
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            return
        for entry in entries:
            if entry.name.startswith(".") or entry.is_symlink() or not _can_be_written(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                if depth < _DEEPEST:
                    yield from self._walk(Path(entry.path), f"{before}{entry.name}/", wanted, depth + 1)
            elif entry.name.lower().endswith(wanted):
                try:
                    yield before + entry.name, entry.stat(follow_symlinks=False)
                except OSError:
                    continue


def _can_be_written(name: str) -> bool:
    """Whether a name of the system is Unicode, and so can stand in JSON and come back."""
    try:
        name.encode()
    except UnicodeError:
        return False
    return "\\" not in name


def _nothing(name: str) -> RefusedError:
    return RefusedError(404, f"there is no {name[:200]!r} here", "id")
