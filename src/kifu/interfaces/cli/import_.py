"""`kifu import`: records by the thousand into an archive."""

from typing import TYPE_CHECKING

import click

from kifu.errors import RecordError
from kifu.interfaces.cli.options import open_workers, worker_options
from kifu.interfaces.cli.output import columns, count, json_option, print_json, printable, quiet_option

if TYPE_CHECKING:
    from kifu.archive.importing import ImportReport

_SHOWN = 20


@click.command(
    "import",
    epilog="Example: kifu import games/ pro19.tar.xz --archive games.db. Interrupted? Give the same command "
    "again: it goes on where it was.",
)
@click.argument("paths", nargs=-1, required=True, type=click.Path())
@click.option(
    "--archive",
    "archive_path",
    required=True,
    type=click.Path(dir_okay=False),
    help="The archive; created if missing.",
)
@worker_options("Processes that read")
@quiet_option
@json_option
def command(
    paths: tuple[str, ...],
    archive_path: str,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Read PATHS into an archive: files, folders, zip and tar archives (gz, xz, bz2, zst) of SGF and PDN.

    A game that is already there, in any of the eight symmetries, is not taken again. What cannot be read is
    named at the end with the reason; everything else is imported.
    """
    from kifu.archive import Archive, import_paths
    from kifu.work.progress import progress_bar

    with open_workers(workers, cluster) as crew, Archive.create(archive_path) as archive:
        try:
            with progress_bar(quiet=quiet or as_json) as progress:
                report = import_paths(archive, paths, workers=crew, progress=progress)
        except KeyboardInterrupt:
            games = count(archive.count(), "game")
            click.echo(f"kifu: {archive_path} has {games} now; the same command goes on from there", err=True)
            raise
        total = archive.count()
    if as_json:
        print_json({"archive": archive_path, "games": total, **report.to_json()})
    else:
        _print(report, archive_path, total)
    if report.unreadable_count and not (report.imported or report.duplicates or report.already_there):
        raise RecordError(f"none of the files could be read; nothing new is in {archive_path}")


def _print(report: "ImportReport", archive_path: str, total: int) -> None:
    rows = [
        (f"{report.imported:,}", "games imported"),
        (f"{report.duplicates:,}", "duplicates of games in the archive"),
        (f"{report.already_there:,}", "already there from an earlier import"),
        (f"{report.problems:,}", "of the imported games with repaired problems"),
        (f"{report.illegal:,}", "of the imported games with an illegal move"),
        (f"{report.unreadable_count:,}", "not readable"),
    ]
    click.echo(columns(rows, right=[0]))
    for name, reason in report.unreadable[:_SHOWN]:
        click.echo(f"  {printable(name)}: {printable(reason)}")
    if report.unreadable_count > _SHOWN:
        click.echo(f"  and {report.unreadable_count - _SHOWN:,} more; --json lists them")
    if report.ignored_files:
        click.echo(f"{count(report.ignored_files, 'other file')} left alone (not named .sgf, .pdn or .mgt)")
    click.echo(f"{archive_path}: {count(total, 'game')}, {report.seconds:.1f} s")
