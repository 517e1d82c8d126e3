"""Reading .zst files to the end of their last frame.

The package zstandard takes a file that just stops for a whole one. So at the end of the data the headers of
frames and blocks are followed from the beginning (RFC 8878, section 3), which decompresses nothing.
"""

import io
import os
from typing import Any, BinaryIO

import zstandard

_MAGIC = 0xFD2FB528
_SKIPPED = 0x184D2A50  # to 0x184D2A5F
_LONGEST_HEADER = 18
_ONE_BYTE_REPEATED = 1  # type of a block


class Frames(io.RawIOBase):
    """The decompressed bytes of all frames of a file.

    Raises:
        EOFError: When read to the end of a file that ends inside a frame.
    """

    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        # A frame may ask for a window of gigabytes; 128 MB is what the zstd program itself accepts.
        decompressor = zstandard.ZstdDecompressor(max_window_size=128 << 20)
        self._reader = decompressor.stream_reader(raw, read_across_frames=True, closefd=False)

    def readable(self) -> bool:
        """Yes, as `io.BufferedReader` asks."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill a buffer; 0 at the end."""
        count = self._reader.readinto(buffer)
        if count == 0 and len(buffer) and not are_whole(self._raw):
            raise EOFError("the file ends inside a compressed frame")
        return count


def are_whole(raw: BinaryIO) -> bool:
    """Whether the file is made of whole frames; it is left at its end or where that is not so."""
    size = raw.seek(0, os.SEEK_END)
    place = 0
    while place < size:
        raw.seek(place)
        head = raw.read(_LONGEST_HEADER)
        magic = int.from_bytes(head[:4], "little")
        if len(head) >= 8 and magic & ~15 == _SKIPPED:
            place += 8 + int.from_bytes(head[4:8], "little")
        elif magic == _MAGIC:
            try:
                blocks = place + zstandard.frame_header_size(head)
                checksum = 4 * zstandard.get_frame_parameters(head).has_checksum
            except zstandard.ZstdError:
                return False
            place = _after_blocks(raw, blocks, size) + checksum
        else:
            return False
    raw.seek(size)
    return place == size


def _after_blocks(raw: BinaryIO, place: int, size: int) -> int:
    """Where a frame's blocks end; beyond the file where it does not have them all."""
    while place + 3 <= size:
        raw.seek(place)
        head = int.from_bytes(raw.read(3), "little")
        is_last, kind, length = head & 1, head >> 1 & 3, head >> 3
        place += 3 + (1 if kind == _ONE_BYTE_REPEATED else length)
        if is_last:
            return place
    return size + 1
