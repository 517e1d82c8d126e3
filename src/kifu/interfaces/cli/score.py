"""`kifu score`: who has won, and why; one game for people, thousands for programs."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Required, TypedDict, cast

import click

from kifu.errors import InputError, KifuError
from kifu.interfaces.cli.options import (
    komi_option,
    model_option,
    open_workers,
    rules_option,
    svg_option,
    worker_options,
)
from kifu.interfaces.cli.output import count, printable, quiet_option

_CSV = (
    "file",
    "rules",
    "komi",
    "finished",
    "result",
    "winner",
    "margin",
    "recorded",
    "agrees",
    "doubtful",
    "error",
)


class ScoreLine(TypedDict, total=False):
    """What is read of a game's sheet, or of the reason why there is none."""

    file: Required[str]
    error: str
    finished: bool
    result: str
    recorded: str | None
    agrees: bool | None
    doubtful: list[str]


_BEGIN = b'{"file": "'  # of a line written to --out


@click.command(
    epilog="Examples: kifu score game.sgf; kifu score game.sgf --rules chinese --komi 7.5 --svg score.svg; "
    "kifu score games/ --out scores.jsonl. Interrupted? The last one goes on where it was."
)
@click.argument("paths", nargs=-1, required=True, type=click.Path())
@rules_option
@komi_option
@model_option("Life model")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
@click.option("--csv", "as_csv", is_flag=True, help="One CSV line per game.")
@svg_option("the scored board of one game")
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    help="Write JSON lines to this file. Run again after an interruption, the same command goes on where it "
    "was: games that are in the file are not scored again. Without it a run cannot be resumed.",
)
@worker_options("Processes")
@quiet_option
def command(
    paths: tuple[str, ...],
    rules: str | None,
    komi: float | None,
    model: str | None,
    as_json: bool,
    as_csv: bool,
    svg: str | None,
    out: str | None,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
) -> None:
    """Score games: PATHS are records, folders, zip and tar archives, and Kifu archives.

    Dead stones are found, the rest is counted under the game's own rules, and what is doubtful is named. A
    game that was not played to its end gets an estimate, and the sheet says so.
    """
    from kifu.analysis.many import Options
    from kifu.games.go import Rules
    from kifu.models.life import LifeModel

    if rules is not None:
        rules = Rules.named(rules).name
    if model is not None:
        LifeModel.load(model)  # a bad one is refused before any work
    options = Options(rules, komi, model)
    if not (as_json or as_csv or out) and _are_records(paths):
        _few(paths, options, svg)
        return
    if svg is not None:
        raise click.UsageError("--svg draws one game as text shows it; leave out --json, --csv and --out")
    _many(
        paths, options, as_json=as_json, as_csv=as_csv, out=out, workers=workers, cluster=cluster, quiet=quiet
    )


def _are_records(paths: tuple[str, ...]) -> bool:
    """Whether these are record files, to be shown one by one, and no folders or archives among them."""
    from kifu.analysis.many import is_archive
    from kifu.archive.containers import is_container

    return not any(Path(p).is_dir() or is_container(p) or is_archive(Path(p)) for p in paths)


def _few(paths: tuple[str, ...], options: Any, svg: str | None) -> None:
    """Show games one by one; what is wrong with some is said when the others have been shown."""
    from kifu.games.reading import read_records

    games: list[tuple[str, Any]] = []
    failures: list[str] = []
    for path in paths:
        try:
            games += [(path, record) for record in read_records(path)]
        except (KifuError, OSError) as error:
            if len(paths) == 1:
                raise
            failures.append(f"{path!r}: {error.strerror}" if isinstance(error, OSError) else str(error))
    total = len(games) + len(failures)
    for name, record in games:
        try:
            _show(name, record, options, svg if total == 1 else None, total > 1)
        except KifuError as error:
            if total == 1:
                raise
            failures.append(f"{name}: {error}")
    if svg is not None and total > 1:
        raise InputError(f"--svg draws one game, and there are {total} in {paths[0]}")
    if failures:
        raise InputError(f"{len(failures)} of {count(total, 'game')} were not scored: {'; '.join(failures)}")


def _show(name: str, record: Any, options: Any, svg: str | None, named: bool) -> None:
    from kifu.analysis.score import score_record
    from kifu.games.game import game_of
    from kifu.interfaces.score_view import board_svg, board_text, sheet_lines
    from kifu.models.life import LifeModel
    from kifu.work.files import write_text

    model = LifeModel.load(options.model) if options.model else None
    sheet = score_record(record, rules=options.rules, komi=options.komi, model=model)
    if named:
        click.echo(printable(name))
    click.echo(printable(game_of(record).headline()))
    click.echo()
    click.echo(board_text(sheet.judgement, sheet.owner))
    click.echo()
    for line in sheet_lines(sheet):
        click.echo(printable(line))
    if svg is not None:
        heat = None if sheet.finished else sheet.estimate.ownership
        write_text(svg, board_svg(sheet.judgement, sheet.owner, heat))
        click.echo(f"Drawn to {svg}")


def _many(
    paths: tuple[str, ...],
    options: Any,
    *,
    as_json: bool,
    as_csv: bool,
    out: str | None,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
) -> None:
    from kifu.analysis.many import score_paths
    from kifu.records.samples import NAMES, read_sample
    from kifu.work.progress import progress_bar

    samples = {name: read_sample(name) for name in NAMES if name in paths}
    tally = Summary()
    skip = _already(out, tally)
    if as_csv:
        click.echo(_csv_line(_CSV))
    with open_workers(workers, cluster) as crew, progress_bar(quiet=quiet, unit="games") as progress:
        lines = cast(
            Iterator[ScoreLine],
            score_paths(paths, options, workers=crew, skip=skip, bundled=samples, progress=progress),
        )
        if out is not None:
            with Path(out).open("a", encoding="utf-8", errors="backslashreplace") as file:
                for line in lines:
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
                    tally.add(line)
        else:
            for line in lines:
                tally.add(line)
                if as_json:
                    click.echo(json.dumps(line, ensure_ascii=False))
                elif as_csv:
                    click.echo(_csv_line(_cells(line)))
                else:
                    click.echo(printable(_one_line(line)))
    if not as_json and not as_csv:
        for text in tally.lines():
            click.echo(text)


class Summary:
    """How many games were scored, and how many agree with their records."""

    def __init__(self) -> None:
        self.games = self.errors = self.finished = self.compared = self.agree = self.doubtful = 0

    def add(self, line: ScoreLine) -> None:
        """Count one game."""
        self.games += 1
        if "error" in line:
            self.errors += 1
            return
        self.finished += line["finished"]
        self.doubtful += bool(line["doubtful"])
        if line["finished"] and line["agrees"] is not None:
            self.compared += 1
            self.agree += line["agrees"]

    def lines(self) -> list[str]:
        """The counts in words."""
        lines = [f"{count(self.games, 'game')}, {self.finished:,} finished, {self.doubtful:,} with doubts"]
        if self.compared:
            lines.append(
                f"{self.agree:,} of {self.compared:,} finished games agree with their recorded results"
            )
        if self.errors:
            lines.append(f"{self.errors:,} could not be scored")
        return lines


def _already(out: str | None, tally: Summary) -> frozenset[str]:
    """Names of the games that an earlier run wrote; half a line at the end is cut off."""
    if out is None or not Path(out).is_file():  # a pipe or a device has nothing to go on from
        return frozenset()
    names, good = set(), 0
    with Path(out).open("r+b") as file:
        for raw in file:
            is_whole = raw.endswith(b"\n")
            if is_whole and (line := _sheet(raw)) is not None:
                good += len(raw)
                names.add(line["file"])
                tally.add(line)
            elif is_whole or raw[: len(_BEGIN)] != _BEGIN[: len(raw)]:
                raise InputError(
                    f"expected lines of an earlier `kifu score --out`, but {out!r} has {raw[:60]!r}; give "
                    "--out another file, or remove this one"
                )
        file.truncate(good)
    return frozenset(names)


def _sheet(raw: bytes) -> ScoreLine | None:
    """What a line says of a game; None if `kifu score` did not write it."""
    try:
        line = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    if not isinstance(line, dict) or not isinstance(line.get("file"), str):
        return None
    scored = (
        line.get("finished") in (True, False)
        and isinstance(line.get("doubtful"), list)
        and line.get("agrees", "") in (True, False, None)
    )
    return cast(ScoreLine, line) if scored or "error" in line else None


def _one_line(line: ScoreLine) -> str:
    if "error" in line:
        return f"{line['file']}: {line['error']}"
    what = line["result"] if line["finished"] else f"{line['result']} (estimate)"
    recorded = {None: "", True: ", as recorded", False: f", recorded {line['recorded']}"}[line["agrees"]]
    return f"{line['file']}: {what}{recorded}{', with doubts' if line['doubtful'] else ''}"


def _cells(line: ScoreLine) -> list[str]:
    values: Mapping[str, object] = line
    cells = [values.get(name, "") for name in _CSV]
    return [" ".join(c) if isinstance(c, list) else "" if c is None else str(c) for c in cells]


def _csv_line(cells: Any) -> str:
    import csv
    import io

    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(cells)
    return text.getvalue()
