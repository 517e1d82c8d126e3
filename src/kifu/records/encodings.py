"""Which encoding the text of a record is in, and bytes to text and back without ever failing to read.

In order: a byte-order mark, the declared encoding if it decodes, UTF-8 if it decodes, a scored guess over
Shift_JIS, EUC-KR, GB18030, Big5 and cp1251, and latin-1. A record is read in one encoding as a whole.
"""

import re

from kifu.errors import RecordError

# What people write in CA -> Python's codec; where one set grew out of another, the larger one.
_CODECS = {
    "utf8": "utf-8", "utf": "utf-8", "unicode": "utf-8", "utf8bom": "utf-8",
    "ascii": "ascii", "usascii": "ascii", "iso646": "ascii", "ansix341968": "ascii",
    "latin1": "latin-1", "iso88591": "latin-1", "l1": "latin-1", "cp819": "latin-1",
    "cp1252": "cp1252", "windows1252": "cp1252", "win1252": "cp1252",
    "gb2312": "gb18030", "gbk": "gb18030", "gb18030": "gb18030", "cp936": "gb18030", "gb": "gb18030", "euccn": "gb18030",
    "windows936": "gb18030", "xgbk": "gb18030", "gb231280": "gb18030", "chinese": "gb18030", "hz": "hz", "hzgb2312": "hz",
    "big5": "cp950", "cp950": "cp950", "big5tw": "cp950", "windows950": "cp950", "big5hkscs": "big5hkscs",
    "shiftjis": "cp932", "sjis": "cp932", "cp932": "cp932", "xsjis": "cp932", "mskanji": "cp932", "windows31j": "cp932",
    "shiftjis2004": "shift_jis_2004", "eucjp": "euc_jp", "ujis": "euc_jp", "iso2022jp": "iso2022_jp", "jis": "iso2022_jp",
    "euckr": "cp949", "cp949": "cp949", "uhc": "cp949", "ksc5601": "cp949", "ksc56011987": "cp949", "ksx1001": "cp949",
    "windows949": "cp949", "johab": "johab",
    "cp1251": "cp1251", "windows1251": "cp1251", "win1251": "cp1251", "koi8r": "koi8-r", "koi8u": "koi8-u",
    "cp866": "cp866", "ibm866": "cp866", "maccyrillic": "mac-cyrillic", "macroman": "mac-roman", "macintosh": "mac-roman",
    **{f"iso8859{n}": f"iso8859-{n}" for n in (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16)},
    **{f"latin{n}": f"iso8859-{m}" for n, m in ((2, 2), (3, 3), (4, 4), (5, 9), (6, 10), (9, 15), (10, 16))},
    **{f"{prefix}{n}": f"cp{n}" for prefix in ("cp", "windows", "win") for n in (1250, 1253, 1254, 1255, 1256, 1257, 1258)},
    "cp437": "cp437", "cp850": "cp850", "tis620": "tis-620", "cp874": "cp874",
}  # fmt: skip

_DECLARED = re.compile(rb"CA\s*\[([^\]]{0,40})\]")
_RUN = re.compile(rb"[A-Za-z]?(?:[\x80-\xff]+[\x30-\x7e]?)+")
_SAMPLE = 4000


def codec_of(name: str) -> str | None:
    """Python's codec for an encoding as people name it, or None."""
    return _CODECS.get(re.sub(r"[^a-z0-9]", "", name.lower()))


def to_ascii_compatible(data: bytes) -> tuple[bytes, str | None]:
    """Turns UTF-16 into UTF-8, so that the grammar sees ASCII brackets.

    Returns:
        The bytes to parse, and the encoding of their text if a byte-order mark (or NULs) settled it.
    """
    if data.startswith(b"\xef\xbb\xbf"):
        return (data, "utf-8") if _decodes(data, "utf-8") else (data, None)
    codec = _utf16(data)
    if codec is None:
        return data, None
    return data.decode(codec, "replace").encode("utf-8", "replace"), "utf-8"


def given_offset(given: bytes, before: bytes) -> int:
    """Where in UTF-16 bytes the text stands that has `before` (UTF-8) in front of it."""
    codec = _utf16(given) or "utf-16-le"
    return len(before.decode("utf-8", "replace").encode(codec))


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
    declared = _DECLARED.search(data)
    return of_record(data, declared[1].decode("ascii", "replace") if declared else "")


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
    return best


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
