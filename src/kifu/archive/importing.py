"""Import: paths are walked here, workers turn record files into rows, and the rows are written here.

Safe to interrupt or kill at any moment, and safe to repeat: what is done is known by its source, name and
content, and is written in the same transaction as its games. The archive that comes out is the same for any
number of workers.
"""

import contextlib
import hashlib
import os
import time
from collections.abc import Generator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass, field
from typing import Any

from kifu.archive.archive import Archive
from kifu.archive.digest import digest
from kifu.archive.sources import Failed, Finished, Found, Reader, Source
from kifu.archive.writing import RecordFile, Writer
from kifu.errors import KifuError
from kifu.work.executors import open_executor
from kifu.work.progress import Progress, silent

# Large enough to hide the cost of sending, small enough that a few in flight take no memory to speak of.
_CHUNK_FILES = 200
_CHUNK_BYTES = 4 << 20
#: Bytes that are read faster than worker processes start.
_SMALL = 200_000
#: Failures kept for the report; beyond that they are only counted.
_MOST_FAILURES = 10_000


@dataclass
class ImportReport:
    """What an import did. Games are counted, except in `unreadable` and `ignored_files`.

    Attributes:
        imported: New games.
        duplicates: Games that are in the archive already, up to symmetry, from another place.
        already_there: Games of sources and files that were imported before.
        problems: New games in which something had to be repaired.
        illegal: New games with an illegal move.
        unreadable: Name and reason of everything that could not be read.
        unreadable_count: How many those are, including those beyond the first ten thousand.
        ignored_files: Files in folders and archives whose names are not those of records.
        seconds: How long it took.
    """

    imported: int = 0
    duplicates: int = 0
    already_there: int = 0
    problems: int = 0
    illegal: int = 0
    unreadable: list[tuple[str, str]] = field(default_factory=list)
    unreadable_count: int = 0
    ignored_files: int = 0
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """The same as a JSON-able dictionary."""
        document = asdict(self)
        document["unreadable"] = [{"name": name, "reason": reason} for name, reason in self.unreadable]
        document["seconds"] = round(self.seconds, 3)
        return document

    def add_failure(self, name: str, reason: str) -> None:
        """Remember something that could not be read."""
        self.unreadable_count += 1
        if len(self.unreadable) < _MOST_FAILURES:
            self.unreadable.append((name, reason))


@dataclass
class _Chunk:
    """Record files of one source on their way to a worker; `bytes` of each are replaced by rows there."""

    source: Source
    files: list[tuple[str, bytes, int]] = field(default_factory=list)
    digested: list[RecordFile] = field(default_factory=list)
    failures: list[tuple[str, str]] = field(default_factory=list)
    ends_source: bool = False


def import_paths(
    archive: Archive,
    paths: Sequence[str | os.PathLike[str]],
    *,
    workers: int | Executor | None = None,
    progress: Progress = silent,
) -> ImportReport:
    """Read files, folders, zip and tar archives of SGF and PDN into an archive.

    Args:
        archive: Opened with `Archive.create`.
        paths: What to read; folders are walked to the bottom.
        workers: Processes that parse and replay: a number, None for one per core, or any executor.
        progress: Told the bytes read.

    Raises:
        ArchiveError: The archive cannot be written.
        WorkerError: A worker process died. What was committed before stays; repeat to continue.
    """
    started = time.monotonic()
    report = ImportReport()
    with Writer(archive) as writer:
        importer = _Importer(writer, paths, report)
        if workers is None and importer.reader.total < _SMALL:
            workers = 1
        with open_executor(workers) as pool, contextlib.closing(importer.chunks()) as chunks:
            for chunk in pool.map_ordered(_digest_chunk, chunks, name=_name_of):
                importer.write(chunk)
                progress(importer.reader.done, importer.reader.total, importer.doing(chunk.source))
    report.ignored_files = importer.reader.ignored
    report.seconds = time.monotonic() - started
    return report


class _Importer:
    """Makes chunks out of the walk, and writes them when they come back from the workers."""

    def __init__(self, writer: Writer, paths: Sequence[str | os.PathLike[str]], report: ImportReport) -> None:
        self.reader = Reader(paths, skip=self._skip)
        self._writer = writer
        self._report = report
        self._failed: set[Source] = set()
        self._started = time.monotonic()

    def chunks(self) -> Generator[_Chunk, None, None]:
        chunk: _Chunk | None = None
        size = 0
        for event in self.reader:
            if event.source is None:
                assert isinstance(event, Failed)
                self._report.add_failure(event.name, event.reason)
                continue
            if chunk is None:
                chunk, size = _Chunk(event.source), 0
            match event:
                case Found(_, member, data):
                    fingerprint = hashlib.blake2b(data, digest_size=8).digest()
                    chunk.files.append((member, data, int.from_bytes(fingerprint, "little", signed=True)))
                    size += len(data)
                case Failed(_, name, reason):
                    chunk.failures.append((name, reason))
                case Finished():
                    chunk.ends_source = True
            if chunk.ends_source or size >= _CHUNK_BYTES or len(chunk.files) >= _CHUNK_FILES:
                self._leave_out_known(chunk)
                yield chunk
                chunk = None

    def write(self, chunk: _Chunk) -> None:
        report = self._report
        for name, reason in chunk.failures:
            report.add_failure(name, reason)
        if chunk.failures:
            self._failed.add(chunk.source)
        if chunk.digested or chunk.ends_source:
            number = self._writer.source_id(chunk.source)
            for row in self._writer.add(number, chunk.digested):
                if row is None:
                    report.duplicates += 1
                    continue
                report.imported += 1
                report.problems += row.problems is not None
                report.illegal += row.illegal_at is not None
            # A folder can always get new files; an archive with a failure is worth another try.
            if chunk.ends_source and chunk.source.kind != "folder" and chunk.source not in self._failed:
                self._writer.mark_complete(number)
        self._writer.commit_when_due()

    def doing(self, source: Source) -> str:
        games = self._report.imported
        rate = games / max(time.monotonic() - self._started, 1e-9)
        return f"{os.path.basename(source.path)}: {games:,} games, {rate:,.0f}/s"  # noqa: PTH119

    def _skip(self, source: Source) -> bool:
        games = self._writer.games_if_complete(source)
        if games is not None:
            self._report.already_there += games
        return games is not None

    def _leave_out_known(self, chunk: _Chunk) -> None:
        if not chunk.files:
            return
        known = self._writer.known(chunk.source, [member for member, _, _ in chunk.files])
        if known:
            unread = []
            for file in chunk.files:
                before = known.get((file[0], file[2]))
                if before is None:
                    unread.append(file)
                    continue
                self._report.already_there += before.games
                name = _full_name(chunk.source, file[0])
                chunk.failures += [(name, reason) for reason in before.failures]
            chunk.files = unread


def _digest_chunk(chunk: _Chunk) -> _Chunk:
    """Turn the record files of a chunk into rows; runs in a worker."""
    for member, data, fingerprint in chunk.files:
        try:
            digested = digest(data, member)
        except KifuError as error:
            chunk.failures.append((_full_name(chunk.source, member), str(error)))
        except Exception as error:  # one strange file must not end the import of all others
            reason = f"unexpected {type(error).__name__}: {error}"
            chunk.failures.append((_full_name(chunk.source, member), reason))
        else:
            chunk.failures += [(_full_name(chunk.source, member), reason) for reason in digested.failures]
            if digested.games:
                chunk.digested.append(
                    RecordFile(member, len(data), fingerprint, digested.games, digested.failures)
                )
    chunk.files = []
    return chunk


def _full_name(source: Source, member: str) -> str:
    return f"{source.path}/{member}" if source.kind == "folder" else f"{source.path}: {member}"


def _name_of(chunk: _Chunk) -> str:
    if not chunk.files:
        return f"the end of {chunk.source.path}"
    return f"{chunk.files[0][0]} to {chunk.files[-1][0]} of {chunk.source.path}"
