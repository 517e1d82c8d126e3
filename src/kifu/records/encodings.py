"""Which encoding the text of a record is in, and bytes to text and back without ever failing to read.

In order: a byte-order mark, the declared encoding if it decodes, UTF-8 if it decodes, a scored guess over
Shift_JIS, EUC-KR, GB18030, Big5, cp1251 and latin-1, or cp1252 instead of the last. A record is read in one
encoding as a whole.
"""

import os
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from kifu.errors import InputError, RecordError

# Python's codec -> what people write in CA; where one set grew out of another, the larger one.
_CODECS = {
    alias: codec
    for codec, aliases in {
        "utf-8": "utf8 utf utf8bom unicode",
        "ascii": "ascii usascii iso646 ansix341968",
        "latin-1": "latin1 iso88591 l1 cp819",
        "cp1252": "cp1252 windows1252 win1252",
        "gb18030": "gb18030 gb2312 gb231280 gbk xgbk gb cp936 windows936 euccn chinese",
        "hz": "hz hzgb2312",
        "cp950": "big5 big5tw cp950 windows950",
        "big5hkscs": "big5hkscs",
        "cp932": "shiftjis sjis xsjis cp932 mskanji windows31j",
        "shift_jis_2004": "shiftjis2004",
        "euc_jp": "eucjp ujis",
        "iso2022_jp": "iso2022jp jis",
        "cp949": "euckr cp949 uhc ksc5601 ksc56011987 ksx1001 windows949",
        "johab": "johab",
        "cp1251": "cp1251 windows1251 win1251",
        "koi8-r": "koi8r",
        "koi8-u": "koi8u",
        "cp866": "cp866 ibm866",
        "mac-cyrillic": "maccyrillic",
        "mac-roman": "macroman macintosh",
        "cp437": "cp437",
        "cp850": "cp850",
        "cp874": "cp874 tis620",
        **{f"cp{n}": f"cp{n} windows{n} win{n}" for n in (1250, 1253, 1254, 1255, 1256, 1257, 1258)},
        **{f"iso8859-{n}": f"iso8859{n}" for n in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16)},
    }.items()
    for alias in aliases.split()
}

_DECLARED = re.compile(rb"CA\s*\[([^\]]{0,40})\]")
_RUN = re.compile(rb"[A-Za-z]?(?:[\x80-\xff]+[\x30-\x7e]?)+")
_WINDOWS = re.compile(rb"[\x80-\x9f]")
# Apostrophes, quotes, dashes and dots of Windows-1252 where typists put them.
_TYPED = re.compile(
    rb"(?<=\w)[\x85\x92]|(?<!\w)[\x91\x93](?=\w)|(?<=[^\s\[])\x94(?!\w)"
    rb"|(?<= )[\x96\x97](?= )|(?<=\w)[\x96\x97](?=\w)"
)
_SAMPLE = 4000
# Encodings of seven bits, which shift between sets: what shifts, and the codec.
_SHIFTING = {"iso2022_jp": b"\x1b$", "hz": b"~{"}


def codec_of(name: str) -> str | None:
    """Python's codec for an encoding as people name it, or None."""
    return _CODECS.get(re.sub(r"[^a-z0-9]", "", name.lower()))


def to_ascii_compatible(data: bytes) -> tuple[bytes, str | None]:
    """Turns UTF-16, ISO-2022-JP and HZ into UTF-8, so that the grammar sees ASCII brackets.

    Returns:
        The bytes to parse, and the encoding of their text if a byte-order mark, NULs or shifts settled it.
    """
    if data.startswith(b"\xef\xbb\xbf"):
        return (data, "utf-8") if _decodes(data, "utf-8") else (data, None)
    codec = given_codec(data)
    if codec is None:
        return data, None
    return data.decode(codec, "replace").encode("utf-8", "replace"), "utf-8"


def given_codec(data: bytes) -> str | None:
    """The encoding that `to_ascii_compatible` turns into UTF-8, or None where the bytes stay as they are."""
    return _utf16(data) or _shifting(data)


def given_length(codec: str, text: bytes) -> int:
    """How many bytes of the file as given a part of its UTF-8 took."""
    return len(text.decode("utf-8", "replace").encode(codec, "replace"))


def _shifting(data: bytes) -> str | None:
    """ISO-2022-JP or HZ where the file declares it, uses it and decodes as it."""
    for codec, shift in _SHIFTING.items():
        if shift in data and data.isascii():
            declared = {codec_of(name.decode("ascii", "replace")) for name in islice(_declared(data), 1000)}
            if declared == {codec} and _decodes(data, codec):
                return codec
    return None


def _utf16(data: bytes) -> str | None:
    if data.startswith((b"\xff\xfe", b"(\x00")):
        return "utf-16-le"
    if data.startswith((b"\xfe\xff", b"\x00(")):
        return "utf-16-be"
    return None


def of_file(data: bytes) -> str:
    """The encoding of a whole file, to see which bytes are brackets; its games may differ."""
    if data.isascii():
        return "ascii"
    names = [name.decode("ascii", "replace") for name in islice(_declared(data), 1000)]
    if len({codec_of(name) for name in names}) > 1:
        return "mixed"
    return of_record(data, names[0] if names else "")


def _declared(data: bytes) -> Iterator[bytes]:
    return (found[1] for found in _DECLARED.finditer(data))


def of_record(data: bytes, declared: str = "") -> str:
    """The encoding of a record's bytes: as declared if they decode, UTF-8 if they decode, else a guess."""
    codec = codec_of(declared)
    if codec is not None and _decodes(data, codec):
        return codec
    if _decodes(data, "utf-8"):
        return "utf-8"
    return guess(data, codec)


def guess(data: bytes, declared: str | None = None) -> str:
    """The most likely encoding of bytes that are not UTF-8, by what characters they would show.

    Broken bytes count against an encoding but do not rule it out: a name cut in the middle of a
    character is common. A declared encoding that decodes all but a few bytes is believed more easily.
    """
    if declared in (None, "utf-8") and _TYPED.sub(b"", data).isascii():
        return "cp1252"
    # The models are imported when needed: almost every record is ASCII or UTF-8.
    from kifu.records.encoding_models import MODELS

    sample = b"\n".join(_runs(data))
    best, least = "latin-1", float("inf")
    for codec, model in MODELS.items():
        surprise = model(sample.decode(codec, "replace"))
        if codec == declared:
            surprise -= 30
        if surprise < least:
            best, least = codec, surprise
    # latin-1 has only control characters where Windows has dashes and curly quotes.
    return "cp1252" if best == "latin-1" and _WINDOWS.search(data) and _decodes(data, "cp1252") else best


def decode(raw: bytes, codec: str) -> str:
    """Text of bytes; what does not decode becomes U+FFFD."""
    return raw.decode(codec, "replace")


def encode(text: str, codec: str) -> bytes:
    """Bytes of a text.

    Raises:
        RecordError: The encoding has no bytes for one of the characters.
    """
    try:
        return text.encode(codec)
    except UnicodeEncodeError as error:
        if "\ufffd" in text:  # what could not be read before
            return encode(text.replace("\ufffd", "?"), codec)
        char = text[error.start]
        raise RecordError(
            f"{codec} cannot write {char!r} (at character {error.start}); write UTF-8 instead"
        ) from None


def _decodes(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec)
    except UnicodeError:
        return False
    return True


def _runs(data: bytes) -> list[bytes]:
    runs, length = [], 0
    for run in _RUN.finditer(data):
        runs.append(run[0][:_SAMPLE])
        length += len(run[0])
        if length >= _SAMPLE:
            break
    return runs


def cut_behind(data: bytes, ends: Sequence[int]) -> list[bytes]:
    """Cut data behind each end; the last part has all that is left."""
    starts = [0, *ends[:-1]]
    return [data[start:end] for start, end in zip(starts, [*ends[:-1], len(data)], strict=True)]


def content_of(data: object) -> bytes | str:
    """Return the content of a file as it was given.

    Raises:
        InputError: It is something else than bytes or text, such as a path.
    """
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data)
    if isinstance(data, str):
        return data
    hint = "; kifu.read takes a path" if isinstance(data, os.PathLike) else ""
    raise InputError(f"expected the bytes or the text of a record, got {data!r:.80}{hint}")
