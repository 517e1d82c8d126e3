"""`kifu match`: two players, many games."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.arena.settings import GoMatch, MatchSettings
from kifu.interfaces.cli.options import Job, job_options, settings_options, stacked
from kifu.interfaces.cli.output import columns, count
from kifu.interfaces.match_facts import match_facts

if TYPE_CHECKING:
    from kifu.arena.match_result import GameFacts, MatchResult
    from kifu.arena.settings import MatchSettings
    from kifu.arena.tables import MatchRules

#: Options of Go; those of draughts are refused with them, and the other way round.
_GO = ("size", "rules", "komi", "opening", "referee", "expert")

_PLAYED = ("number", "first_is", "score", "result", "ending", "why", "moves")

#: What matches and tournaments have in common.
game_options = stacked(
    click.option(
        "--game", type=click.Choice(["go", "draughts"]), default="go", show_default=True, help="Which game."
    ),
    settings_options(GoMatch, *_GO, defaults=False, prefix="Go: "),
    click.option(
        "--ballots/--no-ballots",
        default=None,
        help="Draughts: begin from the 156 accepted three-move ballots (the default), or the start.",
    ),
    settings_options(MatchSettings, "time", "timeout", "seed"),
    click.option(
        "--out",
        type=click.Path(file_okay=False),
        help="Folder of the games; continues what is there (run.json and games.jsonl suffice).",
    ),
    job_options("Games at once on this machine", "--parallel", default="1"),
)


def settings_of(first: str, second: str, options: dict[str, Any]) -> MatchSettings:
    """Make the settings of a match from what the command line says."""
    terms = _RULES[options["game"]](options)
    return MatchSettings.from_values(options, first=first, second=second, terms=terms)


def _go_terms(options: dict[str, Any]) -> "MatchRules":
    from kifu.arena.go import GoTerms

    _refuse(options, ("ballots",), "go")
    return GoTerms.from_values(options)


def _draughts_terms(options: dict[str, Any]) -> "MatchRules":
    from kifu.arena.draughts import DraughtsTerms

    _refuse(options, _GO, "draughts")
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
@click.option("--games", type=click.IntRange(1), default=20, show_default=True, help="Number of games.")
@game_options
def command(first: str, second: str, games: int, out: str | None, job: Job, **options: Any) -> None:
    """Play a match between two players; colours alternate, and each opening is played with both.

    Players of Go: random, expert, katia:playouts=1000, gtp:"COMMAND" ({seed} in it becomes the game's seed).
    Of draughts: random, material:depth=6, net:champion,depth=6, mcts:playouts=1000, ept:net=champion,
    hub:"COMMAND"; seconds=0.1 bounds the time of a move. docs/players.md lists all options.
    A player that crashes, hangs or makes an illegal move loses that game.
    """
    from kifu.arena.match import play_match

    settings = settings_of(first, second, options)
    with job.games() as who:
        result = play_match(
            settings,
            games,
            **who,
            folder=Path(out) if out else None,
            on_game=lambda facts: None if job.as_json else click.echo(game_line(facts)),
        )
    job.show(match_facts(result), lambda _: "\n".join(_lines(result)))


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
        (f"as {colour.capitalize()}", "{} won, {} drawn, {} lost".format(*result.as_colour(colour)))
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
