"""Files written whole or not at all, and read with a limit on their size."""

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import IO, BinaryIO, TextIO, cast

from kifu.errors import InputError, MissingFileError

#: Largest file that is read into memory unless the caller says otherwise.
READ_LIMIT = 1 << 30


@contextlib.contextmanager
def atomic_binary(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file for writing bytes that appears under its name only when complete.

    The bytes go to a temporary file in the same folder, are flushed to the disk, and replace `path` when
    the block ends well. When it does not (an exception, a full disk), the temporary file is removed and
    `path` stays as it was. Something that is no regular file, such as `/dev/stdout`, is written directly.
    """
    with _atomic(Path(path), "b", None) as file:
        yield cast(BinaryIO, file)


@contextlib.contextmanager
def atomic_text(path: str | os.PathLike[str]) -> Iterator[TextIO]:
    r"""The same as `atomic_binary` for text: UTF-8, lines end in `\n` on every system."""
    with _atomic(Path(path), "", "utf-8") as file:
        yield cast(TextIO, file)


def write_bytes(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a whole file of bytes, or leave what was there."""
    with atomic_binary(path) as file:
        file.write(data)


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a whole file of UTF-8 text, or leave what was there."""
    with atomic_text(path) as file:
        file.write(text)


def expect_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a file that could not be written, before the work whose result it is for.

    Raises:
        InputError: It is a folder.
        OSError: The system cannot write there; it names the file.
    """
    real = Path(os.path.realpath(path))
    if real.is_dir():
        raise InputError(f"expected a file to write, but {str(path)!r} is a folder; choose another name")
    if real.exists() and not real.is_file():  # such as /dev/stdout
        return
    temporary = real.with_name(f".{secrets.token_hex(6)}.tmp")
    with named(Path(path), temporary):
        temporary.touch(exist_ok=False)
        temporary.unlink()


def read_bytes(path: str | os.PathLike[str], *, limit: int = READ_LIMIT) -> bytes:
    """Read a regular file of at most `limit` bytes.

    Raises:
        MissingFileError: There is none.
        InputError: It is larger, or no regular file (a pipe would be waited for without end).
        OSError: The system cannot open or read it.
    """
    path = Path(path)
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        raise MissingFileError(errno.ENOENT, os.strerror(errno.ENOENT), str(path)) from None
    # A pipe without a writer would block already in open().
    if not stat.S_ISREG(mode):
        kind = "folder" if path.is_dir() else "special file"
        raise InputError(f"expected a file, but {str(path)!r} is a {kind}")
    with path.open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise InputError(f"expected at most {limit:,} bytes, but {str(path)!r} is larger")
    return data


def sync_folder(folder: str | os.PathLike[str]) -> None:
    """Make renames and new names in a folder survive a power cut, where the system can."""
    if os.name == "nt":  # a folder cannot be opened there
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:  # some network file systems refuse; the rename itself is still atomic
        pass
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def named(path: Path, temporary: Path | None = None) -> Iterator[None]:
    """Let an error of the system name this file: a full disk names none, a temporary file says nothing."""
    try:
        yield
    except OSError as error:
        if error.errno is not None and error.filename in (None, str(temporary)):
            error.filename = str(path)
        raise


@contextlib.contextmanager
def _atomic(path: Path, mode: str, encoding: str | None) -> Iterator[IO[bytes] | IO[str]]:
    newline = "\n" if encoding else None
    path = Path(os.path.realpath(path))  # through a link to the file it names, as open() would
    try:
        old_mode: int | None = path.stat().st_mode
    except FileNotFoundError:
        old_mode = None
    if old_mode is not None and not stat.S_ISREG(old_mode):
        with named(path), path.open("w" + mode, encoding=encoding, newline=newline) as file:
            yield file
        return
    # Short: a name of 255 bytes, which may be 85 characters, has to stay within them.
    temporary = path.with_name(f".{path.name[:20]}.{secrets.token_hex(6)}.tmp")
    try:
        with named(path, temporary), temporary.open("x" + mode, encoding=encoding, newline=newline) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if old_mode is not None:
            temporary.chmod(stat.S_IMODE(old_mode))
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
