"""Members of zip and tar archives (gz, xz, bz2, zst) and of single compressed files, as a stream.

Never unpacks to the disk, never holds more than one member, and mistrusts every size it is told.
"""

import bz2
import contextlib
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO, Any, BinaryIO, Literal, cast

from kifu.archive import broken_zip
from kifu.errors import ArchiveError, MissingToolError

#: Largest record file; a game with every comment imaginable has a few megabytes.
MEMBER_LIMIT = 64 << 20

_COMPRESSIONS = (".gz", ".xz", ".bz2", ".zst")
_TARS = (".tar", ".tgz", ".txz", ".tbz", ".tbz2", ".tzst", *(f".tar{c}" for c in _COMPRESSIONS))
#: What reading a container may raise. RuntimeError: an encrypted zip; NotImplementedError, a kind of it: an
#: unusual compression.
DAMAGE = (
    tarfile.TarError,
    zipfile.BadZipFile,
    lzma.LZMAError,
    zlib.error,
    EOFError,
    OSError,
    ValueError,
    RuntimeError,
)


@dataclass(frozen=True)
class Unreadable:
    """Why a member could not be read."""

    reason: str


#: A member's bytes, why there are none, or None for a member that is no record.
Content = bytes | Unreadable | None


def is_container(name: str) -> bool:
    """Whether a file's name is that of a zip or tar archive, or of a compressed record."""
    lower = name.lower()
    if lower.endswith((".zip", *_TARS)):
        return True
    return lower.endswith(_COMPRESSIONS) and _is_record(lower.rpartition(".")[0])


def kind_of(name: str) -> str:
    """What a container is: "zip", "tar", or "file" for a compressed record."""
    lower = name.lower()
    return "zip" if lower.endswith(".zip") else "tar" if lower.endswith(_TARS) else "file"


def members(path: Path, moved: Callable[[int], None]) -> Generator[tuple[str, Content], None, None]:
    """The members of an archive in their order.

    Args:
        path: The archive.
        moved: Called with the position in the file, for progress.

    Raises:
        ArchiveError: The archive is damaged; what came before the damage has been given.
        MissingToolError: A .zst archive, and no package that reads it.
    """
    lower = path.name.lower()
    with path.open("rb") as raw:
        if lower.endswith(".zip"):
            yield from _zip_members(raw, moved)
            return
        with _decompressed(lower, raw) as stream:
            if lower.endswith(_TARS):
                yield from _tar_members(stream, raw, moved)
            else:
                try:
                    yield path.name.rpartition(".")[0], _limited(stream)
                except DAMAGE as error:
                    raise ArchiveError(f"damaged: {_say(error)}") from error


def _zip_members(raw: BinaryIO, moved: Callable[[int], None]) -> Iterator[tuple[str, Content]]:
    try:
        archive = zipfile.ZipFile(raw)
    except DAMAGE as error:
        yield from broken_zip.members(raw, MEMBER_LIMIT, _is_record)
        raise ArchiveError(f"damaged, some members may be missing: {_say(error)}") from error
    with archive:
        for info in archive.infolist():
            moved(info.header_offset)
            if not info.filename or info.is_dir():
                continue
            content = _wanted(info.filename, info.file_size)
            if content is True:
                try:
                    with archive.open(info) as stream:
                        yield info.filename, _limited(stream)
                except DAMAGE as error:
                    yield info.filename, Unreadable(_say(error))
            else:
                yield info.filename, content


def _tar_members(
    stream: IO[bytes], raw: BinaryIO, moved: Callable[[int], None]
) -> Iterator[tuple[str, Content]]:
    try:
        # Any: a forward-only stream is all that tarfile needs when members are read in order.
        forward: Any = _Forward(stream)
        with tarfile.open(fileobj=forward, mode="r:") as archive:
            while (info := archive.next()) is not None:
                archive.members = []  # type: ignore[attr-defined]  # tarfile would keep every header
                moved(raw.tell())
                if not info.isfile():
                    continue
                content = _wanted(info.name, info.size)
                if content is True:
                    file = archive.extractfile(info)
                    data = file.read() if file else b""
                    if len(data) < info.size:
                        raise ArchiveError(f"truncated inside {info.name!r}")
                    yield info.name, data
                else:
                    yield info.name, content
            if not forward.ended_well:
                raise ArchiveError("truncated: the end mark of the archive is missing")
    except DAMAGE as error:
        raise ArchiveError(f"damaged or truncated: {_say(error)}") from error


def _wanted(name: str, size: int) -> Unreadable | Literal[True] | None:
    if not _is_record(name):
        if is_container(name):
            return Unreadable("an archive inside an archive is not opened; unpack it first")
        return None
    if size > MEMBER_LIMIT:
        return Unreadable(f"too large: {size:,} bytes, the limit is {MEMBER_LIMIT:,}")
    return True


def _is_record(name: str) -> bool:
    return PurePosixPath(name).suffix.lower() in (".sgf", ".pdn", ".mgt")


def _limited(stream: IO[bytes]) -> Content:
    data = stream.read(MEMBER_LIMIT + 1)
    if len(data) > MEMBER_LIMIT:
        return Unreadable(f"too large: more than {MEMBER_LIMIT:,} bytes")
    return data


class _Forward:
    """A stream that only goes forward, as tarfile wants it, and that refuses absurd reads.

    tarfile reads extended headers whole, whatever size they claim.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._position = 0
        self._last = b""
        self._pushed_back = b""
        self.ended_well = False

    def read(self, size: int) -> bytes:
        if size > MEMBER_LIMIT:
            raise ArchiveError(f"a header claims {size:,} bytes; the limit is {MEMBER_LIMIT:,}")
        back, self._pushed_back = self._pushed_back[:size], b""
        data = back + self._stream.read(size - len(back))
        self._position += len(data)
        self._last = data[-1:] or self._last
        # The end mark is a block of zeros; tarfile takes a file that just stops for a complete one.
        self.ended_well = size == tarfile.BLOCKSIZE and data == bytes(tarfile.BLOCKSIZE)
        return data

    def tell(self) -> int:
        return self._position

    def seek(self, position: int) -> int:
        if position == self._position - 1:  # tarfile looks whether a member's last byte is there
            self._pushed_back = self._last
            self._position = position
        elif position < self._position:
            raise ArchiveError("the members overlap")
        while self._position < position:
            if not self.read(min(position - self._position, 1 << 16)):
                break
        return self._position


@contextlib.contextmanager
def _decompressed(lower: str, raw: BinaryIO) -> Iterator[IO[bytes]]:
    if lower.endswith((".gz", ".tgz")):
        with gzip.open(raw) as stream:
            yield cast(IO[bytes], stream)
    elif lower.endswith((".xz", ".txz")):
        with lzma.open(raw) as stream:
            yield stream
    elif lower.endswith((".bz2", ".tbz", ".tbz2")):
        with bz2.open(raw) as stream:
            yield stream
    elif lower.endswith((".zst", ".tzst")):
        with _zstandard(raw) as stream:
            yield stream
    else:
        yield raw


@contextlib.contextmanager
def _zstandard(raw: BinaryIO) -> Iterator[IO[bytes]]:
    try:
        import zstandard

        from kifu.archive.zst_frames import Frames
    except ImportError as error:
        raise MissingToolError(
            "reading .zst archives needs the package zstandard: pip install 'kifu[zst]'"
        ) from error
    try:
        yield io.BufferedReader(Frames(raw), 1 << 17)
    except zstandard.ZstdError as error:
        raise ArchiveError(f"damaged or truncated: {error}") from error


def _say(error: BaseException) -> str:
    text = str(error) or type(error).__name__
    return text[0].lower() + text[1:]
