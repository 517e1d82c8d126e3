"""A player that opens by a network of openings, and leaves the rest of the game to Katia."""

from dataclasses import dataclass

from kifu.games.go import Board, Rules
from kifu.models.opening import OpeningModel
from kifu.players.base import Choice
from kifu.players.clocks import Clock
from kifu.players.katia import Katia
from kifu.players.katia_options import KatiaOptions
from kifu.records.moves import vertex
from kifu.work.settings import Settings, setting


class OpeningPlayer:
    """Takes the move after which its network sees most points, as long as the opening lasts.

    Args:
        model: of openings; the bundled one if not given.
        moves: of both sides, until Katia takes over; as many as the model learned with if None.
        playouts: of Katia.
        seed: of Katia.
    """

    def __init__(
        self,
        model: OpeningModel | None = None,
        *,
        moves: int | None = None,
        playouts: int = 200,
        seed: int = 1,
    ) -> None:
        self._model = model or OpeningModel.bundled()
        self.name = f"opening {self._model.form.features}"
        #: Lines of the board that its network is for.
        self.size = self._model.form.size
        self._moves = self._model.moves if moves is None else moves
        self._katia = Katia(KatiaOptions(playouts=playouts, seed=seed, nk=0))
        self._komi = self._model.komi

    def new_game(self, size: int, rules: Rules, komi: float) -> None:
        """Remember komi."""
        self._komi = komi
        self._katia.new_game(size, rules, komi)

    def choose(self, board: Board, clock: Clock | None = None) -> Choice:
        """Choose by value in the opening, by search later."""
        if len(board.moves) < self._moves:
            values = self._model.values(board, self._komi)
            if values:
                best = values[0]
                where = vertex(best.point)
                return Choice(
                    best.point, comment=f"{where}: {best.points:+.1f} points, of {len(values)} moves"
                )
        return self._katia.choose(board, clock)

    def close(self) -> None:
        """Stop a running search."""
        self._katia.close()

    def interrupt(self) -> None:
        """End a running search, from any thread."""
        self._katia.interrupt()


@dataclass(frozen=True)
class OpeningPlayerSettings(Settings):
    """Settings of the opening player: `opening:FILE,moves=20,playouts=200`."""

    first_word = "model"

    model: str = setting("", "File of a network (`kifu train opening`) instead of the bundled one for 9x9.")
    moves: int = setting(-1, "Moves until Katia takes over; -1: as it learned with.", least=-1, most=1000)
    playouts: int = setting(200, "Katia's playouts per move.", least=1)
    seed: int = setting(1, "Katia's random seed.", least=0)

    def player(self) -> OpeningPlayer:
        """Make the player."""
        return OpeningPlayer(
            OpeningModel.load(self.model) if self.model else None,
            moves=None if self.moves < 0 else self.moves,
            playouts=self.playouts,
            seed=self.seed,
        )
