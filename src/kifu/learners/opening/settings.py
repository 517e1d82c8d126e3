"""Everything that decides how a network of openings learns."""

from dataclasses import asdict, dataclass, fields
from typing import Any

from kifu.arena.opening_experts import expert_name
from kifu.arena.opening_games import OpeningTerms
from kifu.learners.checks import check_numbers, check_words
from kifu.models.opening import OpeningForm

_RANGES: dict[str, tuple[float, float]] = {
    "moves": (1, 1000),
    "komi": (-1000, 1000),
    "rate": (0, 1000),
    "trace": (0, 1),
    "explore": (0, 1),
    "classes": (1, 1000),
    "decay": (0, 1),
    "width": (0, 100),
    "every": (1, 10**6),
    "test_games": (0, 10**6),
}


@dataclass(frozen=True)
class OpeningSettings:
    """What the paper says is fixed by the first of these; what it leaves open are the others.

    Attributes:
        features, encoding, edges, view, scale, hidden, size: see `OpeningForm`.
        moves: of both sides, before the expert finishes the game.
        komi: points for White.
        expert: who finishes games, as text for `make_expert`.
        rate: of learning.
        trace: how much of a difference goes to earlier positions too: lambda; 0 is the paper's TD(0).
        explore: how often a move is drawn from the less appealing ones.
        classes: of less appealing moves, of equal size in the order of their values.
        decay: a class is drawn so much less often than the one before it.
        drawn: whether positions `learn` from what comes after a drawn move, or `skip` it.
        width: first weights are drawn from -width to width.
        every: games of a step, after which the player meets Random and all is saved.
        test_games: against Random.
    """

    features: str = "ABCDE"
    encoding: str = "binary"
    edges: str = "points"
    view: str = "mover"
    scale: float = 40.0
    hidden: int = 40
    size: int = 9
    moves: int = 20
    komi: float = 5.5
    expert: str = "kifu"
    rate: float = 1.0
    trace: float = 0.0
    explore: float = 0.3
    classes: int = 4
    decay: float = 0.5
    drawn: str = "learn"
    width: float = 0.005
    every: int = 50
    test_games: int = 100

    def __post_init__(self) -> None:
        check_words(self, {"drawn": ("learn", "skip")})
        check_numbers(self, _RANGES)
        _ = self.form
        expert_name(self.expert)

    @property
    def form(self) -> OpeningForm:
        """What the network sees."""
        return OpeningForm(
            **{field.name: getattr(self, field.name) for field in fields(OpeningForm)},
        )

    @property
    def terms(self) -> OpeningTerms:
        """What test games are played under: nobody explores."""
        return OpeningTerms(self.size, self.moves, self.komi)

    def facts(self) -> dict[str, Any]:
        """All of it for run.json, the expert with all its options: what `kifu` means may change."""
        return asdict(self) | {"expert": expert_name(self.expert)}
