"""Lines of a conversation over a pipe, as they come."""

import os
from collections.abc import Iterator
from typing import BinaryIO

_CHUNK = 1 << 16


def lines_of(source: BinaryIO, limit: int) -> Iterator[bytes]:
    """Lines without their ends; of one longer than `limit`, as much as shows that it is too long.

    Read past Python's buffer: a thread that waits inside of that would abort the interpreter when it ends.
    """
    descriptor = source.fileno()
    begun = bytearray()
    while data := os.read(descriptor, _CHUNK):
        *whole, rest = data.split(b"\n")
        for part in whole:
            begun += part[: limit + 1]
            yield bytes(begun)
            begun.clear()
        if len(begun) <= limit:
            begun += rest
    if begun:
        yield bytes(begun)
