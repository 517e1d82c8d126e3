"""An open archive: counts, facts, original records and arrays of its games."""

import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from kifu.archive import schema
from kifu.archive.filters import EVERY_GAME, RESULT_KIND, Filter
from kifu.archive.sources import distinct_names
from kifu.errors import ArchiveError, InputError

if TYPE_CHECKING:
    from kifu.archive.packed import PackedGames
    from kifu.archive.positions import Positions
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


class BoardCount(NamedTuple):
    """How many games there are of one kind on boards of one size."""

    game: str
    width: int
    height: int
    games: int


_FACTS = ", ".join(f"games.{name}" for name in ArchivedGame._fields[:-3])
_PAGE = 1000


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
    """Games in one SQLite file, opened for reading; `Archive.create` opens for adding.

    A context manager. Any number of processes may read while one writes. Methods that choose games take a
    `Filter`, its fields as keywords, or both:

        with Archive("games.db") as archive:
            for game in archive.games(player="Cho Chikun", since=1980):
                print(game.date, game.black, game.white, game.result)

    Args:
        path: The file.

    Raises:
        ArchiveError: It is something else, or of a newer version; where it is missing, the error is a
            FileNotFoundError too.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._open(path, create=False)

    @classmethod
    def create(cls, path: str | os.PathLike[str]) -> Self:
        """Open an archive for adding games; make it when it is missing.

        Raises:
            ArchiveError: The file is something else, of a newer version, or its folder is missing.
        """
        archive = cls.__new__(cls)
        archive._open(path, create=True)
        return archive

    def _open(self, path: str | os.PathLike[str], *, create: bool) -> None:
        self.path = Path(path)
        self._connection = schema.connect(self.path, create=create)
        self._connection.create_function(
            "casefold", 1, lambda text: text.casefold() if isinstance(text, str) else "", deterministic=True
        )

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Archive({str(self.path)!r})"

    def __len__(self) -> int:
        return self.count()

    def __iter__(self) -> Iterator[ArchivedGame]:
        return self.games()

    def __contains__(self, game: object) -> bool:
        """Whether there is a game with this number."""
        return isinstance(game, int) and bool(self._query("SELECT 1 FROM games WHERE id = ?", [game]))

    def _query(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """All rows of a query, for this package alone.

        Raises:
            ArchiveError: SQLite cannot answer, for example because the file is damaged.
            InputError: A parameter is a number beyond 64 bits, or text that is no Unicode.
        """
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            raise ArchiveError(f"the archive {str(self.path)!r} cannot be read: {error}") from error
        except (OverflowError, UnicodeError) as error:
            raise InputError(f"no game of an archive can have this number or text: {error}") from error

    def count(self, chosen: Filter = EVERY_GAME, **filters: Any) -> int:
        """How many games there are."""
        condition, parameters = replace(chosen, **filters).sql()
        number: int = self._query(f"SELECT count(*) FROM games WHERE {condition}", parameters)[0][0]
        return number

    def boards(self, chosen: Filter = EVERY_GAME, **filters: Any) -> list[BoardCount]:
        """How many games there are of each kind and board size, the most first."""
        condition, parameters = replace(chosen, **filters).sql()
        rows = self._query(
            f"SELECT game, width, height, count(*) AS n FROM games WHERE {condition} "
            "GROUP BY game, width, height ORDER BY n DESC, game, width, height",
            parameters,
        )
        return [BoardCount(*row) for row in rows]

    def summary(self, chosen: Filter = EVERY_GAME) -> dict[str, Any]:
        """What is in it: `games`, `moves`, and counts by `game`, `size`, `year`, `result`, `winner`.

        The years are strings, "unknown" where the record does not say; so are sizes ("19", "9x13").
        """
        condition, parameters = chosen.sql()

        def counts(expression: str) -> dict[str, int]:
            rows = self._query(
                f"SELECT {expression} AS what, count(*) FROM games WHERE {condition} "
                "GROUP BY what ORDER BY what",
                parameters,
            )
            return {str(what): number for what, number in rows}

        totals = self._query(
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
            "sources": self._query("SELECT count(*) FROM sources")[0][0],
            "version": len(schema.MIGRATIONS),
        }

    @property
    def is_complete(self) -> bool:
        """Whether games were imported, and every source was read to its end."""
        return self._query("SELECT min(complete) FROM sources") == [(1,)]

    def fingerprints(self) -> dict[str, str]:
        """Where the games are from, for cards: the SHA-256 of each source by its name, or "folder"."""
        rows = self._query("SELECT kind, path, fingerprint FROM sources ORDER BY id")
        names = distinct_names([path for _, path, _ in rows])
        # A folder has no fingerprint but its path.
        return {
            name: "folder" if kind == "folder" else fingerprint
            for name, (kind, _, fingerprint) in zip(names, rows, strict=True)
        }

    def members(self) -> dict[int, str]:
        """The path of each game's file in its source, by the number of the game."""
        return dict(
            self._query("SELECT games.id, files.member FROM games JOIN files ON files.id = games.file")
        )

    def ids(self, chosen: Filter = EVERY_GAME, **filters: Any) -> list[int]:
        """The numbers of the games, in the order of their import."""
        condition, parameters = replace(chosen, **filters).sql()
        rows = self._query(f"SELECT id FROM games WHERE {condition} ORDER BY id", parameters)
        return [number for (number,) in rows]

    def games(
        self, chosen: Filter = EVERY_GAME, *, after: int = 0, limit: int | None = None, **filters: Any
    ) -> Iterator[ArchivedGame]:
        """The facts of the games, in the order of their import.

        Args:
            chosen: Which games.
            after: Only those with a number above this one.
            limit: At most so many.
            filters: Fields of `Filter`, such as `player`, `since`, `until`, `size`, `ranks` and `result`.
        """
        condition, parameters = replace(chosen, **filters).sql()
        return self._facts(condition, parameters, after, limit)

    def game(self, number: int) -> ArchivedGame:
        """The facts of one game.

        Raises:
            ArchiveError: There is no such game.
        """
        found = next(self._facts("games.id = ?", [number], 0, 1), None)
        if found is None:
            raise self._no_game(number)
        return found

    def _facts(
        self, condition: str, parameters: Sequence[Any], after: int, limit: int | None
    ) -> Iterator[ArchivedGame]:
        left = limit
        while left is None or left > 0:
            page = _PAGE if left is None else min(_PAGE, left)
            rows = self._query(
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
        rows = self._query("SELECT record FROM contents WHERE id = ?", [game])
        if not rows:
            raise self._no_game(game)
        return decompressed(rows[0][0], self.path)

    def _no_game(self, number: int) -> ArchiveError:
        return ArchiveError(f"there is no game {number!r} in the archive {str(self.path)!r}")

    def packed(
        self,
        chosen: Filter = EVERY_GAME,
        *,
        split: "Split | None" = None,
        among: Iterable[int] | None = None,
        owners: bool = False,
        games: int = 4096,
        **filters: Any,
    ) -> "Iterator[PackedGames]":
        """Packed games of one kind, in batches of one board size, the smallest boards first.

        Games on boards that Kifu does not play on are left out.

        Args:
            chosen: Which games.
            split: Only games for training, validation or testing (`kifu.archive.splits`).
            among: Only games with these numbers.
            owners: Read labels too: who owns each point at the end.
            games: The most games in a batch.
            filters: Fields of `Filter`.

        Raises:
            InputError: The filter lets both Go and draughts through; their moves are packed differently.
        """
        from kifu.archive.packed import batches

        chosen = replace(chosen, **filters)
        return batches(self, chosen, split=split, among=among, owners=owners, games=games)

    def positions(
        self,
        chosen: Filter = EVERY_GAME,
        *,
        batch: int = 4096,
        split: "Split | None" = None,
        **filters: Any,
    ) -> "Iterator[Positions]":
        """Positions of games as NumPy arrays, in batches; `Positions` documents their layout.

        A batch has exactly `batch` positions, of games of one board size, but for the last one of each size.

            for positions in archive.positions(player="Cho Chikun", size=19):
                positions.boards, positions.to_play, positions.played
                positions.games.winners[positions.game]

        Args:
            chosen: Which games.
            batch: How many positions.
            split: Only games for training, validation or testing (`kifu.archive.splits`).
            filters: Fields of `Filter`.

        Raises:
            InputError: The filter lets both Go and draughts through; their boards differ.
        """
        from kifu.archive.positions import batches_of

        if batch < 1:
            raise InputError(f"expected batches of at least 1 position, not {batch!r}")
        return batches_of(self.packed(chosen, split=split, games=256, **filters), batch)
