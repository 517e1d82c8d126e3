"""Reports of many games: on all cores, written as they are ready, nothing done twice."""

import hashlib
import importlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

import kifu
from kifu import records
from kifu.archive.position_index import PositionIndex
from kifu.errors import KifuError
from kifu.games.game import game_of
from kifu.interfaces.report import openings
from kifu.interfaces.report.facts import GameSummary
from kifu.interfaces.report.game_report import GameReport, ReviewOptions
from kifu.interfaces.report.games import Game, games_of, players_of
from kifu.interfaces.report.index import write_index
from kifu.interfaces.report.journal import Journal, is_report_folder, open_journal
from kifu.interfaces.report.player import require_player
from kifu.interfaces.report.player_page import write_summary
from kifu.interfaces.report.report import written
from kifu.work.executors import open_executor
from kifu.work.facts import JsonObject
from kifu.work.progress import Progress, silent

#: Changes with what reports say, so that an old report is not taken for done.
_EDITION = 4
#: Module and class of each game's report.
_REPORTS = {
    "go": ("kifu.interfaces.report.go", "GoReport"),
    "draughts": ("kifu.interfaces.report.draughts", "DraughtsReport"),
}


@dataclass(frozen=True)
class Options:
    """What is made of every game.

    Attributes:
        formats: which files are written.
        review: how.
    """

    formats: tuple[str, ...]
    review: ReviewOptions = field(default_factory=ReviewOptions)


@dataclass
class Outcome:
    """What a run did.

    Attributes:
        reviewed: games of this run.
        moves: of those games.
        before: games that were done already.
        problems: files and why they have no report.
        index: the page of all games.
        player: the summary of one player, as player.json has it.
    """

    index: Path
    reviewed: int = 0
    moves: int = 0
    before: int = 0
    problems: list[tuple[str, str]] = field(default_factory=list)
    player: JsonObject | None = None


class _Task(NamedTuple):
    """What a worker is given."""

    file: str
    number: int
    data: bytes
    opening: list[openings.ArchivedMove]


def review_paths(
    paths: Sequence[str],
    out: Path,
    options: Options,
    *,
    index: PositionIndex | None = None,
    workers: int | Executor | None = None,
    again: bool = False,
    player: str | None = None,
    progress: Progress = silent,
) -> Outcome:
    """Review every game below the paths, and write the reports, an index of them, and a player's summary.

    Args:
        paths: record files, folders, zip and tar archives, and Kifu archives.
        out: folder of the reports.
        options: how.
        index: of an archive whose openings are told.
        workers: processes: a number, None for one per core, or any executor.
        again: whether games are reviewed that were done before.
        player: whose summary is written, `*` for any part of the name; of Kifu archives, only this player's
            games are reviewed. Without a name, it is the most frequent player, if one clearly is.
        progress: told after every game.

    Raises:
        InputError: A path is not there, `out` is a file, or the player is in no game.
        RunError: Another process writes there.
    """
    if player is not None and not is_report_folder(out):
        require_player(player, players_of(paths, out))  # before hours of work
    games = games_of(paths, out, player)
    begin = list(islice(games, 2))  # a missing path is reported before anything is made
    threads = 1 if len(begin) > 1 else 0  # the cores share one game, or have a game each
    with open_journal(out) as journal:
        outcome = Outcome(out / "index.html")
        run = _Run(journal, options, index, again, outcome)
        try:
            with open_executor(workers) as pool:
                tasks = run.tasks(chain(begin, games))
                shared = options, threads
                for made in pool.map_ordered(_review, tasks, shared=shared, name=lambda task: task.file):
                    run.keep(made)
                    progress(*run.progress(), "reviewing")
        finally:
            outcome.problems.sort()
            write_index(journal, outcome.problems)
        outcome.player = write_summary(journal, player)
        if outcome.player is not None:
            write_index(journal, outcome.problems, outcome.player["player"])
        return outcome


class _Run:
    """Hands out games, and keeps what comes back in the same order."""

    def __init__(
        self, journal: Journal, options: Options, index: PositionIndex | None, again: bool, outcome: Outcome
    ) -> None:
        self._journal = journal
        self._options = options
        self._index = index
        self._again = again
        self._outcome = outcome
        self._waiting: deque[tuple[Game, str, str]] = deque()
        self._share = 0.0

    def tasks(self, games: Iterable[Game]) -> Iterator[_Task]:
        journal, outcome = self._journal, self._outcome
        for game in games:
            if isinstance(game.data, str):
                outcome.problems.append((game.file, game.data))
                continue
            key = self._key(game.data)
            if not self._again and journal.done(game.name, key, self._options.formats):
                outcome.before += 1
                continue
            self._waiting.append((game, key, journal.place(game.name, game.stem)))
            yield _Task(game.file, game.number, game.data, self._opening(game.data, game.file))

    def keep(self, made: tuple[dict[str, bytes], GameSummary] | str) -> None:
        game, key, stem = self._waiting.popleft()
        self._share = game.share
        if isinstance(made, str):
            where = f"{game.file} (game {game.number})" if game.number > 1 else game.file
            self._outcome.problems.append((where, made))
            return
        files, summary = made
        self._journal.add(game.name, key, stem, self._options.formats, files, summary)
        self._outcome.reviewed += 1
        self._outcome.moves += summary["move_count"]

    def progress(self) -> tuple[float, float | None]:
        """Games done, and how many there will be by the bytes read so far."""
        done = self._outcome.reviewed + self._outcome.before
        return done, max(done, round(done / self._share)) if self._share else None

    def _key(self, data: bytes) -> str:
        options = self._options
        how = (kifu.__version__, _EDITION, options.review, self._index and self._index.games)
        return hashlib.sha256(repr(how).encode() + data).hexdigest()[:32]

    def _opening(self, data: bytes, file: str) -> list[openings.ArchivedMove]:
        """Looked up here and not by the workers, who may be on machines without the archive."""
        if self._index is None:
            return []
        try:
            return openings.along(self._index, records.read(data, name=file)[0])
        except KifuError:
            return []  # why there is no report either is told by the worker


def _review(task: _Task, shared: tuple[Options, int]) -> tuple[dict[str, bytes], GameSummary] | str:
    """The files of a report and what the index tells of it, or the reason why there are none."""
    options, threads = shared
    try:
        report = make_report(task, options, threads)
        return written(report, options.formats), report.summary()
    except KifuError as error:
        return str(error)


def report_class(game: str) -> type[GameReport[Any, Any]]:
    """The report of a game by its name."""
    module, name = _REPORTS[game]
    found: type[GameReport[Any, Any]] = getattr(importlib.import_module(module), name)
    return found


def make_report(task: _Task, options: Options, threads: int = 0) -> GameReport[Any, Any]:
    """Review a game.

    Raises:
        KifuError: It cannot be reviewed.
    """
    game = game_of(records.read(task.data, name=task.file)[0])
    report = report_class(game.kind)
    review = report.review_record(game.record, options.review, threads)
    return report(review, task.opening, task.file, task.number)
