"""An evolution from its first generation to its last, saved after each."""

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu.learners.evolve.breeding import Breeder, strategy_mean
from kifu.learners.evolve.games import Games, Play
from kifu.learners.evolve.genome import Floats, Layout
from kifu.learners.evolve.learning import School
from kifu.learners.evolve.memory import Lessons
from kifu.learners.evolve.openings import draw_openings
from kifu.learners.evolve.population import Population
from kifu.learners.evolve.settings import EvolveSettings
from kifu.learners.evolve.tournament import (
    Pairs,
    mean_of_means,
    mirrored_pairs,
    points,
    ranking,
    rival_pairs,
    tournament_pairs,
)
from kifu.models.draughts_net import Network
from kifu.work.facts import JsonObject
from kifu.work.runs import Checkpoint, Run
from kifu.work.seeds import native_seed, stream

_SENSED = 64  # positions that sensitivity is measured on


@dataclass(frozen=True)
class Generation:
    """What a generation came to: a line of the log.

    Attributes:
        generation: from 1.
        champion: its name.
        points: of the champion; a strategy's champion is the centre and plays no tournament.
        mean_of_means: of the champion against its rivals; None in the first generation.
        games, moves, evaluations: of the tournament and the champion's games.
        black, white, draws: how the tournament's games ended.
        agents: name, operator, parents and points of each.
    """

    generation: int
    champion: str
    points: float | None
    mean_of_means: float | None
    games: int
    moves: int
    evaluations: int
    black: int
    white: int
    draws: int
    agents: list[list[Any]]


@dataclass(frozen=True)
class Report:
    """A generation, for those who watch: with its champion's genes and the time it took."""

    facts: Generation
    genes: Floats
    seconds: float


class Evolution:
    """An evolution that goes on from where its run is.

    Args:
        settings: all choices.
        run: the open run.
        layout: of the networks.
        play: plays games.
        school: teaches those that learn, and senses for safe mutation.
        keep: given each generation before it is saved, to keep its champion.
        ancestor: genes that the first generation descends from; random ones if None.
    """

    def __init__(
        self,
        settings: EvolveSettings,
        run: Run,
        layout: Layout,
        play: Play,
        school: School | None = None,
        keep: Callable[[Report], None] = lambda report: None,
        ancestor: Floats | None = None,
    ) -> None:
        self._settings = settings
        self._run = run
        self._layout = layout
        self._play = play
        self._school = school
        self._keep = keep
        self.population: Population
        self._rivals = np.zeros((0, layout.size))
        self._lessons = Lessons.none()
        self._begin(ancestor)

    @property
    def generation(self) -> int:
        """The last one that is done and saved."""
        return self._run.step

    def log(self) -> Iterator[JsonObject]:
        """A line for each generation so far: the fields of `Generation`."""
        return self._run.logged()

    def advance(self) -> Report:
        """Play and breed one generation, log it, keep its champion, save what comes next."""
        report = self._step()
        self._keep(report)
        self._save()
        return report

    def _step(self) -> Report:
        started = time.monotonic()
        number = self.generation + 1
        settings, population = self._settings, self.population
        openings = draw_openings(settings, stream(self._run.seed, "openings", number))
        pairs = self._pairs(number, len(openings))
        games = self._play(pairs, population.weights, openings, self._seed(number, "tournament"))
        scored = points(settings, pairs, games.outcomes)
        best = int(ranking(scored)[0])
        champion, name = self._champion(population, scored, best, number)
        against, mean = self._meet_rivals(champion, openings, number)
        if settings.training_positions or settings.mutation == "safe":
            self._lessons = self._lessons.after(games, number, settings.memory)
        facts = Generation(
            generation=number,
            champion=name,
            points=None if settings.method == "strategy" else float(scored[best]),
            mean_of_means=mean,
            games=len(games.outcomes) + len(against.outcomes),
            moves=int(games.lengths.sum() + against.lengths.sum()),
            evaluations=games.evaluations + against.evaluations,
            black=int((games.outcomes > 0).sum()),
            white=int((games.outcomes < 0).sum()),
            draws=int((games.outcomes == 0).sum()),
            agents=[[*who, float(p)] for who, p in zip(population.state(), scored.tolist(), strict=True)],
        )
        self._run.log(asdict(facts))
        self.population = self._breed(scored, champion, number)
        if settings.rivals:
            self._rivals = np.concatenate([self._rivals, champion[None]])[-settings.rivals :]
        return Report(facts, champion, time.monotonic() - started)

    def _save(self) -> None:
        arrays: dict[str, npt.NDArray[Any]] = {
            "weights": self.population.weights,
            "steps": self.population.steps,
            "rivals": self._rivals,
            "positions": self._lessons.positions,
            "results": self._lessons.results,
            "played": self._lessons.generation,
            "begins": self._lessons.begins,
            "found": self._lessons.found,
        }
        self._run.save(Checkpoint(self.generation + 1, {"agents": self.population.state()}, arrays))

    def _begin(self, ancestor: Floats | None) -> None:
        last = self._run.checkpoint
        if last is None:
            breeder = Breeder(self._settings, self._layout)
            self.population = breeder.first(stream(self._run.seed, "first"), ancestor)
            return
        arrays = last.arrays
        self.population = Population(
            arrays["weights"], arrays["steps"], Population.agents_from(last.state["agents"])
        )
        self._rivals = arrays["rivals"]
        kept = ("positions", "results", "played", "begins", "found")
        self._lessons = Lessons(*(arrays[name] for name in kept))

    def _pairs(self, number: int, openings: int) -> Pairs:
        make = mirrored_pairs if self._settings.method == "strategy" else tournament_pairs
        return make(self._settings, openings, stream(self._run.seed, "pairs", number))

    def _champion(self, population: Population, scored: Floats, best: int, number: int) -> tuple[Floats, str]:
        settings = self._settings
        if settings.method == "strategy":
            return strategy_mean(population, scored, settings), f"{number}.mean"
        if settings.champion_by == "average":
            return population.weights[ranking(scored)[: settings.elite]].mean(axis=0), f"{number}.average"
        return population.weights[best], population.agents[best].name

    def _meet_rivals(self, champion: Floats, openings: list[str], number: int) -> tuple[Games, float | None]:
        rivals = len(self._rivals)
        if not rivals:
            return Games.none(), None
        pairs = rival_pairs(self._settings, rivals, len(openings), stream(self._run.seed, "rivals", number))
        weights = np.concatenate([champion[None], self._rivals])
        games = self._play(pairs, weights, openings, self._seed(number, "rivals"))
        return games, mean_of_means(pairs, games.outcomes, rivals)

    def _breed(self, scored: Floats, champion: Floats, number: int) -> Population:
        settings, population = self._settings, self.population
        sensitivities = None
        if settings.mutation == "safe" and len(self._lessons):
            drawn = stream(self._run.seed, "sensed", number).integers(len(self._lessons), size=_SENSED)
            sensitivities = self._teacher.sensitivities(population.weights, self._lessons.positions[drawn])
        breeder = Breeder(settings, self._layout, sensitivities)
        bred = breeder.next(population, scored, number + 1, stream(self._run.seed, "breeding", number))
        learns = settings.training_positions and len(self._lessons)
        return self._taught(bred, champion, number) if learns else bred

    def _taught(self, population: Population, champion: Floats, number: int) -> Population:
        """The same with its newborn having learned from remembered games."""
        settings = self._settings
        weights = population.weights.copy()
        newborn = [agent.name.startswith(f"{number + 1}.") for agent in population.agents]
        if settings.teacher == "search":
            targets = self._lessons.search_targets(settings.trace)
        else:
            values = Network(settings.network, champion).values(self._lessons.positions)
            targets = self._lessons.targets(values, settings.trace)
        weights[newborn] = self._teacher.taught(
            weights[newborn],
            self._lessons,
            targets,
            settings.training_positions,
            settings.rate * 0.5 ** (number / settings.rate_half_life)
            if settings.rate_half_life
            else settings.rate,
            self._seed(number, "lessons"),
        )
        return Population(weights, population.steps, population.agents)

    @property
    def _teacher(self) -> School:
        assert self._school is not None
        return self._school

    def _seed(self, number: int, what: str) -> int:
        return native_seed(self._run.seed, what, number)
