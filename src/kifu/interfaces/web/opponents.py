"""Who can be played against over HTTP: players by name, without what reads files or starts programs."""

import re
from typing import TypedDict

from kifu.games.facts import GameName
from kifu.interfaces.web.problems import RefusedError, field

_TEXT = re.compile(r"[a-z]+(?::[a-z0-9_.,=-]*)?")
#: Options of players that a request may set, with the largest value of numbers.
_OPTIONS: dict[GameName, dict[str, int | None]] = {
    "go": {
        "level": None, "mode": None, "sampling": None, "seed": 2**31, "playouts": 100_000, "seconds": 30,
        "begin": 60, "resign": 1,
    },
    "draughts": {
        "net": None, "captures": None, "seed": 2**31, "playouts": 100_000, "seconds": 30, "depth": 12,
        "endings": 4, "ply": 64,
    },
}  # fmt: skip
_PLAYERS: dict[GameName, tuple[str, ...]] = {
    "go": ("katia", "expert", "random"),
    "draughts": ("net", "material", "mcts", "ept", "random"),
}


class Level(TypedDict):
    """A strength to play against."""

    level: str
    opponent: str


class PlayersOfGame(TypedDict):
    """Who plays a game."""

    players: list[str]
    levels: list[Level]


class Players(TypedDict):
    """Who can be played against, levels from the weakest to the strongest."""

    go: PlayersOfGame
    draughts: PlayersOfGame


def player_facts() -> Players:
    """The players and levels of both games, levels from the weakest to the strongest."""
    from kifu.players.levels import LEVELS

    def of_game(game: GameName) -> PlayersOfGame:
        levels: list[Level] = [{"level": level, "opponent": text} for level, text in LEVELS[game].items()]
        return {"players": list(_PLAYERS[game]), "levels": levels}

    return {"go": of_game("go"), "draughts": of_game("draughts")}


def opponent_of(game: GameName, opponent: str | None, level: str | None) -> str:
    """The text of a player that a request asks for."""
    known = player_facts()[game]
    if level is not None:
        found = [one["opponent"] for one in known["levels"] if one["level"] == level]
        if not found:
            names = ", ".join(one["level"] for one in known["levels"])
            raise RefusedError(422, f"expected a level among {names}; got {level!r}", "level")
        return found[0]
    text = (opponent or known["levels"][-2]["opponent"]).strip().lower()
    kind, _, options = text.partition(":")
    if not _TEXT.fullmatch(text) or kind not in known["players"]:
        raise RefusedError(
            422, f"expected a player among {', '.join(known['players'])}; got {text!r}", "opponent"
        )
    for part in filter(None, options.split(",")):
        _check_option(part, _OPTIONS[game])
    from kifu.players.named import make_player

    with field("opponent"):
        make_player(text, game=game)
    return text


def _check_option(part: str, known: dict[str, int | None]) -> None:
    name, equals, value = part.partition("=")
    if not equals:
        name, value = "net", part
    if name not in known or "/" in value or value.startswith("."):
        raise RefusedError(422, f"expected options among {', '.join(known)}; got {part!r}", "opponent")
    most = known[name]
    if most is not None and not (re.fullmatch(r"\d{1,10}(\.\d{1,6})?", value) and float(value) <= most):
        raise RefusedError(422, f"expected {name} as a number up to {most}, got {value!r}", "opponent")
    if name == "net":
        _check_network(value)


def _check_network(name: str) -> None:
    """Only networks that ship with Kifu have names; files are not opened."""
    from kifu.models.draughts_net import Network
    from kifu.models.files import ModelError

    try:
        Network.bundled(name if re.fullmatch(r"[a-z0-9-]+", name) else "?")
    except ModelError:
        raise RefusedError(422, f"expected the name of a bundled network, got {name!r}", "opponent") from None
