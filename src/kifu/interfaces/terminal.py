"""A game between a person and a player, line by line; what is typed comes from anywhere, a pipe included."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, TextIO

from kifu.errors import InputError, KifuError, MissingToolError
from kifu.games.game import P
from kifu.models.files import ModelError
from kifu.players.base import Choice, PlayerTimeoutError
from kifu.records.moves import Colour
from kifu.records.results import Result, ResultKind
from kifu.work.files import expect_writable, write_bytes

_MOST_LINE = 1000

Say = Callable[[str], None]


class TerminalGame(ABC, Generic[P]):
    """What both games have in common: whose turn it is, and what a person may type.

    Args:
        position: where the game begins.
        player: the opponent.
        human: the person's colour.
        save: file for the record when the game ends.
    """

    #: What a person can type, and the name of a record that is not given one.
    help: ClassVar[str]
    record_name: ClassVar[str]

    def __init__(self, position: P, player: Any, human: Colour, save: str | None = None) -> None:
        self.position = position
        self.player = player
        self.human = human
        self.result: Result | None = None
        self._save_as = save
        self._left = False

    def run(self, lines: TextIO, say: Say) -> None:
        """Play until the game is over, or nobody types any more; however it ends, it is saved."""
        if self._save_as:
            expect_writable(self._save_as)
        terms = self._begin()
        name = self.player.name
        say(f"You are {self.human}, {name} is {self.human.opponent}{terms}. Type help for help.")
        try:
            self._show(say)
            while not (self.result or self._left):
                if self.position.is_over:
                    self._conclude(say)
                elif self.position.to_play is self.human:
                    self._ask(lines, say)
                else:
                    self._let_answer(say)
        finally:
            if self._save_as and (self.result or self.position.moves):
                self._keep(self._save_as, say)

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
                    say(self.help)
                case "quit" | "exit":
                    self._left = True
                case "resign":
                    self._lose(self.human, "resign")
                    say(f"You resign: {self.player.name} has won.")
                case "undo":
                    self._undo()
                    self._show(say)
                case "show":
                    self._show(say)
                case "save":
                    self._save(rest or self._save_as or self.record_name, say)
                case _ if name in self._commands:
                    self._commands[name](say)
                case _:
                    self._play(line.strip())
        except InputError as error:
            say(f"{error}. Type help for what you can do.")
        except KifuError as error:
            say(str(error))
        except OSError as error:
            say(f"Cannot write {error.filename!r}: {error.strerror}. Type save and another file.")

    def _let_answer(self, say: Say) -> None:
        """Let the player move; one that fails loses, as in the arena."""
        name = self.player.name
        try:
            choice: Choice = self.player.choose(self.position.copy())
            if choice.resign:
                self._lose(self.human.opponent, "resign")
                say(f"{name} resigns: you have won.")
                return
            self.position.play(choice.move)
            say(f"{name}: {choice}{self._thinks(choice)}")
            self._show(say)
        except (MissingToolError, ModelError):  # not installed: no fault of its play
            raise
        except PlayerTimeoutError as error:
            self._lose(self.human.opponent, "time")
            say(f"{name} did not answer in time ({error}): you have won.")
        except InputError as error:
            self._lose(self.human.opponent, "forfeit")
            say(f"{name} made an illegal move ({error}): you have won.")
        except KifuError as error:
            self._lose(self.human.opponent, "forfeit")
            say(f"{name} failed ({error}): you have won.")

    def _show(self, say: Say) -> None:
        say(str(self.position))

    def _play(self, typed: str) -> None:
        self.position.play(typed)

    def _undo(self) -> None:
        """Take back the person's last move and the answer to it."""
        if len(self.position.moves) < 2:
            raise InputError("there is no move of yours to take back")
        self.position.undo()
        self.position.undo()

    def _lose(self, loser: Colour, kind: ResultKind) -> None:
        self.result = Result(loser.opponent, None, kind)

    def _save(self, path: str, say: Say) -> None:
        write_bytes(path, self._signed())
        say(f"Saved to {path}")

    def _keep(self, path: str, say: Say) -> None:
        """Save at the end; what cannot be written is shown, so that it is not lost."""
        try:
            self._save(path, say)
        except OSError:
            say(f"The game could not be saved to {path}. This is its record:\n{self._signed().decode()}")
            raise

    def _signed(self) -> bytes:
        names = {self.human: "You", self.human.opponent: self.player.name}
        return self._record(names[Colour.BLACK], names[Colour.WHITE])

    @property
    @abstractmethod
    def _commands(self) -> Mapping[str, Callable[[Say], None]]:
        """What may be typed in this game alone."""

    @abstractmethod
    def _begin(self) -> str:
        """Seat the player; what is to be said about the terms."""

    @abstractmethod
    def _thinks(self, choice: Choice) -> str:
        """What the player says of its move, in brackets; empty where it says nothing."""

    @abstractmethod
    def _conclude(self, say: Say) -> None:
        """Find the result of a game that is over, and say it."""

    @abstractmethod
    def _record(self, black: str, white: str) -> bytes:
        """The game so far as a file."""
