"""Examples of blocks out of labelled games: collected once for all classifiers that learn from them."""

from typing import TYPE_CHECKING, Any

from kifu_lab.experiments.lab import Lab

if TYPE_CHECKING:
    from kifu.features.life import LifeFeatures
    from kifu.learners.life.base import Examples

_VALIDATION = 50_000
_ROLE = "human9"


def pools(lab: Lab, features: "LifeFeatures", wanted: int | None, seed: int) -> "dict[str, Examples]":
    """Examples of training, validation and test games; the last only by independent judges.

    Args:
        lab: gives the games.
        features: of blocks.
        wanted: training examples; None takes what all games give.
        seed: draws blocks.
    """
    from kifu.learners.life.collecting import collect
    from kifu.learners.life.settings import Collecting

    key = ("life-pools", lab.sources.fingerprint(f"labels:{_ROLE}"), repr(features), wanted, seed)
    if key not in lab.read:
        found = {}
        shares: tuple[tuple[Any, float, int | None], ...] = (
            ("train", 0.05, wanted),
            ("validation", 0.1, None if wanted is None else _VALIDATION),
            ("test", 0.05, None),
        )
        for split, share, most in shares:
            games = lab.labelled(_ROLE, split, independent=split == "test")
            how = Collecting(features, share, None, seed)
            found[split] = collect(
                games, most, how, threads=lab.threads, executor=lab.executor, progress=lab.progress
            )
        lab.read[key] = found
    examples: dict[str, Examples] = lab.read[key]
    return examples
