"""Adding games: one transaction holds some files, all their games, and the mark that they are done."""

import contextlib
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Self

from kifu.archive.archive import Archive
from kifu.archive.rows import FACTS, GameRow
from kifu.archive.sources import Source
from kifu.errors import ArchiveError

#: At most this many seconds of work are lost by a kill.
COMMIT_SECONDS = 2.0

_INSERT_FACTS = (
    f"INSERT OR IGNORE INTO games (file, {', '.join(FACTS)}) VALUES (?{', ?' * len(FACTS)}) RETURNING id"
)
_INSERT_CONTENTS = "INSERT INTO contents (id, actions, fen, record) VALUES (?, ?, ?, ?)"


class RecordFile(NamedTuple):
    """A record file that was read: its games, and why others in it could not be kept."""

    member: str
    size: int
    fingerprint: int
    games: list[GameRow]
    failures: list[str]


class KnownFile(NamedTuple):
    """What is remembered of a file: how many games it gave, and why others in it could not be kept."""

    games: int
    failures: list[str]


class Writer:
    """Writes into an archive; a context manager that commits when its block ends well."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._connection = archive._connection
        self._since: float | None = None

    def __enter__(self) -> Self:
        self._use_write_ahead_log()
        self._run("PRAGMA synchronous = NORMAL")
        self._run("PRAGMA cache_size = -65536")
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._commit()
        else:
            with contextlib.suppress(sqlite3.Error):  # a full disk may have ended the transaction already
                self._connection.execute("ROLLBACK")
        # At rest the archive is one file again; not now if someone else has it open.
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute("PRAGMA busy_timeout = 0")
            self._connection.execute("PRAGMA journal_mode = DELETE")

    def source_id(self, source: Source) -> int:
        """The number of a source; it is added when it is new."""
        self._begin()
        self._run(
            "INSERT OR IGNORE INTO sources (kind, path, size, fingerprint) VALUES (?, ?, ?, ?)",
            (source.kind, source.path, source.size, source.fingerprint),
        )
        rows = self._run(
            "SELECT id FROM sources WHERE kind = ? AND fingerprint = ?", (source.kind, source.fingerprint)
        )
        number: int = rows[0][0]
        return number

    def games_if_complete(self, source: Source) -> int | None:
        """How many games a source gave that was read to its end before; None when it was not."""
        rows = self._archive._query(
            "SELECT id FROM sources WHERE kind = ? AND fingerprint = ? AND complete",
            (source.kind, source.fingerprint),
        )
        if not rows:
            return None
        total: int = self._archive._query(
            "SELECT coalesce(sum(games), 0) FROM files WHERE source = ?", [rows[0][0]]
        )[0][0]
        return total

    def known(self, source: Source, members: Sequence[str]) -> dict[tuple[str, int], KnownFile]:
        """Which of the members were read before, by member and fingerprint."""
        marks = ", ".join("?" * len(members))
        rows = self._archive._query(
            "SELECT member, files.fingerprint, games, failures FROM files "
            "JOIN sources ON sources.id = files.source "
            f"WHERE kind = ? AND sources.fingerprint = ? AND member IN ({marks})",
            [source.kind, source.fingerprint, *members],
        )
        return {
            (member, fingerprint): KnownFile(games, json.loads(failures or "[]"))
            for member, fingerprint, games, failures in rows
        }

    def add(self, source: int, files: Iterable[RecordFile]) -> Iterator[GameRow | None]:
        """Add files with their games; give each game that is new, and None for each that is a duplicate."""
        self._begin()
        for file in files:
            file_id = self._add_file(source, file)
            for row in file.games:
                facts, blobs = row[: len(FACTS)], row[len(FACTS) :]
                added = self._run(_INSERT_FACTS, (file_id, *facts))
                if added:
                    self._run(_INSERT_CONTENTS, (added[0][0], *blobs))
                yield row if added else None

    def mark_complete(self, source: int) -> None:
        """Remember that a source was read to its end."""
        self._begin()
        self._run("UPDATE sources SET complete = 1 WHERE id = ?", [source])

    def commit_when_due(self) -> None:
        """Commit if the last commit is a while ago."""
        if self._since is not None and time.monotonic() - self._since > COMMIT_SECONDS:
            self._commit()

    def _add_file(self, source: int, file: RecordFile) -> int:
        self._run(
            "INSERT OR IGNORE INTO files (source, member, size, fingerprint, games, failures) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (
                source,
                file.member,
                file.size,
                file.fingerprint,
                len(file.games),
                json.dumps(file.failures) if file.failures else None,
            ),
        )
        rows = self._run(
            "SELECT id FROM files WHERE source = ? AND member = ? AND fingerprint = ?",
            (source, file.member, file.fingerprint),
        )
        number: int = rows[0][0]
        return number

    def _use_write_ahead_log(self) -> None:
        """Make commits cheap, and let others read meanwhile; a kill does no harm with it or without it."""
        # The switch has to wait for others who read; an import need not wait long for its own comfort.
        self._run("PRAGMA busy_timeout = 5000")
        # A damaged file is told by what is written to it.
        with contextlib.suppress(sqlite3.Error):
            self._connection.execute("PRAGMA journal_mode = WAL")
        self._run("PRAGMA busy_timeout = 60000")

    def _begin(self) -> None:
        if self._since is None:
            self._run("BEGIN IMMEDIATE")
            self._since = time.monotonic()

    def _commit(self) -> None:
        if self._since is not None:
            self._run("COMMIT")
            self._since = None

    def _run(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            path = str(self._archive.path)
            raise ArchiveError(f"the archive {path!r} cannot be written: {error}") from error
