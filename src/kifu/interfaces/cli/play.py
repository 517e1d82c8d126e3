"""`kifu play`: a game of Go or draughts in the terminal, against any player."""

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from kifu.arena.settings import GoMatch
from kifu.interfaces.cli.options import settings_options

if TYPE_CHECKING:
    from kifu.interfaces.terminal import TerminalGame
    from kifu.records.moves import Colour


@click.command(
    epilog="Examples: kifu play katia --size 9 --colour white, and kifu play draughts --level 3. "
    "During the game: help."
)
@click.argument("opponent", required=False)
@settings_options(GoMatch, "size", "rules", "komi", defaults=False, prefix="Go: ")
@click.option("--handicap", type=click.IntRange(0, 9), help="Go: stones for Black. Default: 0.")
@click.option("--against", help="Draughts: the opponent, such as net:champion,depth=6. Default: by --level.")
@click.option("--level", type=click.IntRange(1, 9), help="Draughts: strength of the opponent. Default: 5.")
@click.option("--fen", help="Draughts: position to begin from. Default: the start.")
@click.option(
    "--colour",
    type=click.Choice(["black", "white"]),
    default="black",
    show_default=True,
    help="Which colour you take.",
)
@click.option("--seed", type=click.IntRange(0), help="Random seed. Default: a new one.")
@click.option("--save", type=click.Path(dir_okay=False), help="Write the game as SGF or PDN when it ends.")
def command(
    opponent: str | None,
    size: int | None,
    rules: str | None,
    komi: float | None,
    handicap: int | None,
    against: str | None,
    level: int | None,
    fen: str | None,
    colour: str,
    seed: int | None,
    save: str | None,
) -> None:
    """Play Go against OPPONENT (random, expert, katia, gtp:"COMMAND"), or draughts: kifu play draughts.

    In Go type a point such as D4, or pass, undo, hint, score, show, save FILE, resign, quit; in draughts a
    move such as 11-15 or 22x15, or moves, undo, hint, show, save FILE, resign, quit.
    docs/players.md lists all options of opponents.
    """
    import sys

    from kifu.records.moves import Colour
    from kifu.work.seeds import new_seed

    seed = new_seed() if seed is None else seed
    human = Colour[colour.upper()]
    if opponent == "draughts":
        _refuse("Go: kifu play katia", size=size, rules=rules, komi=komi, handicap=handicap)
        game = _draughts(against, level, fen, human, seed, save)
    else:
        _refuse_level(level)
        _refuse("draughts: kifu play draughts", against=against, fen=fen)
        game = _go(
            opponent,
            9 if size is None else size,
            "chinese" if rules is None else rules,
            komi,
            handicap or 0,
            human,
            seed,
            save,
        )
    with _seated(game.player):
        game.run(sys.stdin, click.echo)


def _refuse_level(level: int | None) -> None:
    if level is not None:
        from kifu.players.levels import LEVELS

        raise click.UsageError(
            f"--level is for draughts: kifu play draughts --level {level}; levels of Katia are "
            f"{', '.join(LEVELS['go'])}: kifu play katia:level=casual"
        )


def _refuse(game: str, **options: object) -> None:
    """Refuse options of the other game."""
    for name, value in options.items():
        if value is not None:
            raise click.UsageError(f"--{name} is for {game} --{name} {value}")


def _go(
    opponent: str | None,
    size: int,
    rules: str,
    komi: float | None,
    handicap: int,
    human: "Colour",
    seed: int,
    save: str | None,
) -> "TerminalGame[Any]":
    from kifu.games.go import Board, Rules
    from kifu.interfaces.terminal_go import TerminalGo
    from kifu.players.named import make_player

    board = Board(size, Rules.named(rules))
    if handicap:
        board.place_handicap(handicap)
    points = komi if komi is not None else 0.5 if handicap else board.rules.komi
    return TerminalGo(board, points, make_player(opponent, seed), human, handicap, save)


def _draughts(
    against: str | None, level: int | None, fen: str | None, human: "Colour", seed: int, save: str | None
) -> "TerminalGame[Any]":
    from kifu.games.draughts import Position
    from kifu.interfaces.terminal_draughts import TerminalDraughts
    from kifu.players.named import make_player

    if against not in (None, "champion") and level is not None:
        raise click.UsageError("expected --against PLAYER or --level, got both; levels are of the champion")
    level = level or (5 if against is None else None)
    player = make_player(against, seed, game="draughts", level=level)
    if level is not None:
        player.name = f"level {level} ({player.name})"
    position = Position.from_fen(fen) if fen else Position()
    return TerminalDraughts(position, player, human, save)


@contextlib.contextmanager
def _seated(player: Any) -> Iterator[None]:
    """Let a player go at the end; at once when the game is broken off."""
    from kifu.work.signals import ending_cleanly

    try:
        with ending_cleanly():
            yield
    except BaseException:
        # An engine in thought would answer a polite goodbye only later.
        getattr(player, "kill", player.close)()
        raise
    player.close()
