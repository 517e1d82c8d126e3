"""The next generation from the last one and its points."""

from collections.abc import Iterator

import numpy as np

from kifu.learners.evolve.genome import Floats, Layout
from kifu.learners.evolve.population import Agent, Population, first_population
from kifu.learners.evolve.settings import EvolveSettings
from kifu.learners.evolve.tournament import ranking
from kifu.learners.evolve.variation import STEP, bounded, cross, mutate

# A gene, its steps, how it came about, and the numbers of its parents.
_Child = tuple[Floats, Floats, str, tuple[int, ...]]


class Breeder:
    """Makes generations by one of the methods.

    Args:
        settings: all choices.
        layout: of the networks.
        sensitivities: for safe mutation, how much each agent's output moves with each weight.
    """

    def __init__(self, settings: EvolveSettings, layout: Layout, sensitivities: Floats | None = None) -> None:
        self._settings = settings
        self._layout = layout
        self._sensitivities = sensitivities

    def first(self, random: np.random.Generator, ancestor: Floats | None = None) -> Population:
        """The first population: random agents or an ancestor and its mutants, or a cloud around one."""
        settings, size = self._settings, self._layout.size
        if settings.method != "strategy":
            return first_population(settings, size, random, ancestor)
        centre = random.uniform(-settings.width, settings.width, size) if ancestor is None else ancestor
        weights = np.stack([child[0] for child in strategy_cloud(centre, settings, random)])
        n = settings.population
        return Population(weights, np.zeros((n, 0)), tuple(Agent(f"1.{i + 1}", "random") for i in range(n)))

    def next(
        self, population: Population, points: Floats, generation: int, random: np.random.Generator
    ) -> Population:
        """The population of `generation`, bred from the one before and its points."""
        if self._settings.method == "genetic":
            stay = ranking(points)[: self._settings.elite]
            children = self._genetic(population, points, random)
        elif self._settings.method == "offspring":
            stay = ranking(points)[: self._settings.population // 2]
            children = (self._mutant(population, int(i), random) for i in stay)
        else:
            stay = np.empty(0, np.int64)
            children = strategy_cloud(
                strategy_mean(population, points, self._settings), self._settings, random
            )
        born = list(children)
        kept = [population.agents[int(i)] for i in stay]
        new = [
            Agent(f"{generation}.{number}", operator, tuple(population.agents[p].name for p in parents))
            for number, (_, _, operator, parents) in enumerate(born, 1)
        ]
        return Population(
            np.concatenate([population.weights[stay], np.stack([child[0] for child in born])]),
            np.concatenate([population.steps[stay], np.stack([child[1] for child in born])]),
            (*kept, *new),
        )

    def _genetic(
        self, population: Population, points: Floats, random: np.random.Generator
    ) -> Iterator[_Child]:
        """Families of the 1st and 2nd, the 2nd and 3rd, ..., then mutants of those who follow.

        The paper's ten children are two families of four and two mutants; larger populations keep that share.
        """
        settings = self._settings
        order = [int(i) for i in ranking(points)[: settings.elite]]
        wanted = settings.population - settings.elite
        families = min((wanted + 2) // 5, settings.elite - 1, wanted // 4)
        for i in range(families):
            yield from self._family(population, points, order[i], order[i + 1], random)
        rest = order[families + 1 :] or order
        for i in range(wanted - 4 * families):
            yield self._mutant(population, rest[i % len(rest)], random)

    def _family(
        self, population: Population, points: Floats, a: int, b: int, random: np.random.Generator
    ) -> Iterator[_Child]:
        if self._settings.crossover == "none":
            for parent in (a, b, a, b):
                yield self._mutant(population, parent, random)
            return
        if points[a] == points[b] and random.integers(2):
            a, b = b, a  # at a tie nobody is dominant: one of them at random
        children = cross(population.weights[a], population.weights[b], self._layout, self._settings, random)
        for genes, steps_of, parents in zip(children, (a, b), ((a, b), (b, a)), strict=True):
            yield genes, population.steps[steps_of], "crossover", parents
        for parent in (a, b):
            yield self._mutant(population, parent, random)

    def _mutant(self, population: Population, parent: int, random: np.random.Generator) -> _Child:
        sensitivity = None if self._sensitivities is None else self._sensitivities[parent]
        genes, steps = mutate(
            population.weights[parent], population.steps[parent], self._settings, random, sensitivity
        )
        return genes, steps, "mutation", (parent,)


def strategy_mean(population: Population, points: Floats, settings: EvolveSettings) -> Floats:
    """Where the cloud goes: from its centre towards the winners of the mirrored pairs."""
    even, odd = population.weights[0::2], population.weights[1::2]
    centre: Floats = (even[0] + odd[0]) / 2
    advantage = points[0::2] - points[1::2]
    length = float(np.sqrt(np.sum(advantage**2)))
    if length == 0:
        return centre
    step: Floats = settings.rate * (advantage / length) @ ((even - odd) / 2)
    return bounded(centre + step, settings)


def strategy_cloud(centre: Floats, settings: EvolveSettings, random: np.random.Generator) -> Iterator[_Child]:
    """Mutants in mirrored pairs around a centre."""
    size = settings.mutation_size or STEP
    for _ in range(settings.population // 2):
        change = size * random.standard_normal(len(centre))
        for sign in (1, -1):
            yield centre + sign * change, np.zeros(0), "mutation", ()
