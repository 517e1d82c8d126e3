"""Everything that decides how the life model is trained."""

from dataclasses import dataclass, field

from kifu.features.life_settings import LifeFeatures
from kifu.work.settings import Settings, setting


@dataclass(frozen=True)
class Collecting(Settings):
    """How blocks are chosen.

    Blocks hardly change from move to move, so a few of many games teach more than many of a few (the paper
    takes less than 5 %). Of a larger board the shares are smaller, so that every game gives about as many.
    Finished positions are what people ask most about, and few among all: `end_share` takes more of them.
    """

    features: LifeFeatures = field(default_factory=LifeFeatures)
    share: float = setting(0.05, "Share of the blocks of a 9x9 game; less of larger boards.", above=0, most=1)
    end_share: float | None = setting(
        None, "Share of the last position's; default: --share.", above=0, most=1
    )
    seed: int = setting(1, "Random seed.", least=0)

    def shares(self, size: int) -> tuple[float, float]:
        """Shares for a board: as many moves as points, and as many blocks, make the number of blocks."""
        larger = 81 / size**2
        end = self.share if self.end_share is None else self.end_share
        return min(1.0, self.share * larger**2), min(1.0, end * larger)


@dataclass(frozen=True)
class LifeTraining(Settings):
    """What is trained: a classifier, on features and shares of blocks."""

    classifier: str = setting(
        "trees", "nmc, ldc, loglc, gdx-25, gdx-25-5, rprop-50 (any hidden neurons), trees."
    )
    collecting: Collecting = field(default_factory=Collecting)
    examples: int | None = setting(175_000, "Blocks to learn from.", least=10)
    tries: int = setting(1, "Trainings from different first weights; the best is kept.", least=1)

    def __post_init__(self) -> None:
        from kifu.learners.life.classifiers import make_classifier

        super().__post_init__()
        make_classifier(self.classifier)
