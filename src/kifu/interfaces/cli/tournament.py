"""`kifu tournament`: several players, everybody against everybody."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.interfaces.cli.match import game_line, game_options, settings_of
from kifu.interfaces.cli.options import Job
from kifu.interfaces.cli.output import columns
from kifu.interfaces.match_facts import tournament_facts

if TYPE_CHECKING:
    from kifu.arena.tournament import TournamentResult


@click.command(
    epilog="Example: kifu tournament random expert 'gtp:gnugo --mode gtp' --games 20 --out league/"
)
@click.argument("players", nargs=-1, required=True)
@click.option("--games", type=click.IntRange(1), default=20, show_default=True, help="Games of every pair.")
@game_options
def command(players: tuple[str, ...], games: int, out: str | None, job: Job, **options: Any) -> None:
    """Play a round robin and rate the players (Bradley-Terry, in Elo around their mean).

    Players are written as for kifu match; docs/players.md lists all options.
    """
    from kifu.arena.tournament import play_tournament

    with job.games() as who:
        result = play_tournament(
            list(players),
            settings_of(players[0], players[-1], options),
            games,
            **who,
            folder=Path(out) if out else None,
            on_game=lambda first, second, facts: (
                None if job.as_json else click.echo(f"{first} - {second}, {game_line(facts)}")
            ),
        )
    job.show(tournament_facts(result), lambda _: _table(result))


def _table(result: "TournamentResult") -> str:
    standings = result.standings()
    number = {player: i for i, player in enumerate(result.players)}
    points = result.points()
    header = ("", "player", "Elo", "95 % interval", "points", "games", *range(1, len(standings) + 1))
    rows: list[tuple[object, ...]] = [header]
    for place, row in enumerate(standings, start=1):
        against = [
            "-" if other is row else f"{points[number[row.player]][number[other.player]]:g}"
            for other in standings
        ]
        rating = row.rating
        rows.append(
            (
                f"{place}.",
                row.player,
                f"{rating.elo:+.0f}",
                f"{rating.low:+.0f} to {rating.high:+.0f}",
                f"{row.points:g}",
                row.games,
                *against,
            )
        )
    return columns(rows, right=[0, 2, 3, 4, 5, *range(6, 6 + len(standings))])
