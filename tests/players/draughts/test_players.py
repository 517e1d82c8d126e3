"""Draughts players by their text: they play legally, repeat themselves, win what is won, refuse nonsense."""

import itertools
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from kifu.errors import InputError
from kifu.games.draughts import Position
from kifu.games.draughts.endings import ready
from kifu.models.draughts_net import Network, network_card
from kifu.models.files import ModelError
from kifu.players.base import PlayerError
from kifu.players.clocks import parse_clock
from kifu.players.levels import DRAUGHTS_LEVELS
from kifu.players.named import make_player

pytestmark = pytest.mark.usefixtures("endings_cache")


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("nets") / "some.safetensors"
    Network.random("squares", np.random.default_rng(1)).save(path, network_card("squares", "a test"))
    return str(path)


def game(texts: list[str], plies: int, seed: int = 1) -> list[str]:
    players = [make_player(text, seed, game="draughts") for text in texts]
    position = Position()
    for player in players:
        player.new_game()
    for player in itertools.islice(itertools.cycle(players), plies):
        choice = player.choose(position.copy())
        assert choice.move is not None
        position.play(choice.move)
    return [str(move) for move in position.moves]


@pytest.mark.parametrize(
    "text",
    [
        "random",
        "material:depth=3",
        "mcts:playouts=50",
        "net:{net},depth=3",
        "ept:net={net},playouts=40,ply=4",
    ],
)
def test_the_same_seed_plays_the_same_game(text: str, net: str) -> None:
    text = text.format(net=net)
    played = game([text, "random"], 30)
    assert played == game([text, "random"], 30)
    assert played != game([text, "random"], 30, seed=2)


def test_a_player_says_what_it_sees() -> None:
    player = make_player("material:depth=4,endings=0", game="draughts")
    choice = player.choose(Position())
    assert choice.move is not None
    assert choice.depth == 4
    assert choice.variation[0] == choice.move
    assert "positions)" in choice.comment
    forced = player.choose(Position.from_fen("B:W22,24,32:B10,11,15,19"))
    assert (str(forced.move), forced.value) == ("19x28", None)


def test_solved_endings_are_won_in_time() -> None:
    player = make_player("material:depth=2", game="draughts")
    position = Position.from_fen("W:WK19,K23:B12,K28")  # First Position
    promised = ready(4).probe(position)
    assert promised is not None
    for _ in range(promised.plies):
        choice = player.choose(position.copy())
        assert choice.move is not None
        position.play(choice.move)
    assert position.result() is not None


def test_seconds_and_clocks_bound_a_move() -> None:
    position = Position()
    for text, clock in (
        ("material:seconds=0.05", None),
        ("mcts:seconds=0.05", None),
        ("material:depth=40", "3"),
    ):
        began = time.monotonic()
        make_player(text, game="draughts").choose(position, parse_clock(clock) if clock else None)
        assert time.monotonic() - began < 10


def test_a_search_can_be_interrupted() -> None:
    player = make_player("material:depth=60", game="draughts")
    timer = threading.Timer(0.2, player.interrupt)  # type: ignore[attr-defined]
    timer.start()
    began = time.monotonic()
    assert player.choose(Position()).move is not None
    assert time.monotonic() - began < 10


def test_a_lost_side_has_nothing_to_choose() -> None:
    with pytest.raises(PlayerError, match="White has no move"):
        make_player("random", game="draughts").choose(Position.from_fen("W:W12:B8,3"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("pigeon", "expected a player of draughts among random, material, net"),
        ("material:playouts=3", "player material has no option 'playouts'"),
        ("material:depth=0", "expected depth as a whole number from 1 to 100"),
        ("material:depth=2,depth=3", "stands twice"),
        ("mcts:playouts=0", "never ends"),
        ("material:seconds=1,deepen=no", "seconds= bounds only searches with deepen=yes"),
        ("material:nodes=9,deepen=no", "leave out deepen=no, or nodes="),
        ("random:depth=3", "player random has no option 'depth'"),
    ],
)
def test_nonsense_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_player(text, game="draughts")


def test_networks_that_are_not_there(tmp_path: Path) -> None:
    told = "expected a bundled network \\(champion, newborn, young\\) or the name of a file, got 'nobody'"
    for text in ("net:nobody", "net:nobody,depth=2", "ept:net=nobody"):
        with pytest.raises(ModelError, match=told):
            make_player(text, game="draughts")
    with pytest.raises(FileNotFoundError):
        make_player(f"net:{tmp_path}/nothing.safetensors", game="draughts")
    (tmp_path / "bad.safetensors").write_bytes(b"not a model")
    with pytest.raises(ModelError, match="damaged"):
        make_player(f"net:{tmp_path}/bad.safetensors,depth=2", game="draughts")


def test_all_levels_can_be_made() -> None:
    assert len(DRAUGHTS_LEVELS) == 9
    for text in DRAUGHTS_LEVELS:
        make_player(text, game="draughts").close()
