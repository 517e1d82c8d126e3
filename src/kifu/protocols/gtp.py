"""GTP 2 as a grammar: lines to requests, answers to lines. It knows no Go.

A request is `[id] command [arguments]` on one line; an answer begins with `=` or `?`, carries the id, and
ends with an empty line. Control characters vanish, a tab is a space, and from `#` on a line is a comment.
"""

from dataclasses import dataclass

#: Longest line that is read as a request, in bytes; the specification asks for 1024.
MAX_LINE = 1 << 16
#: Largest id.
MAX_ID = 2**31 - 1

_CONTROL = {code: None for code in (*range(32), 127) if code != 9} | {9: " "}


class GtpError(Exception):
    """A command that fails; the message is what the controller reads after `?`."""


@dataclass(frozen=True)
class Request:
    """A command as it came.

    Attributes:
        id: the number before it, or None.
        command: its name; empty where a line has nothing but an id.
        arguments: the words after it.
    """

    id: int | None
    command: str
    arguments: tuple[str, ...]


def clean(line: bytes | str) -> str:
    """Return a line without control characters, comment and spaces around it."""
    text = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
    # Other kinds of white space and line ends of Unicode must not split words or answers either.
    return text.translate(_CONTROL).split("#", 1)[0].strip(" ")


def parse(line: bytes | str) -> Request | None:
    """Read a line; None where there is no command on it."""
    words = [word for word in clean(line).split(" ") if word]
    if not words:
        return None
    number = None
    if words[0].isascii() and words[0].isdigit() and len(words[0]) <= 10 and int(words[0]) <= MAX_ID:
        number = int(words.pop(0))
    return Request(number, words[0] if words else "", tuple(words[1:]))


def success(request_id: int | None, text: str = "") -> str:
    """Write a successful answer."""
    return _answer("=", request_id, text)


def failure(request_id: int | None, message: str) -> str:
    """Write a failure."""
    return _answer("?", request_id, message)


def head(request_id: int | None) -> str:
    """Write the first line of an answer whose other lines follow one by one; an empty line ends it."""
    return f"={'' if request_id is None else request_id}\n"


def _answer(sign: str, request_id: int | None, text: str) -> str:
    # An empty line would end the answer early.
    lines = [line.rstrip() for line in text.translate(_ANSWER_CONTROL).splitlines()]
    body = "\n".join(line for line in lines if line)
    # A text that begins with a line end, a board for one, begins below the sign.
    gap = "\n" if text.startswith("\n") and body else " "
    return f"{sign}{'' if request_id is None else request_id}{gap}{body}".rstrip(" ") + "\n\n"


_ANSWER_CONTROL = {code: None for code in (*range(32), 127) if code not in (9, 10)} | {9: " "}


def as_whole(word: str, low: int, high: int, what: str) -> int:
    """Read a whole number argument."""
    if len(word) <= 12 and _is_plain(word):
        try:
            number = int(word)
        except ValueError:
            pass
        else:
            if low <= number <= high:
                return number
    raise GtpError(f"expected {what} as a whole number from {low} to {high}, got {shown(word)}")


def as_number(word: str, low: float, high: float, what: str) -> float:
    """Read a number argument; no infinities."""
    if len(word) <= 40 and _is_plain(word):
        try:
            number = float(word)
        except ValueError:
            pass
        else:
            if low <= number <= high:
                return number
    raise GtpError(f"expected {what} as a number from {low:g} to {high:g}, got {shown(word)}")


def _is_plain(word: str) -> bool:
    """Whether it has no digits but those of GTP, nor what only Python reads as part of a number."""
    return word.isascii() and "_" not in word


def shown(word: str) -> str:
    """A word of the input as errors name it: quoted, and cut where it is long."""
    return ascii(word if len(word) <= 40 else word[:37] + "...")
