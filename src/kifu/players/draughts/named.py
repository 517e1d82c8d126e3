"""Players of draughts by name, as people write them on a command line.

    random                              any legal move
    material:depth=6                    counts men and kings, six plies ahead
    net:champion,depth=6                judges by a network: bundled, or net:FILE; champion is net:champion
    mcts:playouts=1000                  tree search with random games
    ept:net=champion,playouts=500       the same, random games broken off and judged by a network
    hub:"ENGINE"                        an outside engine that speaks the Hub protocol

`seconds=` bounds the time of a move. A player's module has `from_options(kind, options, seed)`.
"""

import importlib
import re
from importlib.util import find_spec

from kifu.errors import InputError
from kifu.models.draughts_net import is_bundled
from kifu.players.draughts.base import DraughtsPlayer
from kifu.players.options import Options

#: Module of every kind of player.
KINDS = {
    "random": "kifu.players.draughts.searching",
    "material": "kifu.players.draughts.searching",
    "net": "kifu.players.draughts.searching",
    "mcts": "kifu.players.draughts.searching",
    "ept": "kifu.players.draughts.searching",
    "hub": "kifu.players.draughts.hub",
}


def make_draughts_player(text: str, seed: int = 1) -> DraughtsPlayer:
    """Make a player from text.

    Args:
        text: such as `random`, `net:champion,depth=6` or `hub:"ENGINE"`.
        seed: for whatever it draws, unless the text names one.

    Raises:
        InputError: There is no such player, or it has no such option.
    """
    kind, rest = check_draughts_player(text)
    module = importlib.import_module(KINDS[kind])
    if kind == "hub":
        player: DraughtsPlayer = module.from_command(_command(rest), seed)
        return player
    options = Options(kind, _pairs(kind, text, rest))
    player = module.from_options(kind, options, seed)
    options.done()
    return player


def check_draughts_player(text: str) -> tuple[str, str]:
    """Return kind and options of a player, without making it; an unknown kind is refused."""
    kind, _, rest = text.strip().partition(":")
    kind = kind.strip().lower()
    present = [name for name, module in KINDS.items() if find_spec(module)]
    if kind not in present and is_bundled(kind) and not rest:
        return "net", kind
    if kind not in present:
        raise InputError(f"expected a draughts player such as {', '.join(present)}; got {text!r}")
    return kind, rest


def _command(rest: str) -> str:
    command = rest.strip()
    if len(command) >= 2 and command[0] == command[-1] and command[0] in "\"'":
        command = command[1:-1]
    if not command:
        raise InputError('expected the command of an engine, such as hub:"kifu hub"; got none')
    return command


def _pairs(kind: str, text: str, rest: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for i, part in enumerate(filter(None, (part.strip() for part in rest.split(",")))):
        name, equals, value = part.partition("=")
        name = name.strip().lower()
        if kind == "net" and i == 0 and not (equals and re.fullmatch(r"[a-z]+", name)):
            name, value = "net", part  # the network itself
        if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
            raise InputError(f"expected options such as depth=6,seconds=0.5; got {part!r} in {text!r}")
        if name in pairs:
            raise InputError(f"the option {name} stands twice in {text!r}")
        pairs[name] = value.strip()
    return pairs
