"""What tells the games and labels of archives apart, wherever the files lie."""

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from kifu.archive.archive import Archive

#: What may be asked of a game: another reader may read it otherwise.
_READ_AS = (
    "ordinal, key, game, width, height, black_level, white_level, rules, komi, handicap, result_kind, "
    "winner, margin, n_moves, illegal_at"
)


def games_fingerprint(archive: "Archive", ids: Iterable[int]) -> str:
    """SHA-256 of some games, in whatever order the archive was filled with them."""
    wanted = frozenset(ids)
    keys = sorted(key for game, key in archive._query("SELECT id, key FROM games") if game in wanted)
    return hashlib.sha256(np.array(keys, "<i8").tobytes()).hexdigest()


def archive_fingerprint(archive: "Archive") -> str:
    """SHA-256 of all games in their order: what was read, and as what it was read."""
    return _digest(
        archive._query(
            f"SELECT games.id, {_READ_AS}, files.source, files.member, files.fingerprint, actions, fen "
            "FROM games JOIN files ON files.id = games.file JOIN contents ON contents.id = games.id "
            "ORDER BY games.id"
        )
    )


def labels_fingerprint(archive: "Archive", games: str = "") -> str:
    """SHA-256 of all labels, after a text that stands for the games."""
    return _digest(archive._query("SELECT id, status, owners, judges FROM labels ORDER BY id"), games)


def _digest(rows: list[tuple[Any, ...]], head: str = "") -> str:
    digest = hashlib.sha256(head.encode())
    for row in rows:
        digest.update(repr(row).encode("utf-8", "backslashreplace"))
    return digest.hexdigest()
