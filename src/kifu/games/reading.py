"""Games out of files: a path, bytes or an open file comes in, `Game` objects go out."""

import os
from pathlib import Path
from typing import IO, Any

from kifu import records
from kifu.errors import InputError, RecordError
from kifu.games.game import Game, game_of
from kifu.records import GameRecord
from kifu.records.samples import NAMES, read_sample
from kifu.work.files import read_bytes

#: What `read` takes: a path (or the name of a bundled sample), the bytes of a file, or an open file.
Source = str | os.PathLike[str] | bytes | IO[Any]


def read(source: Source, *, number: int = 1, strict: bool = False) -> Game[Any]:
    """Read a game from an SGF or PDN file.

    Args:
        source: A path, the bytes of a file, or an open file. `"sample"` and `"sample-draughts"` are games
            that come with Kifu.
        number: Which game of the file, from 1.
        strict: Raise the first problem instead of repairing and listing it in `game.problems`.

    Raises:
        MissingFileError: There is no such file.
        RecordError: It holds no game that Kifu plays, or (strict) has a problem.
        PositionError: Kifu does not play on its board, or from its first position.
        InputError: It is a folder, or has fewer games.

    Example:
        >>> import kifu
        >>> game = kifu.read(b"(;GM[1]SZ[9]PB[Black]KM[6,5];B[ee];W[gc]")
        >>> game.black, game.size, [str(move) for move in game.moves]
        ('Black', 9, ['E5', 'G7'])
        >>> [problem.kind for problem in game.problems]
        ['komi', 'missing-close']
    """
    name = name_of(source)
    record = choose(read_records(source, strict=strict), number, name)
    return _made(record, name, number, strict)


def read_all(source: Source, *, strict: bool = False) -> list[Game[Any]]:
    """Read every game of an SGF or PDN file; see `read`.

    Example:
        >>> import kifu
        >>> [len(game) for game in kifu.read_all(b"(;SZ[9];B[ee])(;SZ[9];B[cc];W[gg])")]
        [1, 2]
    """
    name = name_of(source)
    found = read_records(source, strict=strict)
    return [_made(record, name, number, strict) for number, record in enumerate(found, 1)]


def _made(record: GameRecord, name: str, number: int, strict: bool) -> Game[Any]:
    """The game of a record; what cannot be replayed is refused here, where its file is known."""
    game = game_of(record, name=name, number=number)
    where = f"{name}, game {number}: " if name else ""
    try:
        problems = game.problems
    except InputError as error:
        raise type(error)(f"{where}{error}") from None
    if strict and problems:
        raise RecordError(f"{where}{problems[0]}")
    return game


def read_records(source: Source, *, strict: bool = False) -> list[GameRecord]:
    """Read the records of a file without asking which game they are of; an error names the file."""
    name = name_of(source)
    try:
        return records.read(_bytes(source), strict=strict, name=name)
    except RecordError as error:
        raise RecordError(f"{name}: {error}" if name else str(error)) from None


def choose(found: list[GameRecord], number: int, name: str) -> GameRecord:
    """Return the game with this number from 1.

    Raises:
        InputError: There are fewer.
    """
    if not 1 <= number <= len(found):
        raise InputError(
            f"{name or 'the file'} has {len(found)} games; expected a game from 1 to {len(found)}, "
            f"got {number}"
        )
    return found[number - 1]


def name_of(source: Source) -> str:
    """The name of a file for messages; empty where bytes are given."""
    if isinstance(source, (str, os.PathLike)):
        return str(source)
    found = getattr(source, "name", "")
    return found if isinstance(found, str) else ""


def _bytes(source: Source) -> bytes | str:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return bytes(source)
    if isinstance(source, (str, os.PathLike)):
        if str(source) in NAMES and not Path(source).exists():
            return read_sample(str(source))
        return read_bytes(source)
    if hasattr(source, "read"):
        content: bytes | str = source.read()
        return content
    raise InputError(f"expected a path, bytes or an open file, got {type(source).__name__}")
