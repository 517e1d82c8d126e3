"""A generation of agents: genes, steps, and where each comes from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kifu.learners.evolve.genome import Floats
from kifu.learners.evolve.settings import EvolveSettings
from kifu.learners.evolve.variation import first_steps, mutate


class Agent(NamedTuple):
    """Who an agent is.

    Attributes:
        name: generation of its birth and number in it, such as `12.7`; an agent that stays keeps it.
        operator: `random`, `ancestor`, `mutation`, `crossover` or `mean`.
        parents: their names; of a crossover, the dominant parent first.
    """

    name: str
    operator: str
    parents: tuple[str, ...] = ()


@dataclass(frozen=True)
class Population:
    """Agents of one generation, the elite of the last one first.

    Attributes:
        weights: one row of genes for each agent.
        steps: one row of self-adaptive steps for each agent; no columns where there are none.
        agents: who they are.
    """

    weights: Floats
    steps: Floats
    agents: tuple[Agent, ...]

    def __len__(self) -> int:
        return len(self.agents)

    def state(self) -> list[list[Any]]:
        """The agents as JSON gives them back."""
        return [[agent.name, agent.operator, list(agent.parents)] for agent in self.agents]

    @staticmethod
    def agents_from(state: Sequence[Sequence[Any]]) -> tuple[Agent, ...]:
        """Read what `state` gave."""
        return tuple(Agent(name, operator, tuple(parents)) for name, operator, parents in state)


def first_population(
    settings: EvolveSettings, size: int, random: np.random.Generator, ancestor: Floats | None = None
) -> Population:
    """Random agents, every weight uniform within the width; or an ancestor and mutants of it."""
    n, width = settings.population, settings.width
    steps = first_steps(settings, n, size)
    if ancestor is None:
        agents = tuple(Agent(f"1.{i + 1}", "random") for i in range(n))
        return Population(random.uniform(-width, width, (n, size)), steps, agents)
    mutants = [mutate(ancestor, steps[i], settings, random) for i in range(1, n)]
    return Population(
        np.stack([ancestor, *(genes for genes, _ in mutants)]),
        np.stack([steps[0], *(own for _, own in mutants)]),
        (
            Agent("1.1", "ancestor", (settings.ancestor,)),
            *(Agent(f"1.{i + 1}", "mutation", ("1.1",)) for i in range(1, n)),
        ),
    )
