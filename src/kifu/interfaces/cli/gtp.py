"""`kifu gtp`: Kifu as a Go engine for every program that speaks GTP."""

import sys
from typing import TYPE_CHECKING

import click

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
    help="Who plays: random, expert, katia:playouts=1000, ...  Default: katia.",
)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Of whatever is drawn.")
@click.option(
    "--moves-model",
    type=click.Path(dir_okay=False),
    help="The model of expert moves for analysis, instead of the bundled one.",
)
def command(player_text: str | None, seed: int, moves_model: str | None) -> None:
    """Speak GTP 2 on standard input and output; docs/gtp.md lists every command."""
    from kifu.interfaces.gtp.server import Server
    from kifu.interfaces.gtp.session import Session
    from kifu.players.named import default_player, make_player

    text = player_text or default_player()
    _check(text)

    def make() -> "Player":
        return make_player(text, seed)

    def moves() -> "MovePredictor":
        from kifu.models.moves import MovePredictor

        return MovePredictor.load(moves_model) if moves_model else MovePredictor.bundled()

    kind = text.partition(":")[0].strip().lower()
    session = Session(make, "Kifu" if player_text is None else f"Kifu {kind}", moves)
    output = sys.stdout.buffer
    # Whatever prints by mistake must not end up among the answers.
    sys.stdout = sys.stderr
    Server(session, sys.stdin.buffer, output, lambda line: print(line, file=sys.stderr)).run()


def _check(text: str) -> None:
    """Refuse a player that does not exist before the controller waits for it."""
    from kifu.players.named import check_player

    check_player(text)
