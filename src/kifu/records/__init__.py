"""Game records: bytes in any encoding and dialect come in, game trees with their problems go out, and back.

`read` tells SGF from PDN by content; `sgf` and `pdn` are the two formats. Below stand only `kifu.errors`
and the native scanners; no rules of a game are known here (see `kifu.games`).
"""

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Protocol

from kifu.records.encodings import content_of
from kifu.records.info import FormatFacts, GameInfo
from kifu.records.problems import Problem

__all__ = ["GameInfo", "GameRecord", "Problem", "originals", "read"]


class GameRecord(Protocol):
    """What SGF and PDN records have in common."""

    #: "sgf" or "pdn".
    format: ClassVar[str]

    @property
    def game(self) -> str:
        """The game played: "go" or "draughts", or another that is read but not replayed."""

    @property
    def info(self) -> GameInfo:
        """The facts about the game that the record states."""

    @property
    def moves(self) -> Sequence[Any]:
        """The moves of the main line."""

    @property
    def problems(self) -> list[Problem]:
        """What was repaired to read the record."""

    @property
    def encoding(self) -> str:
        """Python's name of the encoding that the record's texts are read in."""

    @property
    def written_result(self) -> str:
        """The result as the record writes it; empty where it has none."""

    @property
    def format_facts(self) -> FormatFacts:
        """What only records of this format say."""

    def to_bytes(self) -> bytes:
        """The record as a file of its format."""

    @staticmethod
    def cut(data: bytes, found: Sequence[Any]) -> list[bytes]:
        """Cut a file between its games."""


def read(source: bytes | str, *, strict: bool = False, name: str = "") -> list[GameRecord]:
    """Reads every game of an SGF or PDN file.

    Args:
        source: The file's bytes, or its text.
        strict: Raise the first problem instead of repairing and listing it.
        name: The file's name; it tells the format where the content does not.

    Raises:
        RecordError: The content is neither SGF nor PDN, or (strict) a record has a problem.
    """
    source = content_of(source)
    if _looks_like_pdn(source, name):
        from kifu.records import pdn

        return list(pdn.read(source, strict=strict))
    from kifu.records import sgf

    return list(sgf.read(source, strict=strict))


def originals(data: bytes, found: Sequence[GameRecord]) -> list[bytes]:
    """The bytes of each game of a file; together they are the file, what stands between games included."""
    parts = [data] if len(found) == 1 else found[0].cut(data, found)
    if len(parts) == len(found) and b"".join(parts) == data:
        return parts
    # An encoding in which games cannot be cut apart (UTF-16): each is kept as Kifu writes it.
    return [record.to_bytes() for record in found]


#: A game's start anywhere, or, behind no more than a mark of the encoding, one without `(` or `;`.
_SGF = re.compile(r"\(\s*;\s*(?:[A-Za-z]{1,20}\s*\[|[;()]|$)|\A[^\x00-\x7f]{0,3}\s*[(;]\s*[A-Z]{1,2}\s*\[")
_PDN = re.compile(r"^\s*\[\s*\w+\s+[\"'].*\]|\b\d{1,2}\s*[-x:]\s*\d{1,2}\b|\b\d+\.\s*\d", re.MULTILINE)


def _looks_like_pdn(source: bytes | str, name: str = "") -> bool:
    """Whether the start of a file shows tags or moves of PDN, or its name says so, and no SGF game."""
    start = (
        source[:20_000] if isinstance(source, str) else source[:20_000].replace(b"\0", b"").decode("latin-1")
    )
    named = re.search(r"\.pdn\b", name.lower()) is not None
    return _SGF.search(start) is None and (named or _PDN.search(start) is not None)
