"""A game as people look at it, move by move: diagram, facts and drawing of Go and draughts records alike."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from kifu import records
from kifu.errors import InputError, RecordError
from kifu.records import GameRecord, Problem
from kifu.records.moves import Colour
from kifu.records.samples import NAMES, read_sample
from kifu.work.files import read_bytes


@dataclass(frozen=True)
class Shown:
    """A position to show.

    Attributes:
        move: how many moves have been played.
        diagram: text diagram.
        facts: what `--json` prints.
        lines: the same facts in words.
        svg: draws the position, when asked.
    """

    move: int
    diagram: str
    facts: dict[str, Any]
    lines: list[str]
    svg: Callable[[], str] = field(repr=False)


class View(Protocol):
    """A record that can be shown at any of its moves."""

    @property
    def record(self) -> GameRecord:
        """The record itself."""

    @property
    def moves(self) -> int:
        """How many moves can be shown: all, or those before the first illegal one."""

    @property
    def written(self) -> int:
        """How many moves the record has, legal or not."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What the reader repaired and what the rules object to."""

    def at(self, move: int) -> Shown:
        """Return the position after so many moves."""


def read_file(name: str) -> list[GameRecord]:
    """Read a record file, or a bundled sample by its name; an error names the file."""
    path = Path(name)
    if not path.exists() and name in NAMES:
        return records.read(read_sample(name))
    try:
        return records.read(read_bytes(path), name=path.name)
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None


def choose_game(games: list[GameRecord], number: int, name: str) -> GameRecord:
    """Return the game with this number from 1."""
    if not 1 <= number <= len(games):
        raise InputError(
            f"{name} has {len(games)} games; expected --number from 1 to {len(games)}, got {number}"
        )
    return games[number - 1]


@contextmanager
def naming(name: str, number: int) -> Iterator[None]:
    """Let what is wrong with a record name its file and its game."""
    try:
        yield
    except InputError as error:
        raise type(error)(f"{name}, game {number}: {error}") from None


def view(record: GameRecord) -> View:
    """Make the view of a record; a game that Kifu does not play is refused by name."""
    from kifu.records.pdn import PdnRecord
    from kifu.records.sgf import SgfRecord

    if isinstance(record, SgfRecord) and record.game == "go":
        from kifu.interfaces.go_view import GoView

        return GoView(record)
    if isinstance(record, PdnRecord):
        from kifu.interfaces.draughts_view import DraughtsView

        return DraughtsView(record)
    raise RecordError(f"Kifu shows Go and English draughts, and this is a record of {record.game}")


def result_text(record: GameRecord) -> str:
    """The result as people read it: `B+3.5` in Go, `Black won` in draughts, `unfinished` in both."""
    result = record.info.result
    if result is None or result.kind == "unfinished":
        return "" if result is None else "unfinished"
    if record.game != "draughts":
        return str(result)
    if result.winner is not None:
        return f"{result.winner} won"
    return "draw" if result.kind == "draw" else str(result)


def title(record: GameRecord) -> str:
    """Name a game in one line: players, event, date, result."""
    info = record.info
    sides = []
    for name, rank, colour in (
        (info.black, info.black_rank, Colour.BLACK),
        (info.white, info.white_rank, Colour.WHITE),
    ):
        shown = name or "?"
        sides.append(f"{shown} {rank} ({colour})" if rank else f"{shown} ({colour})")
    facts = [" - ".join(sides), info.event, info.date, result_text(record)]
    return ", ".join(fact for fact in facts if fact)
