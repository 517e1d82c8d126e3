"""How children differ from their parents: mutation and crossover."""

import math

import numpy as np

from kifu.learners.evolve.genome import Floats, Layout
from kifu.learners.evolve.settings import EvolveSettings

#: Usual size of a step, where the paper's formula does not give it. Blondie24 begins with 0.05.
STEP = 0.05
# Of a self-adaptive step: so small it would never grow again.
_SMALLEST_STEP = 1e-6


def paper_step(size: int) -> float:
    """The largest step of the paper's mutation: 1 / sqrt(2 sqrt(K)), K the weights and biases."""
    return 1 / math.sqrt(2 * math.sqrt(size))


def first_steps(settings: EvolveSettings, agents: int, size: int) -> Floats:
    """Each agent's own steps, where mutation adapts them; nothing otherwise."""
    if settings.mutation != "adaptive":
        return np.zeros((agents, 0))
    return np.full((agents, size), settings.mutation_size or STEP)


def mutate(
    genes: Floats,
    steps: Floats,
    settings: EvolveSettings,
    random: np.random.Generator,
    sensitivity: Floats | None = None,
) -> tuple[Floats, Floats]:
    """A mutant and its steps.

    Args:
        genes: of the parent.
        steps: the parent's own, for `adaptive`.
        settings: kind and size of the mutation.
        random: what is drawn.
        sensitivity: how much the output moves with each weight, for `safe`.
    """
    size = len(genes)
    if settings.mutation == "uniform":
        change = random.uniform(-1, 1, size) * (settings.mutation_size or paper_step(size))
    elif settings.mutation == "adaptive":
        steps = np.maximum(steps * np.exp(paper_step(size) * random.standard_normal(size)), _SMALLEST_STEP)
        change = steps * random.standard_normal(size)
    else:
        change = random.standard_normal(size) * (settings.mutation_size or STEP)
        if settings.mutation == "safe" and sensitivity is not None:
            # Divided by the sensitivity, then brought back to the same length: less where it is felt more.
            scale = 1 / np.maximum(sensitivity, 0.01 * float(sensitivity.max()) + 1e-12)
            change = change * scale / math.sqrt(float(np.mean(scale**2)))
    return bounded(genes + change, settings), steps


def bounded(genes: Floats, settings: EvolveSettings) -> Floats:
    """Genes within the bounds."""
    return np.clip(genes, -1.0, 1.0) if settings.bounds == "clip" else genes


def cross(
    first: Floats, second: Floats, layout: Layout, settings: EvolveSettings, random: np.random.Generator
) -> tuple[Floats, Floats]:
    """Two reciprocal children.

    One hidden node of the first, the dominant parent, is drawn; of what feeds it, weights and bias beyond the
    threshold are exchanged with the second parent's at the same place (all of them for `node`).
    """
    places = layout.incoming(int(random.integers(layout.hidden)))
    if settings.crossover == "dominant":
        places = places[np.abs(first[places]) > settings.dominant]
    child, reciprocal = first.copy(), second.copy()
    child[places], reciprocal[places] = second[places], first[places]
    return child, reciprocal
