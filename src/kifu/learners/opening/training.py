"""The training of one network of openings, in steps that are logged and saved."""

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass

import numpy as np

from kifu._native import learners as native
from kifu.arena.opening_experts import Expert, KifuExpert
from kifu.arena.opening_games import play_pair
from kifu.learners.opening.settings import OpeningSettings
from kifu.models.opening import Weights
from kifu.work.facts import JsonObject
from kifu.work.progress import Progress, silent
from kifu.work.runs import Checkpoint, Run
from kifu.work.seeds import native_seed, stream


@dataclass(frozen=True)
class Step:
    """Some training games, and the test after them: a line of the log.

    Attributes:
        games: trained with, in all.
        error: mean distance, in points, between what the network expected at the end of an opening and what
            the expert made of it, over the games of the step.
        black: mean of Black's points over them.
        test_games, wins, draws: against Random.
        points: mean of the player's points in them.
    """

    games: int
    error: float
    black: float
    test_games: int
    wins: int
    draws: int
    points: float


@dataclass(frozen=True)
class Times:
    """Games of a step and its seconds: in all, of training, of the expert in training.

    They are not in the log, which is the same on every machine.
    """

    games: int
    seconds: float
    training: float
    expert: float


class OpeningTraining:
    """Training that goes on from where its run is.

    Args:
        settings: all choices.
        run: the open run.
        expert: finishes games.
        threads: for test games; the result does not depend on it.
    """

    def __init__(self, settings: OpeningSettings, run: Run, expert: Expert, threads: int = 1) -> None:
        self._settings = settings
        self._run = run
        self._expert = expert
        self._threads = threads
        last = run.checkpoint
        if last is not None:
            self.weights: Weights = last.arrays["weights"]
        else:
            width = settings.width
            self.weights = stream(run.seed, "weights").uniform(-width, width, settings.weights)

    @property
    def games(self) -> int:
        """Trained with so far, and saved."""
        return self._run.step

    def log(self) -> Iterator[JsonObject]:
        """A line for each step so far: the fields of `Step`."""
        return self._run.logged()

    def advance(self, games: int | None = None, progress: Progress = silent) -> tuple[Step, Times]:
        """Train with some games, test, log and save.

        Args:
            games: of this step; as many as the settings say if None.
            progress: called after games.
        """
        settings = self._settings
        started = time.monotonic()
        last = self.games + (settings.every if games is None else games)
        network = settings.network(self.weights)
        learner = native.OpeningLearner(
            network,
            settings.moves,
            settings.komi,
            settings.rate,
            settings.trace,
            settings.explore,
            settings.classes,
            settings.decay,
            settings.drawn == "learn",
            native_seed(self._run.seed, "games"),
        )
        if isinstance(self._expert, KifuExpert):
            rows, expert = learner.train(self.games, last, *self._expert.native_options(settings.size))
        else:
            rows, expert = self._with(learner, last, progress)
        trained = time.monotonic() - started
        self.weights = learner.weights
        wins = draws = 0
        points = 0.0
        if settings.test_games:
            tests = play_pair(
                settings.network(self.weights),
                None,
                settings.test_games,
                self._expert,
                settings.terms,
                seed=native_seed(self._run.seed, "test", last),
                threads=self._threads,
                progress=progress,
            )
            wins, draws, points = tests.wins, tests.draws, float(tests.first_points.mean())
        step = Step(
            last,
            float(np.abs(rows[:, 0] - rows[:, 1]).mean()),
            float(rows[:, 1].mean()),
            settings.test_games,
            wins,
            draws,
            points,
        )
        self._run.log(asdict(step))
        self._run.save(Checkpoint(last, {}, {"weights": self.weights}))
        return step, Times(len(rows), time.monotonic() - started, trained, expert)

    def _with(self, learner: native.OpeningLearner, last: int, progress: Progress) -> tuple[Weights, float]:
        """Train with an expert that is not native."""
        settings = self._settings
        rows, spent = [], 0.0
        for number in range(self.games, last):
            opening = learner.play(number)
            started = time.monotonic()
            seed = native_seed(self._run.seed, "training", number)
            points = float(self._expert.finish(opening[None], settings.size, settings.komi, seed)[0])
            spent += time.monotonic() - started
            rows.append((learner.expected, points))
            learner.finish(points)
            progress(number + 1, last, f"game {number + 1} of {last}")
        return np.array(rows), spent
