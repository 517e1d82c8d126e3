"""A game of draughts at the terminal."""

from collections.abc import Callable, Mapping

from kifu.errors import InputError
from kifu.games.draughts import Colour, Ending, Position, record_of
from kifu.interfaces.terminal import Say, TerminalGame
from kifu.players.draughts import DraughtsPlayer
from kifu.players.draughts.adviser import make_adviser
from kifu.records.results import ResultKind


class TerminalDraughts(TerminalGame):
    """One game.

    Args:
        position: where it begins.
        player: the opponent.
        human: the person's colour.
        save: file for the record when the game ends.
    """

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

    def __init__(
        self, position: Position, player: DraughtsPlayer, human: Colour, save: str | None = None
    ) -> None:
        super().__init__(player, human, save)
        self.position = position
        self.player = player
        self.result = "*"

    @property
    def _commands(self) -> Mapping[str, Callable[[Say], None]]:
        return {"moves": self._list_moves, "hint": self._hint}

    @property
    def _mover(self) -> Colour:
        return self.position.to_play

    @property
    def _moved(self) -> bool:
        return self.position.ply > 0

    @property
    def _ended(self) -> bool:
        return self.position.is_over

    @property
    def _decided(self) -> bool:
        return self.result != "*"

    def _begin(self) -> str:
        self.player.new_game()
        return ""

    def _show(self, say: Say) -> None:
        say(str(self.position))
        moves = self.position.legal_moves()
        # Beginners forget that captures are forced.
        if self.position.to_play is self.human and moves and moves[0].is_capture:
            say(f"You must capture: {', '.join(map(str, moves))}")

    def _answer(self, say: Say) -> None:
        choice = self.player.choose(self.position.copy())
        if choice.resign or choice.move is None:
            self._opponent_resigns(say)
            return
        self.position.play(choice.move)
        if choice.plies_to_end > 0:
            thinks = f" (it wins in {choice.plies_to_end} plies)"
        else:
            thinks = "" if choice.value is None else f" (it stands at {choice.value:+.2f})"
        say(f"{self.player.name}: {choice.move}{thinks}")
        self._show(say)

    def _play(self, typed: str) -> None:
        self.position.play(typed)

    def _undo(self) -> None:
        if self.position.ply < 2:
            raise InputError("there is no move of yours to take back")
        self.position.undo()
        self.position.undo()

    def _lose(self, loser: Colour, kind: ResultKind) -> None:
        self.result = Ending(loser.opponent, "").pdn

    def _conclude(self, say: Say) -> None:
        ending = self.position.result()
        assert ending is not None
        self.result = ending.pdn
        say(f"{str(ending)[0].upper()}{str(ending)[1:]}.")

    def _record(self, black: str, white: str) -> bytes:
        return record_of(self.position, black, white, self.result).to_bytes()

    def _list_moves(self, say: Say) -> None:
        say(" ".join(map(str, self.position.legal_moves())))

    def _hint(self, say: Say) -> None:
        adviser = make_adviser()
        try:
            choice = adviser.choose(self.position.copy())
        finally:
            adviser.close()
        say(f"{choice.move}  {choice.comment}".rstrip())
