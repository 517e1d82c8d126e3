"""What can be had from a zip archive whose directory (its last part) is lost or damaged.

Every member has a small header of its own before its bytes; the headers are followed from the beginning as
long as they make sense. A member written as a stream has no size there and ends where its deflate stream
ends.
"""

import struct
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO

_HEADER = struct.Struct("<4s5H3I2H")
_SIGNATURE = b"PK\x03\x04"
_STORED, _DEFLATED = 0, 8
_BLOCK = 1 << 16


def members(raw: BinaryIO, limit: int, wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    """The members that are whole, in their order, until the first that is not.

    Args:
        raw: The file, seekable.
        limit: Largest member; a larger one is passed over.
        wanted: Tells from a name whether the member is of interest.
    """
    raw.seek(0)
    while len(header := raw.read(_HEADER.size)) == _HEADER.size:
        signature, _, flags, method, _, _, crc, packed, size, name_length, extra_length = _HEADER.unpack(
            header
        )
        if signature != _SIGNATURE or flags & 1:
            return
        name = raw.read(name_length).decode("utf-8" if flags & 0x800 else "cp437", "replace")
        raw.seek(extra_length, 1)
        start = raw.tell()
        streamed = bool(flags & 8)
        if method == _DEFLATED:
            data, used = _inflate(raw, limit)
        elif method == _STORED and not streamed and size <= limit:
            data = raw.read(size)
            used = size if len(data) == size else None
        else:
            return
        if used is None or (not streamed and used != packed):
            return
        raw.seek(start + used)
        if streamed:
            # CRC and sizes follow the bytes, with or without a signature of their own.
            after = raw.read(4)
            crc = struct.unpack("<I", raw.read(4) if after == b"PK\x07\x08" else after)[0]
            raw.seek(8, 1)
        if data is None:
            continue
        if zlib.crc32(data) != crc:
            return
        if wanted(name):
            yield name, data


def _inflate(raw: BinaryIO, limit: int) -> tuple[bytes | None, int | None]:
    """The bytes (None when too many) and how many packed bytes they took (None when they do not end)."""
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    parts: list[bytes] = []
    size = used = 0
    pending = b""
    try:
        while not inflate.eof:
            block = pending or raw.read(_BLOCK)
            if not block:
                return None, None
            part = inflate.decompress(block, 1 << 20)
            pending = inflate.unconsumed_tail
            used += len(block) - len(pending) - len(inflate.unused_data)
            size += len(part)
            if size <= limit:
                parts.append(part)
            else:
                parts.clear()
    except zlib.error:
        return None, None
    return (b"".join(parts) if size <= limit else None), used
