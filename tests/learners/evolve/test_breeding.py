"""The paper's genetic algorithm, piece by piece, on networks small enough to be read."""

import math

import numpy as np
import pytest

from kifu.errors import InputError
from kifu.learners.evolve.breeding import Breeder, strategy_mean
from kifu.learners.evolve.genome import Layout
from kifu.learners.evolve.population import Agent, Population
from kifu.learners.evolve.settings import EvolveSettings, preset
from kifu.learners.evolve.tournament import (
    mean_of_means,
    mirrored_pairs,
    points,
    ranking,
    rival_pairs,
    tournament_pairs,
)
from kifu.learners.evolve.variation import cross, mutate, paper_step
from kifu.work.seeds import stream

SMALL = Layout((2, 3, 2, 1))  # 2*3+3 + 3*2+2 + 2+1 = 20 genes


def test_the_papers_network_has_4101_genes():
    assert Layout((91, 40, 10, 1)).size == 4101
    assert Layout((32, 40, 10, 1)).size == 1741


def test_every_hidden_node_has_its_weights_and_bias():
    assert SMALL.incoming(0).tolist() == [0, 1, 6]
    assert SMALL.incoming(2).tolist() == [4, 5, 8]
    assert SMALL.incoming(4).tolist() == [12, 13, 14, 16]
    assert SMALL.hidden == 5
    fed = np.concatenate([SMALL.incoming(node) for node in range(5)])
    assert sorted(fed) == list(range(17))  # all but what feeds the output


def test_a_mutation_is_at_most_the_papers_step():
    genes, settings = np.zeros(4101), EvolveSettings()
    assert paper_step(4101) == pytest.approx(1 / math.sqrt(2 * math.sqrt(4101)))
    mutant, _ = mutate(genes, np.zeros(0), settings, stream(1))
    assert np.abs(mutant).max() <= paper_step(4101)
    assert np.abs(mutant).max() > 0.99 * paper_step(4101)
    assert abs(mutant.mean()) < 0.01
    assert np.abs(mutate(np.ones(4101), np.zeros(0), settings, stream(1))[0]).max() <= 1
    unbound = preset("paper", bounds="none")
    assert mutate(np.ones(4101), np.zeros(0), unbound, stream(1))[0].max() > 1


def test_steps_adapt_themselves():
    settings = preset("blondie24")
    steps = np.full(1741, 0.05)
    mutant, changed = mutate(np.zeros(1741), steps, settings, stream(3))
    assert changed.min() > 0
    assert (changed > 0.05).any()
    assert (changed < 0.05).any()  # the printed formula could only let them grow
    assert mutant.std() == pytest.approx(0.05, rel=0.1)


def test_safe_mutation_spares_sensitive_weights():
    settings = preset("paper", mutation="safe", bounds="none")
    sensitivity = np.array([1.0] * 500 + [0.1] * 500)
    change, _ = mutate(np.zeros(1000), np.zeros(0), settings, stream(1), sensitivity)
    assert change[500:].std() > 8 * change[:500].std()


def test_crossover_exchanges_the_dominant_weights_of_one_node():
    first, second = np.linspace(-1, 1, 20), np.full(20, 5.0)
    child, reciprocal = cross(first, second, SMALL, EvolveSettings(), stream(4))
    exchanged = np.flatnonzero(child != first)
    assert (child[exchanged] == second[exchanged]).all()
    assert (reciprocal[exchanged] == first[exchanged]).all()
    assert (np.delete(reciprocal, exchanged) == 5.0).all()
    nodes = [set(SMALL.incoming(node)) for node in range(5)]
    assert any(set(exchanged) == {i for i in node if abs(first[i]) > 0.75} for node in nodes)


def small_population(settings: EvolveSettings) -> Population:
    return Breeder(settings, SMALL).first(stream(1, "first"))


def test_the_papers_next_generation():
    settings = EvolveSettings()
    before = small_population(settings)
    scored = np.arange(15.0)  # the last agent is the best
    after = Breeder(settings, SMALL).next(before, scored, 2, stream(1))
    assert len(after) == 15
    assert [agent.name for agent in after.agents[:5]] == ["1.15", "1.14", "1.13", "1.12", "1.11"]
    assert (after.weights[:5] == before.weights[[14, 13, 12, 11, 10]]).all()
    assert [(agent.operator, agent.parents) for agent in after.agents[5:]] == [
        ("crossover", ("1.15", "1.14")),
        ("crossover", ("1.14", "1.15")),
        ("mutation", ("1.15",)),
        ("mutation", ("1.14",)),
        ("crossover", ("1.14", "1.13")),
        ("crossover", ("1.13", "1.14")),
        ("mutation", ("1.14",)),
        ("mutation", ("1.13",)),
        ("mutation", ("1.12",)),
        ("mutation", ("1.11",)),
    ]
    assert [agent.name for agent in after.agents[5:]] == [f"2.{n}" for n in range(1, 11)]


@pytest.mark.parametrize(("population", "elite"), [(15, 5), (30, 10), (60, 10), (8, 3), (4, 3)])
def test_populations_keep_their_size(population: int, elite: int):
    settings = preset("paper", population=population, elite=elite)
    before = small_population(settings)
    after = Breeder(settings, SMALL).next(before, np.zeros(population), 2, stream(1))
    assert len(after) == after.weights.shape[0] == population
    assert len({agent.name for agent in after.agents}) == population


def test_blondies_better_half_stays_with_a_child_each():
    settings = preset("blondie24")
    before = small_population(settings)
    after = Breeder(settings, SMALL).next(before, np.arange(30.0), 2, stream(1))
    assert [agent.name for agent in after.agents[:3]] == ["1.30", "1.29", "1.28"]
    assert after.agents[15] == Agent("2.1", "mutation", ("1.30",))
    assert after.steps.shape == (30, 20)


def test_a_strategy_moves_towards_the_winners():
    settings = preset("paper", method="strategy", population=40, bounds="none", rate=1.0)
    before = small_population(settings)
    goal = np.ones(20)
    scored = before.weights @ goal  # who is nearer to the goal wins
    centre = (before.weights[0] + before.weights[1]) / 2
    assert strategy_mean(before, scored, settings) @ goal > centre @ goal
    after = Breeder(settings, SMALL).next(before, scored, 2, stream(1))
    assert np.allclose(after.weights[0::2] + after.weights[1::2], after.weights[0] + after.weights[1])


def test_everybody_plays_five_games_as_black():
    pairs = tournament_pairs(EvolveSettings(), 1, stream(2))
    assert len(pairs) == 75
    assert np.bincount(pairs[:, 0]).tolist() == [5] * 15
    assert (pairs[:, 0] != pairs[:, 1]).all()
    assert len({tuple(row) for row in pairs.tolist()}) == 75  # opponents differ
    robin = tournament_pairs(preset("paper", tournament="round-robin"), 1, stream(2))
    assert len(robin) == 15 * 14


def test_points_for_both_players():
    settings = preset("paper", population=4, elite=3)
    pairs = np.array([[0, 1, 0], [1, 2, 0], [2, 3, 0]], np.int32)
    scored = points(settings, pairs, np.array([1, 0, -1], np.int8))
    assert scored.tolist() == [2, -1, -1, 2]
    assert ranking(scored).tolist() == [0, 3, 1, 2]  # at a tie the older one


def test_the_mean_of_means():
    settings = preset("paper", rivals=2)
    pairs = rival_pairs(settings, 2, 156, stream(1))
    assert len(pairs) == 12
    assert (pairs[0::2, 2] == pairs[1::2, 2]).all()  # the same opening with both colours
    wins_all = np.where(pairs[:, 0] == 0, 1, -1).astype(np.int8)
    assert mean_of_means(pairs, wins_all, 2) == 1
    beats_one = np.where((pairs[:, :2] == 1).any(axis=1), wins_all, -wins_all).astype(np.int8)
    assert mean_of_means(pairs, beats_one, 2) == 0
    assert mean_of_means(pairs, wins_all, 0) is None


def test_mirrored_pairs_play_each_other_with_both_colours():
    settings = preset("paper", method="strategy", population=4, games=3)
    pairs = mirrored_pairs(settings, 10, stream(1))
    assert len(pairs) == 12
    assert {frozenset(row[:2]) for row in pairs.tolist()} == {frozenset({0, 1}), frozenset({2, 3})}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"mutation": "wild"}, "expected mutation as one of uniform, gaussian, adaptive, safe, got 'wild'"),
        ({"population": 5}, "expected an elite smaller than the population of 5, got 5"),
        ({"population": 1}, "expected population as a whole number from 2 to 10,000, got 1"),
        ({"method": "strategy"}, "strategy needs an even population, got 15"),
        (
            {"decider": "mcts:playouts=5"},
            "expected a decider that asks the networks, minimax or ept; got 'mcts:playouts=5', which never "
            "does",
        ),
        (
            {"decider": "random"},
            "expected a decider that asks the networks, minimax or ept; got 'random', which never does",
        ),
        (
            {"decider": "minimax:depth=9,deepen=yes,seconds=0.1"},
            "the decider 'minimax:depth=9,deepen=yes,seconds=0.1' is bound by seconds, so that no run would "
            "repeat itself; use nodes= or playouts=",
        ),
        (
            {"network": "linear", "training_positions": 10},
            "linear networks do not learn: leave out --training-positions, or --network squares, board, "
            "pieces",
        ),
        (
            {"network": "linear", "mutation": "safe"},
            "linear networks do not learn: leave out --mutation safe, or --network squares, board, pieces",
        ),
        (
            {"method": "strategy", "population": 16, "training_positions": 10},
            "mutants of a strategy do not learn, got 10 training positions: give --training-positions 0, or "
            "--method genetic, offspring",
        ),
        ({"dominant": float("nan")}, "expected dominant as a number from 0 to 1, got nan"),
    ],
)
def test_wrong_choices_are_named(changes, message):
    with pytest.raises(InputError) as error:
        preset("paper", **changes)
    assert str(error.value) == message
