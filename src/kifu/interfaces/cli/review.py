"""`kifu review`: reports of games, for people and for programs."""

import time
from pathlib import Path

import click

from kifu.errors import InputError
from kifu.interfaces.cli.output import count, printable


@click.command(epilog="Example: kifu review game.sgf --out report --format html,sgf")
@click.argument("file", default="sample")
@click.option("--out", required=True, type=click.Path(), help="Folder for the reports; made if not there.")
@click.option(
    "--format", "formats", default="html,sgf,json,csv", show_default=True, help="Which files to write."
)
@click.option("--rules", help="Rules instead of the record's own.")
@click.option("--komi", type=float, help="Points for White instead of the record's own.")
def command(file: str, out: str, formats: str, rules: str | None, komi: float | None) -> None:
    """Review a game of Go: who led, which moves cost most or surprised, what experts would have played.

    A page that opens without a server, an annotated SGF that any editor shows, and the same facts as JSON and
    CSV.
    """
    from kifu.analysis.review import review_record
    from kifu.errors import RecordError
    from kifu.interfaces.report.go import GoReport
    from kifu.interfaces.report.report import formats_of, written
    from kifu.interfaces.views import read_file
    from kifu.records.sgf import SgfRecord
    from kifu.work.files import write_bytes

    wanted = formats_of(formats)
    folder = Path(out)
    if folder.exists() and not folder.is_dir():
        raise InputError(f"expected a folder for --out, but {out!r} is a file")
    started = time.monotonic()
    games = read_file(file)
    folder.mkdir(parents=True, exist_ok=True)
    for number, record in enumerate(games, start=1):
        if not isinstance(record, SgfRecord):
            raise RecordError(f"expected a record of Go, got one of {record.game}")
        review = review_record(record, rules=rules, komi=komi)
        report = GoReport(review, file=Path(file).name, number=number)
        stem = Path(file).stem if len(games) == 1 else f"{Path(file).stem}-{number}"
        for suffix, data in written(report, wanted).items():
            write_bytes(folder / f"{stem}{suffix}", data)
            click.echo(printable(str(folder / f"{stem}{suffix}")))
    click.echo(f"{count(len(games), 'game')} reviewed, {time.monotonic() - started:.1f} s")
