"""Runs that can be killed at any moment and continued to the same result.

A run is a folder::

    run.json                         kind, format, version, options, seed: written once
    log.jsonl                        one line per fact, appended
    checkpoints/step-000000012.safetensors
    lock

A checkpoint remembers how long the log was. To resume, the last good checkpoint is loaded and the log is cut
back to that length: what came after is done again, with the same seeds, and gives the same lines. A damaged
checkpoint is renamed to `*.damaged`, and a warning says so; one that the system cannot read ends the command.
"""

import contextlib
import json
import os
import warnings
from collections.abc import Iterator, Mapping
from io import FileIO
from pathlib import Path
from typing import Any, Literal, TypedDict, cast

from kifu.errors import KifuWarning, RunError
from kifu.work import checkpoints, files
from kifu.work.checkpoints import Checkpoint
from kifu.work.facts import JsonObject
from kifu.work.locks import folder_lock

__all__ = ["Checkpoint", "Run", "RunAbout", "about_run", "open_run", "options_of"]

#: Of run.json, the log and the checkpoints. Raised when one of them changes its meaning.
FORMAT = 1
#: What must be the same beside the options when a run is continued.
_SAME: tuple[Literal["kind", "format", "kifu", "seed"], ...] = ("kind", "format", "kifu", "seed")


class RunAbout(TypedDict):
    """What run.json holds."""

    kind: str
    format: int
    kifu: str
    options: JsonObject
    seed: int


class Run:
    """An open run; made by `open_run`, which holds its lock.

    Attributes:
        folder: Where it lives.
        kind: What kind of job it is, for example "evolve".
        options: What the job was started with.
        seed: Where its random streams come from.
        checkpoint: Where to go on from; None at the very beginning.
        damaged: Checkpoints that could not be used; they have been renamed.
        futile: Whether the same would come of it again: whoever opened it need not keep it.
    """

    def __init__(self, folder: Path, about: RunAbout, keep: int) -> None:
        self.folder = folder
        self.kind = about["kind"]
        self.options = about["options"]
        self.seed = about["seed"]
        self._about = about
        self._keep = keep
        self._log: FileIO | None = None
        self.damaged: list[Path] = []
        self.futile = False
        self.checkpoint, length = self._last_good()
        if self.damaged:
            self._warn_of_damage()
        self._cut_log(length)

    @property
    def step(self) -> int:
        """The last step that is saved; 0 at the beginning."""
        return self.checkpoint.step if self.checkpoint else 0

    def log(self, facts: Mapping[str, Any], *, sync: bool = False) -> None:
        """Append one line to log.jsonl.

        Args:
            facts: Anything JSON can hold. No times of day, when a repeated run shall give the same log.
            sync: Wait until the line is on the disk. A checkpoint does that for all lines before it.
        """
        path = self.folder / "log.jsonl"
        line = json.dumps(facts, ensure_ascii=False, allow_nan=False)
        with files.named(path):
            if self._log is None:
                # Unbuffered: what a full disk refuses must not come again when the log is closed.
                self._log = path.open("ab", buffering=0)
            self._write(line.encode("utf-8", "backslashreplace") + b"\n")
            if sync:
                os.fsync(self._log.fileno())

    def _write(self, data: bytes) -> None:
        assert self._log is not None
        left = memoryview(data)
        while left:
            left = left[self._log.write(left) :]

    def logged(self) -> Iterator[JsonObject]:
        """The lines of the log so far."""
        path = self.folder / "log.jsonl"
        if path.exists():
            with path.open("rb") as file:
                for line in file:
                    yield json.loads(line)

    def save(self, checkpoint: Checkpoint) -> None:
        """Write a checkpoint, after everything logged before it; older ones but a few are removed."""
        if self.checkpoint is not None and checkpoint.step <= self.checkpoint.step:
            raise RunError(f"expected a step after {self.step}, the last one saved, not {checkpoint.step!r}")
        length = 0
        if self._log is not None:
            os.fsync(self._log.fileno())
        log = self.folder / "log.jsonl"
        if log.exists():
            length = log.stat().st_size
        folder = self.folder / "checkpoints"
        folder.mkdir(exist_ok=True)
        about = {"run": self._about, "log_bytes": length}
        checkpoints.write(checkpoints.path_of(folder, checkpoint.step), checkpoint, about)
        self.checkpoint = checkpoint
        for old in checkpoints.steps_in(folder)[: -self._keep]:
            checkpoints.path_of(folder, old).unlink(missing_ok=True)

    def close(self) -> None:
        """Close the log."""
        if self._log is not None:
            self._log.close()
            self._log = None

    def _last_good(self) -> tuple[Checkpoint | None, int]:
        folder = self.folder / "checkpoints"
        for step in reversed(checkpoints.steps_in(folder)):
            path = checkpoints.path_of(folder, step)
            try:
                checkpoint, about = checkpoints.read(path)
                length = about["log_bytes"]
                made_by = about["run"]
            except (RunError, KeyError):
                self.damaged.append(path.replace(path.with_name(f"{path.name}.damaged")))
                continue
            _expect_same(self.folder, self._about, made_by, "its checkpoints")
            return checkpoint, length
        return None, 0

    def _warn_of_damage(self) -> None:
        names = ", ".join(repr(str(path)) for path in self.damaged)
        goes_on = f"goes on from step {self.step}" if self.checkpoint else "begins anew: no other is left"
        warnings.warn(
            f"expected checkpoints as they were saved, but some are damaged; now renamed: {names}. The run "
            f"{goes_on}",
            KifuWarning,
            stacklevel=2,
        )

    def _cut_log(self, length: int) -> None:
        path = self.folder / "log.jsonl"
        size = path.stat().st_size if path.exists() else 0
        if size < length:
            raise RunError(
                f"{str(path)!r} was shortened by hand: the last checkpoint was saved when it had {length:,} "
                f"bytes, now it has {size:,}; put it back, or start in a new folder"
            )
        if size > length:
            os.truncate(path, length)


@contextlib.contextmanager
def open_run(
    folder: str | os.PathLike[str],
    kind: str,
    *,
    options: Mapping[str, Any] | None = None,
    seed: int | None = None,
    keep: int = 3,
) -> Iterator[Run]:
    """Start a run, or continue the one that is there.

    Args:
        folder: New, empty, or of a run started before.
        kind: What kind of job it is, for example "evolve".
        options: What the job depends on, JSON-able. None continues with the options of the run.
        seed: Where its random streams come from. None continues with the seed of the run.
        keep: How many checkpoints stay; the older ones are removed.

    Raises:
        RunError: The folder is in use, holds something else, or is of a run of another kind, version or
            with other options; the message names what differs.
    """
    folder = Path(folder)
    path = folder / "run.json"
    if options is None and not path.exists():
        raise RunError(f"{str(folder)!r} holds no run to continue: there is no run.json in it")
    folder.mkdir(parents=True, exist_ok=True)
    others = [entry.name for entry in folder.iterdir() if entry.name != "lock"]
    if not path.exists() and any(not name.endswith(".tmp") for name in others):
        raise RunError(f"{str(folder)!r} is not empty and holds no run (no run.json); choose a new folder")
    with folder_lock(folder):
        if path.exists():
            about = about_run(folder)
            wanted = _about(
                kind,
                about["options"] if options is None else options,
                about["seed"] if seed is None else seed,
            )
            _expect_same(folder, wanted, about, "run.json")
        else:
            about = _about(kind, options or {}, seed or 0)
            text = json.dumps(about, indent=2, ensure_ascii=False) + "\n"
            # Names of files may hold bytes that are no text; they become escapes of JSON.
            files.write_bytes(path, text.encode("utf-8", "backslashreplace"))
        run = Run(folder, about, max(1, keep))
        try:
            yield run
        finally:
            run.close()


def options_of(folder: str | os.PathLike[str]) -> JsonObject:
    """What the run in a folder was started with, without opening it."""
    return about_run(folder)["options"]


def _about(kind: str, options: Mapping[str, Any], seed: int) -> RunAbout:
    import kifu

    # Through JSON and back, so that a tuple equals the list that run.json holds.
    plain = json.loads(json.dumps(dict(options), allow_nan=False))
    return {"kind": kind, "format": FORMAT, "kifu": kifu.__version__, "options": plain, "seed": seed}


def about_run(folder: str | os.PathLike[str]) -> RunAbout:
    """What the run.json in a folder holds.

    Raises:
        RunError: There is none, or it is damaged.
    """
    path = Path(folder) / "run.json"
    try:
        about = json.loads(files.read_bytes(path, limit=1 << 24))
    except FileNotFoundError as error:
        raise RunError(f"{str(path.parent)!r} holds no run: there is no run.json in it") from error
    except ValueError as error:
        raise RunError(f"{str(path)!r} is not the run.json of a run: {error}") from error
    expected = {"kind": str, "format": int, "kifu": str, "options": dict, "seed": int}
    for name, kind in expected.items():
        if not isinstance(about, dict) or not isinstance(about.get(name), kind):
            raise RunError(f"{str(path)!r} is not the run.json of a run: {name!r} is missing or wrong")
    return cast(RunAbout, about)


def _expect_same(folder: Path, wanted: RunAbout, found: Mapping[str, Any], where: str) -> None:
    """Refuse by name what differs: a continued run must be the run that was started."""
    different = [
        f"{name}: {found.get(name)!r} in {where}, {wanted[name]!r} here"
        for name in _SAME
        if wanted[name] != found.get(name)
    ]
    here, there = wanted["options"], found.get("options", {})
    different += [
        f"option {name!r}: {there.get(name, 'absent')!r} in {where}, {here.get(name, 'absent')!r} here"
        for name in sorted(here.keys() | there.keys())
        if here.get(name, ...) != there.get(name, ...)
    ]
    if different:
        raise RunError(
            f"the run in {str(folder)!r} is another one ({'; '.join(different)}); "
            "continue it as it was started, or choose a new folder"
        )
