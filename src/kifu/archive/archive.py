"""An open archive: counts, facts, original records and arrays of its games."""

import json
import os
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from kifu.archive import schema
from kifu.archive.filters import EVERY_GAME, RESULT_KIND, Filter
from kifu.archive.sources import distinct_names
from kifu.errors import ArchiveError, InputError

if TYPE_CHECKING:
    from kifu.archive.arrays import Batch
    from kifu.archive.labels import LabelBatch
    from kifu.archive.splits import Split


class ArchivedGame(NamedTuple):
    """The facts of one game in an archive; what the record does not say is None."""

    id: int
    game: str
    width: int
    height: int
    black: str | None
    white: str | None
    black_rank: str | None
    white_rank: str | None
    date: str | None
    year: int | None
    event: str | None
    rules: str | None
    komi: float | None
    handicap: int
    result: str | None
    result_kind: str
    winner: str | None
    margin: float | None
    n_moves: int
    illegal_at: int | None
    problems: tuple[str, ...]
    source: str
    member: str


_FACTS = ", ".join(f"games.{name}" for name in ArchivedGame._fields[:-3])


def decompressed(record: bytes, path: Path) -> bytes:
    """The bytes of a stored record.

    Raises:
        ArchiveError: It is damaged.
    """
    try:
        return zlib.decompress(record)
    except zlib.error as error:
        raise ArchiveError(f"the archive {str(path)!r} is damaged: {error}") from error


class Archive:
    """Games in one SQLite file. A context manager; `open` reads, `create` makes or adds.

    Any number of processes may read while one writes.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection
        connection.create_function(
            "casefold", 1, lambda text: text.casefold() if isinstance(text, str) else "", deterministic=True
        )

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Self:
        """Open an archive for reading.

        Raises:
            ArchiveError: There is none, it is something else, or of a newer version.
        """
        path = Path(path)
        return cls(path, schema.connect(path, write=False))

    @classmethod
    def create(cls, path: str | os.PathLike[str]) -> Self:
        """Open an archive for adding games; make it when it is not there.

        Raises:
            ArchiveError: The file is something else, of a newer version, or its folder is not there.
        """
        path = Path(path)
        return cls(path, schema.connect(path, write=True, create=True))

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return self.count()

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query.

        Raises:
            ArchiveError: SQLite cannot answer, for example because the file is damaged.
            InputError: A parameter is a number beyond 64 bits, or text that is no Unicode.
        """
        try:
            return self.connection.execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            raise ArchiveError(f"the archive {str(self.path)!r} cannot be read: {error}") from error
        except (OverflowError, UnicodeError) as error:
            raise InputError(f"no game of an archive can have this number or text: {error}") from error

    def count(self, chosen: Filter = EVERY_GAME) -> int:
        """How many games there are."""
        condition, parameters = chosen.sql()
        number: int = self.query(f"SELECT count(*) FROM games WHERE {condition}", parameters)[0][0]
        return number

    def kinds(self, chosen: Filter = EVERY_GAME) -> list[str]:
        """Which of go and draughts are there."""
        condition, parameters = chosen.sql()
        rows = self.query(f"SELECT DISTINCT game FROM games WHERE {condition} ORDER BY game", parameters)
        return [row[0] for row in rows]

    def summary(self, chosen: Filter = EVERY_GAME) -> dict[str, Any]:
        """What is in it: `games`, `moves`, and counts by `game`, `size`, `year`, `result`, `winner`.

        The years are strings, "unknown" where the record does not say; so are sizes ("19", "9x13").
        """
        condition, parameters = chosen.sql()

        def counts(expression: str) -> dict[str, int]:
            rows = self.query(
                f"SELECT {expression} AS what, count(*) FROM games WHERE {condition} "
                "GROUP BY what ORDER BY what",
                parameters,
            )
            return {str(what): number for what, number in rows}

        totals = self.query(
            "SELECT count(*), coalesce(sum(n_moves), 0), count(problems), count(illegal_at) "
            f"FROM games WHERE {condition}",
            parameters,
        )[0]
        sizes = counts("CASE WHEN width = height THEN width ELSE width || 'x' || height END")
        years = counts("coalesce(year, 'unknown')")
        return {
            "games": totals[0],
            "moves": totals[1],
            "by_game": counts("game"),
            "by_size": dict(sorted(sizes.items(), key=lambda item: [int(n) for n in item[0].split("x")])),
            "by_year": years,
            "by_result": counts(RESULT_KIND),
            "by_winner": counts("CASE winner WHEN 'B' THEN 'Black' WHEN 'W' THEN 'White' ELSE 'nobody' END"),
            "with_problems": totals[2],
            "with_illegal_move": totals[3],
            "sources": self.query("SELECT count(*) FROM sources")[0][0],
            "version": len(schema.MIGRATIONS),
        }

    def fingerprints(self) -> dict[str, str]:
        """Where the games are from, for cards: the SHA-256 of each source by its name, or "folder"."""
        rows = self.query("SELECT kind, path, fingerprint FROM sources ORDER BY id")
        names = distinct_names([path for _, path, _ in rows])
        # A folder has no fingerprint but its path.
        return {
            name: "folder" if kind == "folder" else fingerprint
            for name, (kind, _, fingerprint) in zip(names, rows, strict=True)
        }

    def games(self, chosen: Filter = EVERY_GAME, *, limit: int | None = None) -> Iterator[ArchivedGame]:
        """The facts of the games, in the order of their import."""
        condition, parameters = chosen.sql()
        after, left = 0, limit
        while left is None or left > 0:
            page = 1000 if left is None else min(1000, left)
            rows = self.query(
                f"SELECT {_FACTS}, games.problems, sources.path, files.member FROM games "
                "JOIN files ON files.id = games.file JOIN sources ON sources.id = files.source "
                f"WHERE games.id > ? AND {condition} ORDER BY games.id LIMIT ?",
                [after, *parameters, page],
            )
            for *facts, problems, source, member in rows:
                yield ArchivedGame._make([*facts, tuple(json.loads(problems or "[]")), source, member])
            if len(rows) < page:
                return
            after = rows[-1][0]
            left = None if left is None else left - len(rows)

    def record(self, game: int) -> bytes:
        """The original bytes of a game's record, with comments and variations.

        Raises:
            ArchiveError: There is no such game.
        """
        rows = self.query("SELECT record FROM contents WHERE id = ?", [game])
        if not rows:
            raise ArchiveError(f"there is no game {game!r} in the archive {str(self.path)!r}")
        return decompressed(rows[0][0], self.path)

    def arrays(self, chosen: Filter = EVERY_GAME, *, games: int = 4096) -> Iterator["Batch"]:
        """The games as arrays for training, in batches; see `kifu.archive.arrays.Batch`."""
        from kifu.archive.arrays import batches

        return batches(self, chosen, games=games)

    def labels(
        self,
        chosen: Filter = EVERY_GAME,
        *,
        split: "Split | None" = None,
        statuses: Sequence[str] = ("labelled", "edited"),
        games: int = 4096,
    ) -> Iterator["LabelBatch"]:
        """Labelled games as arrays for training, each batch of one board size; see `kifu.archive.labels`."""
        from kifu.archive.labels import batches

        return batches(self, chosen, split=split, statuses=statuses, games=games)
