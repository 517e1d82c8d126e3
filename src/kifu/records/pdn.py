"""PDN (portable draughts notation): bytes to game trees and back. Knows no rules; replay does.

`1-0` says that the side that moves first has won: Black in English draughts (GameType 21).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from kifu._native.records import PdnFile
from kifu.errors import RecordError
from kifu.records import encodings
from kifu.records.info import FormatFacts, GameInfo
from kifu.records.moves import Colour
from kifu.records.pdn_problems import describe
from kifu.records.pdn_tree import PdnNode, build, normal_move
from kifu.records.pdn_writer import write_record
from kifu.records.problems import Problem
from kifu.records.results import Result

__all__ = ["PdnNode", "PdnRecord", "read", "write"]

ENGLISH = 21
#: Results as they are written; `*` only says that the game ends here.
_RESULTS = frozenset(("1-0", "2-0", "0-1", "0-2", "1/2-1/2", "1-1", "1/2", "0-0"))


class PdnRecord:
    """One game of a PDN file. Its tree is made when it is first looked at.

    Attributes:
        tags: The tags as written, in order.
        encoding: The encoding the file was read in.
        problems: What was repaired, in the order of the file.
    """

    game = "draughts"
    format: ClassVar[str] = "pdn"

    def __init__(
        self,
        tags: Mapping[str, str] | None = None,
        tree: PdnNode | None = None,
        result: str = "*",
        *,
        encoding: str = "utf-8",
        problems: Iterable[Problem] = (),
    ) -> None:
        self.tags: dict[str, str] = dict(tags or {})
        self.result_text = result
        self.encoding = encoding
        self.problems: list[Problem] = list(problems)
        self._tree = tree
        self._source: tuple[PdnFile, int] | None = None

    @classmethod
    def from_moves(
        cls, moves: Iterable[str], tags: Mapping[str, str] | None = None, result: str = "*"
    ) -> "PdnRecord":
        """Make a record of a main line."""
        tree = node = PdnNode()
        for move in moves:
            node = node.add(move)
        return cls(tags, tree, result)

    @property
    def tree(self) -> PdnNode:
        """The root of the game tree, before the first move."""
        if self._tree is None:
            self._tree = build(*self._source) if self._source else PdnNode()
            self._source = None
        return self._tree

    @property
    def problem_count(self) -> int:
        """How many problems are listed."""
        return len(self.problems)

    @property
    def root(self) -> PdnNode:
        """The same as `tree`."""
        return self.tree

    @property
    def moves(self) -> tuple[str, ...]:
        """Moves of the main line as written."""
        if self._source is not None:
            return tuple(map(normal_move, self._source[0].moves(self._source[1])))
        moves, node = [], self.tree
        while node.children:
            node = node.children[0]
            moves.append(node.move)
        return tuple(moves)

    def tag(self, name: str, default: str = "") -> str:
        """A tag's value; upper and lower case are the same."""
        wanted = name.lower()
        return next((value for key, value in self.tags.items() if key.lower() == wanted), default)

    @property
    def game_type(self) -> int:
        """The number of the game in the GameType tag: 21, English draughts, where there is none."""
        number = self.tag("GameType").split(",")[0].strip()
        return int(number) if number.isdecimal() and len(number) < 4 else ENGLISH

    @property
    def first_mover(self) -> Colour:
        """The side that starts the game: Black in English draughts, as GameType says in others."""
        fields = [field.strip().upper() for field in self.tag("GameType").split(",")]
        if len(fields) > 1 and fields[1] in ("B", "W"):
            return Colour(fields[1])
        return Colour.BLACK if self.game_type == ENGLISH else Colour.WHITE

    @property
    def fen(self) -> str:
        """The FEN tag; empty where the game begins from the start, or SetUp says that it does."""
        return "" if self.tag("SetUp").strip() == "0" else self.tag("FEN").strip()

    @property
    def written_result(self) -> str:
        """The text after the moves, or the Result tag where that text is missing or only ends the game."""
        tag = _normal_result(self.tag("Result"))
        if self.result_text == "*":
            return tag if tag in _RESULTS else "*"
        return self.result_text or tag

    @property
    def result(self) -> Result:
        """How the game ended."""
        return _parsed(self.written_result or "*", self.first_mover)

    @property
    def info(self) -> GameInfo:
        """The facts the tags state."""
        tag = self.tag
        return GameInfo(
            black=tag("Black"),
            white=tag("White"),
            black_rank=tag("BlackRating"),
            white_rank=tag("WhiteRating"),
            date=tag("Date"),
            event=tag("Event"),
            round=tag("Round"),
            place=tag("Site"),
            rules=tag("GameType"),
            time=tag("TimeControl"),
            source=tag("Source") or tag("Publication"),
            annotator=tag("Annotator"),
            result=self.result,
            raw=dict(self.tags),
        )

    @property
    def format_facts(self) -> FormatFacts:
        """Nothing that only PDN says."""
        return {}

    @staticmethod
    def cut(data: bytes, found: Sequence["PdnRecord"]) -> list[bytes]:
        """Cut a file between its games."""
        codec = found[0].encoding
        mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
        text = data[len(mark) :].decode(codec, "replace").encode("utf-8", "replace")
        file = PdnFile(text)
        cut = encodings.cut_behind(text, [file.span(number)[1] for number in range(len(file))])
        parts = [part.decode("utf-8", "replace").encode(codec, "replace") for part in cut]
        return [mark + parts[0], *parts[1:]] if parts else []

    def to_bytes(self) -> bytes:
        """The record as PDN, in UTF-8."""
        result = self.result_text or self.tag("Result").strip() or "*"
        return write_record(self.tags, self.tree, result).encode("utf-8", "replace")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as PDN text: deep trees must not recurse."""
        return _restore, (self.to_bytes(), self.tags, self.result_text, self.encoding, self.problems)

    def __repr__(self) -> str:
        return (
            f"<PdnRecord {len(self.moves)} moves, {self.result_text or '*'}, {len(self.problems)} problems>"
        )


def read(data: bytes | str, *, strict: bool = False) -> list[PdnRecord]:
    """Read all games of a PDN file.

    Args:
        data: the file's bytes in any encoding, or its text.
        strict: raise the first problem instead of repairing it.

    Raises:
        RecordError: nothing in it looks like a game, or, when strict, something breaks the format.
    """
    utf8, encoding = _to_utf8(encodings.content_of(data))
    try:
        file = PdnFile(utf8)
    except ValueError as error:
        raise RecordError(f"not a PDN file that can be read: {error}") from None
    where = _Places(encoding, utf8)
    records = []
    for i in range(len(file)):
        record = PdnRecord(
            {name: _unescape(value) for name, value in file.tags(i)},
            None,
            _normal_result(file.result(i)),
            encoding=encoding,
        )
        record._source = (file, i)
        if file.problem_count(i):
            record.problems = where.problems(file.problems(i), file.problem_count(i))
        record.problems += _result_problems(record)
        if strict and record.problems:
            raise RecordError(f"game {i + 1}: {record.problems[0]}")
        records.append(record)
    if not records:
        start = utf8.strip()[:2000].decode("utf-8", "replace")[:40]
        found = repr(start) if start else "nothing: the file is empty"
        raise RecordError(f'expected PDN, tags like [Event "..."] or moves like 11-15; got {found}')
    return records


def write(records: Iterable[PdnRecord]) -> bytes:
    """Write games as one PDN file in UTF-8. Reading it gives the same tags, trees and results."""
    return b"\n".join(record.to_bytes() for record in records)


def _restore(
    data: bytes, tags: dict[str, str], result: str, encoding: str, problems: list[Problem]
) -> PdnRecord:
    found = read(data) if tags or data.strip(b"*\n") else []  # no tags, no moves: nothing to read
    tree = found[0].tree if found else None
    return PdnRecord(tags, tree, result, encoding=encoding, problems=problems)


def _result_problems(record: PdnRecord) -> list[Problem]:
    tag = _normal_result(record.tag("Result"))
    if not record.result_text or tag in ("", "?", "*"):
        return []
    if _parsed(tag, record.first_mover) != record.result:
        message = (
            f"the Result tag says {tag[:20]!r}, the moves end with {record.result_text!r}, which was taken"
        )
        return [Problem("result-differs", message)]
    return []


def _parsed(text: str, first: Colour) -> Result:
    if text in ("1-0", "2-0"):
        return Result(first, None, "unknown")
    if text in ("0-1", "0-2"):
        return Result(first.opponent, None, "unknown")
    if text in ("1/2-1/2", "1-1", "1/2"):
        return Result(None, None, "draw")
    return Result(None, None, {"0-0": "void", "*": "unfinished"}.get(text, "unknown"))  # type: ignore[arg-type]


def _normal_result(text: str) -> str:
    return "".join(text.split()).replace("½", "1/2").replace("–", "-")


def _unescape(value: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", value) if "\\" in value else value


def _to_utf8(data: bytes | str) -> tuple[bytes, str]:
    if isinstance(data, str):
        return data.encode("utf-8", "replace"), "utf-8"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return encodings.decode(data, "utf-16").encode("utf-8", "replace"), "utf-16"
    codec = encodings.of_record(data)
    if codec in ("utf-8", "ascii"):
        return data, codec
    return encodings.decode(data, codec).encode("utf-8", "replace"), codec


class _Places:
    """Puts native problems into words, with bytes of the file as it came."""

    def __init__(self, encoding: str, utf8: bytes) -> None:
        self._encoding = encoding
        self._utf8 = utf8
        self._same = encoding in ("utf-8", "ascii")
        self._known = (0, 0)  # a place in UTF-8 and in the file: the next is mostly further on

    def problems(self, found: list[tuple[str, int, int, int]], count: int) -> list[Problem]:
        problems = []
        for kind, line, byte, moves in found:
            here = self._utf8[byte : byte + 160].decode("utf-8", "ignore").split("\n")[0].strip()[:40]
            problems.append(Problem(kind, describe(kind, here), line, self._byte(byte), moves + 1))
        if count > len(found):
            problems.append(Problem("more-problems", f"{count - len(found)} more problems were not listed"))
        return problems

    def _byte(self, byte: int) -> int:
        if self._same:
            return byte
        start, given = self._known if byte >= self._known[0] else (0, 0)
        codec = "utf-16-le" if self._encoding == "utf-16" else self._encoding
        if start == 0 and codec != self._encoding:
            given = 2  # the byte-order mark
        given += len(self._utf8[start:byte].decode("utf-8", "ignore").encode(codec, "replace"))
        self._known = (byte, given)
        return given
