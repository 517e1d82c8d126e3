"""What cells leave to defaults. A cell's key has its task's version, not the defaults of the code."""

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest

from kifu.learners.book_settings import BookTraining
from kifu.learners.evolve.settings import preset
from kifu.learners.moves.settings import FullTraining, PaperTraining
from kifu.learners.opening.settings import OpeningSettings
from kifu.players.katia_options import KatiaOptions
from kifu.players.levels import KATIA_LEVELS
from kifu_lab.experiments.book.growth import GROW
from kifu_lab.experiments.book.matches import PLAY
from kifu_lab.experiments.book.search import PLAY as PLAY_PARTS
from kifu_lab.experiments.book.search import RATE
from kifu_lab.experiments.book.table_1 import HARVEST
from kifu_lab.experiments.cells import Task
from kifu_lab.experiments.evolve.breeding import BREED
from kifu_lab.experiments.moves.training import TRAIN_FULL, TRAIN_PAPER
from kifu_lab.experiments.opening.judged import JUDGE
from kifu_lab.experiments.opening.players import TRAIN
from kifu_lab.experiments.opening.robins import MEET


def _katia() -> Any:
    return [asdict(KatiaOptions()), KATIA_LEVELS]


def _presets() -> Any:
    return [asdict(preset(name)) for name in ("paper", "blondie24", "kifu")]


@pytest.mark.parametrize(
    ("task", "version", "defaults", "digest"),
    [
        (PLAY, 1, _katia, "4de905c0387e"),
        (PLAY_PARTS, 1, _katia, "4de905c0387e"),
        (RATE, 1, _katia, "4de905c0387e"),
        (TRAIN_PAPER, 1, lambda: asdict(PaperTraining()), "e96bbfad2d91"),
        (TRAIN_FULL, 1, lambda: asdict(FullTraining()), "15a984438bef"),
        (BREED, 2, _presets, "13f29292a94d"),
        (TRAIN, 3, lambda: OpeningSettings().facts(), "0cb77dacc8a6"),
        (MEET, 3, lambda: OpeningSettings().facts(), "0cb77dacc8a6"),
        (JUDGE, 1, lambda: OpeningSettings().facts(), "0cb77dacc8a6"),  # it trains whom it judges
        (GROW, 1, lambda: asdict(BookTraining()), "f37998e0a55a"),
        (HARVEST, 1, lambda: asdict(BookTraining()), "f37998e0a55a"),
    ],
)
def test_a_changed_default_is_another_version_of_the_task(
    task: Task, version: int, defaults: Callable[[], Any], digest: str
) -> None:
    """Raise the version of the task where its cells would give another result, and write both down here."""
    text = json.dumps(defaults(), sort_keys=True, default=str)
    assert (task.version, hashlib.sha256(text.encode()).hexdigest()[:12]) == (version, digest)
