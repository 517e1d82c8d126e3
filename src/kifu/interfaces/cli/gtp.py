"""`kifu gtp`: Kifu as a Go engine for every program that speaks GTP."""

import contextlib
import sys
from typing import TYPE_CHECKING, cast

import click

from kifu.interfaces.cli.options import seed_option
from kifu.interfaces.cli.output import protocol_output

if TYPE_CHECKING:
    from kifu.models.moves import MovePredictor
    from kifu.players.base import Player


@click.command(
    epilog="Example: kifu gtp --player katia:playouts=1000. In Sabaki or GoGui, that is the command."
)
@click.option(
    "--player",
    "-p",
    "player_text",
    help="Who plays: random, expert, katia:playouts=1000, ...; docs/players.md lists all. Default: katia.",
)
@seed_option
@click.option(
    "--moves-model",
    type=click.Path(dir_okay=False),
    help="The model of expert moves for analysis, instead of the bundled one.",
)
def command(player_text: str | None, seed: int, moves_model: str | None) -> None:
    """Speak GTP 2 on standard input and output; docs/gtp.md lists every command."""
    from kifu.interfaces.gtp.server import Server
    from kifu.interfaces.gtp.session import Session
    from kifu.players.named import DEFAULT_PLAYERS, check_player, make_player
    from kifu.work.signals import ending_cleanly

    text = player_text or DEFAULT_PLAYERS["go"]
    check_player(text)  # before the controller waits for it

    def make() -> "Player":
        return make_player(text, seed)

    def moves() -> "MovePredictor":
        from kifu.models.moves import MovePredictor

        return MovePredictor.load(cast(str, moves_model))

    kind = text.partition(":")[0].strip().lower()
    session = Session(make, "Kifu" if player_text is None else f"Kifu {kind}", moves if moves_model else None)
    with protocol_output() as output, ending_cleanly():
        Server(session, sys.stdin.buffer, output, _log).run()


def _log(text: str) -> None:
    with contextlib.suppress(OSError):
        print(text, file=sys.stderr)
