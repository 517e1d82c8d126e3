"""SGF records: read any bytes forgivingly, look at the tree, change it, write it.

`read` gives one `SgfRecord` for each game of a file. A record is a view on the native parse: nodes, texts
and moves become Python objects when they are asked for. `SgfRecord.new` and `Node.add_child` build games.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from kifu import errors
from kifu._native.records import SgfFile, SgfGame, SgfTree
from kifu.records import encodings, packed_moves, properties
from kifu.records.info import FormatFacts, GameInfo, info_problems, parse_handicap, parse_komi
from kifu.records.moves import Colour, Move
from kifu.records.problems import SGF_MESSAGES, Problem
from kifu.records.properties import Stone
from kifu.records.results import Result
from kifu.records.sgf_source import SgfSource

Actions = npt.NDArray[np.uint16]

_GAMES = {1: "go", 2: "othello", 3: "chess", 4: "gomoku", 5: "nine men's morris", 6: "backgammon"}
_INFO = {
    "black": "PB", "white": "PW", "black_rank": "BR", "white_rank": "WR", "black_team": "BT",
    "white_team": "WT", "date": "DT", "event": "EV", "round": "RO", "place": "PC", "name": "GN",
    "rules": "RU", "time": "TM", "overtime": "OT", "source": "SO", "user": "US", "annotator": "AN",
    "copyright": "CP", "comment": "GC",
}  # fmt: skip
_NO_FACTS = frozenset({"B", "W", "AB", "AW", "AE", "C"})
_GAMES_AT_MOST = 1_000_000  # in one file: each becomes a Python object


def read(data: bytes | str, *, strict: bool = False) -> list["SgfRecord"]:
    """Reads every game of an SGF file.

    Args:
        data: The file's bytes in any encoding, or its text.
        strict: Raise the first problem instead of repairing and listing it.

    Raises:
        RecordError: There is no game in the data, or (strict) a problem in one of them.
    """
    content = encodings.content_of(data)
    source = (
        SgfSource(content.encode("utf-8", "replace"), "utf-8")
        if isinstance(content, str)
        else SgfSource(content)
    )
    count = len(source.file)
    if count > _GAMES_AT_MOST:
        raise errors.RecordError(
            f"expected at most {_GAMES_AT_MOST} games in one file, not {count}; split the file"
        )
    records = [SgfRecord(source, index) for index in range(count)]
    if not records:
        start = source.given[:40]
        raise errors.RecordError(
            f"expected an SGF game, which begins with '(;', but found none in {start!r}..."
        )
    if strict:
        for record in records:
            if record.problem_count:
                raise errors.RecordError(str(record.problems[0]))
    return records


def write(records: Iterable["SgfRecord"], encoding: str = "utf-8") -> bytes:
    """Writes games into one file, in one encoding."""
    return b"".join(record.to_bytes(encoding) for record in records)


class SgfRecord:
    """One game of an SGF file.

    Attributes:
        root: The first node; `main_line()` walks on from it.
    """

    __slots__ = ("_encoding", "_game", "_index", "_info", "_source", "_tree")
    format: ClassVar[str] = "sgf"

    def __init__(self, source: SgfSource, index: int) -> None:
        self._source = source
        self._index = index
        self._game: SgfGame | None = None
        self._tree: SgfTree | None = None
        self._encoding: str | None = None
        self._info: GameInfo | None = None

    @classmethod
    def new(
        cls,
        size: int | tuple[int, int] = 19,
        *,
        komi: float | None = None,
        handicap: int = 0,
        info: Mapping[str, str] | None = None,
    ) -> "SgfRecord":
        """A game without moves.

        Args:
            size: Lines of the board, up to 52, or width and height.
            komi: Points for White.
            handicap: Number of handicap stones; the stones themselves are set with `AB`.
            info: More facts by their names in `GameInfo`, such as `{"black": "Katia", "rules": "Chinese"}`.

        Raises:
            InputError: The size cannot be written in SGF, or `info` has an unknown name.
        """
        width, height = (size, size) if isinstance(size, int) else size
        if not (1 <= width <= 52 and 1 <= height <= 52):
            raise errors.InputError(f"expected a board size from 1 to 52, not {size!r}")
        record = cls(SgfSource(b"(;GM[1]FF[4]CA[UTF-8])"), 0)
        root = record.root
        root.set("SZ", str(width) if width == height else f"{width}:{height}")
        if komi is not None:
            root.set("KM", f"{komi:.10g}")
        if handicap:
            root.set("HA", str(handicap))
        for name, value in (info or {}).items():
            if name not in _INFO and name != "result":
                raise errors.InputError(f"expected one of {', '.join([*_INFO, 'result'])}, not {name!r}")
            root.set(_INFO.get(name, "RE"), value)
        return record

    @property
    def native(self) -> SgfGame:
        """The native game: what replay and the archive read without making Python objects."""
        if self._game is None:
            if self._tree is not None:
                self._source = SgfSource(self._tree.write(), "utf-8")
                self._index = 0
            self._game = self._source.file.game(self._index)
        return self._game

    @property
    def nodes(self) -> SgfGame | SgfTree:
        """The native tree below the nodes: as read, or as changed."""
        return self._tree if self._tree is not None else self.native

    @property
    def game(self) -> str:
        """The game played: "go", or what the record's GM says."""
        if self.native.is_go:
            return "go"
        number = re.sub(rb"\D", b"", self.native.values(0, "GM")[0]).lstrip(b"0")[:10] or b"0"
        return _GAMES.get(int(number), f"SGF game {int(number)}")

    @property
    def encoding(self) -> str:
        """Python's name of the encoding that the record's texts are read in."""
        if self._encoding is None:
            self._encoding = self._find_encoding()
        return self._encoding

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the board."""
        return self.native.width, self.native.height

    @property
    def root(self) -> "Node":
        """The first node."""
        return Node(self, 0)

    def main_line(self) -> Iterator["Node"]:
        """The nodes of the game as played: from the root, always the first variation."""
        if self._tree is None:
            for number in range(self.native.main_line_length):
                yield Node(self, number)
            return
        node: Node | None = self.root
        while node is not None:
            yield node
            node = next(iter(node.children), None)

    @property
    def actions(self) -> Actions:
        """Setup and moves of the main line, 16 bits each, as `native/records/sgf_game.hpp` packs them."""
        return self.native.actions

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of the main line."""
        size = self.native.height
        return tuple(
            move
            for action in self.actions.tolist()
            if (move := packed_moves.move_of(action, size)) is not None
        )

    @property
    def setup(self) -> tuple[Stone, ...]:
        """The stones set up before the first move."""
        stones = []
        for action in self.actions.tolist():
            if (stone := packed_moves.stone_of(action, self.native.height)) is None:
                break
            stones.append(stone)
        return tuple(stones)

    @property
    def info(self) -> GameInfo:
        """The facts about the game that stand before its first move."""
        if self._info is None:
            self._info = self._read_info()
        return self._info

    @property
    def written_result(self) -> str:
        """The result as the record writes it; empty where it has none."""
        return self.info.raw.get("RE", "")

    @property
    def format_facts(self) -> FormatFacts:
        """Width and height of the board, and the number of nodes."""
        return {"size": list(self.size), "nodes": self.native.node_count}

    @staticmethod
    def cut(data: bytes, found: Sequence["SgfRecord"]) -> list[bytes]:
        """Cut a file between its games."""
        readable, _ = encodings.to_ascii_compatible(data)
        return encodings.cut_behind(readable, [record.native.span[1] for record in found])

    @property
    def problem_count(self) -> int:
        """How many problems there are, listed or not."""
        return self.native.problem_count + len(self._info_problems())

    @property
    def problems(self) -> list[Problem]:
        """What was repaired to read the record, in the order of the file; of thousands the first ones.

        Those of a record that was changed are the problems of the text it would be written as.
        """
        found: list[tuple[int, str, str, int | None]] = self._info_problems()
        for kind, byte, move in self.native.problems():
            found.append((byte, kind, SGF_MESSAGES[kind].format(found=self._excerpt(byte)), move))
        found.sort(key=lambda problem: problem[0])
        places = self._source.places([byte for byte, *_ in found])
        return [
            Problem(kind, message, line, byte, move)
            for (_, kind, message, move), (line, byte) in zip(found, places, strict=True)
        ]

    def to_bytes(self, encoding: str = "utf-8") -> bytes:
        """The record as an SGF file.

        Raises:
            RecordError: The encoding is unknown, or has no bytes for a character of the record.
        """
        codec = encodings.codec_of(encoding)
        if codec is None:
            raise errors.RecordError(
                f"expected the name of a text encoding, such as 'utf-8', not {encoding!r}"
            )
        charset = "UTF-8" if codec == "utf-8" else encoding
        if self._tree is not None:
            written = self._tree.write(charset)
        elif self.encoding in ("utf-8", "ascii"):
            written = self.native.write("" if self._keeps_charset(codec) else charset)
        else:
            written = self._in_utf8().write(charset)
        return written if codec == "utf-8" else encodings.encode(written.decode("utf-8"), codec)

    def __repr__(self) -> str:
        width, height = self.size
        return f"<SgfRecord {self.game} {width}x{height}, {self.native.move_count} moves>"

    def _find_encoding(self) -> str:
        source = self._source
        if source.encoding is not None or self._tree is not None:
            return source.encoding or "utf-8"
        declared = self.native.head_value("CA")
        name = declared[0].decode("ascii", "replace") if declared else ""
        return encodings.of_record(self._bytes(), name)

    def _decode(self, raw: bytes) -> str:
        return raw.decode("ascii") if raw.isascii() else encodings.decode(raw, self.encoding)

    def _thaw(self) -> SgfTree:
        """The tree to change: made at the first change, from then on in UTF-8."""
        if self._tree is None:
            self._tree = self._in_utf8()
            self._encoding = "utf-8"
        self._game = None
        self._info = None
        return self._tree

    def _in_utf8(self) -> SgfTree:
        """A copy of the tree, recoded value by value: a broken character stays in its value."""
        tree = SgfTree(self.native)
        if self.encoding not in ("utf-8", "ascii"):
            tree.recode(lambda raw: encodings.decode(raw, self.encoding).encode())
        return tree

    def _excerpt(self, byte: int) -> str:
        text = self._source.data[byte : byte + 40].decode(self.encoding, "ignore")
        return re.split(r"[\]\r\n]", text, maxsplit=1)[0][:30]

    def _read_info(self) -> GameInfo:
        values = self.native.head_values()
        raw = {
            name: properties.read_text(self._decode(value), name)
            for name, value in values.items()
            if name not in _NO_FACTS
        }
        facts: dict[str, Any] = {field: raw.get(name, "") for field, name in _INFO.items()}
        return GameInfo(
            **facts,
            komi=parse_komi(raw["KM"])[0] if "KM" in raw else None,
            handicap=parse_handicap(raw["HA"])[0] if "HA" in raw else 0,
            result=Result.parse(raw["RE"]) if raw.get("RE", "").strip() else None,
            raw=raw,
        )

    def _info_problems(self) -> list[tuple[int, str, str, int | None]]:
        """Problems of the facts and of the encoding, as byte, kind, message and no move."""
        raw = self.info.raw
        sets_black = "HA" in raw and any(stone.colour is Colour.BLACK for stone in self.setup)
        found = info_problems(raw, sets_black)
        if self._encoding_is_wrong(raw.get("CA")):
            message = f"the text is not {raw['CA'][:30]!r}; it was read as {self.encoding}"
            found.append(("encoding", "CA", message))
        placed: list[tuple[int, str, str, int | None]] = []
        for kind, name, message in found:
            value = self.native.head_value(name)
            placed.append((value[1] if value else 0, kind, message, None))
        return placed

    def _encoding_is_wrong(self, declared: str | None) -> bool:
        if declared is None or self._source.encoding is not None or self._bytes().isascii():
            return False
        return encodings.codec_of(declared) != self.encoding

    def _bytes(self) -> bytes:
        begin, end = self.native.span
        return self._source.data[begin:end]

    def _keeps_charset(self, codec: str) -> bool:
        """Whether the record's own CA, or its lack of one, stays true when it is written with `codec`."""
        declared = self.native.values(0, "CA")
        if not declared:
            return self._bytes().isascii()
        return encodings.codec_of(declared[0].decode("ascii", "replace")) == codec


class Node:
    """A node of a record: a view, cheap to make, equal to other views of the same node."""

    __slots__ = ("number", "record")

    def __init__(self, record: SgfRecord, number: int) -> None:
        self.record = record
        self.number = number

    @property
    def parent(self) -> "Node | None":
        """The node before this one, or None for the root."""
        parent = self.record.nodes.parent(self.number)
        return None if parent is None else Node(self.record, parent)

    @property
    def children(self) -> list["Node"]:
        """The nodes after this one; the first continues the main line."""
        return [Node(self.record, number) for number in self.record.nodes.children(self.number)]

    @property
    def properties(self) -> dict[str, list[str]]:
        """Texts of every property, decoded and unescaped; a repeated property is joined."""
        texts: dict[str, list[str]] = {}
        for name, values in self.record.nodes.properties(self.number):
            texts.setdefault(name, []).extend(self._text(raw, name) for raw in values)
        return texts

    def get(self, name: str) -> str | None:
        """The first text of a property, or None."""
        values = self.record.nodes.values(self.number, name)
        return self._text(values[0], name) if values else None

    def raw(self, name: str) -> list[bytes]:
        """Values of a property as they stand between the brackets, in the record's encoding."""
        return self.record.nodes.values(self.number, name)

    @property
    def comment(self) -> str:
        """The comment, or an empty text."""
        return self.get("C") or ""

    @property
    def move(self) -> Move | None:
        """The move of this node, or None; where it has two, the first."""
        return next(iter(self.moves), None)

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of this node: one at most, unless the record is broken."""
        size = self.record.native.height
        return tuple(filter(None, (packed_moves.move_of(action, size) for action in self._actions())))

    @property
    def setup(self) -> tuple[Stone, ...]:
        """The stones that this node sets up, compressed lists taken apart."""
        size = self.record.native.height
        return tuple(filter(None, (packed_moves.stone_of(action, size) for action in self._actions())))

    def set(self, name: str, values: str | Iterable[str]) -> None:
        """Sets a property to one or several texts, or removes it where there are none.

        Raises:
            RecordError: The name is not made of capital letters.
        """
        texts = [values] if isinstance(values, str) else list(values)
        raw = [properties.write_text(text).encode("utf-8", "replace") for text in texts]
        try:
            self.record._thaw().set(self.number, name, raw)
        except ValueError as error:
            raise errors.RecordError(f"{error}, not {name!r}") from None

    def play(self, move: Move) -> None:
        """Makes this the node of a move."""
        self.set("W" if move.colour is Colour.BLACK else "B", ())
        self.set(move.colour.value, properties.write_point(move.point))

    def add_child(self, move: Move | None = None) -> "Node":
        """Adds a node after this one, as the last variation, with a move if one is given."""
        child = Node(self.record, self.record._thaw().add_child(self.number))
        if move is not None:
            child.play(move)
        return child

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and other.record is self.record and other.number == self.number

    def __hash__(self) -> int:
        return hash((id(self.record), self.number))

    def __repr__(self) -> str:
        return f"<Node {self.number}: {' '.join(self.properties)}>"

    def _text(self, raw: bytes, name: str) -> str:
        return properties.read_text(self.record._decode(raw), name)

    def _actions(self) -> list[int]:
        if self.record._tree is None:
            return list(self.record.native.node_actions(self.number).tolist())
        # Of a changed tree only this node is read, on a board of the same size.
        alone = SgfTree()
        for name in ("SZ", "GM"):
            alone.set(0, name, self.record._tree.values(0, name))
        child = alone.add_child(0)
        for name in ("AB", "AW", "AE", "B", "W"):
            alone.set(child, name, self.record._tree.values(self.number, name))
        return list(SgfFile(alone.write()).game(0).node_actions(1).tolist())
