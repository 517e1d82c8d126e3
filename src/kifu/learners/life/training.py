"""A life model out of labelled games: collect, fit, keep the best by validation, write the card."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from kifu.archive import PackedGames
from kifu.learners.life.base import Classifier, Examples
from kifu.learners.life.classifiers import make_classifier
from kifu.learners.life.collecting import collect
from kifu.learners.life.settings import LifeTraining
from kifu.models.files import Card
from kifu.models.life import KIND, VERSION, LifeModel
from kifu.work.progress import Progress, silent
from kifu.work.runs import Checkpoint, Run

#: A larger validation set would not stop training any better (the paper's bound for Table 1).
MOST_VALIDATION = 25_000


def train(
    what: LifeTraining,
    training: Sequence[PackedGames],
    validation: Sequence[PackedGames],
    *,
    data: Mapping[str, Any] | None = None,
    command: str = "",
    run: Run | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> LifeModel:
    """Train a life model.

    Args:
        what: classifier, features, examples.
        training: games to learn from.
        validation: other games, which decide when to stop and which try is best.
        data: for the card: where the games came from.
        command: for the card.
        run: where examples and tries are kept, so that a killed training goes on.
        threads: native threads that collect examples.
        executor: who collects them instead, such as a cluster; the model is the same.
        progress: told what is being done.
    """
    seed = what.collecting.seed
    saved = _saved(run)
    if saved is None:
        collected = partial(
            collect, how=what.collecting, threads=threads, executor=executor, progress=progress
        )
        learn, every = collected(training, what.examples), collected(validation, None)
        check = every.take(np.arange(min(len(every), len(learn), MOST_VALIDATION)))
    else:
        learn, check = saved
    best = _best_try(what, learn, check, run, progress)
    card = Card(
        KIND,
        VERSION,
        f"Which blocks live: {what.classifier} on the {what.collecting.features.name} features.",
        data=dict(data or {}),
        command=command,
        seed=seed,
        options={
            "form": best.form,
            "features": what.collecting.features.name,
            "playouts": what.collecting.features.playouts,
            "classifier": what.classifier,
            "examples": len(learn),
            "share": what.collecting.share,
            "end_share": what.collecting.end_share,
            "tries": what.tries,
        },
        results={
            "validation_error": best.error,
            "validation_loss": best.loss,
            "validation_examples": len(check),
            "training_error": best.training_error,
        },
    )
    return LifeModel(card, best.arrays)


@dataclass(frozen=True)
class _Try:
    form: str
    arrays: dict[str, Any]
    error: float
    loss: float
    training_error: float


def _saved(run: Run | None) -> tuple[Examples, Examples] | None:
    """Examples to learn from and to check with, of a run that has collected them."""
    if run is None or run.checkpoint is None:
        return None
    saved = run.checkpoint.arrays
    return (
        Examples(saved["learn.rows"], saved["learn.alive"]),
        Examples(saved["check.rows"], saved["check.alive"]),
    )


def _best_try(
    what: LifeTraining, learn: Examples, check: Examples, run: Run | None, progress: Progress
) -> _Try:
    seed = what.collecting.seed
    kept = run.checkpoint if run else None
    arrays = {
        "learn.rows": learn.rows,
        "learn.alive": learn.alive,
        "check.rows": check.rows,
        "check.alive": check.alive,
    }
    best: _Try | None = None
    if kept is not None and kept.state:
        best = _Try(
            arrays={
                name.removeprefix("best."): array
                for name, array in kept.arrays.items()
                if name.startswith("best.")
            },
            **kept.state,
        )
    if run is not None and kept is None:
        run.save(Checkpoint(1, {}, arrays))
    done = 0 if run is None else run.step - 1
    for number in range(done, what.tries):
        tried = _try(make_classifier(what.classifier, seed + number), learn, check, progress)
        if best is None or tried.loss < best.loss:
            best = tried
        if run is not None:
            state = {
                "form": best.form,
                "error": best.error,
                "loss": best.loss,
                "training_error": best.training_error,
            }
            of_best = {f"best.{name}": array for name, array in best.arrays.items()}
            run.save(Checkpoint(number + 2, state, arrays | of_best))
    assert best is not None
    return best


def _try(classifier: Classifier, learn: Examples, check: Examples, progress: Progress) -> _Try:
    classifier.fit(learn, check, progress=progress)
    probability = classifier.predict(check.rows)
    return _Try(
        classifier.form,
        classifier.arrays(),
        classifier.error(check),
        float(((probability - check.alive) ** 2).mean()),
        classifier.error(learn),
    )
