"""The `index.tsv` of a collection: a table of its games, such as which are suspected to be a bot's."""

import csv
import io
from collections.abc import Mapping
from typing import TYPE_CHECKING

from kifu.errors import InputError

if TYPE_CHECKING:
    from kifu.archive.archive import Archive

Index = Mapping[str, Mapping[str, str]]


def parse_index(data: bytes, name: str, folder: str = "") -> dict[str, dict[str, str]]:
    """Read the rows of a table by their column `file`.

    Args:
        data: its bytes.
        name: what errors call it.
        folder: put before each `file`.

    Raises:
        InputError: It is not UTF-8, or has no such column.
    """
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"expected UTF-8 in {name}: {error}") from None
    reader = csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE)
    if "file" not in (reader.fieldnames or ()):
        raise InputError(f"expected a column file in {name}, got {reader.fieldnames!r}")
    return {f"{folder}/{row['file']}".lstrip("/"): row for row in reader}


def suspected_bots(archive: "Archive", index: Index, name: str, original: str = "the collection") -> set[int]:
    """Numbers of the games that an index suspects to be a bot's.

    Args:
        archive: the games; each is found by its path, with or without the top folder.
        index: rows by path; one that lists nothing but bots may leave out all other games.
        name: what errors call it.
        original: what should have been imported.

    Raises:
        InputError: The index does not say which games are suspected, or has other games than the archive.
    """
    if not all("bot_suspect" in row for row in index.values()):
        raise InputError(f"expected a column bot_suspect in {name}, which says whose games to leave out")
    members = archive.members()
    rows = {
        game: index.get(member) or index.get(member.partition("/")[2]) for game, member in members.items()
    }
    strange = sum(row is None for row in rows.values())
    if 2 * strange > len(rows) and any(row["bot_suspect"] != "1" for row in index.values()):
        raise InputError(
            f"expected the games that {name} names, but {strange:,} of {len(rows):,} are not there, so that "
            f"bots cannot be left out; import {original} as it is, not unpacked"
        )
    return {game for game, row in rows.items() if row is not None and row["bot_suspect"] == "1"}
