"""What a folder of reports holds, game by game: a killed run goes on from it, the index is made of it.

A line is written when all files of a game are there; files are written whole or not at all.
"""

import contextlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import cast

from kifu.errors import InputError
from kifu.interfaces.report.facts import GameSummary
from kifu.work.files import write_bytes
from kifu.work.locks import folder_lock

_HIDDEN, _LINES = ".kifu-review", "games.jsonl"
#: Names of files that are not of one game.
_RESERVED = ("index", "player")
#: What a killed process leaves behind of a file that it was writing (see `kifu.work.files`).
_HALF = re.compile(r"\..*\.[0-9a-f]{12}\.tmp")


def is_report_folder(folder: Path) -> bool:
    """Whether an earlier run wrote its reports here: its records are no games to review."""
    return (folder / _HIDDEN).is_dir()


@dataclass(frozen=True)
class Entry:
    """A game whose report is there.

    Attributes:
        name: which game it is: its file, seen from the folder, and its number there.
        key: of its bytes and of how it was reviewed.
        stem: path of its files without their ends, from the folder on.
        formats: that it is written in.
        suffixes: of its files.
        summary: what the index tells of it.
    """

    name: str
    key: str
    stem: str
    formats: tuple[str, ...]
    suffixes: tuple[str, ...]
    summary: GameSummary


class Journal:
    """The games of a folder of reports; made by `open_journal`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._path = folder / _HIDDEN / _LINES
        self.entries: dict[str, Entry] = {}
        #: Whose files these are, by their stem in lower case: some systems know no other.
        self._taken: dict[str, str] = dict.fromkeys(_RESERVED, "")
        for entry in _read(self._path):
            self._keep(entry)

    def done(self, name: str, key: str, formats: Iterable[str]) -> bool:
        """Whether a game's files are there, as they would be written now."""
        entry = self.entries.get(name)
        if entry is None or entry.key != key or not set(formats) <= set(entry.formats):
            return False
        return all((self.folder / f"{entry.stem}{suffix}").is_file() for suffix in entry.suffixes)

    def place(self, name: str, wanted: str) -> str:
        """Find a stem for a game: its own, or what is wanted, with a number where another game has that."""
        if name in self.entries and self.entries[name].stem.casefold() not in _RESERVED:
            return self.entries[name].stem
        stem, number = wanted, 1
        while self._taken.setdefault(stem.casefold(), name) != name:
            number += 1
            stem = f"{wanted}-{number}"
        return stem

    def add(
        self,
        name: str,
        key: str,
        stem: str,
        formats: Iterable[str],
        files: Mapping[str, bytes],
        summary: GameSummary,
    ) -> None:
        """Write a game's files, then its line."""
        path = self.folder / stem
        path.parent.mkdir(parents=True, exist_ok=True)
        for suffix, data in files.items():
            write_bytes(path.with_name(path.name + suffix), data)
        entry = Entry(name, key, stem, tuple(formats), tuple(files), summary)
        before = self.entries.get(name)
        if before is not None and before.key == key:  # what was written in other formats is still true
            entry = replace(
                entry,
                formats=tuple(sorted({*entry.formats, *before.formats})),
                suffixes=tuple(sorted({*entry.suffixes, *before.suffixes})),
            )
        with self._path.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(json.dumps(asdict(entry), ensure_ascii=False) + "\n")
        self._keep(entry)

    def _keep(self, entry: Entry) -> None:
        self.entries[entry.name] = entry
        if entry.stem.casefold() not in _RESERVED:
            self._taken[entry.stem.casefold()] = entry.name


def check_folder(folder: Path) -> None:
    """See that reports can go to a folder without touching anything else: an annotated record has its name.

    Raises:
        InputError: It is a file, or has files that are no reports.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(f"expected a folder for the reports, but {str(folder)!r} is a file")
    if folder.exists() and not is_report_folder(folder) and any(folder.iterdir()):
        raise InputError(
            f"expected a new or empty folder for the reports, or one of earlier reports, but {str(folder)!r} "
            "has other files; give a folder inside it, such as "
            f"{str(folder / 'reports')!r}"
        )


@contextlib.contextmanager
def open_journal(folder: Path) -> Iterator[Journal]:
    """Hold a folder of reports for the block; it is made where it is not there.

    Raises:
        InputError: It is a file, or has files that are no reports.
        RunError: Another process writes reports there.
    """
    check_folder(folder)
    hidden = folder / _HIDDEN
    hidden.mkdir(parents=True, exist_ok=True)
    with folder_lock(hidden):
        _remove_halves(folder)
        yield Journal(folder)


def _read(path: Path) -> Iterator[Entry]:
    """The lines; one that a killed process left half is dropped, and its game is reviewed again."""
    if not path.exists():
        return
    raw = b"\n"
    with path.open("rb+") as file:
        for raw in file:
            with contextlib.suppress(ValueError, TypeError, KeyError):
                line = json.loads(raw)
                yield Entry(
                    str(line["name"]),
                    str(line["key"]),
                    str(line["stem"]),
                    tuple(line["formats"]),
                    tuple(line["suffixes"]),
                    cast(GameSummary, dict(line["summary"])),
                )
        if not raw.endswith(b"\n"):
            file.seek(0, os.SEEK_END)
            file.write(b"\n")


def _remove_halves(folder: Path) -> None:
    for root, _, names in os.walk(folder):
        for name in names:
            if _HALF.fullmatch(name):
                with contextlib.suppress(OSError):
                    Path(root, name).unlink()
