"""Scoring files, folders and archives by the thousand, on all cores, in order."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from kifu import records
from kifu.analysis.score import score_record
from kifu.archive import Archive
from kifu.archive.schema import APPLICATION_ID
from kifu.archive.sources import Failed, Found, Reader, clean_name
from kifu.errors import KifuError
from kifu.models.life import LifeModel
from kifu.work.executors import chunks, open_executor
from kifu.work.progress import Progress, silent
from kifu.work.sent import SentFiles

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
    workers: int | Executor | None = None,
    skip: frozenset[str] = frozenset(),
    bundled: Mapping[str, bytes] = MappingProxyType({}),
    progress: Progress = silent,
) -> Iterator[dict[str, Any]]:
    """Score every game below the paths, in their order.

    Args:
        paths: Record files, folders, zip and tar archives, and Kifu archives.
        options: What every game is scored with.
        workers: Processes: a number, None for one per core, or any executor.
        skip: Names of games whose sheets are there already.
        bundled: Records by names that stand for them where no such file is there.
        progress: Called with the games done, and how many there will be by the bytes read so far.

    Yields:
        One JSON-able sheet a game, with `file` before everything else; `{"file", "error"}` for what cannot be
        scored.
    """
    done = 0
    shared = options, SentFiles.of(options.model)
    games = (game for game in _found(paths, bundled) if game.name not in skip)
    with open_executor(workers) as pool:
        work = pool.map_ordered(
            _score_chunk, chunks(games, _CHUNK), shared=shared, name=lambda chunk: chunk[0].name
        )
        for lines, share in work:
            done += len(lines)
            # A file of several games is named by its games in what was done before.
            yield from (line for line in lines if line["file"] not in skip) if skip else lines
            progress(done, max(done, round(done / share)) if share else None, "scoring")


class _Game(NamedTuple):
    """What a worker is given.

    Attributes:
        name: How the sheet calls it.
        data: Bytes of a record; a text is the reason why there are none.
        share: How much of all paths is read by now, 0 to 1, by bytes.
    """

    name: str
    data: bytes | str
    share: float


def _found(paths: Iterable[str | os.PathLike[str]], bundled: Mapping[str, bytes]) -> Iterator[_Game]:
    named = {
        str(path): data for path in paths if (data := bundled.get(str(path))) and not Path(path).exists()
    }
    yield from (_Game(name, data, 0.0) for name, data in named.items())
    rest = [Path(path) for path in paths if str(path) not in named]
    given = [(path, None if is_archive(path) else Reader([path])) for path in rest]
    sizes = [reader.total if reader else path.stat().st_size for path, reader in given]
    before, total = 0, max(1, sum(sizes))
    for (path, reader), size in zip(given, sizes, strict=True):
        if reader is None:
            with Archive(path) as archive:
                step = size / max(1, len(archive))
                for number, game in enumerate(archive.games(), start=1):
                    data = archive.record(game.id)
                    yield _Game(f"{path}#{game.id} {game.member}", data, (before + number * step) / total)
        else:
            for event in reader:
                share = (before + reader.done) / total
                if isinstance(event, Found):
                    yield _Game(_name_of(path, event), event.data, share)
                elif isinstance(event, Failed):
                    yield _Game(event.name, event.reason, share)
        before += size


def _name_of(path: Path, found: Found) -> str:
    """How a sheet calls what was found below a path: no two are called alike, or a run could not go on."""
    if not path.is_dir():
        return str(path) if found.source.kind == "folder" else f"{path}/{found.member}"
    if found.source.kind == "folder":
        return f"{path}/{found.member}"
    # Archives in a folder may have members of the same names.
    inside = os.path.relpath(found.source.path, clean_name(str(path.resolve())))
    return f"{path}/{inside}/{found.member}"


def is_archive(path: Path) -> bool:
    """Whether a file is a Kifu archive."""
    try:
        with path.open("rb") as file:
            head = file.read(72)
    except OSError:
        return False
    return head.startswith(b"SQLite format 3\0") and head[68:72] == APPLICATION_ID.to_bytes(4, "big")


def _score_chunk(items: list[_Game], shared: tuple[Options, SentFiles]) -> tuple[list[dict[str, Any]], float]:
    """Score some games; also hands back how much of all is done with them."""
    options, sent = shared
    model = LifeModel.load(sent.there(options.model)) if options.model else LifeModel.bundled()
    lines: list[dict[str, Any]] = []
    for name, data, _ in items:
        if isinstance(data, str):
            lines.append({"file": name, "error": data})
            continue
        try:
            games = records.read(data, name=name)
        except KifuError as error:
            lines.append({"file": name, "error": str(error)})
            continue
        record: Any  # of any game; `score_record` refuses those that it cannot score
        for number, record in enumerate(games, start=1):
            line: dict[str, Any] = {"file": name if len(games) == 1 else f"{name}#{number}"}
            try:
                sheet = score_record(record, rules=options.rules, komi=options.komi, model=model)
                line |= sheet.to_json()
            except KifuError as error:
                line["error"] = str(error)
            lines.append(line)
    return lines, items[-1].share
