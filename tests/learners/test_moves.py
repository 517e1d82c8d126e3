"""Training on Kifu's own games: the same on any number of threads, and after an interruption."""

import sys
from dataclasses import replace

import numpy as np
import pytest

from kifu._native import learners, models
from kifu.archive.packed import PackedGames
from kifu.errors import InputError, MissingToolError
from kifu.games.go import Board, Colour
from kifu.learners.moves.full import train_full
from kifu.learners.moves.paper import train_paper
from kifu.learners.moves.settings import FullTraining, PaperTraining
from kifu.models.moves import MovePredictor
from kifu.work.runs import open_run
from kifu_lab.evaluation.moves import outcomes, report

FULL = FullTraining(games=30, passes=2, chunk=10, counted=30)
PAPER = PaperTraining(games=30, rounds=2, iterations=5)


@pytest.mark.parametrize(("train", "what"), [(train_full, FULL), (train_paper, PAPER)])
def test_threads_do_not_change_the_result(train, what, own_games: PackedGames) -> None:
    one, three = (train(what, own_games, threads=threads) for threads in (1, 3))
    for name, array in one.arrays.items():
        assert np.array_equal(array, three.arrays[name]), name


@pytest.mark.parametrize(("train", "what"), [(train_full, FULL), (train_paper, PAPER)])
@pytest.mark.parametrize("after", [1, 2])
def test_an_interrupted_training_goes_on_to_the_same_result(
    train, what, after: int, own_games: PackedGames, tmp_path, monkeypatch
) -> None:
    whole = train(what, own_games)

    from kifu.work.runs import Run

    save = Run.save

    def interrupted(run, checkpoint):
        save(run, checkpoint)
        if checkpoint.step == after:
            raise KeyboardInterrupt

    monkeypatch.setattr(Run, "save", interrupted)
    with pytest.raises(KeyboardInterrupt), open_run(tmp_path / "run", "t", options={}, seed=1) as run:
        train(what, own_games, run=run)
    monkeypatch.undo()
    with open_run(tmp_path / "run", "t", options={}, seed=1) as run:
        resumed = train(what, own_games, run=run)
    for name, array in whole.arrays.items():
        assert np.array_equal(array, resumed.arrays[name]), name


def test_another_seed_draws_other_games(own_games: PackedGames) -> None:
    first = train_full(replace(FULL, games=10), own_games)
    second = train_full(replace(FULL, games=10, seed=2), own_games)
    assert not np.array_equal(first.arrays["keys"], second.arrays["keys"])


def test_training_helps(own_games: PackedGames, full_moves: MovePredictor) -> None:
    held_out = own_games.take(np.arange(30, 40))
    untrained = train_full(replace(FULL, games=2, passes=1, rate=1e-6), own_games)
    before, after = (report(outcomes(model, held_out)) for model in (untrained, full_moves))
    assert after["log_loss"] < before["log_loss"] - 0.3


def test_every_legal_move_of_every_position_is_counted_once(own_games: PackedGames) -> None:
    few = own_games.take(np.arange(4))
    model = train_paper(replace(PAPER, games=None, top=0), few)
    moves, legal = 0, 0
    for game in range(len(few)):
        board = Board(few.size, "japanese")
        for action in few.actions[few.offsets[game] : few.offsets[game + 1]]:
            board.to_play = Colour.WHITE if action >> 15 else Colour.BLACK
            moves, legal = moves + 1, legal + len(board.legal_moves())
            board.play((action & 63, action >> 6 & 63))
    assert model.arrays["used"].sum() == moves
    assert model.arrays["unused"].sum() == legal - moves


def test_the_gradient_is_the_slope_of_the_loss(own_games: PackedGames) -> None:
    frequencies = train_paper(replace(PAPER, top=0), own_games)
    arrays = frequencies.arrays
    base = models.PaperMoveModel(
        models.PatternDictionary(arrays["keys"]),
        arrays["used"],
        arrays["unused"],
        np.zeros(0, np.float32),
        0.0,
        10,
        False,
    )
    samples = learners.MoveSamples(base, own_games.size)
    few = own_games.take(np.arange(3))
    samples.add(own_games.size, few.actions, few.offsets)
    random = np.random.default_rng(1)
    weights = random.normal(0, 0.1, samples.attributes + 1)
    _, gradient = samples.evaluate(weights)
    _, gradient3 = samples.evaluate(weights, 3)
    assert np.array_equal(gradient, gradient3)
    for i in [*np.argsort(-np.abs(gradient))[:5], len(weights) - 1]:
        step = np.zeros_like(weights)
        step[i] = 1e-5
        slope = (samples.evaluate(weights + step)[0] - samples.evaluate(weights - step)[0]) / 2e-5
        assert slope == pytest.approx(gradient[i], rel=1e-4)


def test_facts_left_out_weigh_nothing(own_games: PackedGames) -> None:
    what = replace(FULL, games=10, passes=1)
    groups = ("capture", "to-last")
    whole, part = (train_full(replace(what, without=left), own_games).arrays for left in ((), groups))
    begin = 0
    for name, size in models.fact_groups():
        facts = slice(begin, begin + size)
        rows = slice(begin * models.NET_WIDTH, (begin + size) * models.NET_WIDTH)
        assert part["facts"][facts].any() == (whole["facts"][facts].any() and name not in groups), name
        assert part["net"][rows].any() == (name not in groups), name
        begin += size
    with pytest.raises(InputError, match="expected groups of facts among capture"):
        replace(what, without=("captures",))


def test_a_wider_constraint_keeps_fewer_weights(own_games: PackedGames) -> None:
    narrow, wide = (train_paper(replace(PAPER, width=width), own_games) for width in (0.1, 5.0))
    assert len(wide.arrays["weights"]) < len(narrow.arrays["weights"])


def test_without_scipy_the_paper_is_refused_before_any_work(
    own_games: PackedGames, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    told: list[str] = []
    with pytest.raises(MissingToolError, match=r"SciPy: pip install 'kifu\[train\]'"):
        train_paper(PAPER, own_games, progress=lambda done, total, what: told.append(what))
    assert told == []
    assert train_paper(replace(PAPER, top=0), own_games).card.options["top"] == 0


def test_too_few_games_are_refused_with_both_numbers(own_games: PackedGames) -> None:
    with pytest.raises(InputError, match="at least 20,000 games on 9x9 .* found 40"):
        train_full(FullTraining(), own_games)
    with pytest.raises(InputError, match="at least 4 games"):
        train_paper(replace(PAPER, games=None), own_games.take(np.arange(3)))
