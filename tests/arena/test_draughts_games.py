"""Native games between networks: legal, the same on any number of threads, interruptible."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kifu.arena.draughts_games import ENDINGS, Games, play_games
from kifu.errors import InputError
from kifu.games.draughts import Move, Position
from kifu.models.draughts_net import Network, weight_count

PAIRS = [(i, j, 0) for i in range(4) for j in range(4) if i != j]


@pytest.fixture(scope="module")
def networks() -> list[Network]:
    return [Network.random("squares", np.random.default_rng(seed)) for seed in range(4)]


def same(a: Games, b: Games) -> bool:
    found = np.array_equal(a.values, b.values, equal_nan=True)
    return found and a.packed.tolist() == b.packed.tolist() and a.outcomes.tolist() == b.outcomes.tolist()


@pytest.mark.parametrize(
    "decider", ["minimax:depth=3", "mcts:playouts=30", "ept:playouts=30,ply=4", "random"]
)
def test_games_are_legal_and_do_not_depend_on_threads(networks: list[Network], decider: str) -> None:
    one = play_games(PAIRS, networks, decider, move_limit=100, seed=4, threads=1)
    assert same(one, play_games(PAIRS, networks, decider, move_limit=100, seed=4, threads=3))
    with ThreadPoolExecutor(2) as executor:
        there = play_games(PAIRS, networks, decider, move_limit=100, seed=4, executor=executor)
    assert same(one, there)
    for game in range(len(one)):
        position = Position()
        for move in one.moves(game):
            assert not position.is_over
            position.play(move)
        ending = position.result()
        if ending is None:
            assert ENDINGS[one.endings[game]] == "move limit"
            assert one.lengths[game] == 100
        else:
            winner = {None: 0, "black": 1, "white": -1}[ending.winner and str(ending.winner).lower()]
            assert one.outcomes[game] == winner
    if decider != "random":
        assert not same(one, play_games(PAIRS, networks, decider, move_limit=100, seed=5))


def test_a_game_does_not_depend_on_the_others(networks: list[Network]) -> None:
    many = play_games(PAIRS, networks, "minimax:depth=5", move_limit=40, seed=4, threads=2)
    few = play_games(PAIRS[:2], networks, "minimax:depth=5", move_limit=40, seed=4)
    assert few.packed.tolist() == many.packed[: many.offsets[2]].tolist()


def test_searches_say_what_they_found(networks: list[Network]) -> None:
    games = play_games([(0, 1, 0)], networks, "minimax:depth=1", openings=["9-13 21-17"], move_limit=40)
    assert len(games.values) == len(games.packed)
    position = Position()
    for number, (move, found) in enumerate(zip(games.moves(0), games.values, strict=True)):
        legal = position.legal_moves()
        if number < 2 or len(legal) == 1:
            assert np.isnan(found)  # nobody searched
        else:
            best = max(-worth(networks[number % 2], position, other) for other in legal)
            assert found == pytest.approx(best, abs=1e-3)
        position.play(move)


def worth(network: Network, position: Position, move: Move) -> float:
    """What the network says of the position after a move, for who is to move there."""
    after = position.copy()
    after.play(move)
    ending = after.result()
    if ending is not None:
        return 0.0 if ending.winner is None else -1.0
    return float(network.values(after)[0])


def test_openings_are_played_first() -> None:
    openings = ["9-13 22-17 13x22", "W:W30,K25:B3,7,K18"]
    games = play_games([(0, 0, 0), (0, 0, 1)], [], "random", openings=openings, move_limit=20)
    assert [str(move) for move in games.moves(0)[:3]] == ["9-13", "22-17", "13x22"]
    with pytest.raises(InputError, match="opening '9-13 22-18 13x22', '13x22'"):
        play_games([(0, 0, 0)], [], "random", openings=["9-13 22-18 13x22"])


def test_agents_may_decide_differently() -> None:
    """Counting pieces four plies ahead beats playing at random."""
    pairs = [(0, 1, 0), (1, 0, 0)] * 10
    games = play_games(pairs, [], ["material:depth=4,captures=yes", "random"], seed=1, threads=2)
    assert (games.outcomes * np.array([1, -1] * 10)).sum() >= 19


def test_a_blocked_player_loses_or_draws_as_asked() -> None:
    # White to move has a man that cannot move: it is blocked at once.
    stuck = "W:W12:B8,3"
    lost = play_games([(0, 0, 0)], [], "random", openings=[stuck])
    drawn = play_games([(0, 0, 0)], [], "random", openings=[stuck], blocked_is_draw=True)
    assert (lost.outcomes[0], drawn.outcomes[0]) == (1, 0)
    assert ENDINGS[drawn.endings[0]] == "blocked, a draw"


def test_progress_is_told_and_may_stop_the_games(networks: list[Network]) -> None:
    told: list[int] = []

    def progress(done: int) -> None:
        told.append(done)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_games(PAIRS * 100, networks, "minimax:depth=9", progress=progress)
    assert len(told) == 1


@pytest.mark.parametrize(
    ("decider", "message"),
    [
        ("maximin", "expected minimax, material, mcts, ept or random"),
        ("minimax:depth=0", "expected a number from 1 to 100"),
        ("minimax:playouts=3", "has no option 'playouts'"),
        ("mcts:playouts=0", "never ends"),
        ("minimax:seconds=1", "needs deepen=yes"),
        ("minimax:captures=perhaps", "expected yes or no"),
    ],
)
def test_deciders_are_refused_by_name(networks: list[Network], decider: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        play_games(PAIRS, networks, decider)


def test_wrong_agents_are_refused(networks: list[Network]) -> None:
    with pytest.raises(InputError, match="pair 0 names an agent or opening"):
        play_games([(0, 9, 0)], networks, "minimax:depth=1")
    with pytest.raises(InputError, match="needs networks"):
        play_games([(0, 0, 0)], [], "minimax:depth=1")
    with pytest.raises(InputError, match="expected a matrix of 4101 columns"):
        play_games([(0, 0, 0)], ("squares", np.zeros((2, 7))), "random")
    with pytest.raises(InputError, match="all of one kind"):
        play_games([(0, 1, 0)], [networks[0], Network("linear", np.zeros(weight_count("linear")))], "random")
