"""Hub 2, the language of draughts engines, as a grammar: lines to words and back. It knows no draughts.

A line is `command name=value name=value ...`; a value with a space, a `=` or nothing in it stands in double
quotes; a name alone is a flag. Who does not know a command or a name leaves it out.
"""

import re
from dataclasses import dataclass, field

#: Longest line that is read, in bytes.
MAX_LINE = 1 << 16

_WORD = re.compile(r'([^\s="]+)(?:\s*=\s*(?:"([^"]*)"|([^\s"]*)))?')
_PLAIN = re.compile(r'[^\s="]+')


class HubError(Exception):
    """A line that cannot be done; the message is what the controller reads after `error`."""


@dataclass(frozen=True)
class Line:
    """A line as it came.

    Attributes:
        command: its first word.
        values: what stands after it, by name; a flag's value is empty.
    """

    command: str
    values: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return write(self.command, **self.values)


def parse(line: bytes | str) -> Line | None:
    """Read a line; None where there is nothing on it."""
    text = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
    command, _, rest = text.strip().partition(" ")
    if not command:
        return None
    values = {
        match[1]: match[2] if match[2] is not None else match[3] or "" for match in _WORD.finditer(rest)
    }
    return Line(command, values)


def write(command: str, /, **values: object) -> str:
    """Write a line without its end; an underscore in a name stands for a hyphen, an empty text for a flag."""
    parts = [command]
    for name, value in values.items():
        text = _clean(str(value))
        written = text if _PLAIN.fullmatch(text) else f'"{text}"'
        parts.append(name.replace("_", "-") + (f"={written}" if text or value != "" else ""))
    return " ".join(parts)


def _clean(text: str) -> str:
    """A text without what would end the value or the line."""
    return " ".join(text.replace('"', "'").split())
