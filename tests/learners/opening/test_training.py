"""Learning openings: temporal differences by hand, seeds, resuming, experts that fail."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from kifu._native import learners as native
from kifu.arena.opening_experts import ExpertError, GnuGoExpert, KifuExpert, make_expert
from kifu.arena.opening_games import OpeningTerms, play_openings, play_pair
from kifu.errors import InputError, MissingToolError, RunError
from kifu.games.coordinates import from_index
from kifu.games.go import Board
from kifu.learners.opening.session import open_training
from kifu.learners.opening.settings import OpeningSettings
from kifu.models.opening_form import OpeningForm
from kifu.protocols.gtp_client import find_program

QUICK = "kifu:playouts=8,tree=no"
SMALL = OpeningSettings(features="ACD", expert=QUICK, every=10, test_games=10)


def learner(form: OpeningForm, weights: np.ndarray, trace: float, explore: float) -> native.OpeningLearner:
    return native.OpeningLearner(form.network(weights), 6, 5.5, 0.5, trace, explore, 4, 0.5, True, 3)


@pytest.mark.parametrize("view", ["mover", "black"])
@pytest.mark.parametrize("trace", [0.0, 0.7])
def test_a_game_of_temporal_differences_by_hand(view: str, trace: float) -> None:
    form = OpeningForm("AC", view=view, hidden=4, scale=30.0)
    first = np.random.default_rng(1).normal(0, 0.5, form.weights)
    pupil = learner(form, first, trace, explore=0.3)
    moves = pupil.play(7)
    pupil.finish(12.0)
    weights, board, steps, gathered = first.copy(), Board(9, "chinese"), [], np.zeros(len(first))
    for index in moves.tolist():
        board.play(from_index(index, 9))
        steps.append(board.copy())
    for t, now in enumerate(steps):
        output, gradient = form.network(weights).gradient(now._game, 5.5)
        if t + 1 < len(steps):
            target = form.network(weights).gradient(steps[t + 1]._game, 5.5)[0]
        else:
            target = 0.5 + 12.0 / 60.0
        gathered = trace * gathered + gradient
        weights = weights + 0.5 * (target - output) * gathered
    np.testing.assert_allclose(pupil.weights, weights, rtol=0, atol=1e-12)


def test_exploring_draws_from_the_less_appealing() -> None:
    form = OpeningForm("A", hidden=4)
    weights = np.random.default_rng(1).normal(0, 1.0, form.weights)
    first = [int(learner(form, weights, 0.0, explore=1.0).play(n)[0]) for n in range(200)]
    best = int(learner(form, weights, 0.0, explore=0.0).play(0)[0])
    points, values = form.network(weights).values(Board(9, "chinese")._game, 5.5)
    order = points[np.argsort(-values, kind="stable")].tolist()
    ranks = np.array([order.index(point) for point in first])
    assert order[0] == best
    assert ranks.min() >= 1
    assert ((ranks - 1) // 20 == 0).mean() == pytest.approx(8 / 15, abs=0.12)


def test_the_same_seed_gives_the_same_run_however_often_it_is_stopped(tmp_path: Path) -> None:
    def train(folder: Path, stops: int, threads: int) -> tuple[bytes, np.ndarray]:
        for _ in range(stops):
            with open_training(folder, SMALL, 5, threads=threads) as training:
                for _ in range(4 // stops):
                    training.advance()
        return (folder / "log.jsonl").read_bytes(), training.weights

    log, weights = train(tmp_path / "once", 1, 1)
    again, same = train(tmp_path / "stopped", 4, 2)
    assert log == again
    assert (weights == same).all()
    assert [json.loads(line)["games"] for line in log.splitlines()] == [10, 20, 30, 40]


def test_other_options_or_seeds_are_refused_by_name(tmp_path: Path) -> None:
    with open_training(tmp_path / "run", SMALL, 5) as training:
        training.advance()
    with (
        pytest.raises(RunError, match="features"),
        open_training(tmp_path / "run", OpeningSettings(features="ABC", expert=QUICK), 5),
    ):
        pass
    for wrong in ({"features": "AX"}, {"expert": "nobody"}, {"drawn": "guess"}, {"explore": 2.0}):
        with pytest.raises(InputError):
            OpeningSettings(**wrong)  # type: ignore[arg-type]


def test_learning_beats_random() -> None:
    form = OpeningForm("ABCDE", "mixed", edges="stones")
    weights = np.random.default_rng(1).uniform(-0.1, 0.1, form.weights)
    expert = KifuExpert(16)
    pupil = native.OpeningLearner(form.network(weights), 20, 5.5, 0.3, 0.8, 0.1, 4, 0.5, True, 3)
    pupil.train(0, 250, *expert.native_options(9))
    games = play_pair(form.network(pupil.weights), None, 100, expert, OpeningTerms(), seed=1)
    assert games.wins > 65


def test_games_of_a_pair_share_their_start_and_threads_change_nothing() -> None:
    form = OpeningForm("A")
    nets = [form.network(np.random.default_rng(s).normal(0, 0.3, form.weights)) for s in (1, 2)]
    terms = OpeningTerms(drawn=2)
    pairs = [(0, 1, 0), (1, 0, 0), (0, 1, 1), (-1, 0, 2)]
    one = play_openings(nets, pairs, terms, seed=3, threads=1)
    two = play_openings(nets, pairs, terms, seed=3, threads=2)
    assert (one == two).all()
    assert (one[0, :2] == one[1, :2]).all()
    assert (one[0, :2] != one[2, :2]).any()
    expert = KifuExpert(16, threads=1)
    assert (expert.finish(one, 9, 5.5, 4) == KifuExpert(16, threads=2).finish(one, 9, 5.5, 4)).all()


def test_kifu_sees_who_has_won() -> None:
    """Black holds the board, White one dead stone in a corner."""
    wall = [i for y in (2, 4, 6) for i in range(9 * y, 9 * y + 9)][:20]
    moves = [m for black in wall for m in (black, -1)]
    assert KifuExpert(50).finish(np.array([moves], np.int16), 9, 5.5, 1)[0] > 45


def test_a_point_counts_for_who_holds_it_in_most_playouts() -> None:
    """Without a tree both counts look at the same playouts."""
    opening = play_openings([], [(-1, -1, 0)], OpeningTerms(), seed=8)
    sure = KifuExpert(40).finish(opening, 9, 5.5, 4)[0] + 5.5
    mean = KifuExpert(40, count="mean").finish(opening, 9, 5.5, 4)[0] + 5.5
    assert sure == round(sure)
    assert mean * 40 == pytest.approx(round(mean * 40), abs=1e-3)
    # One playout leaves no doubt, so that both counts are its score.
    one = [KifuExpert(1, count=count).finish(opening, 9, 5.5, 4)[0] for count in ("owners", "mean")]
    assert one[0] == one[1]


def test_the_predictor_changes_the_tree_and_threads_do_not() -> None:
    openings = play_openings([], [(-1, -1, i) for i in range(4)], OpeningTerms(), seed=8)
    plain = KifuExpert(60, tree=True, count="mean").finish(openings, 9, 5.5, 4)
    one = KifuExpert(60, tree=True, predictor=True, count="mean").finish(openings, 9, 5.5, 4)
    two = KifuExpert(60, tree=True, predictor=True, count="mean", threads=2).finish(openings, 9, 5.5, 4)
    assert (plain != one).any()
    assert (one == two).all()


FAKE = """
import sys
mode, first = sys.argv[1], True
for line in sys.stdin:
    word = line.split()[0]
    if word == "play" and mode == "one-way":
        with open(__file__ + ".plays", "a+") as plays:
            plays.seek(0)
            before = plays.readlines()
            first = not before or line in before[:2]
            plays.write(line)
    if word == "genmove":
        if mode == "crash" or mode == "one-way" and first: sys.exit(3)
        if mode == "hang":
            import time; time.sleep(60)
        print("= " + ("banana" if mode == "moves" else "PASS") + "\\n", flush=True)
    elif word == "final_score":
        print("= " + ("unclear" if mode == "nonsense" else "W+4.5") + "\\n", flush=True)
    else:
        print("=\\n", flush=True)
"""


@pytest.mark.parametrize("mode", ["fine", "one-way", "crash", "hang", "nonsense", "moves"])
def test_an_expert_that_fails_is_tried_again_and_then_named(mode: str, tmp_path: Path) -> None:
    script = tmp_path / "fake.py"
    script.write_text(FAKE)
    expert = GnuGoExpert(timeout=30 if mode != "hang" else 1.0, command=[sys.executable, str(script), mode])
    opening = np.array([[40, 41, -1]], np.int16)
    try:
        if mode in ("fine", "one-way"):  # GNU Go breaks off some games whenever it comes to them
            assert expert.finish(opening, 9, 5.5, 1).tolist() == [-4.5]
        else:
            with pytest.raises(ExpertError, match="failed 3 times"):
                expert.finish(opening, 9, 5.5, 1)
    finally:
        expert.close()


@pytest.mark.skipif(find_program("gnugo") is None, reason="GNU Go is not installed")
def test_a_game_at_which_gnugo_always_breaks_off_is_finished() -> None:
    """GNU Go 3.8 aborts at a move of this game whatever its seed."""
    points = [31, 19, 57, 59, 51, 39, 21, 49, 56, 29, 20, 60, 22, 47, 33, 41, 55, 23, 24, 14]
    expert = make_expert("gnugo:level=1")
    try:
        assert abs(expert.finish(np.array([points], np.int16), 9, 5.5, 1)[0]) < 81
    finally:
        expert.close()


@pytest.mark.skipif(find_program("gnugo") is None, reason="GNU Go is not installed")
def test_gnugo_finishes_a_game_the_same_way_again() -> None:
    """Black has walled off most of a small board."""
    opening = np.array([[2, 0, 7, 5, 12, 10, 17, 15, 22, 20]], np.int16)
    expert = make_expert("gnugo:level=1")
    try:
        points = [expert.finish(opening, 5, 0.5, 3)[0] for _ in range(2)]
    finally:
        expert.close()
    assert points[0] == points[1]
    assert points[0] > 0


def test_a_run_whose_expert_fails_keeps_its_last_step(tmp_path: Path) -> None:
    with open_training(tmp_path / "run", SMALL, 5) as training:
        training.advance()
        saved = training.weights
        training._expert = GnuGoExpert(command=["no-such-engine"])
        with pytest.raises(MissingToolError, match="no-such-engine"):
            training.advance()
    with open_training(tmp_path / "run", SMALL, 5) as again:
        assert again.games == 10
        assert (again.weights == saved).all()


def test_an_expert_that_failed_leaves_word_how_to_go_on(tmp_path: Path) -> None:
    script = tmp_path / "fake.py"
    script.write_text(FAKE)
    with (
        pytest.raises(ExpertError, match="failed 3 times") as told,
        open_training(tmp_path / "run", SMALL, 5) as training,
    ):
        training.advance()
        training._expert = GnuGoExpert(command=[sys.executable, str(script), "crash"])
        training.advance()
    assert "what 10 games taught is saved; the same command goes on from there" in told.value.__notes__


def test_experts_by_name() -> None:
    assert make_expert("kifu:playouts=30,tree=no").name == "kifu:playouts=30,tree=no,count=owners"
    assert (
        make_expert("kifu:tree=yes,count=mean").name == "kifu:playouts=200,tree=yes,predictor=no,count=mean"
    )
    assert make_expert(make_expert("kifu").name).name == make_expert("kifu").name
    assert make_expert("gnugo:level=3").name == "gnugo:level=3"
    for wrong in (
        "katago",
        "kifu:level=1",
        "kifu:count=lots",
        "kifu:tree=no,predictor=yes",
        "gnugo:level=99",
    ):
        with pytest.raises(InputError):
            make_expert(wrong)
