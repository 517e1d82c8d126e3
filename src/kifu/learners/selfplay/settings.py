"""Everything that decides how games of self-play are played."""

from dataclasses import dataclass

from kifu.archive.ranks import level
from kifu.errors import InputError
from kifu.work.settings import Settings, setting


@dataclass(frozen=True)
class SelfplaySettings(Settings):
    """Board, searches, starts, and the gate."""

    size: int = setting(9, "Board size.", least=5, most=19)
    visits: int = setting(
        160,
        "Visits of searches that become policy targets; 0: moves are drawn from the policy, without search.",
        least=0,
        most=100_000,
    )
    fast_visits: int = setting(32, "Visits of all other searches.", least=2, most=100_000)
    target_share: float = setting(0.3, "Share of positions that become policy targets.", least=0, most=1)
    rank: str | None = setting(None, "Rank that the network plays at, such as 3d; default: unknown.")
    record_share: float = setting(
        0.6, "Share of games that start from positions of the archives.", least=0, most=1
    )
    fair_share: float = setting(
        0.6, "Share of games whose komi makes the start about even.", least=0, most=1, internal=True
    )
    label_rank: int = setting(
        12, "Rank, as a number, that the games teach: stronger than records.", least=-30, internal=True
    )
    noise: float = setting(0.25, "Share of noise in the priors of targets.", least=0, most=1, internal=True)
    shard: int = setting(50, "Games per shard.", least=1, most=10_000, internal=True)
    gate_games: int = setting(200, "Games of the gate match, an even number.", least=2, most=100_000)
    gate_visits: int = setting(64, "Visits per move of the gate match.", least=2, most=100_000)
    gate_share: float = setting(
        0.55, "Share of points that a new network needs to replace the old one.", least=0, most=1
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rank is not None and level(self.rank) is None:
            raise InputError(f"expected rank as a rank such as 12k, 3d or 9p, got {self.rank!r}")
        if self.gate_games % 2:
            raise InputError(f"expected gate_games as an even number, got {self.gate_games!r}")

    @property
    def ranks(self) -> tuple[int | None, int | None]:
        """The rank of both sides as a number."""
        return level(self.rank), level(self.rank)
