"""A player that plays anywhere but into its own eyes, and passes when nothing else is left."""

from dataclasses import dataclass

from kifu.games.go import Board, Rules
from kifu.players.base import Choice
from kifu.players.clocks import Clock
from kifu.players.settled import is_own_eye
from kifu.work.seeds import stream
from kifu.work.settings import Settings, setting


class RandomPlayer:
    """Uniform among the legal points that are not own eyes.

    Args:
        seed: the same seed plays the same games, one after the other.
    """

    def __init__(self, seed: int = 1) -> None:
        self.name = "random"
        self.seed = seed
        self._game = 0

    def new_game(self, size: int, rules: Rules, komi: float) -> None:
        """Take the next stream of random numbers."""
        self._game += 1

    def choose(self, board: Board, clock: Clock | None = None) -> Choice:
        """Draw a point; the draw depends on the seed, the game and the number of the move."""
        random = stream(self.seed, "random player", self._game, len(board.moves)).bit_generator
        points = board.legal_moves()
        stones, among = board.stones, len(points)
        while points:
            # Raw bits, which NumPy promises to keep: the same game in every version.
            point = points.pop(int(random.random_raw()) % len(points))
            if not is_own_eye(stones, point, board.to_play):
                return Choice(point, comment=f"one of {among} legal points, at random")
        return Choice(None, comment="nothing is left but own eyes")

    def close(self) -> None:
        """Nothing to let go of."""


@dataclass(frozen=True)
class RandomSettings(Settings):
    """Settings of the random player: `random:seed=7`."""

    seed: int = setting(1, "Random seed.", least=0)

    def player(self) -> RandomPlayer:
        """Make the player."""
        return RandomPlayer(self.seed)
