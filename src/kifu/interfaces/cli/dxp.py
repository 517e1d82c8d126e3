"""`kifu dxp`: games of draughts against other programs over a network."""

import contextlib
import itertools
import re
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kifu.interfaces.cli.options import seed_option
from kifu.interfaces.cli.output import json_option, print_json

if TYPE_CHECKING:
    from kifu.games.draughts import Position
    from kifu.interfaces.dxp.game import Game

_NAME = "Kifu"


@click.command(
    epilog="Examples: kifu dxp --listen 27531 on one machine, kifu dxp --connect HOST:27531 --games 20 "
    "--minutes 5 --out games/ on the other."
)
@click.option("--listen", metavar="[HOST:]PORT", help="Wait for programs, and play what they ask for.")
@click.option("--connect", metavar="HOST[:PORT]", help="Ask the program that listens there for games.")
@click.option("--player", default="champion", show_default=True, help="Our player.")
@click.option(
    "--games", type=click.IntRange(1), help="How many.  [default: 2 asked for; any number when listening]"
)
@click.option(
    "--minutes", type=click.IntRange(0, 999), default=0, help="Minutes per side to ask for; 0: none."
)
@click.option(
    "--moves", type=click.IntRange(0, 999), default=0, help="Moves per game to ask for; 0: no limit."
)
@click.option("--ballots/--no-ballots", default=True, show_default=True, help="Ask for three-move ballots.")
@seed_option
@click.option(
    "--out", type=click.Path(file_okay=False), help="Folder for the games as PDN; goes on after those there."
)
@json_option
def command(
    listen: str | None,
    connect: str | None,
    player: str,
    games: int | None,
    seed: int,
    out: str | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Play English draughts by DamExchange (DXP); docs/dxp.md is the contract.

    Whoever connects asks for the games: each opening with both colours.
    """
    from kifu.players.named import make_player
    from kifu.work.signals import ending_cleanly

    if (listen is None) == (connect is None):
        raise click.UsageError("give either --listen PORT or --connect HOST:PORT")
    folder = None if out is None else Path(out)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
    facts = []
    with contextlib.ExitStack() as stack:
        stack.enter_context(ending_cleanly())
        ours = stack.enter_context(contextlib.closing(make_player(player, seed, game="draughts")))
        if connect is None:
            played = _listened(_address(listen or "", "127.0.0.1"), ours, as_json)
        else:
            played = _connected(_address(connect), ours, games or 2, seed, asked)
        stack.enter_context(contextlib.closing(played))
        for number, (name, game) in enumerate(itertools.islice(played, games), _first_number(folder)):
            facts.append(_facts(number, name, game, folder))
            if not as_json:
                click.echo("{number}: {black} - {white}  {result}  {why}".format(**facts[-1]))
    if as_json:
        print_json(facts)


def _listened(
    address: tuple[str, int], player: Any, quiet: bool
) -> "Generator[tuple[str, Game], None, None]":
    """Games of one program after the other, for as long as anybody wants them."""
    import socket

    from kifu.interfaces.dxp.roles import follow
    from kifu.protocols.dxp import Connection, DxpError

    with socket.create_server(address) as server:
        if not quiet:
            click.echo(f"listening on {address[0]}:{server.getsockname()[1]}; Ctrl-C ends", err=True)
        while True:
            link, caller = server.accept()
            with Connection(link) as connection:
                try:
                    yield from follow(connection, player, _NAME, _hear)
                except DxpError as error:  # that program's fault; the next one is welcome
                    click.echo(f"{caller[0]}: {error}", err=True)


def _connected(
    address: tuple[str, int], player: Any, games: int, seed: int, asked: dict[str, Any]
) -> "Generator[tuple[str, Game], None, None]":
    from kifu.interfaces.dxp.roles import initiate
    from kifu.protocols.dxp import Connection

    limits = {"minutes": asked["minutes"], "moves": asked["moves"]}
    with Connection.to(*address) as connection:
        openings = _openings((games + 1) // 2, seed, asked["ballots"])
        yield from initiate(connection, player, _NAME, openings, **limits, hear=_hear)


def _openings(pairs: int, seed: int, ballots: bool) -> "Iterator[Position]":
    from kifu.arena.draughts import DraughtsTerms

    terms = DraughtsTerms("ballots" if ballots else "start")
    return (terms.table(seed, pair).position for pair in range(pairs))


def _address(text: str, host: str | None = None) -> tuple[str, int]:
    """Host and port; a number alone is a port where the host is known, a name alone a host."""
    from kifu.protocols.dxp import PORT

    before, colon, after = text.rpartition(":")
    if not colon:
        before, after = (host, text) if host is not None else (text, str(PORT))
    if not before or not after.isdecimal() or int(after) > 65535:
        raise click.UsageError(f"expected {'[HOST:]PORT' if host else 'HOST[:PORT]'}, got {text!r}")
    return before.strip("[]"), int(after)


def _hear(text: str) -> None:
    from kifu.interfaces.cli.output import printable

    click.echo(f"it says: {printable(text)}", err=True)


def _first_number(folder: Path | None) -> int:
    """The number of the first game: after those that an earlier session has left in the folder."""
    names = [] if folder is None else [path.stem for path in folder.glob("*.pdn")]
    return 1 + max((int(name) for name in names if re.fullmatch("[0-9]{4,9}", name)), default=0)


def _facts(number: int, name: str, game: "Game", folder: Path | None) -> dict[str, Any]:
    from kifu.games.draughts import Colour, record_of
    from kifu.interfaces.cli.output import printable
    from kifu.work.files import write_bytes

    names = {game.colour: _NAME, game.colour.opponent: printable(name)}
    black, white = names[Colour.BLACK], names[Colour.WHITE]
    result = game.result.pdn if game.result else "*"
    if folder is not None:
        record = record_of(game.position, black, white, result)
        write_bytes(folder / f"{number:04d}.pdn", record.to_bytes())
    return {
        "number": number,
        "black": black,
        "white": white,
        "result": result,
        "why": str(game.result or "broken off"),
        "moves": game.position.ply,
    }
