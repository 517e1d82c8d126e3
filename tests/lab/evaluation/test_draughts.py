"""Comparisons of draughts networks."""

import pytest

from kifu.errors import InputError
from kifu.games.draughts import Position
from kifu.learners.evolve.openings import ballot_fens
from kifu.models.draughts_net import Network
from kifu.work.seeds import stream
from kifu_lab.evaluation.draughts import Side, as_pieces, compare


@pytest.mark.parametrize("kind", ["squares", "board", "pieces"])
def test_every_kind_can_be_written_with_pieces_apart(kind):
    network = Network(kind, 0.3 * Network.random(kind, stream(1)).weights)
    positions = [Position.from_fen(fen) for fen in ballot_fens()]
    positions += [Position.from_fen("B:WK10,21:B1,K30"), Position.from_fen("W:WK10,21:B1,K30")]
    assert as_pieces(network).values(positions) == pytest.approx(network.values(positions), abs=1e-5)


def test_counting_beats_chance_and_threads_do_not_matter():
    first, second = Side("material:depth=2"), Side("random")
    found = compare(first, second, 40)
    assert found.share.value > 0.9
    assert found.wins + found.draws + found.losses == 40
    assert compare(first, second, 40, threads=2) == found
    reverse = compare(second, first, 40)
    assert reverse.share.value < 0.1
    assert str(found).startswith(f"{found.share.value:.1%} (")


def test_an_odd_number_of_games_is_refused():
    with pytest.raises(InputError, match="expected an even number of games, got 3"):
        compare(Side("random"), Side("random"), 3)
