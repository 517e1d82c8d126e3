"""The tables of an archive, their version, and the steps from each version to the next.

An archive is a SQLite file with our `application_id`; `user_version` counts the migrations it has seen.
"""

import contextlib
import sqlite3
from pathlib import Path

from kifu.errors import ArchiveError, MissingArchiveError

#: "Kifu" in ASCII: tells our files from other SQLite files.
APPLICATION_ID = 0x4B696675

# A step is never changed once released: a new one is appended.
MIGRATIONS: tuple[str, ...] = (
    """
    -- Where records came from: a zip or tar archive (known by content), or a folder (known by its path).
    CREATE TABLE sources (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,              -- folder, zip, tar, file
        path TEXT NOT NULL,
        size INTEGER NOT NULL,           -- bytes; 0 for a folder
        fingerprint TEXT NOT NULL,       -- SHA-256 of an archive; the path of a folder
        complete INTEGER NOT NULL DEFAULT 0,  -- 1: read to its end without a failure
        UNIQUE (kind, fingerprint)
    );
    -- Every record file that was read; written in the same transaction as its games.
    CREATE TABLE files (
        id INTEGER PRIMARY KEY,
        source INTEGER NOT NULL REFERENCES sources (id),
        member TEXT NOT NULL,            -- path inside the source
        size INTEGER NOT NULL,
        fingerprint INTEGER NOT NULL,    -- 64 bits of BLAKE2b over the bytes
        games INTEGER NOT NULL,          -- games in it, duplicates included
        UNIQUE (source, member, fingerprint)
    );
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        file INTEGER NOT NULL REFERENCES files (id),
        ordinal INTEGER NOT NULL,        -- number of the game in its file, from 0
        key INTEGER NOT NULL UNIQUE,     -- the game up to symmetry
        game TEXT NOT NULL,              -- go, draughts
        width INTEGER NOT NULL,
        height INTEGER NOT NULL,
        black TEXT, white TEXT,
        black_rank TEXT, white_rank TEXT,
        black_level INTEGER, white_level INTEGER,  -- ranks as numbers, see ranks.py
        date TEXT, year INTEGER,
        event TEXT,
        rules TEXT,
        komi REAL,
        handicap INTEGER NOT NULL,
        result TEXT, result_kind TEXT NOT NULL, winner TEXT, margin REAL,
        n_moves INTEGER NOT NULL,
        illegal_at INTEGER,              -- number of the first illegal move (or setup before it), from 1
        problems TEXT                    -- JSON list of lines, NULL for none
    );
    CREATE INDEX games_by_file ON games (file, ordinal);
    -- Apart from the facts, so that counting and filtering do not read them.
    CREATE TABLE contents (
        id INTEGER PRIMARY KEY REFERENCES games (id),
        actions BLOB NOT NULL,           -- the main line, little-endian uint16 each, see digest.py
        fen TEXT NOT NULL,               -- where a game of draughts begins; empty for the usual start
        record BLOB NOT NULL             -- the original bytes, zlib
    );
    """,
    """
    -- What each judge said of a finished game of Go; see labels.py.
    CREATE TABLE proposals (
        id INTEGER NOT NULL REFERENCES games (id),
        judge TEXT NOT NULL,             -- alive, safe, playouts, model, gnugo, edit
        version TEXT NOT NULL,           -- of the judge: another version judges anew
        dead BLOB,                       -- dead stones, a bit a point, row by row; NULL: the judge failed
        lead REAL,                       -- Black's lead with these stones off, under the game's own rules
        counting TEXT,                   -- which way to count gives the recorded result; NULL: none
        owned INTEGER,                   -- 64 bits of BLAKE2b over the owners of all points
        failure TEXT,                    -- why the judge failed
        PRIMARY KEY (id, judge)
    ) WITHOUT ROWID;
    -- What follows from the proposals: whose each point is at the end.
    CREATE TABLE labels (
        id INTEGER PRIMARY KEY REFERENCES games (id),
        status TEXT NOT NULL,            -- labelled, ambiguous, unlabelled, edited
        owners BLOB,                     -- a byte a point: 0 neither's, 1 Black's, 2 White's, 255 not known
        dead BLOB,                       -- as in proposals, of the first judge that was accepted
        judges TEXT NOT NULL,            -- those accepted, with commas between them
        counting TEXT,                   -- the way to count that gave the recorded result
        reason TEXT,                     -- why it is ambiguous or unlabelled; what was repaired
        version TEXT NOT NULL            -- of those judges
    );
    CREATE INDEX labels_by_status ON labels (status);
    """,
    """
    -- Why games of a file could not be kept: JSON list of lines, NULL for none.
    ALTER TABLE files ADD COLUMN failures TEXT;
    """,
)


def connect(path: Path, *, create: bool) -> sqlite3.Connection:
    """Open an archive file, bring it to the current version, and give the connection.

    Args:
        path: The file.
        create: Open it for adding games; make the tables when the file does not exist or is empty.

    Raises:
        ArchiveError: No such file, not an archive, of a newer version, or not readable.
    """
    name = str(path)
    if path.is_dir():
        raise ArchiveError(f"expected the file of an archive, but {name!r} is a folder")
    if not create and not path.exists():
        raise MissingArchiveError(
            f"there is no archive {name!r}; `kifu import PATH... --archive {name}` makes one"
        )
    if create and not path.parent.is_dir():
        raise ArchiveError(f"there is no folder {str(path.parent)!r} to make the archive {path.name!r} in")
    connection: sqlite3.Connection | None = None
    try:
        connection = _open(path, "rwc" if create else "ro")
        version = _version(connection, name)
        if version is None or version < len(MIGRATIONS):
            if not create and version is None:
                raise ArchiveError(f"expected an archive, but {name!r} is empty")
            if not create:
                connection.close()
                connection = _open(path, "rw")
            _migrate(connection, name)
        return connection
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_NOTADB:
            raise ArchiveError(
                f"expected an archive, but {name!r} is not a database; to put game records into an archive: "
                f"kifu import {name} --archive games.db"
            ) from error
        raise ArchiveError(f"the archive {name!r} cannot be opened: {error}") from error
    except BaseException:
        if connection is not None:
            connection.close()
        raise


def _open(path: Path, mode: str) -> sqlite3.Connection:
    # as_uri() escapes ? and # in the name. Transactions are opened by hand (isolation_level None).
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, timeout=60, isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def _version(connection: sqlite3.Connection, name: str) -> int | None:
    """The version of an archive, None for an empty file; anything else is refused."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if application != APPLICATION_ID:
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if application == 0 and version == 0 and tables == 0:
            return None
        raise ArchiveError(f"expected an archive, but {name!r} is a database of another program")
    if version > len(MIGRATIONS):
        raise ArchiveError(
            f"the archive {name!r} has version {version}, this Kifu knows up to {len(MIGRATIONS)}; "
            "open it with a newer Kifu"
        )
    return version


def _migrate(connection: sqlite3.Connection, name: str) -> None:
    """Take the missing steps, all in one transaction: a kill in between leaves the old version."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection, name) or 0  # another process may have been faster
        for step in MIGRATIONS[version:]:
            for statement in _statements(step):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):  # a full disk may have ended the transaction already
            connection.execute("ROLLBACK")
        raise


def _statements(script: str) -> list[str]:
    # executescript() would commit first; so the script is cut where SQLite sees complete statements.
    statements, start = [], 0
    for end, character in enumerate(script, 1):
        if character == ";" and sqlite3.complete_statement(script[start:end]):
            statements.append(script[start:end])
            start = end
    return statements
