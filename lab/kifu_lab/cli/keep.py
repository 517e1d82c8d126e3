"""Runs a command and notes how it went, for `kifu lab keep`."""

import contextlib
import datetime
import resource
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from kifu.errors import ArchiveError, KifuError, MissingToolError
from kifu.protocols.process import find_program
from kifu.work.versions import this_version
from kifu_lab.bench.machine import machine_name, machine_time
from kifu_lab.experiments.kept_outputs import Output, lines_of
from kifu_lab.experiments.needs import archive_fingerprint

_SQLITE = b"SQLite format 3\0"
_LONG = 1.0  # seconds; what others took in less says nothing


def run_command(words: Sequence[str], show: Callable[[bytes], object]) -> Output:
    """Run a command to its end; `kifu` and `python` are those that run this.

    Args:
        words: of the command.
        show: gets what the command prints, as it comes.

    Raises:
        MissingToolError: There is no such program.
        KifuError: It failed.
        InputError: What it printed cannot be kept.
    """
    own = _peak(resource.RUSAGE_SELF)  # Linux counts it as the first that a command has
    began, spent, machine = time.monotonic(), _children(), machine_time()
    printed = _printed(_program(words), show)
    seconds, processor = time.monotonic() - began, _children() - spent
    busy, ready = (after - before for after, before in zip(machine_time(), machine, strict=True))
    return Output(
        command=shlex.join(words),
        kifu=this_version(),
        machine=machine_name(),
        day=datetime.date.today().isoformat(),
        seconds=round(seconds, 1),
        processor_seconds=round(processor, 1),
        others=round(max(0.0, busy - processor) / ready, 3) if ready and seconds >= _LONG else None,
        printed=lines_of(printed),
        data={path.name: print_ for path in map(_file, words) if (print_ := _fingerprint(path)) is not None},
        memory=round(peak, 1) if (peak := _peak(resource.RUSAGE_CHILDREN)) > own else None,
    )


def _program(words: Sequence[str]) -> list[str]:
    own = {"kifu": [sys.executable, "-m", "kifu"], "python": [sys.executable]}
    if words[0] in own:
        return [*own[words[0]], *words[1:]]
    program = find_program(words[0])
    if program is None:
        raise MissingToolError(f"the program {words[0]!r} is not installed or not on the PATH")
    return [program, *words[1:]]


def _printed(command: Sequence[str], show: Callable[[bytes], object]) -> bytes:
    parts: list[bytes] = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                show(line)
                parts.append(line)
            code = process.wait()
        except BaseException:
            with contextlib.suppress(OSError):
                process.terminate()
            raise
    if code != 0:
        raise KifuError(f"the command ended with exit code {code}; nothing was kept")
    return b"".join(parts)


def _file(word: str) -> Path:
    """What a word may name: FILE, --archive=FILE, pro19=FILE."""
    return Path(word.rpartition("=")[2])


def _fingerprint(path: Path) -> str | None:
    """Of an archive of games; None for anything else."""
    try:
        with path.open("rb") as file:
            if file.read(len(_SQLITE)) != _SQLITE:
                return None
        return archive_fingerprint(path)
    except (OSError, ValueError, ArchiveError):
        return None


def _children() -> float:
    """Processor seconds of all programs that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _peak(who: int) -> float:
    """The most megabytes of this program, or of the largest that was started here and has ended."""
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return resource.getrusage(who).ru_maxrss / unit
