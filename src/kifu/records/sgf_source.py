"""The bytes of an SGF file, parsed natively, and the places in them that problems name."""

from collections.abc import Sequence

from kifu._native.records import SgfBytes, SgfFile
from kifu.records import encodings

_MODES = {
    "cp932": SgfBytes.SHIFT_JIS,
    "shift_jis_2004": SgfBytes.SHIFT_JIS,
    "cp950": SgfBytes.BIG5_OR_GB,
    "big5hkscs": SgfBytes.BIG5_OR_GB,
    "gb18030": SgfBytes.BIG5_OR_GB,
    "johab": SgfBytes.BIG5_OR_GB,
}


class SgfSource:
    """A file as given and as the native reader has it.

    Attributes:
        data: What was parsed: the bytes as given, but UTF-16, ISO-2022-JP and HZ turned into UTF-8.
        encoding: The encoding of all its records, or None where each must be looked at.
        mode: Which bytes the parser took for brackets.
        file: The native parse.
    """

    __slots__ = ("_codec", "_known", "data", "encoding", "file", "given", "mode")

    def __init__(self, given: bytes, encoding: str | None = None) -> None:
        self.given = given
        self.data, self.encoding = (given, encoding) if encoding else encodings.to_ascii_compatible(given)
        self._codec = None if self.data is given else encodings.given_codec(given) or "utf-8"
        self._known = (1, 0, 0)  # line and given byte of the furthest place so far, and its offset
        self.mode = _MODES.get(self.encoding or encodings.of_file(self.data), SgfBytes.PLAIN)
        self.file = SgfFile(self.data, self.mode)

    def places(self, offsets: Sequence[int]) -> list[tuple[int, int]]:
        """Line (from 1) and byte (from 0) in the file as given, for ascending offsets into `data`."""
        found = []
        line, given_byte, at = self._known if offsets and offsets[0] >= self._known[2] else (1, 0, 0)
        for offset in offsets:
            for line_break, sign in ((b"\n", 1), (b"\r", 1), (b"\r\n", -1)):
                line += sign * self.data.count(line_break, at, offset)
            if self._codec is None:
                given_byte = offset
            else:
                given_byte += encodings.given_length(self._codec, self.data[at:offset])
            at = offset
            found.append((line, given_byte))
        # The games of a file are mostly looked at in their order: the next goes on from here.
        if at > self._known[2]:
            self._known = (line, given_byte, at)
        return found
