"""Everything that decides how a network of openings learns."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kifu.models.opening_form import OpeningForm
from kifu.work.settings import setting

if TYPE_CHECKING:
    from kifu.arena.opening_games import OpeningTerms


@dataclass(frozen=True)
class OpeningSettings(OpeningForm):
    """What the network sees, and how it learns; the paper leaves most of these open."""

    moves: int = setting(20, "Moves of both sides before the expert takes over.", least=1, most=1000)
    komi: float = setting(5.5, "Points for White.", least=-1000, most=1000)
    expert: str = setting("kifu", "Who finishes games: kifu, kifu:playouts=400, gnugo:level=1.")
    rate: float = setting(1.0, "Learning rate.", least=0, most=1000)
    trace: float = setting(0.0, "Lambda of TD(lambda); 0 is the paper's TD(0).", least=0, most=1)
    explore: float = setting(0.3, "Share of moves drawn from the less appealing ones.", least=0, most=1)
    classes: int = setting(4, "Classes of less appealing moves, by value.", least=1, most=1000)
    decay: float = setting(0.5, "Probability of a class relative to the one before it.", least=0, most=1)
    drawn: str = setting("learn", "After a drawn move: learn from it or skip it.", choices=("learn", "skip"))
    width: float = setting(0.005, "First weights are uniform from -width to width.", least=0, most=100)
    every: int = setting(50, "Training games between two tests.", least=1, most=10**6)
    test_games: int = setting(100, "Test games against random play; 0 for none.", least=0, most=10**6)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._expert_name()

    def _expert_name(self) -> str:
        from kifu.arena.opening_experts import expert_name

        return expert_name(self.expert)

    @property
    def terms(self) -> "OpeningTerms":
        """Rules of test games: nobody explores."""
        from kifu.arena.opening_games import OpeningTerms

        return OpeningTerms(self.size, self.moves, self.komi)

    def facts(self) -> dict[str, Any]:
        """All settings, the expert with all its own: what `kifu` means may change."""
        return super().facts() | {"expert": self._expert_name()}
