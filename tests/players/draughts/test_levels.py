"""The ladder of levels: every one can be played, and the first steps lead upwards."""

import pytest

from kifu.arena.draughts import DraughtsTerms
from kifu.arena.match import play_match
from kifu.arena.settings import MatchSettings
from kifu.games.draughts import Position
from kifu.models.draughts_net import Network
from kifu.players.levels import DRAUGHTS_LEVELS
from kifu.players.named import make_player
from kifu_lab.evaluation.draughts import Side, compare


def test_nine_levels_that_can_move():
    assert len(DRAUGHTS_LEVELS) == 9
    for text in DRAUGHTS_LEVELS:
        player = make_player(text if "endings" in text else f"{text},endings=0", game="draughts")
        assert player.choose(Position.start()).move in Position.start().legal_moves()
        player.close()


def test_the_lowest_level_loses_to_counting_one_ply_ahead():
    settings = MatchSettings("material:depth=1,endings=0", DRAUGHTS_LEVELS[0], DraughtsTerms(), seed=2)
    assert play_match(settings, 16).share.value >= 0.7


@pytest.mark.parametrize("level", [2, 4])
def test_low_levels_beat_the_one_below(level):
    settings = MatchSettings(DRAUGHTS_LEVELS[level - 1], DRAUGHTS_LEVELS[level - 2], DraughtsTerms(), seed=2)
    assert play_match(settings, 16).share.value >= 0.6


def test_the_champion_beats_chance_and_counting():
    champion = Network.bundled()
    assert champion.card.options["network"] == champion.kind
    assert champion.card.command.startswith("kifu evolve --preset kifu --seed 1 --generations 300")
    side = Side("minimax:depth=3,captures=yes", champion)
    assert compare(side, Side("random"), 40).losses == 0
    assert compare(side, Side("material:depth=3,captures=yes"), 40).share.value >= 0.8
