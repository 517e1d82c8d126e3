"""What other commands printed, kept with how it was made: `outputs/NAME.json`, for documents to show."""

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from kifu.errors import InputError
from kifu.work import files
from kifu.work.facts import JsonObject
from kifu_lab.experiments.store import checksum

#: Of an output's file. Raised when it changes its meaning.
FORMAT = 1
_LARGEST = 1 << 20
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
#: The line below the heads of a table.
_RULE = re.compile(r"\|(?: :?-+:? \|)+")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
#: A document's block must not begin or end within what was printed.
_BLOCK = re.compile(r"<!-- .* -->")


@dataclass(frozen=True)
class Output:
    """What a command printed.

    Attributes:
        command: as it would be typed.
        kifu: the version that was installed.
        machine: its processor and how many cores it has.
        day: when it was run, as 2026-11-17.
        seconds: by the clock.
        processor_seconds: of the command and what it started.
        others: part of the machine's processor time that other programs took meanwhile; None where the
            system does not tell.
        printed: its lines.
        data: fingerprints of the archives that it names.
        memory: megabytes of the command, or of the largest process that it started, at the most; None where
            that is not known.
    """

    command: str
    kifu: str
    machine: str
    day: str
    seconds: float
    processor_seconds: float
    others: float | None
    printed: Sequence[str]
    data: Mapping[str, str] = field(default_factory=dict)
    memory: float | None = None

    def markdown(self) -> str:
        """The command and all that is told of it, then what it printed, letter by letter.

        Tables of Markdown are shown as such, and headings between them as bold lines.
        """
        told = [self.kifu, self.day, self.machine]
        if self.others is not None:
            told.append(f"other programs took {self.others:.0%} of it")
        told += [f"{self.seconds:,.0f} s", f"{self.processor_seconds:,.0f} s of processor time"]
        if self.memory is not None:
            told.append(f"{self.memory:,.0f} MB")
        told += [f"{name} `{print_}`" for name, print_ in self.data.items()]
        shown = "\n".join(self.printed)
        if any(map(_RULE.fullmatch, self.printed)):
            shown = _HEADING.sub(r"**\1**", shown)
        else:
            fence = _ticks(3, shown)
            shown = f"{fence}text\n{shown}\n{fence}"
        return f"{_as_code(self.command)} ({', '.join(told)}):\n\n{shown}\n"


def _as_code(command: str) -> str:
    """A command within a line."""
    line = command.replace("\r", "\\r").replace("\n", "\\n")
    ticks = _ticks(1, line)
    return f"{ticks}{line}{ticks}" if "`" not in line else f"{ticks} {line} {ticks}"


def _ticks(least: int, text: str) -> str:
    """More backticks than follow one another in a text."""
    return "`" * max([least, *(len(found) + 1 for found in re.findall("`+", text))])


def output_path(folder: Path, name: str) -> Path:
    """Where an output of a results folder lies.

    Raises:
        InputError: It cannot be the name of one.
    """
    if not _NAME.fullmatch(name):
        raise InputError(f"expected a name of small letters, digits and hyphens, got {name!r}")
    return folder / "outputs" / f"{name}.json"


def lines_of(data: bytes) -> list[str]:
    """What a command printed, as lines without blanks at their ends.

    Raises:
        InputError: Nothing was printed, too much, no text, or what a document cannot show.
    """
    if len(data) > _LARGEST:
        raise InputError(f"expected at most {_LARGEST:,} bytes to keep, the command printed {len(data):,}")
    try:
        lines = [line.rstrip() for line in data.decode("utf-8").strip("\r\n").splitlines()]
    except UnicodeDecodeError as error:
        raise InputError(f"expected the command to print UTF-8: {error}") from None
    if not any(lines):
        raise InputError("the command printed nothing: there is nothing to keep")
    for line in lines:
        if _BLOCK.fullmatch(line):
            raise InputError(f"expected lines that a document can show, but the command printed {line!r}")
    return lines


def keep_output(folder: Path, name: str, output: Output) -> Path:
    """Write an output whole or not at all; one of the same name is replaced."""
    path = output_path(folder, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    facts: JsonObject = {"format": FORMAT, **asdict(output)}
    text = json.dumps({**facts, "sum": checksum(facts)}, indent=1, ensure_ascii=False, allow_nan=False)
    files.write_text(path, f"{text}\n")
    return path


def read_output(folder: Path, name: str) -> Output:
    """Read an output.

    Raises:
        InputError: There is none, or it is damaged, edited or of another version.
    """
    path = output_path(folder, name)
    again = f"keep it: kifu lab keep {name} --out {shlex.quote(str(folder))} -- COMMAND"
    if not path.is_file():
        raise InputError(f"expected what a command printed in {str(path)!r}, but there is none; {again}")
    try:
        facts = json.loads(files.read_bytes(path, limit=2 * _LARGEST))
        found = facts.pop("format") if isinstance(facts, dict) else None
        if found != FORMAT:
            raise InputError(f"expected format {FORMAT}, got {found!r}")
        if facts.pop("sum", None) != checksum({"format": FORMAT, **facts}):
            raise InputError("its checksum does not fit what is in it")
        return Output(**facts)
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{str(path)!r} is not what was kept: {error}; {again}") from None
