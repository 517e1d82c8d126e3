"""The jobs whose growth is measured: what a point's fresh process does.

`python -m kifu_lab.bench.scale_jobs` reads one JSON line that says which job, and prints one that says
what it took: only the work counts, not the start of Python.
"""

import json
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

_Work = Callable[[], int]


def _import(archive: str, records: str, workers: int, **_: Any) -> _Work:
    from kifu.archive import Archive, import_paths

    def work() -> int:
        with Archive.create(archive) as made:
            return import_paths(made, [records], workers=workers).imported

    return work


def _index(archive: str, workers: int, **_: Any) -> _Work:
    from kifu.archive import Archive
    from kifu.archive.position_index import open_index

    def work() -> int:
        with Archive(archive) as games:
            return open_index(games, threads=workers).games

    return work


def _book(archive: str, size: int, workers: int, **_: Any) -> _Work:
    from kifu.archive import Archive
    from kifu.archive.packed import read_packed
    from kifu.learners.book import train_book
    from kifu.learners.book_settings import BookTraining

    def work() -> int:
        with Archive(archive) as games:
            packed = read_packed(games, size)
        train_book(BookTraining(games=None), packed, threads=workers)
        return len(packed)

    return work


def _moves(archive: str, size: int, workers: int, **_: Any) -> _Work:
    from kifu.archive import Archive
    from kifu.archive.packed import read_packed
    from kifu.learners.moves.harvest import harvest
    from kifu.learners.moves.settings import FullTraining
    from kifu.work.progress import silent

    def work() -> int:
        with Archive(archive) as games:
            packed = read_packed(games, size)
        harvest(packed, FullTraining().chains, FullTraining().at_least, workers, silent)
        return len(packed)

    return work


def _label(archive: str, workers: int, **_: Any) -> _Work:
    from kifu.archive import Archive
    from kifu.learners.labelling import judges, run

    quick = judges.judges_named(["alive", "safe", "playouts", "model"])

    def work() -> int:
        with Archive.create(archive) as games:
            return run.label(games, quick, need_passes=False, workers=workers).games

    return work


def _score(archive: str, workers: int, **_: Any) -> _Work:
    from kifu.analysis.many import Options, score_paths

    def work() -> int:
        return sum(1 for _ in score_paths([archive], Options(), workers=workers))

    return work


def _evolve(folder: str, generations: int, workers: int, **_: Any) -> _Work:
    from kifu.learners.evolve.session import open_evolution
    from kifu.learners.evolve.settings import preset

    def work() -> int:
        with open_evolution(
            Path(folder) / "evolve", preset("kifu"), 1, goal=generations, threads=workers
        ) as opened:
            evolution, goal = opened
            while evolution.generation < goal:
                evolution.advance()
            return goal

    return work


JOBS: dict[str, Callable[..., _Work]] = {
    "import": _import,
    "index": _index,
    "book": _book,
    "moves": _moves,
    "label": _label,
    "score": _score,
    "evolve": _evolve,
}


#: What stays on the disk after a job, by what is written behind the archive's name.
_FILES = {"import": "", "index": ".positions"}


def peak_megabytes() -> float:
    """The most memory that this process has had."""
    try:
        # getrusage begins with the peak of the process that started this one.
        status = Path("/proc/self/status").read_text(encoding="ascii")
        return int(status.split("VmHWM:")[1].split()[0]) / 1024
    except (OSError, IndexError):
        unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def _processor() -> float:
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in spent)


def main() -> None:
    """Do the job of the line on standard input."""
    asked = json.loads(sys.stdin.readline())
    job = asked.pop("job")
    work = JOBS[job](**asked)
    memory, processor, began = peak_megabytes(), _processor(), time.perf_counter()
    done = work()
    took = {
        "done": done,
        "seconds": time.perf_counter() - began,
        "processor": _processor() - processor,
        "memory": peak_megabytes(),
        "memory_before": memory,
        "disk": Path(asked["archive"] + _FILES[job]).stat().st_size / 1e6 if job in _FILES else 0.0,
    }
    print(json.dumps({name: round(value, 4) for name, value in took.items()}))


if __name__ == "__main__":
    main()
