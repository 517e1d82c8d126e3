"""Players by name, as people write them on a command line.

    random                                uniform, but no own eyes
    expert                                the move that experts like best; expert:sampling=yes draws
    katia:playouts=1000,threads=2         Kifu's engine
    opening:FILE                          a network of openings, then Katia
    gtp:"gnugo --mode gtp --level 10"     an outside engine; {seed} in it becomes the seed of the game

A player's module has `from_options(options, seed)`; it is imported when it is named.
"""

import importlib
import re
from importlib.util import find_spec

from kifu.errors import InputError
from kifu.players.base import Player
from kifu.players.options import Options

#: Module of every kind of player.
KINDS = {
    "random": "kifu.players.random",
    "expert": "kifu.players.expert",
    "katia": "kifu.players.katia_options",
    "opening": "kifu.players.opening",
}

_NAMED_BY_FILE = ("opening",)  # the first option may be a bare file
_ENGINE_SEEDS = 2**31 - 1  # most engines read a signed number of 32 bits


def make_player(text: str, seed: int = 1) -> Player:
    """Make a player from text.

    Args:
        text: such as `random`, `expert:sampling=yes` or `gtp:"gnugo --mode gtp"`.
        seed: for whatever it draws, unless the text names one.

    Raises:
        InputError: There is no such player, or it has no such option.
    """
    kind, rest = check_player(text)
    if kind == "gtp":
        return _engine(rest, seed)
    if kind in _NAMED_BY_FILE and rest and "=" not in rest.partition(",")[0]:
        rest = f"model={rest}"
    options = Options(kind, option_pairs(text, rest))
    player: Player = importlib.import_module(KINDS[kind]).from_options(options, seed)
    options.done()
    return player


def check_player(text: str) -> tuple[str, str]:
    """Return kind and options of a player, without making it; an unknown kind is refused."""
    kind, _, rest = text.strip().partition(":")
    kind = kind.strip().lower()
    if kind == "gtp":
        return kind, rest
    if kind not in KINDS:
        known = ", ".join([*KINDS, 'gtp:"COMMAND"'])
        raise InputError(f"expected a player such as {known}; got {text!r}")
    if find_spec(KINDS[kind]) is None:
        raise InputError(f"the player {kind} is not part of this Kifu; there are {', '.join(_present())}")
    return kind, rest


def default_player() -> str:
    """The strongest player there is."""
    return next(name for name in ("katia", "expert") if find_spec(KINDS[name]))


def _present() -> list[str]:
    return [name for name, module in KINDS.items() if find_spec(module)] + ["gtp"]


def _engine(rest: str, seed: int) -> Player:
    from kifu.players.engine import EnginePlayer
    from kifu.protocols.process import words_of

    command = rest.strip()
    if len(command) >= 2 and command[0] == command[-1] and command[0] in "\"'":
        command = command[1:-1]
    if not command:
        raise InputError('expected the command of an engine, such as gtp:"gnugo --mode gtp"; got none')
    words_of(command)  # what cannot be read is refused now, not when the game begins
    return EnginePlayer(command.replace("{seed}", str(seed % _ENGINE_SEEDS + 1)), name=command)


def option_pairs(text: str, rest: str) -> dict[str, str]:
    """Read `playouts=1000,threads=2`; `text` is the whole of it, for errors."""
    pairs: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in rest.split(","))):
        name, _, value = part.partition("=")
        name = name.strip().lower()
        if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
            raise InputError(f"expected options such as playouts=1000,threads=2; got {part!r} in {text!r}")
        if name in pairs:
            raise InputError(f"the option {name} stands twice in {text!r}")
        pairs[name] = value.strip()
    return pairs
