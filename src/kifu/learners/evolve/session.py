"""A run of an evolution in its folder: settings, goal, champions as model files."""

import contextlib
import json
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path
from typing import Any

from kifu.errors import InputError, RunError
from kifu.learners.evolve.genome import Layout
from kifu.learners.evolve.learning import School
from kifu.learners.evolve.native_games import NativePlay
from kifu.learners.evolve.run import Evolution, Report
from kifu.learners.evolve.settings import EvolveSettings
from kifu.models.draughts_net import KINDS, Network, network_card
from kifu.work.files import read_bytes, write_text
from kifu.work.progress import Progress, silent
from kifu.work.runs import open_run, options_of

KIND = "evolve"
GENERATIONS = 200


@contextlib.contextmanager
def open_evolution(
    folder: Path,
    settings: EvolveSettings | None = None,
    seed: int | None = None,
    *,
    ancestor: Network | None = None,
    goal: int | None = None,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Progress = silent,
) -> Iterator[tuple[Evolution, int]]:
    """Start an evolution, or continue the one in the folder.

    Args:
        folder: of the run.
        settings: all choices; None continues with those of the run.
        seed: None continues with that of the run, or begins with 1.
        ancestor: what the first generation of a new run descends from; kept with the run.
        goal: generations in all; None for the goal that the run had before.
        threads: for games and lessons; the result does not depend on it.
        executor: who plays the games instead, such as a cluster; nor on this.
        progress: told of the games of each generation.

    Yields:
        The evolution, and its goal.
    """
    if settings is None:
        settings = EvolveSettings.from_facts(options_of(folder))
    elif seed is None and not (folder / "run.json").exists():
        seed = 1
    if ancestor is not None:
        settings = replace(settings, ancestor=_checked(ancestor, settings.network).fingerprint)
    with open_run(folder, KIND, options=_facts(folder, settings), seed=seed) as run:
        goal = _goal(folder, goal)
        layout = Layout(KINDS[settings.network])
        learns = settings.training_positions > 0 or settings.mutation == "safe"
        champions = Champions(folder, settings, run.seed)
        forebear = _ancestor(folder, settings, ancestor) if settings.ancestor else None
        evolution = Evolution(
            settings,
            run,
            layout,
            NativePlay(settings, threads, executor, progress),
            School(settings.network, layout, threads) if learns else None,
            champions.keep,
            None if forebear is None else forebear.weights,
        )
        yield evolution, goal


def _facts(folder: Path, settings: EvolveSettings) -> dict[str, Any]:
    """The settings for run.json; a run of an older version keeps the names that it was begun with."""
    if (folder / "run.json").exists():
        kept = options_of(folder)
        with contextlib.suppress(InputError, TypeError):
            if EvolveSettings.from_facts(kept) == settings:
                return kept
    return settings.facts()


class Champions:
    """Keeps the champion of every generation as a model file."""

    def __init__(self, folder: Path, settings: EvolveSettings, seed: int) -> None:
        self._folder = folder
        self._settings = settings
        self._seed = seed

    def keep(self, report: Report) -> None:
        """Write a champion; the same file when a generation is done again."""
        facts = report.facts
        path = champion_file(self._folder, facts.generation)
        path.parent.mkdir(exist_ok=True)
        card = network_card(
            self._settings.network,
            f"Champion {facts.champion} of generation {facts.generation}, bred by kifu evolve.",
            command="kifu evolve",
            seed=self._seed,
            options=self._settings.facts(),
            results={"generation": facts.generation, "mean_of_means": facts.mean_of_means},
        )
        Network(self._settings.network, report.genes).save(path, card)


def champion_file(folder: Path, generation: int) -> Path:
    """Where the champion of a generation is kept."""
    return folder / "champions" / f"{generation:06d}.safetensors"


def _checked(ancestor: Network, kind: str) -> Network:
    if ancestor.kind != kind:
        raise InputError(
            f"expected an ancestor of the kind {kind!r}, got {ancestor.kind!r}; "
            f"give --network {ancestor.kind}"
        )
    return ancestor


def _ancestor(folder: Path, settings: EvolveSettings, given: Network | None) -> Network:
    """The run's own copy of it, so that a run continues whatever becomes of the file that was given."""
    path = folder / "ancestor.safetensors"
    if given is not None and not path.exists():
        given.save(path, given.card or network_card(given.kind, "The ancestor of a run of kifu evolve."))
    kept = Network.load(path)
    if kept.fingerprint != settings.ancestor:
        raise RunError(
            f"{str(path)!r} is another network ({kept.fingerprint}) than the run began with "
            f"({settings.ancestor}); put it back, or start in a new folder"
        )
    return kept


def _goal(folder: Path, wanted: int | None) -> int:
    """How many generations a run shall have: as given now, or when it was last given."""
    path = folder / "goal.json"
    if wanted is None and path.exists():
        try:
            goal = json.loads(read_bytes(path, limit=1000))["generations"]
            if not isinstance(goal, int) or goal < 1:
                raise ValueError(f"{goal!r} generations")
            return goal
        except (ValueError, KeyError, TypeError) as error:
            raise RunError(f"{str(path)!r} was edited ({error}); give --generations") from None
    goal = wanted or GENERATIONS
    write_text(path, json.dumps({"generations": goal}) + "\n")
    return goal
