"""Documents with blocks that results are put into.

A document asks with two lines, for an experiment, for matches that are kept in `matches/`, or for what a
command printed, kept in `outputs/`; what stands between them is replaced::

    <!-- experiment: moves/table-1 -->
    <!-- end -->
    <!-- matches: gnugo9 gnugo19 -->
    <!-- end -->
    <!-- output: bench-go -->
    <!-- end -->

In fenced code such lines are an example, and ask for nothing.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from kifu.errors import InputError
from kifu.work import files
from kifu_lab.experiments.registry import EXPERIMENTS, named

_BEGIN = re.compile(r"<!-- (?P<kind>experiment|matches|output): (?P<names>\S+(?: \S+)*) -->")
_MEANT = re.compile(r"\s*<!--\s*(?:experiment|matches|outputs?)\s*:", re.IGNORECASE)
_END = "<!-- end -->"
_FENCE = re.compile(r" {0,3}(?P<ticks>`{3,}|~{3,})(?P<rest>.*)")


class Place(Enum):
    """Where a line stands."""

    TEXT = auto()
    CODE = auto()
    BEGIN = auto()
    INSIDE = auto()
    END = auto()


@dataclass(frozen=True)
class Asked:
    """What a block asks for.

    Attributes:
        kind: `experiment`, `matches` or `output`.
        names: of one experiment or output, or of several matches.
    """

    kind: str
    names: tuple[str, ...]

    def __str__(self) -> str:
        """The name of an experiment alone, other things with their kind."""
        return self.names[0] if self.kind == "experiment" else f"{self.kind}: {' '.join(self.names)}"


def read_document(path: Path) -> str:
    """Read a document.

    Raises:
        InputError: It is no text, or a block is wrong.
    """
    try:
        text = files.read_bytes(path).decode("utf-8")
        asked_in(text)
    except (UnicodeDecodeError, InputError) as error:
        raise InputError(f"{str(path)!r}: {error}; nothing was written") from None
    return text


def asked_in(text: str) -> list[Asked]:
    """What a document asks for.

    Raises:
        InputError: A block is wrong.
    """
    return [asked for _, place, asked in _walk(text) if place is Place.BEGIN and asked is not None]


def asks(path: Path) -> bool:
    """Whether a document that may be anybody's has a block of ours."""
    try:
        text = files.read_bytes(path).decode("utf-8")
    except (OSError, ValueError):
        return False
    fence = _Fence()
    return any(not fence.takes(line) and _BEGIN.fullmatch(line.rstrip()) for line in text.split("\n"))


def fill(text: str, tables: Mapping[str, str]) -> tuple[str, list[str]]:
    """Put tables between the lines that ask for them; where there is none, what is there stays.

    Returns:
        The text, and what was put there.

    Raises:
        InputError: An unknown experiment is asked for, or a block is wrong.
    """
    done: list[str] = []
    names: list[str] = []
    for line, place, asked in _walk(text):
        table = tables.get(str(asked))
        if place is Place.INSIDE and table is not None:
            continue
        done.append(line)
        if place is Place.BEGIN and table is not None:
            names.append(str(asked))
            ending = "\r" if line.endswith("\r") else ""
            done += [f"{row}{ending}" for row in table.rstrip("\n").split("\n")]
    return "\n".join(done), names


def apart(text: str) -> tuple[str, str]:
    """The text of a document alone, lines of code and blocks left empty; and what stands in its blocks."""
    typed: list[str] = []
    shown: list[str] = []
    for line, place, _ in _walk(text):
        typed.append(line if place is Place.TEXT else "")
        shown.append(line if place is Place.INSIDE else "")
    return "\n".join(typed), "\n".join(shown)


def title_of(path: Path, text: str) -> str:
    """Its first heading, or its name."""
    heads = (line for line, place, _ in _walk(text) if place is Place.TEXT and line.startswith("# "))
    return next(heads, f"# {path.name}")[2:].strip()


class _Fence:
    """Follows fenced code from line to line."""

    def __init__(self) -> None:
        self._open = ""

    def takes(self, line: str) -> bool:
        """Whether a line is in fenced code, or begins or ends it."""
        found = _FENCE.fullmatch(line.rstrip())
        if not self._open:
            if found and not (found["ticks"][0] == "`" and "`" in found["rest"]):
                self._open = found["ticks"]
                return True
            return False
        if found and found["ticks"].startswith(self._open) and not found["rest"].strip():
            self._open = ""
        return True


def _walk(text: str) -> Iterator[tuple[str, Place, Asked | None]]:
    """Every line with its place, and what the block asks for that it is in.

    Raises:
        InputError: A block is wrong.
    """
    asked: Asked | None = None
    fence = _Fence()
    for line in text.split("\n"):  # Python knows other ends of lines, which prose may hold
        bare = line.rstrip()
        begins = _BEGIN.fullmatch(bare)
        if asked is None and fence.takes(line):
            yield line, Place.CODE, None
        elif begins and asked is None:
            asked = _checked(Asked(begins["kind"], tuple(begins["names"].split())), bare)
            yield line, Place.BEGIN, asked
        elif begins:
            raise InputError(f"expected {_END!r} after the block of {asked} before {bare!r}")
        elif bare == _END:
            if asked is None:
                raise InputError(f"expected a block that {_END!r} ends, such as <!-- output: NAME -->")
            yield line, Place.END, asked
            asked = None
        elif asked is not None:
            yield line, Place.INSIDE, asked
        elif _MEANT.match(bare):
            raise InputError(f"expected a line such as '<!-- output: NAME -->', got {bare!r}")
        else:
            yield line, Place.TEXT, None
    if asked is not None:
        raise InputError(f"expected {_END!r} after the block of {asked}, but the document ends")


def _checked(asked: Asked, line: str) -> Asked:
    if asked.kind == "experiment" and (len(named(asked.names[0])) != 1 or asked.names[0] not in EXPERIMENTS):
        raise InputError(f"expected the name of one experiment in {line!r}")
    if asked.kind != "matches" and len(asked.names) != 1:
        raise InputError(f"expected one name in {line!r}")
    return asked
