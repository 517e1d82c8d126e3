"""`kifu match`: two players, many games."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kifu.interfaces.cli.output import columns, count, json_option, print_json, quiet_option

if TYPE_CHECKING:
    from kifu.arena.match import GameFacts, MatchResult, MatchSettings
    from kifu.arena.ratings import Estimated

F = TypeVar("F", bound=Callable[..., Any])


def game_options(function: F) -> F:
    """Add what matches and tournaments have in common."""
    for option in reversed(
        (
            click.option(
                "--game", type=click.Choice(["go"]), default="go", show_default=True, help="Which game."
            ),
            click.option("--size", type=int, default=9, show_default=True, help="Lines of the board."),
            click.option("--rules", default="chinese", show_default=True, help="The ruleset."),
            click.option("--komi", type=float, help="Points for White. Default: the usual of the rules."),
            click.option(
                "--opening",
                type=click.IntRange(0, 40),
                help="Random stones a game begins with, the same for two games. Default: 2, 4 from 13x13 on.",
            ),
            click.option(
                "--time",
                "time_control",
                help="Clock in seconds: 300, 60+5 Fischer, 300+60/25 Canadian, 300+3x30 byo-yomi.",
            ),
            click.option(
                "--timeout",
                type=float,
                default=300.0,
                show_default=True,
                help="Seconds a move without a clock.",
            ),
            click.option(
                "--referee",
                default="kifu",
                show_default=True,
                help='Who names the dead stones: kifu, or gtp:"COMMAND".',
            ),
            click.option(
                "--parallel", type=click.IntRange(1, 256), default=1, show_default=True, help="Games at once."
            ),
            click.option(
                "--seed", type=click.IntRange(0), default=1, show_default=True, help="Of all that is drawn."
            ),
            click.option(
                "--out",
                type=click.Path(file_okay=False),
                help="Folder for the records; continues what is there.",
            ),
        )
    ):
        function = option(function)
    return function


def settings_of(first: str, second: str, options: dict[str, Any]) -> "MatchSettings":
    """Make the settings of a match from what the command line says."""
    from kifu.arena.go import GoTerms
    from kifu.arena.match import MatchSettings

    terms = GoTerms(
        options["size"], options["rules"], options["komi"], options["opening"], options["referee"]
    )
    return MatchSettings(first, second, terms, options["time_control"], options["timeout"], options["seed"])


@click.command(
    epilog="Example: kifu match expert 'gtp:gnugo --mode gtp --level 1' --size 9 --games 20 --out match/"
)
@click.argument("first")
@click.argument("second")
@click.option("--games", type=click.IntRange(1), default=20, show_default=True, help="How many in all.")
@game_options
@json_option
@quiet_option
def command(
    first: str,
    second: str,
    games: int,
    out: str | None,
    parallel: int,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Play a match between two players; colours alternate, and each opening is played with both.

    Players: random, expert, katia:playouts=1000, gtp:"COMMAND" ({seed} in it becomes the game's seed).
    A player that crashes, hangs or makes an illegal move loses that game.
    """
    from kifu.arena.match import play_match
    from kifu.work.progress import progress_bar
    from kifu.work.signals import ending_cleanly

    settings = settings_of(first, second, options)
    with ending_cleanly(), progress_bar(quiet=quiet, unit="games") as progress:
        result = play_match(
            settings,
            games,
            parallel=parallel,
            folder=Path(out) if out else None,
            progress=progress,
            on_game=lambda facts: None if as_json else click.echo(game_line(facts)),
        )
    if as_json:
        print_json(facts_of(result))
    else:
        click.echo("\n".join(_lines(result)))


def game_line(facts: "GameFacts") -> str:
    """One game in one line."""
    outcome = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[facts.score]
    return f"game {facts.number + 1}: {outcome} as {facts.first_is}, {facts.moves} moves, {facts.why}"


def facts_of(result: "MatchResult") -> dict[str, Any]:
    """Everything about a match as plain JSON types."""
    first, second = result.seconds_a_move()
    by_colour = {}
    for colour in ("black", "white"):
        wins, draws, losses = result.as_colour(colour)
        by_colour[colour] = {"wins": wins, "draws": draws, "losses": losses}
    return {
        **result.settings.options(),
        "seed": result.settings.seed,
        "games": len(result.games),
        "wins": result.wins,
        "draws": result.draws,
        "losses": result.losses,
        "score": _interval(result.share),
        "elo": _interval(result.elo),
        "first_as": by_colour,
        "endings": result.endings(),
        "seconds_a_move": {"first": round(first, 4), "second": round(second, 4)},
        "played": [
            {
                "number": game.number + 1,
                "first_is": game.first_is,
                "score": game.score,
                "result": game.result,
                "ending": game.ending,
                "why": game.why,
                "moves": game.moves,
            }
            for game in result.games
        ],
    }


def _interval(estimated: "Estimated") -> dict[str, float | None]:
    # JSON has no infinities: all games won leave the difference open upwards.
    return {
        name: round(value, 4) if math.isfinite(value) else None
        for name, value in zip(("value", "low", "high"), estimated, strict=True)
    }


def elo_text(value: float) -> str:
    """An Elo difference as people read it."""
    return f"{value:+.0f}" if math.isfinite(value) else "+∞" if value > 0 else "-∞"


def _lines(result: "MatchResult") -> list[str]:
    share, elo = result.share, result.elo
    first, second = result.seconds_a_move()
    rows = [
        (
            f"as {colour.capitalize()}",
            "{} won, {} drawn, {} lost".format(*result.as_colour(colour)),
        )
        for colour in ("black", "white")
    ]
    return [
        f"{result.settings.first} against {result.settings.second}: {count(len(result.games), 'game')}",
        f"{result.wins} won, {result.draws} drawn, {result.losses} lost: {share.value:.1%} "
        f"(95 % interval {share.low:.1%} to {share.high:.1%})",
        f"Elo {elo_text(elo.value)} ({elo_text(elo.low)} to {elo_text(elo.high)})",
        columns(rows, indent=1),
        "ended by " + ", ".join(f"{ending}: {number}" for ending, number in result.endings().items()),
        f"seconds a move: {first:.3f} and {second:.3f}",
    ]
