"""Everything that decides how a network learns."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kifu.work.settings import Settings, setting

if TYPE_CHECKING:
    from kifu.models.network import NetworkShape


@dataclass(frozen=True)
class NetworkSettings(Settings):
    """Size of the network and how it is trained."""

    size: int = setting(9, "Board size.", least=5, most=19)
    blocks: int = setting(6, "Residual blocks.", least=1, most=40)
    channels: int = setting(64, "Channels of the body.", least=4, most=512)
    hidden: int = setting(32, "Channels of the heads.", least=4, most=256, internal=True)
    expert: bool = setting(True, "Leave out the pattern model's log-probabilities.")
    batch: int = setting(256, "Positions per batch.", least=4, most=4096, internal=True)
    rate: float = setting(0.002, "Learning rate; a low one refines a network.", least=1e-6, most=1)
    decay: float = setting(0.01, "Weight decay.", least=0, most=1, internal=True)
    validation: int = setting(2048, "Held-out positions of the log.", least=16, most=10**6, internal=True)

    @property
    def shape(self) -> "NetworkShape":
        """How large the network is."""
        from kifu.models.network import NetworkShape

        return NetworkShape(self.blocks, self.channels, self.hidden, self.expert)


@dataclass(frozen=True)
class SelfplayMix(Settings):
    """How much of what a network learns is self-play."""

    share: float = setting(
        0.5, "Share of self-play in a batch.", least=0.01, most=0.99, option="selfplay-share"
    )
    window: int = setting(
        20_000, "Learn from so many games of each run, the newest.", least=1, option="selfplay-window"
    )


def settings_for(size: int, **chosen: Any) -> NetworkSettings:
    """Settings for a board size: on large boards smaller batches, for each position has more to learn."""
    usual = {} if size <= 13 else {"batch": 64, "rate": 0.0015, "validation": 1024}
    return NetworkSettings.from_values(
        usual | {"size": size} | {k: v for k, v in chosen.items() if v is not None}
    )
