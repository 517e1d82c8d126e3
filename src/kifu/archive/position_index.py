"""The positions of an archive's games by key, with the move that followed: what openings are looked up in.

The index is one file beside the archive, `games.db.positions`: a safetensors file whose arrays are mapped,
not read. Positions of Go are known up to the symmetries of the board (colours as they are), those of
draughts exactly.
It is written whole or not at all; games that came later are added by the next query, and an index that is
damaged, of another version or of other games is made anew.
"""

import itertools
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from kifu._native import draughts as native_draughts
from kifu._native import go as native_go
from kifu.archive.filters import GAMES
from kifu.errors import InputError
from kifu.games.go.board import INDEXED_PASS
from kifu.work.files import write_bytes
from kifu.work.progress import Progress, silent

if TYPE_CHECKING:
    from kifu.archive.archive import Archive

VERSION = 1
SUFFIX = ".positions"
#: Moves of a game of Go whose positions are kept.
DEPTH = 60
#: A pass as the next move of Go.
PASS = INDEXED_PASS

_KEY = "kifu-positions"
_PAGE = 4096
_CUT = ("go",)  # games whose first moves alone are kept
_COLUMNS = "id, black, white, year, winner, result_kind"
_ENTRIES = {"key": np.uint64, "game": np.uint32, "move": np.uint16, "next": np.uint16}
_GAMES = {
    "id": np.int64,
    "year": np.int16,  # 0 not known
    "outcome": np.uint8,  # 0 not known, 1 Black won, 2 White won, 3 drawn
    "black": np.uint32,  # numbers of names; 0 not known
    "white": np.uint32,
}
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True)
class PositionIndex:
    """An open index.

    Attributes:
        arrays: entries sorted by key, then by game (`key`, `game`, `move`, `next`), facts of the games
            (`id`, `year`, `outcome`, `black`, `white`), and the names of players as UTF-8 (`names`,
            `name_ends`).
        depth: moves of a game of Go that are kept.
        notes: what had to be done to open it, in words.
        is_kept: whether it lies beside the archive, and need not be made again.
    """

    arrays: Arrays
    depth: int
    notes: tuple[str, ...] = field(default=())
    is_kept: bool = True

    def __len__(self) -> int:
        """How many positions there are, those that came up twice counted twice."""
        return len(self.arrays["key"])

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.arrays["id"])

    def keeps(self, game: str, moves: int) -> bool:
        """Whether positions after so many moves of "go" or "draughts" are kept."""
        return game not in _CUT or moves < self.depth

    def find(self, key: int) -> slice:
        """Return where the entries of a position are."""
        keys = self.arrays["key"]
        wanted = np.uint64(key)
        return slice(int(keys.searchsorted(wanted, "left")), int(keys.searchsorted(wanted, "right")))

    def name(self, number: int) -> str:
        """The name of a player; empty for the unknown."""
        ends = self.arrays["name_ends"]
        if not 0 < number < len(ends):
            return ""
        return bytes(self.arrays["names"][int(ends[number - 1]) : int(ends[number])]).decode(
            "utf-8", "replace"
        )


def path_of(archive: "Archive") -> Path:
    """Where the index of an archive lies."""
    return archive.path.with_name(archive.path.name + SUFFIX)


def open_index(
    archive: "Archive",
    *,
    depth: int | None = None,
    rebuild: bool = False,
    threads: int = 1,
    progress: Progress = silent,
) -> PositionIndex:
    """Open the index of an archive; make it or bring it up to date where that is needed.

    Args:
        archive: whose games.
        depth: moves of a game of Go to keep; as it is, or `DEPTH`, when not given.
        rebuild: make it anew in any case.
        threads: native threads.
        progress: told how far it is.
    """
    if depth is not None and not 1 <= depth <= 0xFFFF:
        raise InputError(f"expected a depth of 1 to {0xFFFF} moves, got {depth!r}")
    path = path_of(archive)
    old: Arrays | None = None
    about: dict[str, Any] = {}
    notes: list[str] = []
    if path.exists() and not rebuild:
        try:
            old, about = _read(path)
        except (ValueError, OSError, KeyError, TypeError) as error:
            notes.append(f"the index {path.name} could not be used and was made anew: {error}")
    if old is not None and depth in (None, about["depth"]) and about.get("file") == _file_state(archive):
        return PositionIndex(old, int(about["depth"]))
    file_state, there = _file_state(archive), _state(archive)
    if old is not None and depth not in (None, about["depth"]):
        notes.append(f"the index kept {about['depth']} moves and was made anew with {depth}")
        old = None
    if old is not None and about["games"] == there:
        return PositionIndex(old, int(about["depth"]))
    if old is not None and _state(archive, about["games"][1]) != about["games"]:
        notes.append(f"the index {path.name} was of other games and was made anew")
        old = None
    wanted = depth or (int(about["depth"]) if old is not None else DEPTH)
    arrays = _extend(archive, old, wanted, threads, progress)
    if old is not None:
        notes.append(f"{len(arrays['id']) - len(old['id']):,} games were added to the index")
    is_kept = True
    try:
        _write(path, arrays, {"version": VERSION, "depth": wanted, "games": there, "file": file_state})
    except OSError as error:  # no permission, a full disk
        is_kept = False
        reason = error.strerror or str(error)
        notes.append(f"the index could not be kept in {str(path.parent)!r}: {reason}")
    return PositionIndex(arrays, wanted, tuple(notes), is_kept)


def _state(archive: "Archive", last: int | None = None) -> list[int]:
    """What tells the games of an archive from others: how many, the last number, and a sum of their keys."""
    condition, parameters = ("WHERE id <= ?", [last]) if last is not None else ("", [])
    # A sum of the low halves of the keys stays within 64 bits.
    row = archive._query(
        f"SELECT count(*), coalesce(max(id), 0), coalesce(sum(key & 4294967295), 0) FROM games {condition}",
        parameters,
    )[0]
    return [int(value) for value in row]


def _file_state(archive: "Archive") -> list[int]:
    """Size and time of the archive's file: while they stay, so do its games, and nothing need be counted."""
    facts = archive.path.stat()
    log = archive.path.with_name(archive.path.name + "-wal")  # what an import has not moved over yet
    return [facts.st_size, facts.st_mtime_ns, log.stat().st_size if log.exists() else 0]


class _Names:
    """Names of players with their numbers, from 1."""

    def __init__(self, old: Arrays | None) -> None:
        self.texts = [b""]
        if old is not None:
            data, ends = bytes(old["names"]), old["name_ends"].tolist()
            self.texts += [data[a:b] for a, b in itertools.pairwise(ends)]
        self.numbers = {text: i for i, text in enumerate(self.texts)}

    def number(self, name: str | None) -> int:
        text = (name or "").encode("utf-8", "replace")
        found = self.numbers.setdefault(text, len(self.texts))
        if found == len(self.texts):
            self.texts.append(text)
        return found

    def arrays(self) -> Arrays:
        ends = np.cumsum([len(text) for text in self.texts]).astype(np.int64)
        return {"names": np.frombuffer(b"".join(self.texts), np.uint8), "name_ends": ends}


def _extend(archive: "Archive", old: Arrays | None, depth: int, threads: int, progress: Progress) -> Arrays:
    """The arrays of all games: those of the old index, and of the games behind its last one."""
    parts: dict[str, list[NDArray[Any]]] = {name: [] for name in (*_ENTRIES, *_GAMES)}
    names = _Names(old)
    if old is not None:
        for name in parts:
            parts[name].append(np.asarray(old[name]))
    count = 0 if old is None else len(old["id"])
    after = 0 if old is None or count == 0 else int(old["id"][-1])
    total = archive._query("SELECT count(*) FROM games WHERE id > ?", [after])[0][0]
    done = 0
    while rows := archive._query(
        f"SELECT {_COLUMNS} FROM games WHERE id > ? ORDER BY id LIMIT ?", [after, _PAGE]
    ):
        progress(done, total, "indexing positions")
        place = {row[0]: count + i for i, row in enumerate(rows)}
        # Numbered row by row, so that an index made in parts is the same.
        players = [(names.number(row[1]), names.number(row[2])) for row in rows]
        columns = {
            "id": [row[0] for row in rows],
            "year": [min(max(row[3] or 0, 0), 32767) for row in rows],
            "outcome": [_outcome(row[4], row[5]) for row in rows],
            "black": [black for black, _ in players],
            "white": [white for _, white in players],
        }
        for name, values in columns.items():
            parts[name].append(np.array(values, _GAMES[name]))
        for entries in _entries(archive, list(place), depth, threads):
            ids = entries.pop("id")
            entries["game"] = np.array([place[i] for i in ids.tolist()], np.uint32)[entries["game"]]
            for name, array in entries.items():
                parts[name].append(array)
        count += len(rows)
        done += len(rows)
        after = rows[-1][0]
    types = {**_ENTRIES, **_GAMES}
    joined: Arrays = {
        name: np.concatenate(some).astype(types[name], copy=False) if some else np.zeros(0, types[name])
        for name, some in parts.items()
    }
    progress(total, total, "sorting positions")
    order = np.lexsort((joined["move"], joined["game"], joined["key"]))
    joined |= {name: joined[name][order] for name in _ENTRIES}
    return joined | names.arrays()


def _outcome(winner: str | None, kind: str) -> int:
    return 3 if kind == "draw" else {"B": 1, "W": 2}.get(winner or "", 0)


def _entries(archive: "Archive", ids: list[int], depth: int, threads: int) -> Iterable[Arrays]:
    """The entries of a page of games, by kind and size; `game` counts within `id`."""
    for game in GAMES:
        for games in archive.packed(game=game, among=ids, games=_PAGE):
            if game in _CUT:
                found = native_go.index_positions(games.size, games.actions, games.offsets, depth, threads)
                key, number, move, following = found
            else:
                key = native_draughts.index_positions(games.actions, games.offsets, games.fens.tolist())
                number = np.repeat(np.arange(len(games), dtype=np.uint32), games.lengths)
                move = (np.arange(len(key)) - np.repeat(games.offsets[:-1], games.lengths)).astype(np.uint16)
                following = games.actions
            yield {"id": games.ids, "key": key, "game": number, "move": move, "next": following}


def _write(path: Path, arrays: Arrays, about: dict[str, Any]) -> None:
    from safetensors.numpy import save

    ordered = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    write_bytes(path, save(ordered, metadata={_KEY: json.dumps(about)}))


def _read(path: Path) -> tuple[Arrays, dict[str, Any]]:
    """Map the arrays of an index file; anything unexpected is a ValueError that says what."""
    types = {"U8": np.uint8, "U16": np.uint16, "I16": np.int16, "U32": np.uint32, "U64": np.uint64}
    types |= {"I64": np.int64}
    size = path.stat().st_size
    with path.open("rb") as file:
        length = int.from_bytes(file.read(8), "little")
        if length > min(size - 8, 1 << 20):
            raise ValueError("it is damaged")
        header = json.loads(file.read(length))
    about = json.loads(header["__metadata__"][_KEY])
    if about.get("version") != VERSION:
        raise ValueError(f"it has version {about.get('version')!r}, this Kifu makes version {VERSION}")
    data = np.memmap(path, np.uint8, "r", offset=8 + length)
    arrays: Arrays = {}
    for name in (*_ENTRIES, *_GAMES, "names", "name_ends"):
        begin, end = header[name]["data_offsets"]
        if not 0 <= begin <= end <= len(data):
            raise ValueError("it is cut short")
        arrays[name] = data[begin:end].view(types[header[name]["dtype"]])
    expected: dict[str, Any] = {**_ENTRIES, **_GAMES}
    for name, kind in expected.items():
        group = "key" if name in _ENTRIES else "id"
        if arrays[name].dtype != kind or len(arrays[name]) != len(arrays[group]):
            raise ValueError("its arrays do not fit together")
    return arrays, about
