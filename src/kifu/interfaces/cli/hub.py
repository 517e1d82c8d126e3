"""`kifu hub`: Kifu as a draughts engine for every program that speaks Hub."""

import sys
from typing import TYPE_CHECKING

import click

from kifu.interfaces.cli.options import seed_option
from kifu.interfaces.cli.output import protocol_output

if TYPE_CHECKING:
    from kifu.interfaces.hub.searcher import Searcher


@click.command(
    epilog="Example: kifu hub. In a draughts program that speaks Hub 2, that is the command of the engine."
)
@click.option(
    "--network", default="champion", show_default=True, help="Evaluation network: champion, or a file."
)
@click.option(
    "--depth",
    type=click.IntRange(1, 60),
    help="Search depth where the controller gives no bound.  [default: 8]",
)
@click.option(
    "--endings",
    type=click.Choice(["0", "2", "3", "4"]),
    default="4",
    show_default=True,
    help="Pieces of the endings that are solved at init, once; 0 for none.",
)
@seed_option
def command(network: str, depth: int | None, endings: str, seed: int) -> None:
    """Speak Hub 2 for English draughts on standard input and output; docs/hub.md is the contract."""
    from kifu.interfaces.hub.server import serve

    def make() -> "Searcher":
        from kifu.games.draughts.endings import ready
        from kifu.interfaces.hub.searcher import NetworkSearcher
        from kifu.players.draughts.searching import find_network

        solved = ready(int(endings)) if int(endings) else None
        return NetworkSearcher(find_network(network), depth or 0, solved, seed)

    with protocol_output() as output:
        serve(make, sys.stdin.buffer, output)
