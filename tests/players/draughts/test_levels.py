"""The ladder of levels: every one can be played, and the first steps lead upwards."""

import pytest

from kifu.arena.draughts import DraughtsTerms
from kifu.arena.match import play_match
from kifu.arena.settings import MatchSettings
from kifu.evaluation.draughts import Side, compare
from kifu.games.draughts import Position
from kifu.models.draughts_net import Network
from kifu.players.draughts import make_draughts_player
from kifu.players.draughts.levels import LEVELS


def test_nine_levels_that_can_move():
    assert len(LEVELS) == 9
    for text in LEVELS:
        player = make_draughts_player(text if "endings" in text else f"{text},endings=0")
        assert player.choose(Position.start()).move in Position.start().legal_moves()
        player.close()


def test_the_lowest_level_loses_to_counting_one_ply_ahead():
    settings = MatchSettings("material:depth=1,endings=0", LEVELS[0], DraughtsTerms(), seed=2)
    assert play_match(settings, 16).share.value >= 0.7


@pytest.mark.parametrize("level", [2, 4])
def test_low_levels_beat_the_one_below(level):
    settings = MatchSettings(LEVELS[level - 1], LEVELS[level - 2], DraughtsTerms(), seed=2)
    assert play_match(settings, 16).share.value >= 0.6


def test_the_champion_beats_chance_and_counting():
    champion = Network.bundled()
    assert champion.card.options["network"] == champion.kind
    assert champion.card.command.startswith("kifu evolve --preset kifu --seed 1 --generations 300")
    side = Side("minimax:depth=3,captures=yes", champion)
    assert compare(side, Side("random"), 40).losses == 0
    assert compare(side, Side("material:depth=3,captures=yes"), 40).share.value >= 0.8
