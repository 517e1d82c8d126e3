"""`kifu review`: reports of games, for people and for programs."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from kifu.errors import RecordError
from kifu.interfaces.cli.options import komi_option, open_workers, rules_option, worker_options
from kifu.interfaces.cli.output import count, printable, quiet_option

if TYPE_CHECKING:
    from kifu.analysis.course import Effort
    from kifu.archive.position_index import PositionIndex

_SHOWN = 20


@click.command(
    epilog="Examples: kifu review game.sgf --out report; kifu review games/ --out reports --format html,csv "
    "--archive pro.db. Interrupted? The same command goes on where it was."
)
@click.argument("paths", nargs=-1, required=True, type=click.Path())
@click.option("--out", required=True, type=click.Path(), help="Folder for the reports; created if missing.")
@click.option(
    "--format",
    "formats",
    default="html,sgf,json,csv",
    show_default=True,
    help="Files of each game: sgf is the annotated record, problems (not by default) what to practise.",
)
@rules_option
@komi_option
@click.option(
    "--archive",
    type=click.Path(dir_okay=False),
    help="Add opening statistics from this archive; its position index is created if missing.",
)
@click.option("--fast", "effort", flag_value="fast", help="Without search: estimates only.")
@click.option("--deep", "effort", flag_value="deep", help="Search about five times as long.")
@click.option("--seconds", type=click.FloatRange(0.1, 86400), help="Search each game for this long instead.")
@click.option(
    "--player",
    metavar="NAME",
    help="Whose games to summarise, * for any part of the name; the most frequent player if not given.",
)
@click.option("--again", is_flag=True, help="Redo finished reviews.")
@worker_options("Processes")
@quiet_option
def command(
    paths: tuple[str, ...],
    out: str,
    formats: str,
    rules: str | None,
    komi: float | None,
    archive: str | None,
    effort: str | None,
    seconds: float | None,
    player: str | None,
    again: bool,
    workers: int | None,
    cluster: str | None,
    quiet: bool,
) -> None:
    """Review games: what each move lost, the better move with its variation, and why.

    PATHS are records of Go or draughts, folders, zip and tar archives, and Kifu archives. Each game gets a
    page that opens without a server, an annotated record that any editor shows, and the same facts as JSON
    and CSV; index.html lists all games of the folder, and player.html is the summary of one player. A game
    that is done is not done again.
    """
    from kifu.games.go import Rules
    from kifu.interfaces.report.game_report import ReviewOptions
    from kifu.interfaces.report.journal import check_folder
    from kifu.interfaces.report.many import Options, review_paths
    from kifu.interfaces.report.player_page import summary_lines
    from kifu.interfaces.report.report import formats_of
    from kifu.work.progress import progress_bar

    if rules is not None:
        rules = Rules.named(rules).name
    if effort == "fast" and seconds is not None:
        raise click.UsageError("--fast does not search, so --seconds says nothing; give one of them")
    how = ReviewOptions(rules, komi, cast("Effort", effort or "default"), seconds)
    options = Options(formats_of(formats), how)
    folder = Path(out)
    check_folder(folder)
    index = _index(archive) if archive is not None else None
    started = time.monotonic()
    with open_workers(workers, cluster) as crew, progress_bar(quiet=quiet, unit="games") as progress:
        outcome = review_paths(
            paths,
            folder,
            options,
            index=index,
            workers=crew,
            again=again,
            player=player,
            progress=progress,
        )
    took = time.monotonic() - started
    line = f"{count(outcome.reviewed, 'game')} reviewed ({count(outcome.moves, 'move')}), {took:.1f} s"
    click.echo(f"{line}; {outcome.before:,} done before" if outcome.before else line)
    if outcome.problems:
        click.echo(f"{count(len(outcome.problems), 'record')} without a report:")
    for name, reason in outcome.problems[:_SHOWN]:
        click.echo(f"  {printable(name)}: {printable(reason)}")
    if len(outcome.problems) > _SHOWN:
        click.echo(f"  and {len(outcome.problems) - _SHOWN:,} more; index.json lists them")
    if outcome.player is not None:
        for line in summary_lines(outcome.player):
            click.echo(printable(line))
        click.echo(printable(str(outcome.index.with_name("player.html"))))
    click.echo(printable(str(outcome.index)))
    if outcome.problems and not (outcome.reviewed or outcome.before):
        raise RecordError("none of the records could be reviewed; the reasons stand above")


def _index(path: str) -> "PositionIndex":
    from kifu.archive import Archive
    from kifu.archive.position_index import open_index
    from kifu.work.executors import core_count

    with Archive(path) as archive:
        return open_index(archive, threads=core_count())
