"""Everything that decides how models of expert moves are trained."""

from dataclasses import dataclass

from kifu.errors import InputError
from kifu.work.settings import Settings, setting

#: Kinds of patterns, by bits: shape, answer, follow, liberties, liberties-answer, corner, response.
ALL_CHAINS = 127


@dataclass(frozen=True)
class PaperTraining(Settings):
    """The method of Araki et al.; what the paper leaves open is a setting.

    Half of the games feed the frequencies, half the maximum-entropy model. What the quasi-Newton method
    remembers of the shape of the loss lasts one round, so that an interrupted training goes on to the same
    result.
    """

    games: int | None = setting(20_000, "Number of games, at random; None for all.", least=1, internal=True)
    width: float = setting(0.9, "Width factor W of the inequality constraints (paper model).", least=0)
    top: int = setting(20, "Candidates ranked again (paper model); 0 for none.", least=0)
    folded: bool = setting(False, "Coordinates up to symmetry (paper model).")
    rounds: int = setting(6, "Rounds of the quasi-Newton method, at most.", least=1, internal=True)
    iterations: int = setting(25, "Iterations per round.", least=1, internal=True)
    tolerance: float = setting(
        1e-4, "Relative improvement below which training stops.", least=0, internal=True
    )
    seed: int = setting(1, "Random seed.", least=0)


@dataclass(frozen=True)
class FullTraining(Settings):
    """The model that ships: patterns and facts in a softmax.

    The learning rate falls to a tenth in the last epoch. `without` names groups of facts
    (`kifu.models.moves.FACT_GROUPS`) that are not learned from.
    """

    games: int | None = setting(20_000, "Number of games, at random; None for all.", least=1, internal=True)
    passes: int = setting(1, "Epochs (full model).", least=1)
    rate: float = setting(0.04, "Learning rate (full model).", above=0)
    net: bool = setting(True, "Do not learn how facts and stones act together (full model).")
    row_rate: float = setting(0.02, "Learning rate of the net's inputs.", least=0, internal=True)
    layer_rate: float = setting(0.0005, "Learning rate of the net's layers.", least=0, internal=True)
    at_least: int = setting(3, "Times a pattern must have been played to be known (full model).", least=1)
    lanes: int = setting(32, "Games learned from at the same time.", least=1, internal=True)
    chains: int = setting(ALL_CHAINS, "Kinds of patterns, by bits (full model).", least=0, most=ALL_CHAINS)
    without: tuple[str, ...] = ()
    counted: int = setting(5_000, "Games in which pattern frequencies are counted.", least=1, internal=True)
    chunk: int = setting(500, "Games between checkpoints.", least=1, internal=True)
    seed: int = setting(1, "Random seed.", least=0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.without:
            from kifu.models.moves import FACT_GROUPS

            unknown = [name for name in self.without if name not in FACT_GROUPS]
            if unknown:
                raise InputError(
                    f"expected groups of facts among {', '.join(FACT_GROUPS)}, got {unknown[0]!r}"
                )
