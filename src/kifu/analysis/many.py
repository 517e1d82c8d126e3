"""Scoring files, folders and archives by the thousand, on all cores, in order."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kifu import records
from kifu.analysis.score import score_record
from kifu.archive import Archive
from kifu.archive.schema import APPLICATION_ID
from kifu.archive.sources import Failed, Found, Reader
from kifu.errors import KifuError, RecordError
from kifu.models.life import LifeModel
from kifu.records.sgf import SgfRecord
from kifu.work.executors import chunks, open_executor
from kifu.work.progress import Progress, silent

_CHUNK = 64


@dataclass(frozen=True)
class Options:
    """What every game is scored with.

    Attributes:
        rules: Instead of the records' own.
        komi: Instead of the records' own.
        model: Path of a life model instead of the bundled one.
    """

    rules: str | None = None
    komi: float | None = None
    model: str | None = None


def score_paths(
    paths: Sequence[str | os.PathLike[str]],
    options: Options,
    *,
    workers: int | None = None,
    skip: frozenset[str] = frozenset(),
    progress: Progress = silent,
) -> Iterator[dict[str, Any]]:
    """Score every game below the paths, in their order.

    Args:
        paths: Record files, folders, zip and tar archives, and Kifu archives.
        options: What every game is scored with.
        workers: Processes; one per core if not given.
        skip: Names of games that are not scored again.
        progress: Called with the games done.

    Yields:
        One JSON-able sheet a game, with `file` before everything else; `{"file", "error"}` for what cannot be
        scored.
    """
    done = 0
    work = partial(_score_chunk, options=options)
    named = (item for item in _found(paths) if item[0] not in skip)
    with open_executor(workers) as pool:
        for lines in pool.map_ordered(work, chunks(named, _CHUNK), name=lambda chunk: chunk[0][0]):
            yield from lines
            done += len(lines)
            progress(done, None, "scoring")


def _found(paths: Iterable[str | os.PathLike[str]]) -> Iterator[tuple[str, bytes | str]]:
    """Names and bytes of records; a text instead of bytes is the reason why there are none."""
    for path in paths:
        if is_archive(Path(path)):
            with Archive.open(path) as archive:
                for game in archive.games():
                    yield f"{path}#{game.id} {game.member}", archive.record(game.id)
            continue
        for event in Reader([path]):
            if isinstance(event, Found):
                single = not Path(path).is_dir() and event.source.kind == "folder"
                yield str(path) if single else f"{path}/{event.member}", event.data
            elif isinstance(event, Failed):
                yield event.name, event.reason


def is_archive(path: Path) -> bool:
    """Whether a file is a Kifu archive."""
    try:
        with path.open("rb") as file:
            head = file.read(72)
    except OSError:
        return False
    return head.startswith(b"SQLite format 3\0") and head[68:72] == APPLICATION_ID.to_bytes(4, "big")


def _score_chunk(items: list[tuple[str, bytes | str]], options: Options) -> list[dict[str, Any]]:
    model = LifeModel.load(options.model) if options.model else LifeModel.bundled()
    lines = []
    for name, data in items:
        if isinstance(data, str):
            lines.append({"file": name, "error": data})
            continue
        try:
            games = records.read(data, name=name)
        except KifuError as error:
            lines.append({"file": name, "error": str(error)})
            continue
        for number, record in enumerate(games, start=1):
            line: dict[str, Any] = {"file": name if len(games) == 1 else f"{name}#{number}"}
            try:
                if not isinstance(record, SgfRecord):
                    raise RecordError(f"expected a record of Go to score, got one of {record.game}")
                sheet = score_record(record, rules=options.rules, komi=options.komi, model=model)
                line |= sheet.to_json()
            except KifuError as error:
                line["error"] = str(error)
            lines.append(line)
    return lines
