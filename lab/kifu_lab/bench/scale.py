"""Time and memory of the jobs that matter, against games, workers, generations and board size.

Every point is a fresh process that does one job and says what it took (`scale_jobs`); `growth` fits them.
"""

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from kifu.errors import InputError, KifuError
from kifu.work.facts import JsonObject
from kifu_lab.bench.growth import PowerLaw, fit_power_law

#: Jobs whose work lies in the games of an archive, in the order in which they must be done.
GAME_JOBS = ("import", "index", "book", "moves", "label", "score")
#: Jobs that take long or much memory are measured up to so many games where none are asked for.
SLOW = {"book": 4000, "moves": 16_000, "label": 4000, "score": 4000}
_BOARDS = (9, 13, 19)
_LEAST_MEMORY = 2.0  # megabytes beyond the start; less is not growth


@dataclass(frozen=True)
class Plan:
    """What is measured.

    Attributes:
        games: numbers of games.
        workers: numbers of workers, each with the middle one of these numbers of games.
        generations: of an evolution.
        boards: lines of the boards.
        jobs: those of `GAME_JOBS` that are measured.
        seed: decides which games.
        most: games of some jobs, beyond which they are not measured.
    """

    games: tuple[int, ...] = (1000, 2000, 4000, 8000, 16_000)
    workers: tuple[int, ...] = (1, 2)
    generations: tuple[int, ...] = (1, 2, 4, 8)
    boards: tuple[int, ...] = _BOARDS
    jobs: tuple[str, ...] = GAME_JOBS
    seed: int = 1
    most: Mapping[str, int] = field(default_factory=lambda: SLOW)

    def __post_init__(self) -> None:
        for job in self.jobs:
            if job not in GAME_JOBS:
                raise InputError(f"expected jobs among {', '.join(GAME_JOBS)}, got {job!r}")
        if min((1, *self.games, *self.workers, *self.generations)) < 1:
            raise InputError("expected numbers of games, workers and generations of at least 1")


@dataclass(frozen=True)
class Point:
    """What a job took once.

    Attributes:
        job: its name.
        axis: what was varied.
        x: its value.
        games: that it was given; 0 for a job without.
        done: games or generations that were worked on.
        seconds: by the clock.
        processor: seconds of all its processes together.
        memory: megabytes at the most, of the process that leads.
        memory_before: megabytes before the work began.
        disk: megabytes of the file that it made; 0 where it makes none that stays.
    """

    job: str
    axis: str
    x: int
    games: int
    done: int
    seconds: float
    processor: float
    memory: float
    memory_before: float
    disk: float = 0.0

    @property
    def extra(self) -> float:
        """Megabytes beyond those before the work."""
        return self.memory - self.memory_before

    def facts(self) -> JsonObject:
        """Return it for `--json`."""
        return asdict(self)


@dataclass(frozen=True)
class Growth:
    """What the points of one job along one axis say.

    Attributes:
        job: its name.
        axis: what was varied.
        processor: seconds of processor time.
        memory: megabytes beyond those before the work; None where it is too little to tell.
        before: the point with the largest x but one.
        last: the point with the largest x.
    """

    job: str
    axis: str
    processor: PowerLaw
    memory: PowerLaw | None
    before: Point
    last: Point

    @property
    def slope(self) -> float:
        """Megabytes of memory that each one more took between the two largest x.

        Part of the memory never grows, so far beyond the points this says more than the power law.
        """
        return (self.last.extra - self.before.extra) / (self.last.x - self.before.x)

    def memory_at(self, x: float) -> float:
        """Megabytes beyond the start, if each one more goes on to take as much."""
        return self.last.extra + max(self.slope, 0.0) * (x - self.last.x)

    def disk_at(self, x: float) -> float:
        """Megabytes of the file, if each one more goes on to take as much."""
        slope = (self.last.disk - self.before.disk) / (self.last.x - self.before.x)
        return self.last.disk + slope * (x - self.last.x)


@dataclass
class Bench:
    """Measures a plan in a folder for what it writes.

    Attributes:
        plan: what.
        folder: for archives and runs; whoever made it removes it.
        archive: of games of Go, on boards of one size; they are drawn from it.
        size: lines of its boards.
        known: points that were measured before.
        found: called with each new point.
    """

    plan: Plan
    folder: Path
    archive: Path
    size: int
    known: list[Point] = field(default_factory=list)
    found: Callable[[Point], None] = lambda point: None

    def points(self) -> Iterator[Point]:
        """Measure one point after the other, the small ones first."""
        from kifu_lab.bench.life import make_games

        counts = sorted(set(self.plan.games))
        spread = [job for job in self.plan.jobs if job != "index"]
        for games in counts:
            jobs = [job for job in self.plan.jobs if games <= self.plan.most.get(job, games)]
            yield from self._along("games", games, games, jobs, partial(self._records, games), self.size)
        for workers in sorted(set(self.plan.workers)):
            games = counts[len(counts) // 2]
            drawn = partial(self._records, games)
            yield from self._along("workers", workers, games, spread, drawn, self.size, workers)
        for generations in sorted(set(self.plan.generations)):
            run = self._new("evolve")
            yield self._point("evolve", "generations", generations, 0, folder=run, generations=generations)
        for size in self.plan.boards:
            made = make_games(size)
            written = partial(self._write, f"board-{size}.zip", made)
            yield from self._along("points", size * size, len(made), spread, written, size)

    def _along(
        self,
        axis: str,
        x: int,
        games: int,
        jobs: Sequence[str],
        records_of: Callable[[], str],
        size: int,
        workers: int = 1,
    ) -> Iterator[Point]:
        """Measure jobs with the same games; all but the first need the archive that it makes."""
        known = [self._before(job, axis, x, games) for job in jobs]
        if all(known):
            yield from filter(None, known)
            return
        records, archive = records_of(), self._new(f"{axis}-{x}")
        asked = {"archive": archive, "records": records, "size": size, "workers": workers}
        for job in ("import", *(job for job in GAME_JOBS[1:] if job in jobs)):
            point = self._point(job, axis, x, games, known=job != "import", **asked)
            if job in jobs:
                yield point
        self._remove(archive, records)

    def _point(self, job: str, axis: str, x: int, games: int, *, known: bool = True, **asked: Any) -> Point:
        before = self._before(job, axis, x, games)
        if known and before is not None:
            return before
        line = json.dumps({"job": job, "workers": 1, **asked}) + "\n"
        done = subprocess.run(
            [sys.executable, "-m", "kifu_lab.bench.scale_jobs"],
            input=line,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            why = done.stderr.strip().splitlines()[-1:] or [f"ended with code {done.returncode}"]
            raise KifuError(f"the job {job} with {x:,} {axis} failed: {why[0]}")
        point = Point(job, axis, x, games, **json.loads(done.stdout.splitlines()[-1]))
        if before is None:
            self.found(point)
        return before or point

    def _before(self, job: str, axis: str, x: int, games: int) -> Point | None:
        same = (job, axis, x, games)
        return next((p for p in self.known if (p.job, p.axis, p.x, p.games) == same), None)

    def _records(self, games: int) -> str:
        """A zip file with the records of so many games, drawn by the seed."""
        from kifu.archive import Archive
        from kifu.work.seeds import stream

        with Archive(self.archive) as archive:
            ids = archive.ids(game="go", size=self.size)
            drawn = stream(self.plan.seed, "bench-scale").permutation(len(ids))[:games]
            return self._write(f"{games}.zip", (archive.record(ids[i]) for i in drawn))

    def _write(self, name: str, records: Iterable[bytes]) -> str:
        """A zip file with records."""
        path = self._new(name)
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
            for number, record in enumerate(records):
                packed.writestr(f"{number // 1000:04d}/{number:08d}.sgf", record)
        return path

    def _new(self, name: str) -> str:
        """A path where nothing is."""
        number = 0
        while (path := self.folder / f"{number}-{name}").exists():
            number += 1
        return str(path)

    @staticmethod
    def _remove(*paths: str) -> None:
        for path in paths:
            for file in Path(path).parent.glob(Path(path).name + "*"):
                file.unlink()


def expect_games(archive: str, size: int, games: int) -> None:
    """Refuse a plan with more games of Go than an archive has on boards of a size.

    Raises:
        InputError: It has fewer.
    """
    from kifu.archive import Archive, Filter

    with Archive(archive) as found:
        there = found.count(Filter(game="go", size=size))
    if there < games:
        raise InputError(
            f"expected {games:,} games on {size} lines in {archive!r}, found {there:,}; ask for fewer with "
            "--games"
        )


def growths(points: Sequence[Point]) -> list[Growth]:
    """Fit every job along every axis that has at least two points."""
    found = []
    for job, axis in dict.fromkeys((point.job, point.axis) for point in points):
        mine = sorted((p for p in points if (p.job, p.axis) == (job, axis)), key=lambda point: point.x)
        if len({point.x for point in mine}) < 2:
            continue
        x = [float(point.x) for point in mine]
        extra = [point.extra for point in mine]
        memory = fit_power_law(x, extra) if min(extra) >= _LEAST_MEMORY else None
        spent = [max(point.processor, 1e-3) for point in mine]
        before = next(point for point in reversed(mine) if point.x < mine[-1].x)
        found.append(Growth(job, axis, fit_power_law(x, spent), memory, before, mine[-1]))
    return found
