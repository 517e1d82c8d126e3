"""`kifu match`: two players, many games."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kifu.interfaces.cli.numbers import KOMI, SECONDS
from kifu.interfaces.cli.output import columns, count, json_option, print_json, quiet_option
from kifu.interfaces.cli.workers import cluster_option, open_games
from kifu.interfaces.match_facts import match_facts

if TYPE_CHECKING:
    from kifu.arena.match_result import GameFacts, MatchResult, MatchSettings
    from kifu.arena.tables import MatchRules

F = TypeVar("F", bound=Callable[..., Any])


def game_options(function: F) -> F:
    """Add what matches and tournaments have in common."""
    for option in reversed(
        (
            click.option(
                "--game",
                type=click.Choice(["go", "draughts"]),
                default="go",
                show_default=True,
                help="Which game.",
            ),
            click.option("--size", type=int, help="Go: lines of the board. Default: 9."),
            click.option("--rules", help="Go: the ruleset. Default: chinese."),
            click.option("--komi", type=KOMI, help="Go: points for White. Default: the usual of the rules."),
            click.option(
                "--opening",
                type=click.IntRange(0, 40),
                help="Go: random stones a game begins with, the same for two games. Default: 2 or 4.",
            ),
            click.option(
                "--ballots/--no-ballots",
                default=None,
                help="Draughts: begin from the 156 accepted three-move ballots (the default), or the start.",
            ),
            click.option(
                "--time",
                "time_control",
                help="Clock in seconds: 300, 60+5 Fischer, 300+60/25 Canadian, 300+3x30 byo-yomi.",
            ),
            click.option(
                "--timeout",
                type=SECONDS,
                default=300.0,
                show_default=True,
                help="Seconds a move without a clock; who takes longer is stopped and loses.",
            ),
            click.option(
                "--referee",
                help='Go: who names the dead stones: kifu (the default), or gtp:"COMMAND".',
            ),
            click.option(
                "--expert",
                help="Go: finishes games after ten moves a side: kifu, gnugo:level=1. For opening players.",
            ),
            click.option(
                "--parallel",
                "--workers",
                "parallel",
                type=click.IntRange(1, 256),
                help="Games at once on this machine. Default: 1.",
            ),
            cluster_option,
            click.option(
                "--seed", type=click.IntRange(0), default=1, show_default=True, help="Of all that is drawn."
            ),
            click.option(
                "--out",
                type=click.Path(file_okay=False),
                help="Folder of the games; continues what is there (run.json and games.jsonl suffice).",
            ),
        )
    ):
        function = option(function)
    return function


def settings_of(first: str, second: str, options: dict[str, Any]) -> "MatchSettings":
    """Make the settings of a match from what the command line says."""
    from kifu.arena.match_result import MatchSettings

    terms = _RULES[options["game"]](options)
    return MatchSettings(first, second, terms, options["time_control"], options["timeout"], options["seed"])


def _go_terms(options: dict[str, Any]) -> "MatchRules":
    from kifu.arena.go import GoTerms

    _refuse(options, ("ballots",), "go")
    return GoTerms(
        9 if options["size"] is None else options["size"],
        options["rules"] or "chinese",
        options["komi"],
        options["opening"],
        options["referee"] or "kifu",
        options["expert"],
    )


def _draughts_terms(options: dict[str, Any]) -> "MatchRules":
    from kifu.arena.draughts import DraughtsTerms

    _refuse(options, ("size", "rules", "komi", "opening", "referee", "expert"), "draughts")
    return DraughtsTerms("start" if options["ballots"] is False else "ballots")


_RULES = {"go": _go_terms, "draughts": _draughts_terms}


def _refuse(options: dict[str, Any], names: tuple[str, ...], game: str) -> None:
    for name in names:
        if options[name] is not None:
            raise click.UsageError(f"--{name} makes no sense in a match of {game}")


@click.command(
    epilog="Examples: kifu match expert 'gtp:gnugo --mode gtp --level 1' --size 9 --games 20 --out match/, "
    "and kifu match material:depth=4 mcts:playouts=1000 --game draughts"
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
    parallel: int | None,
    cluster: str | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Play a match between two players; colours alternate, and each opening is played with both.

    Players of Go: random, expert, katia:playouts=1000, gtp:"COMMAND" ({seed} in it becomes the game's seed).
    Of draughts: random, material:depth=6, net:champion,depth=6, mcts:playouts=1000, ept:net=champion,
    hub:"COMMAND"; seconds=0.1 bounds the time of a move. docs/players.md lists all options.
    A player that crashes, hangs or makes an illegal move loses that game.
    """
    from kifu.arena.match import play_match
    from kifu.work.progress import progress_bar
    from kifu.work.signals import ending_cleanly

    settings = settings_of(first, second, options)
    with (
        ending_cleanly(),
        open_games(parallel, cluster) as who,
        progress_bar(quiet=quiet, unit="games") as progress,
    ):
        result = play_match(
            settings,
            games,
            **who,
            folder=Path(out) if out else None,
            progress=progress,
            on_game=lambda facts: None if as_json else click.echo(game_line(facts)),
        )
    if as_json:
        print_json(match_facts(result))
    else:
        click.echo("\n".join(_lines(result)))


def game_line(facts: "GameFacts") -> str:
    """One game in one line."""
    outcome = {1.0: "won", 0.5: "drawn", 0.0: "lost"}[facts.score]
    return f"game {facts.number + 1}: {outcome} as {facts.first_is}, {facts.moves} moves, {facts.why}"


def elo_text(value: float) -> str:
    """An Elo difference as people read it."""
    return f"{value:+.0f}" if math.isfinite(value) else "+∞" if value > 0 else "-∞"


def _lines(result: "MatchResult") -> list[str]:
    share, elo = result.share, result.elo
    first, second = result.seconds_a_move()
    versions = result.versions()
    mixed = [f"versions differ, {one} against {other}: {n} games" for (one, other), n in versions.items()]
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
        *(mixed if len(mixed) > 1 else []),
    ]
