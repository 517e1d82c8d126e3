"""Which features of blocks are computed; light, for commands have options made from it."""

from dataclasses import dataclass
from typing import Literal

from kifu.work.settings import Settings, setting

SetName = Literal["paper", "full"]


@dataclass(frozen=True)
class LifeFeatures(Settings):
    """Which features are computed, and how."""

    name: SetName = setting("full", "Features of the paper, or those and more.", option="features")
    playouts: int = setting(64, "Random endings per position (full features).", least=1)

    @property
    def is_full(self) -> bool:
        """Whether the features beyond the paper are in it."""
        return self.name == "full"

    @property
    def names(self) -> list[str]:
        """Names of the features in their order."""
        from kifu._native.features import life_names

        return life_names(self.is_full)
