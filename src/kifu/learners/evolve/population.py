"""A generation of agents: genes, steps, and where each comes from."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kifu.learners.evolve.genome import Floats
from kifu.learners.evolve.settings import Settings
from kifu.learners.evolve.variation import first_steps


class Agent(NamedTuple):
    """Who an agent is.

    Attributes:
        name: generation of its birth and number in it, such as `12.7`; an agent that stays keeps it.
        operator: `random`, `mutation`, `crossover` or `mean`.
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


def first_population(settings: Settings, size: int, random: np.random.Generator) -> Population:
    """Random agents: every weight uniform within the width."""
    n, width = settings.population, settings.width
    return Population(
        random.uniform(-width, width, (n, size)),
        first_steps(settings, n, size),
        tuple(Agent(f"1.{i + 1}", "random") for i in range(n)),
    )
