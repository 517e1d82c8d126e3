"""A training of openings in its folder: run, expert, and the model file after every step."""

import contextlib
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

from kifu.arena.opening_experts import ExpertError, make_expert
from kifu.learners.opening.settings import OpeningSettings
from kifu.learners.opening.training import OpeningTraining, Step
from kifu.models.opening import OpeningModel, opening_card
from kifu.work.runs import open_run

KIND = "train-opening"


@contextlib.contextmanager
def open_training(
    folder: Path,
    settings: OpeningSettings,
    seed: int = 1,
    *,
    threads: int = 1,
    executor: Executor | None = None,
) -> Iterator[OpeningTraining]:
    """Start a training, or continue the one in the folder.

    Args:
        folder: of the run.
        settings: all choices; those of a run that is there must be the same.
        seed: where everything drawn comes from.
        threads: for test games and the expert's processes; the result does not depend on it.
        executor: whose workers finish test games where the expert is GNU Go, such as a cluster; nor on this.
    """
    with (
        open_run(folder, KIND, options=settings.facts(), seed=seed) as run,
        contextlib.closing(make_expert(settings.expert, threads, executor)) as expert,
    ):
        training = OpeningTraining(settings, run, expert, threads)
        try:
            yield training
        except ExpertError as error:
            error.add_note(
                f"what {training.games:,} games taught is saved; the same command goes on from there"
            )
            raise


def model_file(folder: Path) -> Path:
    """Where the model of a run is kept."""
    return folder / "model.safetensors"


def model_of(
    training: OpeningTraining, settings: OpeningSettings, seed: int, command: str, last: Step | None = None
) -> OpeningModel:
    """Make the model of a training as it stands."""
    results = {}
    if last is not None and last.test_games:
        results["against_random"] = {"games": last.test_games, "wins": last.wins, "draws": last.draws}
    card = opening_card(
        settings,
        settings.moves,
        settings.komi,
        f"Values of {settings.size}x{settings.size} openings by temporal differences: features "
        f"{settings.features}, {settings.encoding}, after {training.games:,} games of self-play "
        f"finished by {settings.expert}.",
        command=command,
        seed=seed,
        options=settings.facts() | {"games": training.games},
        results=results,
    )
    return OpeningModel(card, {"weights": training.weights})
