"""Players of both games by name, as people write them.

Go:

    random                                uniform, but no own eyes
    expert                                the move that experts like best; expert:sampling=yes draws
    katia:playouts=1000,threads=2         Kifu's engine
    opening:FILE                          a network of openings, then Katia
    gtp:"gnugo --mode gtp --level 10"     an outside engine; {seed} in it becomes the seed of the game

Draughts:

    random                                any legal move
    material:depth=6                      counts men and kings, six plies ahead
    net:champion,depth=6                  judges by a network: bundled, or net:FILE; champion is net:champion
    mcts:playouts=1000                    tree search with random games
    ept:net=champion,playouts=500         the same, random games broken off and judged by a network
    hub:"ENGINE"                          an outside engine that speaks the Hub protocol

docs/players.md lists all settings.
"""

import importlib
from collections.abc import Mapping
from typing import Any, Literal, overload

from kifu.errors import InputError
from kifu.players.base import Player
from kifu.players.draughts.base import DraughtsPlayer
from kifu.players.levels import LEVELS

#: The settings of every kind of player, by game. They have a method `player`, and are imported when named.
KINDS: Mapping[str, Mapping[str, str]] = {
    "go": {
        "random": "kifu.players.random:RandomSettings",
        "expert": "kifu.players.expert:ExpertSettings",
        "katia": "kifu.players.katia_options:KatiaOptions",
        "opening": "kifu.players.opening:OpeningPlayerSettings",
        "gtp": "kifu.players.engine:EngineSettings",
    },
    "draughts": {
        "random": "kifu.players.draughts.searching:RandomSettings",
        "material": "kifu.players.draughts.searching:MaterialSettings",
        "net": "kifu.players.draughts.searching:NetSettings",
        "mcts": "kifu.players.draughts.searching:MctsSettings",
        "ept": "kifu.players.draughts.searching:EptSettings",
        "hub": "kifu.players.draughts.hub:HubSettings",
    },
}
#: Who plays where nobody is named, and whose strength levels are of.
DEFAULT_PLAYERS: Mapping[str, str] = {"go": "katia", "draughts": "champion"}


@overload
def make_player(
    text: str | None = None,
    seed: int = 1,
    *,
    game: Literal["go"] = "go",
    level: str | int | None = None,
    **settings: Any,
) -> Player: ...
@overload
def make_player(
    text: str | None = None,
    seed: int = 1,
    *,
    game: Literal["draughts"],
    level: str | int | None = None,
    **settings: Any,
) -> DraughtsPlayer: ...
@overload
def make_player(
    text: str | None = None, seed: int = 1, *, game: str, level: str | int | None = None, **settings: Any
) -> Any: ...
def make_player(
    text: str | None = None,
    seed: int = 1,
    *,
    game: str = "go",
    level: str | int | None = None,
    **settings: Any,
) -> Any:
    """Make a player.

    Args:
        text: such as `random`, `katia:playouts=400` or `gtp:"gnugo --mode gtp"`; the strongest one of the
            game if None.
        seed: for whatever it draws, unless the text names one.
        game: `go` or `draughts`.
        level: strength of the default player, a name of `kifu.players.levels`.
        settings: more settings by name.

    Raises:
        InputError: There is no such player, level or setting.
    """
    kind, rest = check_player(text or DEFAULT_PLAYERS[_known(game)], game)
    if level is not None:
        kind, rest = check_player(_of_level(kind, rest, str(level), game), game)
    module, _, name = KINDS[game][kind].partition(":")
    cls = getattr(importlib.import_module(module), name)
    return cls.from_text(rest, f"player {kind}", **{"seed": seed} | settings).player()


def check_player(text: str, game: str = "go") -> tuple[str, str]:
    """Return kind and settings of a player, without making it; an unknown kind is refused."""
    kinds = KINDS[_known(game)]
    kind, _, rest = text.strip().partition(":")
    kind = kind.strip().lower()
    if kind in kinds:
        return kind, rest
    if "net" in kinds:
        from kifu.models.draughts_net import is_bundled

        if is_bundled(kind):
            return "net", f"{kind},{rest}"
    name = {"go": "Go"}.get(game, game)
    raise InputError(f"expected a player of {name} among {', '.join(kinds)}; got {text!r}")


def _of_level(kind: str, rest: str, level: str, game: str) -> str:
    """The text of a player with a level; only the default player has levels."""
    whose = DEFAULT_PLAYERS[game]
    if level not in LEVELS[game]:
        raise InputError(f"expected a level of {game} among {', '.join(LEVELS[game])}; got {level!r}")
    own, network = check_player(whose, game)
    if kind != own or (network and rest.strip(", ") not in ("", network.strip(","))):
        raise InputError(f"levels are of {whose}, got {kind}:{rest} with the level {level}")
    return LEVELS[game][level] + (f",{rest}" if rest and not network else "")


def _known(game: str) -> str:
    if game not in KINDS:
        raise InputError(f"expected a game among {', '.join(KINDS)}, got {game!r}")
    return game
