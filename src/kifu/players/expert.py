"""A player without search: the move that the model of expert moves likes best, or one drawn from it."""

from dataclasses import dataclass

import numpy as np

from kifu.games.go import Board, Rules, score
from kifu.judgement import Judgement, judge
from kifu.models.moves import Candidate, MovePredictor
from kifu.players.base import Choice
from kifu.players.clocks import Clock
from kifu.players.settled import is_own_eye, settled_points
from kifu.records.moves import vertex
from kifu.work.seeds import stream
from kifu.work.settings import Settings, setting

#: Share of the board that is filled before the player asks itself whether the game is over.
_LATE = 0.35


class ExpertPlayer:
    """Plays as experts do, as far as that can be seen without reading ahead.

    Args:
        model: of moves; the bundled one if not given.
        sampling: draw from the model's probabilities instead of taking the best.
        temperature: with sampling, above 1 evens the probabilities out, below 1 sharpens them.
        seed: of the draws.
    """

    def __init__(
        self,
        model: MovePredictor | None = None,
        *,
        sampling: bool = False,
        temperature: float = 1.0,
        seed: int = 1,
    ) -> None:
        self.name = "expert (sampling)" if sampling else "expert"
        self.sampling = sampling
        self.temperature = temperature
        self.seed = seed
        self._model = model
        self._komi = 0.0
        self._game = 0

    def new_game(self, size: int, rules: Rules, komi: float) -> None:
        """Remember komi, which decides whether to pass."""
        self._komi = komi
        self._game += 1

    def choose(self, board: Board, clock: Clock | None = None) -> Choice:
        """Take the best move that is not pointless; pass when none is left, or to end a won game."""
        model = self._model or MovePredictor.bundled(board.size)
        stones = board.stones
        settled = np.zeros(stones.shape, bool)
        if (stones > 0).mean() > _LATE or board.last_move is None or board.last_move.is_pass:
            judged = judge(board, finished=True)
            settled = settled_points(judged)
            if self._wins_by_passing(board, judged):
                return Choice(None, comment="the opponent has passed, and the count is won")
        ranked = [
            c
            for c in model.rank(board)
            if not settled[c.point.y, c.point.x] and not is_own_eye(stones, c.point, board.to_play)
        ]
        if not ranked:
            return Choice(None, comment="every point is settled")
        drawn = self._draw(ranked, len(board.moves)) if self.sampling else 0
        chosen = ranked[drawn]
        where = vertex(chosen.point)
        return Choice(
            chosen.point,
            comment=f"{where}: rank {drawn + 1}, an expert plays it with {chosen.probability:.1%}",
        )

    def close(self) -> None:
        """Nothing to let go of."""

    def _draw(self, ranked: list[Candidate], move: int) -> int:
        weights = np.array([c.probability for c in ranked], np.float64) ** (1 / self.temperature)
        total = weights.sum()
        if not total > 0:
            return 0
        random = stream(self.seed, "expert player", self._game, move)
        return int(np.searchsorted(np.cumsum(weights / total), random.random()).clip(0, len(ranked) - 1))

    def _wins_by_passing(self, board: Board, judged: Judgement) -> bool:
        last = board.last_move
        if last is None or not last.is_pass:
            return False
        counted = score(board, judged.dead_points, komi=self._komi)
        return counted.winner is board.to_play


@dataclass(frozen=True)
class ExpertSettings(Settings):
    """Settings of the expert: `expert:sampling=yes,temperature=0.5`."""

    model: str = setting("", "File of a model of moves (`kifu train moves`) instead of the bundled one.")
    sampling: bool = setting(False, "Draws from the model's probabilities instead of taking the best move.")
    temperature: float = setting(1.0, "With sampling, below 1 sharpens probabilities.", least=0.01, most=100)
    seed: int = setting(1, "Random seed.", least=0)

    def player(self) -> ExpertPlayer:
        """Make the player."""
        return ExpertPlayer(
            MovePredictor.load(self.model) if self.model else None,
            sampling=self.sampling,
            temperature=self.temperature,
            seed=self.seed,
        )
