"""How far a long job is: a plain callback for library code, a bar for people.

Library code takes `progress: Progress = silent` and calls it; it never imports rich. A command makes the
callback with `progress_bar`, which draws only when stderr is a terminal and the job takes a while.
"""

import contextlib
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

#: Seconds of work before a bar appears.
PATIENCE = 2.0


class Progress(Protocol):
    """What a long job calls now and then; cheap enough to be called for every piece of work."""

    def __call__(self, done: float, total: float | None, doing: str) -> None:
        """Say that `done` of `total` (None when unknown) is finished, and what is being done."""


def silent(done: float, total: float | None, doing: str) -> None:
    """The progress nobody looks at."""


@contextlib.contextmanager
def progress_bar(
    *, quiet: bool = False, unit: Literal["bytes"] | str = "", patience: float = PATIENCE
) -> Iterator[Progress]:
    """Give a callback that draws a bar on stderr: what is being done, rate, time left.

    Args:
        quiet: Draw nothing; so it is too when stderr is not a terminal.
        unit: What is counted, for the rate ("games"); "bytes" is written in kB, MB, GB.
        patience: Seconds of work before the bar appears.
    """
    if quiet or not sys.stderr.isatty():
        yield silent
        return
    bar = _Bar(unit, patience)
    try:
        yield bar
    finally:
        bar.close()


class _Bar:
    def __init__(self, unit: str, patience: float) -> None:
        self._unit = unit
        self._appears = time.monotonic() + patience
        self._started = time.monotonic()
        self._rich: RichProgress | None = None
        self._task: TaskID | None = None
        self._next = 0.0

    def __call__(self, done: float, total: float | None, doing: str) -> None:
        now = time.monotonic()
        if now < self._appears or (now < self._next and done != total):
            return
        self._next = now + 0.1
        if self._rich is None or self._task is None:
            self._rich = self._open()
            self._task = self._rich.add_task(doing, total=total, completed=int(done), rate="")
            self._rich.start()
        rate = done / max(now - self._started, 1e-9)
        self._rich.update(
            self._task, completed=done, total=total, description=doing, rate=_rate(rate, self._unit)
        )

    def close(self) -> None:
        if self._rich is not None:
            self._rich.stop()

    @staticmethod
    def _open() -> "RichProgress":
        from rich.console import Console
        from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
        from rich.text import Text

        class Doing(ProgressColumn):
            def render(self, task: Task) -> Text:
                return Text(task.description, no_wrap=True, overflow="ellipsis")

        return Progress(
            Doing(),
            BarColumn(bar_width=30),
            TextColumn("{task.percentage:>3.0f} %"),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )


def _rate(rate: float, unit: str) -> str:
    if unit != "bytes":
        return f"{rate:,.0f} {unit}/s" if unit else ""
    for prefix in ("", "k", "M"):
        if rate < 1000:
            return f"{rate:,.0f} {prefix}B/s" if not prefix else f"{rate:,.1f} {prefix}B/s"
        rate /= 1000
    return f"{rate:,.1f} GB/s"
