"""What commands share in their output: `--json`, `--quiet`, columns that line up."""

import contextlib
import json
import os
import shlex
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def json_option(function: F) -> F:
    """Add `--json` (argument `as_json`): the same facts as one JSON document on stdout."""
    option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document instead of text.")
    return option(function)


def quiet_option(function: F) -> F:
    """Add `--quiet` (argument `quiet`): no progress bar."""
    return click.option("--quiet", "-q", is_flag=True, help="Show no progress.")(function)


@contextlib.contextmanager
def protocol_output() -> Iterator[BinaryIO]:
    """Standard output for a protocol: what prints by mistake, native code included, goes to stderr."""
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0) as output:
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        yield output


def command_line() -> str:
    """The command as it was given, for cards: a shell reads it alike."""
    return shlex.join(["kifu", *sys.argv[1:]])


def print_json(document: Mapping[str, Any] | Sequence[Any]) -> None:
    """Print one JSON document in UTF-8, whatever the terminal speaks, so that programs can rely on it."""
    text = json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    data = text.encode("utf-8", "backslashreplace")
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:
        sys.stdout.write(text)
    else:
        buffer.write(data)
        buffer.flush()


def columns(rows: Iterable[Sequence[object]], *, right: Sequence[int] = (), indent: int = 0) -> str:
    """The rows as text in aligned columns.

    Args:
        rows: Cells; shorter rows are filled up.
        right: Numbers of the columns whose text stands at the right.
        indent: Spaces before each line.
    """
    table = [[printable(str(cell)) for cell in row] for row in rows]
    width = max((len(row) for row in table), default=0)
    table = [row + [""] * (width - len(row)) for row in table]
    widths = [max((text_width(row[i]) for row in table), default=0) for i in range(width)]
    lines = []
    for row in table:
        cells = []
        for i, cell in enumerate(row):
            space = " " * (widths[i] - text_width(cell))
            cells.append(space + cell if i in right else cell + space)
        lines.append((" " * indent + "  ".join(cells)).rstrip())
    return "\n".join(lines)


def print_row(cells: Iterable[str]) -> None:
    """Print a line of a table that grows while a command works."""
    click.echo("  ".join(f"{cell:>14}" for cell in cells))


def text_width(text: str) -> int:
    """How many columns of a terminal a text takes: Chinese, Japanese and Korean characters take two."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def printable(text: str) -> str:
    """A text from a record without control characters, which could move the cursor or change the terminal."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c == " " else "�" if unicodedata.category(c) == "Cc" else " " for c in text
    )


def count(number: int, one: str, many: str | None = None) -> str:
    """`1 game`, `12,345 games`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
