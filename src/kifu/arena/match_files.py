"""The files of a match: a record a game, and a line of facts each."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kifu.arena.match_result import GameFacts
from kifu.arena.settings import MatchSettings
from kifu.work.files import write_bytes
from kifu.work.runs import open_run

_PAIRS = ("thinking", "asked", "versions")  # facts of both players


class Keeper:
    """Keeps games in a folder, if there is one: a record each, and a line of facts in games.jsonl.

    The line is what counts: a match goes on from run.json and games.jsonl alone, so that a long one can be
    kept without its records, or moved to another machine.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def games(self) -> Iterator[GameFacts]:
        """Games that are there: those whose line is whole."""
        # A line is cut short when the machine stops: that game is played again.
        return (facts for line in self._lines() if (facts := _read(line)) is not None)

    def damaged_line(self) -> int | None:
        """The number of the first line that is no game; the last one may be cut short."""
        lines = self._lines()
        found = (number for number, line in enumerate(lines[:-1], 1) if line and _read(line) is None)
        return next(found, None)

    def _lines(self) -> list[str]:
        if self._folder is None or not (self._folder / "games.jsonl").exists():
            return []
        # Only at real ends of lines: splitlines() also knows others, which names and comments may hold.
        return (self._folder / "games.jsonl").read_text("utf-8", "replace").split("\n")

    def tidy(self) -> None:
        """Leave only whole lines of games that are there: the next line must not follow half a one."""
        if self._folder is not None and (self._folder / "games.jsonl").exists():
            write_bytes(self._folder / "games.jsonl", b"".join(_line(facts) for facts in list(self.games())))

    def keep(self, facts: GameFacts, record: bytes, suffix: str) -> None:
        """Write the record, then the line."""
        if self._folder is None:
            return
        write_bytes(self._folder / f"{_file_name(facts.number)}{suffix}", record)
        with (self._folder / "games.jsonl").open("ab") as file:
            file.write(_line(facts))


def _read(line: str) -> GameFacts | None:
    try:
        known: dict[str, Any] = json.loads(line)
        known |= {name: tuple(known[name]) for name in _PAIRS if name in known}
        return GameFacts(**known)
    except (ValueError, TypeError):
        return None


@contextmanager
def kept(settings: MatchSettings, folder: Path | None) -> Iterator[Keeper]:
    """Open a match's folder, new or begun; without one nothing is kept."""
    if folder is None:
        yield Keeper(None)
        return
    with open_run(folder, "match", options=settings.options(), seed=settings.seed):
        keeper = Keeper(folder)
        keeper.tidy()
        yield keeper


def _line(facts: GameFacts) -> bytes:
    # Names of files may hold bytes that are no text; they become escapes of JSON.
    return f"{json.dumps(asdict(facts), ensure_ascii=False)}\n".encode("utf-8", "backslashreplace")


def _file_name(number: int) -> str:
    return f"game-{number + 1:04d}"
