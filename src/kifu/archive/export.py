"""Original records out of an archive, byte for byte, into a folder or a zip file."""

import contextlib
import os
import re
import zipfile
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path, PurePosixPath
from typing import Any

from kifu.archive.archive import Archive, decompressed
from kifu.archive.filters import EVERY_GAME, Filter
from kifu.errors import ArchiveError
from kifu.work import files
from kifu.work.progress import Progress, silent

_PAGE = 500
_LONGEST_NAME = 150  # bytes
# Names no system takes: control characters, and what Windows forbids.
_FORBIDDEN = re.compile(r'[\x00-\x1f<>:"|?*]')
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")


def export(
    archive: Archive,
    target: str | os.PathLike[str],
    chosen: Filter = EVERY_GAME,
    *,
    as_zip: bool = False,
    progress: Progress = silent,
) -> tuple[int, int]:
    """Write the original records of the chosen games.

    A file that held one game comes back byte for byte; one that held several comes back with those that
    were chosen. Files lie in a folder named after their source, under the path they had there.

    Args:
        archive: Where the games are.
        target: A new or empty folder, or the zip file to write.
        chosen: Which games.
        as_zip: Write one zip file instead of a folder.
        progress: Told the games written.

    Returns:
        How many games and files were written.

    Raises:
        ArchiveError: The folder is not empty, or the zip file exists.
    """
    target = Path(target)
    total = archive.count(chosen)
    games = written = 0
    with _writer(target, as_zip) as write:
        for name, parts in _files(archive, chosen):
            write(name, b"".join(parts))
            games += len(parts)
            written += 1
            progress(games, total, f"exporting to {target.name}")
    return games, written


def safe_path(member: str) -> PurePosixPath:
    """A member's path that stays inside the folder it is put into, and that every system can write."""
    parts = []
    for part in re.split(r"[/\\]+", member):
        part = _short(_FORBIDDEN.sub("_", part).rstrip(". "))
        if part and part not in (".", ".."):
            parts.append(f"_{part}" if _RESERVED.fullmatch(part) else part)
    return PurePosixPath(*parts[-20:]) if parts else PurePosixPath("game")


def _short(part: str) -> str:
    """A name within the 255 bytes that systems take, with room for a number; its suffix stays."""
    if len(part.encode("utf-8", "replace")) <= _LONGEST_NAME:
        return part
    stem, dot, suffix = part.rpartition(".")
    if not dot or len(suffix) > 4 or not suffix.isascii():
        stem, suffix = part, ""
    room = _LONGEST_NAME - len(dot + suffix)
    stem = stem.encode("utf-8", "replace")[:room].decode("utf-8", "ignore")
    return stem + dot + suffix if suffix else stem.rstrip(". ")


def _files(archive: Archive, chosen: Filter) -> Iterator[tuple[PurePosixPath, list[bytes]]]:
    """Path and chosen games of each file. One file's games are in memory at a time."""
    folders: dict[int, str] = {}
    taken: set[str] = set()
    inside: set[str] = set()  # folders of those taken
    for file, rows in groupby(_rows(archive, chosen), key=lambda row: row[0]):
        found = list(rows)
        _, source, member, _ = found[0]
        if source not in folders:
            folders[source] = _folder_name(archive, source, set(folders.values()))
        path = PurePosixPath(folders[source]) / safe_path(member)
        # Two names may become one: the same member twice, or upper and lower case on some systems. And one
        # name may be that of a file and of a folder.
        above = {str(folder).casefold() for folder in path.parents}
        if not taken.isdisjoint(above):
            path = PurePosixPath(folders[source]) / f"{path.stem}~{file}{path.suffix}"
        elif (name := str(path).casefold()) in taken or name in inside:
            path = path.with_name(f"{path.stem}~{file}{path.suffix}")
        taken.add(str(path).casefold())
        inside |= {str(folder).casefold() for folder in path.parents}
        yield path, [decompressed(record, archive.path) for *_, record in found]


def _rows(archive: Archive, chosen: Filter) -> Iterator[tuple[Any, ...]]:
    condition, parameters = chosen.sql()
    after = (0, -1)
    while True:
        rows = archive._query(
            "SELECT files.id, source, member, record, ordinal FROM games JOIN contents USING (id) "
            "JOIN files ON files.id = games.file "
            f"WHERE (games.file, ordinal) > (?, ?) AND {condition} ORDER BY games.file, ordinal LIMIT ?",
            [*after, *parameters, _PAGE],
        )
        for row in rows:
            yield row[:4]
        if len(rows) < _PAGE:
            return
        after = rows[-1][0], rows[-1][4]


def _folder_name(archive: Archive, source: int, taken: set[str]) -> str:
    path: str = archive._query("SELECT path FROM sources WHERE id = ?", [source])[0][0]
    name = re.split(r"[/\\]", path)[-1]
    name = re.sub(r"(?i)(\.(zip|tar|tgz|txz|tbz2?|tzst|gz|xz|bz2|zst|sgf|pdn|mgt))+$", "", name)
    name = safe_path(name or "games").name
    return name if name not in taken else f"{name}~{source}"


@contextlib.contextmanager
def _writer(target: Path, as_zip: bool) -> Iterator[Callable[[PurePosixPath, bytes], None]]:
    if as_zip:
        if target.exists():
            raise ArchiveError(f"{str(target)!r} exists; choose a new name for the zip file")
        with files.atomic_binary(target) as raw, zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as packed:

            def pack(path: PurePosixPath, data: bytes) -> None:
                # A fixed time, so that the same games give the same file.
                info = zipfile.ZipInfo(str(path), (1980, 1, 1, 0, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(info, data)

            yield pack
        return
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise ArchiveError(f"{str(target)!r} exists and is not an empty folder; choose a new one")
    target.mkdir(parents=True, exist_ok=True)

    def put(path: PurePosixPath, data: bytes) -> None:
        file = target.joinpath(*path.parts)
        file.parent.mkdir(parents=True, exist_ok=True)
        with files.named(file):
            try:
                file.write_bytes(data)
            except BaseException:  # a full disk, an interrupt: no half file stays
                with contextlib.suppress(OSError):
                    file.unlink()
                raise

    yield put
