"""Everything that decides how a network learns."""

from dataclasses import dataclass
from typing import Any

from kifu.learners.checks import check_numbers
from kifu.models.network import NetworkShape

_RANGES: dict[str, tuple[float, float]] = {
    "size": (5, 19),
    "blocks": (1, 40),
    "channels": (4, 512),
    "hidden": (4, 256),
    "batch": (4, 4096),
    "rate": (1e-6, 1),
    "decay": (0, 1),
    "validation": (16, 10**6),
}


@dataclass(frozen=True)
class NetworkSettings:
    """Size of the network and how it is trained.

    Attributes:
        size: lines of the board.
        blocks, channels, hidden, expert: see `NetworkShape`.
        batch: positions of a batch.
        rate: learning rate after the warm-up.
        decay: weight decay.
        validation: positions of held-out games that the log measures on.
    """

    size: int = 9
    blocks: int = 6
    channels: int = 64
    hidden: int = 32
    expert: bool = True
    batch: int = 256
    rate: float = 0.002
    decay: float = 0.01
    validation: int = 2048

    def __post_init__(self) -> None:
        check_numbers(self, _RANGES)

    @property
    def shape(self) -> NetworkShape:
        """How large the network is."""
        return NetworkShape(self.blocks, self.channels, self.hidden, self.expert)


def settings_for(size: int, **chosen: Any) -> NetworkSettings:
    """Settings for a board size: on large boards smaller batches, for each position has more to learn."""
    usual = {} if size <= 13 else {"batch": 64, "rate": 0.0015, "validation": 1024}
    return NetworkSettings(**{"size": size, **usual, **chosen})
