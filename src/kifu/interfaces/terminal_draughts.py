"""A game of draughts between a person and a player, line by line; what is typed comes from anywhere."""

from collections.abc import Callable
from typing import TextIO

from kifu.errors import InputError, KifuError
from kifu.players.draughts import DraughtsPlayer, make_draughts_player
from kifu.positions.draughts import Colour, Position, record_of
from kifu.work.files import write_bytes

HELP = """\
11-15       move; a capture is written 22x15, or 22x15x8 with all its squares
moves       all moves you have
undo        take back your last move and the answer to it
hint        what a search of a second would play
show        the board again
save FILE   write the game so far as PDN
resign      give up
quit        leave the game unfinished"""
_HINT = "net:champion,seconds=1"
_HINT_WITHOUT = "material:seconds=1"
_MOST_LINE = 1000

Say = Callable[[str], None]


class TerminalDraughts:
    """One game.

    Args:
        position: where it begins.
        player: the opponent.
        human: the person's colour.
        save: file for the record when the game ends.
    """

    def __init__(
        self, position: Position, player: DraughtsPlayer, human: Colour, save: str | None = None
    ) -> None:
        self.position = position
        self.player = player
        self.human = human
        self.result = "*"
        self._save_as = save
        self._left = False

    def run(self, lines: TextIO, say: Say) -> None:
        """Play until the game is over, or nobody types any more."""
        self.player.new_game()
        say(f"You are {self.human}, {self.player.name} is {self.human.opponent}. Type help for help.")
        say(str(self.position))
        self._show_forced(say)
        while self.result == "*" and not self._left:
            ending = self.position.result()
            if ending is not None:
                self.result = ending.pdn
                say(f"{str(ending)[0].upper()}{str(ending)[1:]}.")
            elif self.position.to_move is self.human:
                self._ask(lines, say)
            else:
                self._answer(say)
        if self._save_as and (self.result != "*" or self.position.moves):
            self._save(self._save_as, say)

    def _answer(self, say: Say) -> None:
        choice = self.player.choose(self.position.copy())
        if choice.resign or choice.move is None:
            self.result = "1-0" if self.human is Colour.BLACK else "0-1"
            say(f"{self.player.name} resigns: you have won.")
            return
        self.position.play(choice.move)
        if choice.plies_to_end > 0:
            thinks = f" (it wins in {choice.plies_to_end} plies)"
        else:
            thinks = "" if choice.value is None else f" (it stands at {choice.value:+.2f})"
        say(f"{self.player.name}: {choice.move}{thinks}")
        say(str(self.position))
        self._show_forced(say)

    def _show_forced(self, say: Say) -> None:
        """Captures are forced: say so, as beginners forget it."""
        moves = self.position.legal_moves()
        if self.position.to_move is self.human and moves and moves[0].is_capture:
            say(f"You must capture: {', '.join(map(str, moves))}")

    def _ask(self, lines: TextIO, say: Say) -> None:
        line = lines.readline(_MOST_LINE)
        if not line:
            self._left = True
            return
        words = line.split()
        if not words:
            return
        name, rest = words[0].lower(), " ".join(words[1:])
        try:
            match name:
                case "help" | "?":
                    say(HELP)
                case "quit" | "exit":
                    self._left = True
                case "resign":
                    self.result = "0-1" if self.human is Colour.BLACK else "1-0"
                    say(f"You resign: {self.player.name} has won.")
                case "undo":
                    self._undo(say)
                case "moves":
                    say(" ".join(map(str, self.position.legal_moves())))
                case "hint":
                    self._hint(say)
                case "show":
                    say(str(self.position))
                case "save":
                    self._save(rest or self._save_as or "game.pdn", say)
                case _:
                    self.position.play(line.strip())
        except InputError as error:
            say(f"{error}. Type help for what you can do.")
        except (KifuError, OSError) as error:
            say(str(error))

    def _undo(self, say: Say) -> None:
        """Back to the person's own last decision."""
        if self.position.ply < 2:
            raise InputError("there is no move of yours to take back")
        self.position.undo()
        self.position.undo()
        say(str(self.position))
        self._show_forced(say)

    def _hint(self, say: Say) -> None:
        adviser = _adviser()
        try:
            choice = adviser.choose(self.position.copy())
        finally:
            adviser.close()
        say(f"{choice.move}  {choice.comment}".rstrip())

    def _save(self, path: str, say: Say) -> None:
        black, white = ("you", self.player.name) if self.human is Colour.BLACK else (self.player.name, "you")
        write_bytes(path, record_of(self.position, black, white, self.result).to_bytes())
        say(f"Saved as {path}.")


def _adviser() -> DraughtsPlayer:
    try:
        return make_draughts_player(_HINT)
    except KifuError:  # no network is bundled
        return make_draughts_player(_HINT_WITHOUT)
