"""The games below some paths, one by one, with their names and where their reports go."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from kifu import records
from kifu.analysis.many import is_archive
from kifu.archive import Archive, Filter
from kifu.archive.export import safe_path
from kifu.archive.sources import Failed, Found, Reader
from kifu.errors import InputError, KifuError, RecordError
from kifu.interfaces.report.journal import is_report_folder
from kifu.records.samples import NAMES, read_sample

#: Games of an archive whose reports share a folder.
_TOGETHER = 1000


class Game(NamedTuple):
    """A game to review.

    Attributes:
        name: which one it is, for the journal.
        file: its file, as people call it.
        number: in its file.
        stem: where its report would go.
        data: bytes of its record; a text is the reason why there are none.
        share: how much of everything is read by now, 0 to 1.
    """

    name: str
    file: str
    number: int
    stem: str
    data: bytes | str
    share: float


def games_of(paths: Sequence[str], out: Path, player: str | None = None) -> Iterator[Game]:
    """Find the games: record files, folders, zip and tar archives, Kifu archives, and samples by name.

    Folders of reports are passed over, this one and others.

    Args:
        paths: where.
        out: folder of the reports.
        player: of Kifu archives, only games of this one.

    Raises:
        InputError: A path is not there.
    """
    for path in paths:
        if not Path(path).exists() and path not in NAMES:
            raise InputError(f"expected a record, a folder or an archive, but there is no {path!r}")
        if is_report_folder(Path(path)):
            raise InputError(f"expected a folder of games, but {path!r} is one of reports")
    out = out.resolve()
    sizes = [_size(path) for path in paths]
    before, total = 0, max(1, sum(sizes))
    for path, size in zip(paths, sizes, strict=True):
        for game in _games_below(path, out, player):
            yield game._replace(share=(before + game.share * size) / total)
        before += size


def players_of(paths: Sequence[str], out: Path) -> Counter[str]:
    """The names of players below the paths, and in how many games they are."""
    names: Counter[str] = Counter()
    for path in paths:
        if Path(path).exists() and is_archive(Path(path)):
            with Archive(path) as archive:
                for row in archive.games():
                    names.update({name for name in (row.black, row.white) if name})
            continue
        for game in games_of([path], out):
            if isinstance(game.data, bytes):
                info = records.read(game.data, name=game.file)[0].info
                names.update({name for name in (info.black, info.white) if name})
    return names


def _size(path: str) -> int:
    if not Path(path).is_dir():
        return Path(path).stat().st_size if Path(path).exists() else 1
    return Reader([path]).total


def _games_below(path: str, out: Path, player: str | None) -> Iterator[Game]:
    """The games of one path; `share` is of this path."""
    if not Path(path).exists():
        yield from _games_in(read_sample(path), f"sample:{path}", NAMES[path], NAMES[path], 1.0)
        return
    if is_archive(Path(path)):
        yield from _archived(Path(path), out, player)
        return
    single = not Path(path).is_dir()
    reader = Reader([path], leave_out=lambda folder: folder.resolve() == out or is_report_folder(folder))
    for event in reader:
        share = min(1.0, reader.done / max(1, reader.total))
        if isinstance(event, Failed):
            yield Game(event.name, event.name, 1, "", event.reason, share)
        elif isinstance(event, Found):
            inside = event.source.kind != "folder"
            where = Path(path).parent if single and not inside else Path(event.source.path)
            # A zip below a folder keeps its own name: two of them may have members of the same name.
            above = Path(event.source.path).stem if inside and not single else ""
            shown = f"{Path(event.source.path).name}/{event.member}" if inside else event.member
            name = f"{_seen_from(where, out)}/{event.member}"
            yield from _games_in(event.data, name, shown, f"{above}/{event.member}".lstrip("/"), share)


def _games_in(data: bytes, name: str, file: str, member: str, share: float) -> Iterator[Game]:
    """The games of one record file."""
    stem = str(_without_suffix(safe_path(member)))
    try:
        found = records.read(data, name=file)
        if not found:
            raise RecordError("expected a game record, but the file is empty")
        parts = records.originals(data, found)
    except KifuError as error:
        yield Game(name, file, 1, stem, str(error), share)
        return
    if len(parts) == 1:
        yield Game(name, file, 1, stem, parts[0], share)
        return
    width = len(str(len(parts)))
    for number, part in enumerate(parts, start=1):
        yield Game(f"{name}#{number}", file, number, f"{stem}-{number:0{width}}", part, share)


def _archived(path: Path, out: Path, player: str | None) -> Iterator[Game]:
    with Archive(path) as archive:
        chosen = Filter(player=player)
        count, wanted = max(1, len(archive)), max(1, archive.count(chosen))
        seen = _seen_from(path, out)
        for number, game in enumerate(archive.games(chosen), start=1):
            stem = _without_suffix(safe_path(PurePosixPath(game.member).name))
            folder = f"{game.id // _TOGETHER:03}/" if count > _TOGETHER else ""
            yield Game(
                f"{seen}#{game.id}",
                f"{path.name}#{game.id} {game.member}",
                1,
                f"{folder}{game.id}-{stem}",
                archive.record(game.id),
                number / wanted,
            )


def _without_suffix(path: PurePosixPath) -> PurePosixPath:
    return path.with_suffix("") if path.suffix.lower() in (".sgf", ".pdn", ".mgt") and path.stem else path


def _seen_from(path: Path, out: Path) -> str:
    """A path from the folder of reports on: it stays the same when both are moved together."""
    try:
        return Path(os.path.relpath(path.resolve(), out)).as_posix()
    except ValueError:  # on another drive of Windows
        return path.resolve().as_posix()
