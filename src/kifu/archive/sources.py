"""Where records come from: files, folders, zip and tar archives, streamed one record file at a time.

Nothing is unpacked to the disk; a damaged archive gives what could be read before the damage; a failure is
an event with a name and a reason, never the end of the walk.
"""

import contextlib
import hashlib
import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath, PurePosixPath

from kifu.archive import containers
from kifu.errors import InputError, KifuError
from kifu.work import files

RECORD_SUFFIXES = (".sgf", ".pdn", ".mgt")


@dataclass(frozen=True)
class Source:
    """A folder, known by its path, or an archive, known by its content."""

    kind: str
    path: str
    size: int
    fingerprint: str


@dataclass(frozen=True)
class Found:
    """A record file that was found."""

    source: Source
    member: str
    data: bytes


@dataclass(frozen=True)
class Failed:
    """Something that could not be read, or not to its end."""

    source: Source | None
    name: str
    reason: str


@dataclass(frozen=True)
class Finished:
    """All of a source has been seen."""

    source: Source


Event = Found | Failed | Finished


class Reader:
    """Walks over paths and gives events.

    Args:
        paths: Files, folders and archives.
        skip: Says which sources are not read again.
        leave_out: Says which folders below a folder are passed over.

    Attributes:
        total: Bytes to be read.
        done: Bytes read so far.
        ignored: Files that were passed over because their names are not those of records.
    """

    def __init__(
        self,
        paths: Sequence[str | os.PathLike[str]],
        *,
        skip: Callable[[Source], bool] = lambda source: False,
        leave_out: Callable[[Path], bool] = lambda folder: False,
    ) -> None:
        self.paths = [Path(path) for path in paths]
        self.total = sum(_size_of(path, leave_out) for path in self.paths)
        self.done = 0
        self.ignored = 0
        self._skip = skip
        self._leave_out = leave_out

    def __iter__(self) -> Iterator[Event]:
        for path in self.paths:
            try:
                mode = path.stat().st_mode
            except OSError as error:
                yield Failed(None, str(path), error.strerror or str(error))
                continue
            if stat.S_ISDIR(mode):
                yield from self._folder(path)
            elif containers.is_container(path.name):
                yield from self._container(path)
            else:
                source = _folder_source(path.parent)
                yield from self._file(source, path, path.name)
                yield Finished(source)

    def _folder(self, folder: Path) -> Iterator[Event]:
        source = _folder_source(folder)
        inside: list[Path] = []
        failures: list[OSError] = []
        for root, folders, names in os.walk(folder, onerror=failures.append):
            folders[:] = sorted(name for name in folders if not self._leave_out(Path(root, name)))
            for name in sorted(names):
                path = Path(root, name)
                if containers.is_container(name):
                    inside.append(path)
                elif is_record(name):
                    yield from self._file(source, path, path.relative_to(folder).as_posix())
                else:
                    self.ignored += 1
        for error in failures:  # the last of them comes when the walk ends
            yield Failed(source, os.fsdecode(error.filename), error.strerror or str(error))
        yield Finished(source)
        for path in inside:
            yield from self._container(path)

    def _file(self, source: Source, path: Path, member: str) -> Iterator[Event]:
        try:
            data = files.read_bytes(path, limit=containers.MEMBER_LIMIT)
        except (OSError, InputError) as error:
            yield Failed(source, str(path), _reason(error))
            return
        self.done += len(data)
        yield Found(source, clean_name(member), data)

    def _container(self, path: Path) -> Iterator[Event]:
        start = self.done
        try:
            source = _container_source(path)
        except OSError as error:
            yield Failed(None, str(path), _reason(error))
            return
        if self._skip(source):
            self.done = start + source.size
            return
        try:
            with contextlib.closing(containers.members(path, self._moved(start))) as members:
                for name, data in members:
                    if isinstance(data, bytes):
                        yield Found(source, clean_name(name), data)
                    elif data is not None:
                        yield Failed(source, f"{path}: {clean_name(name)}", data.reason)
                    else:
                        self.ignored += 1
        except KifuError as error:
            yield Failed(source, str(path), str(error))
        self.done = start + source.size
        yield Finished(source)

    def _moved(self, start: int) -> Callable[[int], None]:
        def moved(position: int) -> None:
            self.done = start + position

        return moved


def is_record(name: str) -> bool:
    """Whether a file's name is that of a game record."""
    return PurePosixPath(name).suffix.lower() in RECORD_SUFFIXES


def distinct_names(paths: Sequence[str]) -> list[str]:
    """A short name for each path, no two alike: its last part, and as many before it as are needed."""
    known = [PurePath(path) for path in paths]
    names = {path: path.name for path in known}
    for depth in range(2, 1 + max((len(path.parts) for path in known), default=0)):
        times = Counter(names.values())
        names = {
            path: PurePath(*path.parts[-depth:]).as_posix() if times[name] > 1 else name
            for path, name in names.items()
        }
    seen: Counter[PurePath] = Counter()
    found = []
    for path in known:
        seen[path] += 1
        found.append(names[path] if seen[path] == 1 else f"{names[path]} ({seen[path]})")
    return found


def clean_name(name: str) -> str:
    """A name that can be stored: bytes that are no UTF-8 become a question mark in a diamond."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace").replace("\0", "�")[:4000]


def _folder_source(folder: Path) -> Source:
    path = clean_name(str(folder.resolve()))
    return Source("folder", path, 0, path)


def _container_source(path: Path) -> Source:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Source(containers.kind_of(path.name), clean_name(str(path.resolve())), path.stat().st_size, digest)


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


def _size_of(path: Path, leave_out: Callable[[Path], bool]) -> int:
    """Bytes below a path that the walk will read; what cannot be looked at counts nothing."""
    try:
        if not path.is_dir():
            return path.stat().st_size
    except OSError:
        return 0
    total = 0
    for root, folders, names in os.walk(path):
        folders[:] = [name for name in folders if not leave_out(Path(root, name))]
        for name in names:
            if is_record(name) or containers.is_container(name):
                with contextlib.suppress(OSError):
                    total += os.stat(os.path.join(root, name)).st_size  # noqa: PTH116, PTH118 (a million files)
    return total
