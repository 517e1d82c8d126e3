"""`make_player` makes every player of both games, from text, level and settings."""

import pytest

from kifu.errors import InputError
from kifu.players.draughts.searching import SearchPlayer
from kifu.players.katia import Katia
from kifu.players.levels import LEVELS
from kifu.players.named import DEFAULT_PLAYERS, KINDS, check_player, make_player


def test_text_level_and_settings_come_together() -> None:
    katia = make_player("katia", level="club", playouts=400)
    assert isinstance(katia, Katia)
    assert (katia.options.level, katia.options.playouts, katia.options.seed) == ("club", 400, 1)
    other = make_player("katia:playouts=30,seed=9", 5, level="novice")
    assert isinstance(other, Katia)
    assert (other.options.level, other.options.playouts, other.options.seed) == ("novice", 30, 9)
    assert isinstance(make_player(), Katia)


def test_draughts_by_name_level_and_settings() -> None:
    assert make_player("champion", game="draughts").name == "net champion, depth 6"
    assert make_player(game="draughts").name == "net champion, depth 6"
    assert make_player("champion:depth=2", game="draughts").name == "net champion, depth 2"
    assert make_player("champion", game="draughts", depth=3).name == "net champion, depth 3"
    for level in (2, "2"):
        player = make_player("champion", game="draughts", level=level)
        assert isinstance(player, SearchPlayer)
        assert player.name == "net young, depth 2"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"text": "alphago"},
            "expected a player of Go among random, expert, katia, opening, gtp; got 'alphago'",
        ),
        ({"text": "katia", "game": "draughts"}, "expected a player of draughts among random, material, net"),
        ({"game": "chess"}, "expected a game among go, draughts, got 'chess'"),
        (
            {"level": "dan"},
            "expected a level of go among beginner, novice, casual, club, strong, full; got 'dan'",
        ),
        ({"game": "draughts", "level": 10}, "expected a level of draughts among 1, 2, 3"),
        ({"text": "random", "level": "club"}, "levels are of katia"),
        ({"text": "net:young", "game": "draughts", "level": 3}, "levels are of champion"),
        ({"text": "katia", "playout": 3}, "player katia has no option 'playout'; it has level, playouts"),
        (
            {"text": "katia", "playouts": -3},
            "player katia: expected playouts as a whole number of at least 0",
        ),
        ({"text": "katia:playouts=many"}, "expected playouts as a whole number of at least 0, got 'many'"),
    ],
)
def test_what_there_is_not_is_named(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InputError) as error:
        make_player(**arguments)  # type: ignore[call-overload]
    assert message in str(error.value)


@pytest.mark.parametrize("game", KINDS)
def test_every_level_is_a_player(game: str) -> None:
    for level, text in LEVELS[game].items():
        check_player(text, game)
        make_player(DEFAULT_PLAYERS[game], game=game, level=level).close()
