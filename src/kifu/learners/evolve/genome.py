"""The genes of a network: one flat vector, and where the weights of each node stand in it."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from kifu.errors import InputError

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Layout:
    """Layers of a network and their place in the vector.

    A layer is stored as its weights, row by row of the receiving nodes, then the biases of these nodes.

    Attributes:
        layers: nodes of each layer, inputs first.
    """

    layers: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.layers) < 2 or min(self.layers) < 1:
            raise InputError(f"expected at least two layers of at least one node, got {self.layers!r}")

    @cached_property
    def size(self) -> int:
        """Weights and biases in all."""
        return sum((inputs + 1) * nodes for inputs, nodes in self._pairs)

    @property
    def _pairs(self) -> list[tuple[int, int]]:
        return list(zip(self.layers[:-1], self.layers[1:], strict=True))

    @cached_property
    def hidden(self) -> int:
        """Hidden nodes; the output node where there are none."""
        return sum(self.layers[1:-1]) or self.layers[-1]

    def incoming(self, node: int) -> npt.NDArray[np.int64]:
        """Places of the weights and the bias that feed a hidden node, counted layer by layer."""
        begin = 0
        for inputs, nodes in self._pairs:
            if node < nodes:
                weights = np.arange(begin + node * inputs, begin + (node + 1) * inputs)
                return np.append(weights, begin + nodes * inputs + node)
            node -= nodes
            begin += (inputs + 1) * nodes
        raise InputError(f"expected a node below {self.hidden}, got {node!r} too many")
