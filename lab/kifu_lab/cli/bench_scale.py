"""`kifu lab bench scale`: how time and memory grow, and what that makes of a million games."""

import tempfile
from pathlib import Path

import click

from kifu.errors import InputError
from kifu.interfaces.cli.output import columns, print_json
from kifu.work.progress import progress_bar
from kifu_lab.bench.growth import PowerLaw
from kifu_lab.bench.points import PointsFile
from kifu_lab.bench.scale import GAME_JOBS, Bench, Growth, Plan, Point, expect_games, growths

#: What the growth is carried on to.
LARGE = (1_000_000, 100_000_000)
_QUICK = Plan(games=(20, 40, 80), workers=(1,), generations=(1, 2), boards=(9,))


def run_scale(
    archive: str | None,
    games: str | None,
    jobs: str | None,
    out: str | None,
    *,
    quick: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Measure, fit and print."""
    if archive is None:
        raise click.UsageError("`bench scale` draws its games from an archive: give --archive games.db")
    plan = plan_of(archive, games, jobs, quick)
    size = _size(archive)
    kept = None if out is None else PointsFile(Path(out), _measured_on(archive, size, plan))
    expect_games(archive, size, max(plan.games))
    points: list[Point] = []
    with (
        tempfile.TemporaryDirectory(prefix="kifu-scale-") as folder,
        progress_bar(quiet=quiet or as_json, unit="points") as progress,
    ):
        bench = Bench(plan, Path(folder), Path(archive), size)
        if kept is not None:
            bench.known, bench.found = kept.known, kept.add
        for point in bench.points():
            points.append(point)
            progress(len(points), None, f"{point.job}: {point.x:,} {point.axis}")
    found = growths(points)
    if as_json:
        print_json(
            {
                "archive": _about(archive),
                "points": [point.facts() for point in points],
                "growth": [_facts(growth) for growth in found],
            }
        )
        return
    # A few games take little more than what every number of them takes: they tell nothing of a million.
    tables = [_points_table(points), _growth_table(found), "" if quick else _later_table(found)]
    click.echo("\n\n".join(table for table in tables if table))


def plan_of(archive: str, games: str | None, jobs: str | None, quick: bool) -> Plan:
    """What the options ask for; numbers of games that are given are all measured."""
    from dataclasses import replace

    plan = _QUICK if quick else Plan()
    if games is not None:
        plan = replace(plan, games=tuple(_number(word, archive) for word in games.split(",")), most={})
    if jobs is not None:
        plan = replace(plan, jobs=tuple(jobs.split(",")))
    return plan


def _number(word: str, archive: str) -> int:
    from kifu.archive import Archive, Filter

    if word == "all":
        with Archive(archive) as games:
            return games.count(Filter(game="go", size=_size(archive)))
    if not word.isdecimal() or len(word) > 9:
        raise InputError(f"expected numbers of games with commas between them, or all, got {word!r}")
    return int(word)


def _size(archive: str) -> int:
    """The commonest board size."""
    from kifu.archive import Archive

    with Archive(archive) as games:
        sizes = [b.width for b in games.boards(game="go") if b.width == b.height and 2 <= b.width <= 25]
    if not sizes:
        raise InputError(f"expected games of Go in {archive!r}, found none")
    return sizes[0]


def _about(archive: str) -> dict[str, object]:
    from kifu.archive import Archive

    with Archive(archive) as games:
        return {"archive": Path(archive).name, "games": len(games), "sources": games.fingerprints()}


def _measured_on(archive: str, size: int, plan: Plan) -> dict[str, object]:
    """What points in a file must share to be put into one table."""
    from kifu.work.versions import this_version
    from kifu_lab.bench.machine import machine_name
    from kifu_lab.experiments.needs import archive_fingerprint

    return {
        "archive": archive_fingerprint(Path(archive)),
        "size": size,
        "seed": plan.seed,
        "kifu": this_version(),
        "machine": machine_name(),
    }


def _facts(growth: Growth) -> dict[str, object]:
    facts: dict[str, object] = {"job": growth.job, "axis": growth.axis}
    for name, law in (("processor", growth.processor), ("memory", growth.memory)):
        facts[name] = None if law is None else law.facts()
    facts["memory_slope"] = growth.slope
    if growth.axis == "games":
        facts["processor_at"] = {str(x): [*growth.processor.at(x)] for x in LARGE}
        facts["memory_at"] = {str(x): growth.memory_at(x) for x in LARGE}
        facts["disk_at"] = {str(x): growth.disk_at(x) for x in LARGE}
    return facts


def _points_table(points: list[Point]) -> str:
    head = (
        "job",
        "against",
        "",
        "worked on",
        "seconds",
        "processor",
        "ms each",
        "MB",
        "beyond start",
        "file MB",
    )
    rows: list[tuple[str, ...]] = [head]
    rows += [
        (
            p.job,
            p.axis,
            f"{p.x:,}",
            f"{p.done:,}",
            f"{p.seconds:.2f}",
            f"{p.processor:.2f}",
            f"{1000 * p.processor / max(1, p.done):.2f}",
            f"{p.memory:,.0f}",
            f"{p.extra:,.0f}",
            f"{p.disk:.1f}" if p.disk else "",
        )
        for p in points
    ]
    return columns(rows, right=range(2, len(head)))


def _growth_table(found: list[Growth]) -> str:
    head = ("job", "against", "time grows as", "95 % interval", "memory grows as", "95 % interval", "kB each")
    rows: list[tuple[str, ...]] = [head]
    rows += [
        (
            growth.job,
            growth.axis,
            *_exponent(growth.processor),
            *_exponent(growth.memory),
            f"{growth.slope * 1000:.1f}",
        )
        for growth in found
    ]
    return columns(rows, right=range(2, len(head)))


def _later_table(found: list[Growth]) -> str:
    """What larger numbers of games would take on one core; nothing where games were not varied."""
    head = ("job", "games", "processor time", "95 % interval", "memory", "file")
    rows: list[tuple[str, ...]] = [head]
    for growth in found:
        for x in LARGE if growth.axis == "games" else ():
            value, low, high = growth.processor.at(x)
            span = "" if low is None or high is None else f"{_time(low)} to {_time(high)}"
            disk = _memory(growth.disk_at(x)) if growth.last.disk else ""
            rows.append((growth.job, f"{x:,}", _time(value), span, _memory(growth.memory_at(x)), disk))
    return columns(rows, right=range(1, len(head))) if len(rows) > 1 else ""


def _exponent(law: PowerLaw | None) -> tuple[str, str]:
    if law is None:
        return "flat", ""
    if law.low is None or law.high is None:
        return f"x^{law.exponent:.2f}", ""
    return f"x^{law.exponent:.2f}", f"{law.low:.2f} to {law.high:.2f}"


def _time(seconds: float) -> str:
    for unit, length in (("days", 86_400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:,.1f} {unit}"
    return f"{seconds:.0f} s"


def _memory(megabytes: float) -> str:
    return f"{megabytes / 1000:,.1f} GB" if megabytes >= 1000 else f"{megabytes:.0f} MB"


__all__ = ["GAME_JOBS", "LARGE", "run_scale"]
