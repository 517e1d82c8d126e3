"""A game of draughts at the terminal."""

from collections.abc import Callable, Mapping

from kifu.games.draughts import Ending, Position, record_of
from kifu.interfaces.terminal import Say, TerminalGame
from kifu.players.base import Choice
from kifu.players.draughts.adviser import make_adviser
from kifu.records.results import Result


class TerminalDraughts(TerminalGame[Position]):
    """One game against a draughts player."""

    help = """\
11-15       move; a capture is written 22x15, or 22x15x8 with all its squares
moves       all moves you have
undo        take back your last move and the answer to it
hint        what the champion would play after a second
show        the board again
save FILE   write the game so far as PDN
resign      give up
quit        leave the game unfinished"""
    record_name = "game.pdn"

    @property
    def _commands(self) -> Mapping[str, Callable[[Say], None]]:
        return {"moves": self._list_moves, "hint": self._hint}

    def _begin(self) -> str:
        self.player.new_game()
        return ""

    def _show(self, say: Say) -> None:
        super()._show(say)
        moves = self.position.legal_moves()
        # Beginners forget that captures are forced.
        if self.position.to_play is self.human and moves and moves[0].is_capture:
            say(f"You must capture: {', '.join(map(str, moves))}")

    def _thinks(self, choice: Choice) -> str:
        if choice.plies_to_end > 0:
            return f" (it wins in {choice.plies_to_end} plies)"
        return "" if choice.value is None else f" (it stands at {choice.value:+.2f})"

    def _conclude(self, say: Say) -> None:
        ending = self.position.result()
        assert ending is not None
        self.result = Result(ending.winner, None, "unknown" if ending.winner else "draw")
        say(f"{str(ending)[0].upper()}{str(ending)[1:]}.")

    def _record(self, black: str, white: str) -> bytes:
        result = Ending(self.result.winner, "").pdn if self.result else "*"
        return record_of(self.position, black, white, result).to_bytes()

    def _list_moves(self, say: Say) -> None:
        say(" ".join(map(str, self.position.legal_moves())))

    def _hint(self, say: Say) -> None:
        adviser = make_adviser()
        try:
            choice = adviser.choose(self.position.copy())
        finally:
            adviser.close()
        say(f"{choice.move}  {choice.comment}".rstrip())
