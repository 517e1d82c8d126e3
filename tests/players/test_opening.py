"""Networks of openings as players, and as Katia's advisers."""

from pathlib import Path

import numpy as np
import pytest

from kifu.arena.go import GoTerms
from kifu.arena.match import play_match
from kifu.arena.settings import MatchSettings
from kifu.errors import InputError
from kifu.games.go import Board, Rules
from kifu.models.opening import OpeningModel, opening_card
from kifu.models.opening_form import OpeningForm
from kifu.players.named import make_player


@pytest.fixture
def model_file(tmp_path: Path) -> Path:
    form = OpeningForm("ACD", "mixed")
    weights = np.random.default_rng(1).normal(0, 0.3, form.weights)
    OpeningModel(opening_card(form, 20, 5.5, "for a test"), {"weights": weights}).save(
        tmp_path / "m.safetensors"
    )
    return tmp_path / "m.safetensors"


def test_it_opens_by_value_and_then_searches(model_file: Path) -> None:
    player = make_player(f"opening:{model_file},moves=2,playouts=20")
    player.new_game(9, Rules.named("chinese"), 5.5)
    board = Board(9, "chinese")
    best = OpeningModel.load(model_file).values(board, 5.5)[0]
    assert player.choose(board).move == best.point
    for _ in range(3):
        board.play(player.choose(board).move)
    assert "playouts" in player.choose(board).comment


def test_katia_asks_the_network_first_on_its_board(model_file: Path) -> None:
    katia = make_player(f"katia:opening={model_file},begin=2,nk=0,playouts=20")
    board = Board(9, "chinese")
    katia.new_game(9, Rules.named("chinese"), 5.5)
    assert katia.choose(board).move == OpeningModel.load(model_file).values(board)[0].point
    assert katia.choose(Board(7, "chinese")).move is not None


def test_a_match_whose_games_an_expert_finishes(model_file: Path, tmp_path: Path) -> None:
    terms = GoTerms(9, komi=5.5, expert="kifu:playouts=8,tree=no")
    result = play_match(MatchSettings(f"opening:{model_file}", "random", terms), 4, folder=tmp_path / "match")
    assert all(game.moves == 20 and game.ending == "count" for game in result.games)
    assert result == play_match(
        MatchSettings(f"opening:{model_file}", "random", terms), 4, folder=tmp_path / "match"
    )
    with pytest.raises(InputError, match="expert"):
        GoTerms(9, expert="nobody")
