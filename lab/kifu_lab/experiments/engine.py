"""Runs the cells of experiments that have not been measured yet. It knows nothing of what they measure."""

import contextlib
import json
import os
import shlex
import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kifu.errors import InUseError, KifuError
from kifu.work import files
from kifu.work.executors import HoldingExecutor
from kifu.work.facts import JsonObject
from kifu.work.locks import folder_lock
from kifu.work.progress import Progress, silent
from kifu.work.versions import this_version
from kifu_lab.experiments.cells import Cell, Result, key_of
from kifu_lab.experiments.experiment import Experiment, Scale
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.needs import Sources
from kifu_lab.experiments.store import CellStore, Measured


@dataclass
class Outcome:
    """What a run of an experiment did.

    Attributes:
        experiment: its name.
        measured: cells measured now, by name.
        known: cells that were there.
        missing: needs that are not here, with the cells that wait for them.
        busy: cells that another process is measuring, or for which it trains a player.
    """

    experiment: str
    measured: list[str] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    missing: dict[str, list[str]] = field(default_factory=dict)
    busy: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        """Cells that were asked for."""
        waiting = {name for names in self.missing.values() for name in names}
        return len(self.measured) + len(self.known) + len(self.busy) + len(waiting)


class Engine:
    """Runs cells, and keeps what they give.

    Args:
        store: of the cells.
        sources: of data.
        threads: for each cell.
        executor: does what of a cell can be spread, such as a cluster; no result depends on it.
        progress: told what a cell does.
    """

    def __init__(
        self,
        store: CellStore,
        sources: Sources,
        *,
        threads: int = 1,
        executor: Executor | None = None,
        progress: Progress = silent,
    ) -> None:
        self.store = store
        self.sources = sources
        self.threads = threads
        self.executor = executor
        self.progress = progress
        self._read: dict[Any, Any] = {}

    def run(
        self,
        experiment: Experiment,
        scale: Scale,
        seed: int,
        *,
        only: Sequence[str] = (),
        on_cell: Callable[[Cell, Measured, bool], None] = lambda cell, measured, new: None,
    ) -> Outcome:
        """Measure what is missing of an experiment.

        Args:
            experiment: which.
            scale: how much.
            seed: of everything drawn.
            only: names of cells; all of them if empty.
            on_cell: told of every cell, and whether it is new.
        """
        outcome = Outcome(experiment.name)
        ready, waiting = [], []
        for cell in experiment.chosen(scale, seed, only):
            absent = [need for need in cell.needs if not self.sources.has(need)]
            if absent:
                waiting.append((cell, absent))
            else:
                ready.append(cell)
        # What was measured elsewhere is known without the data, but not with other data than is here.
        for cell, absent in waiting:
            for need in set(cell.needs) - set(absent):
                self.sources.fingerprint(need)
        there, _ = self.store.alike(experiment.name, experiment.cells_at(scale, seed), self.sources.known)
        for cell, absent in waiting:
            if cell.name in there:
                outcome.known.append(cell.name)
                on_cell(cell, there[cell.name], False)
                continue
            for need in absent:
                outcome.missing.setdefault(need, []).append(cell.name)
        command = f"kifu lab run {experiment.name} --scale {scale} --seed {seed}"
        # What another process has in work may be done when all else is.
        for waits in (True, False):
            busy = []
            for cell in ready:
                try:
                    measured, new = self._found_or_measured(experiment.name, cell, command)
                except InUseError:
                    busy.append(cell)
                    continue
                (outcome.measured if new else outcome.known).append(cell.name)
                on_cell(cell, measured, new)
            ready = busy
            if not waits:
                outcome.busy = [cell.name for cell in busy]
        return outcome

    def _found_or_measured(self, experiment: str, cell: Cell, command: str) -> tuple[Measured, bool]:
        """The cell as it was measured, and whether that was now.

        Raises:
            InUseError: Another process is at it.
        """
        needs = {need: self.sources.fingerprint(need) for need in cell.needs}
        key = key_of(cell.configuration(), needs)
        found = self.store.find(experiment, key)
        if found is not None:
            return found, False
        told = f"{command} --cell {shlex.quote(cell.name)}"
        return self._measure(experiment, cell, key, needs, told), True

    def _measure(
        self, experiment: str, cell: Cell, key: str, needs: dict[str, str], command: str
    ) -> Measured:
        folder = _ignored(self.store.folder / "runs") / key
        folder.mkdir(parents=True, exist_ok=True)
        with folder_lock(folder):
            # Another process may have finished it while this one waited for its data.
            if (found := self.store.find(experiment, key)) is not None:
                return found
            with _spent(folder / "spent.json", self.executor) as spent:
                lab = Lab(
                    self.sources,
                    _workplace(folder),
                    _ignored(self.store.folder / "games") / experiment / key,
                    _ignored(self.store.folder / "runs") / "shared",
                    self.threads,
                    self.progress,
                    self._read,
                    self.executor,
                )
                result = plain(cell.task.run(cell, lab))
            facts: JsonObject = {"cell": cell.name, **cell.configuration(), "needs": needs}
            facts |= {"kifu": this_version(), "command": command, "result": result}
            measured = self.store.keep(experiment, key, facts | spent.facts())
        shutil.rmtree(folder, ignore_errors=True)
        return measured


def plain(result: Result) -> Result:
    """The result as JSON gives it back: NumPy's numbers become Python's, what is no number becomes None."""
    back: Result = json.loads(
        json.dumps(result, default=lambda value: value.item()), parse_constant=lambda name: None
    )
    return back


def _workplace(folder: Path) -> Path:
    """Where a cell works, and goes on after an interruption; what another version began is dropped."""
    here = folder / f"work-{this_version()}"
    for other in folder.glob("work*"):
        if other != here:
            shutil.rmtree(other, ignore_errors=True)
    return here


@dataclass
class _Spent:
    """What measuring costs, summed over interruptions that could say so."""

    starts: int
    seconds: float

    def facts(self) -> JsonObject:
        facts: JsonObject = {"processor_seconds": round(self.seconds, 2)}
        if self.starts > 1:
            facts["starts"] = self.starts  # what a kill cut off is not in the seconds
        return facts


@contextlib.contextmanager
def _spent(path: Path, executor: Executor | None) -> Iterator[_Spent]:
    before = {"starts": 0, "seconds": 0.0}
    with contextlib.suppress(OSError, ValueError):
        before |= json.loads(path.read_bytes())
    spent = _Spent(int(before["starts"]) + 1, float(before["seconds"]))
    began, known = _processor_seconds(executor), spent.seconds
    files.write_text(path, json.dumps({"starts": spent.starts, "seconds": known}))
    try:
        yield spent
    finally:
        spent.seconds = known + max(0.0, _processor_seconds(executor) - began)
        with contextlib.suppress(OSError):
            files.write_text(path, json.dumps({"starts": spent.starts, "seconds": spent.seconds}))


def _processor_seconds(executor: Executor | None) -> float:
    """Of this process, of engines that it has waited for, and of a cluster's workers."""
    times = os.times()
    elsewhere = 0.0
    with contextlib.suppress(KifuError):  # a cluster that went away: what it spent since is not in the sum
        elsewhere = sum(executor.processor_seconds()) if isinstance(executor, HoldingExecutor) else 0.0
    return elsewhere + times.user + times.system + times.children_user + times.children_system


def _ignored(folder: Path) -> Path:
    """A folder that version control leaves alone, wherever it is."""
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        files.write_text(ignore, "*\n")
    return folder
