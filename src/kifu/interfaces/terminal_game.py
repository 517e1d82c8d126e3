"""A game between a person and a player, line by line; what is typed comes from anywhere, a pipe included."""

from collections.abc import Callable
from typing import TextIO

from kifu.errors import InputError, KifuError
from kifu.players.base import Player
from kifu.positions.coordinates import from_gtp, to_gtp
from kifu.positions.go import Board, Colour
from kifu.positions.go.recording import record_of
from kifu.records.results import Result
from kifu.work.files import write_bytes

HELP = """\
D4          play there
pass        pass; two passes end the game
undo        take back your last move and the answer to it
hint        moves that experts would consider here
score       how the game stands
show        the board again
save FILE   write the game so far as SGF
resign      give up
quit        leave the game unfinished"""
_HINTS = 5
_MOST_LINE = 1000

Say = Callable[[str], None]


class TerminalGame:
    """One game.

    Args:
        board: at its start, handicap stones placed.
        komi: points for White.
        player: the opponent.
        human: the person's colour.
        handicap: number of handicap stones.
        save: file for the record when the game ends.
    """

    def __init__(
        self,
        board: Board,
        komi: float,
        player: Player,
        human: Colour,
        handicap: int = 0,
        save: str | None = None,
    ) -> None:
        self.board = board
        self.komi = komi
        self.player = player
        self.human = human
        self.handicap = handicap
        self.result: Result | None = None
        self._save_as = save
        self._left = False

    def run(self, lines: TextIO, say: Say) -> None:
        """Play until the game is over, or nobody types any more."""
        self.player.new_game(self.board.size, self.board.rules, self.komi)
        say(
            f"You are {self.human}, {self.player.name} is {self.human.opponent}; {self.board.rules} rules, "
            f"komi {self.komi:g}. Type help for help."
        )
        say(str(self.board))
        while not (self.result or self._left):
            if self.board.is_over:
                self._count(say)
            elif self.board.to_play is self.human:
                self._ask(lines, say)
            else:
                self._answer(say)
        if self._save_as and (self.result or self.board.moves):
            self._save(self._save_as, say)

    def _answer(self, say: Say) -> None:
        choice = self.player.choose(self.board.copy())
        if choice.resign:
            self.result = Result(self.human, None, "resign")
            say(f"{self.player.name} resigns: you have won.")
            return
        self.board.play(choice.move)
        value = "" if choice.value is None else f" (it gives itself {choice.value:.0%})"
        say(f"{self.player.name}: {to_gtp(choice.move, self.board.size)}{value}")
        say(str(self.board))

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
                    self.result = Result(self.human.opponent, None, "resign")
                    say(f"You resign: {self.player.name} has won.")
                case "undo":
                    self._undo(say)
                case "hint":
                    self._hint(say)
                case "score":
                    self._estimate(say)
                case "show":
                    say(str(self.board))
                case "save":
                    self._save(rest or self._save_as or "game.sgf", say)
                case _:
                    self.board.play(from_gtp(name, self.board.size))
        except InputError as error:
            say(f"{error}. Type help for what you can do.")
        except (KifuError, OSError) as error:
            say(str(error))

    def _undo(self, say: Say) -> None:
        own = [i for i, move in enumerate(self.board.moves) if move.colour is self.human]
        if not own:
            raise InputError("there is no move of yours to take back")
        for _ in range(len(self.board.moves) - own[-1]):
            self.board.undo()
        say(str(self.board))

    def _hint(self, say: Say) -> None:
        from kifu.analysis.moves import predict

        found = predict(self.board, top=_HINTS, explain=True)
        for move in found:
            why = "; ".join(reason.text for reason in move.reasons[:2])
            say(f"{move.rank}. {to_gtp(move.point, self.board.size)}  {move.probability:.0%}  {why}".rstrip())
        if not found:
            say("No move but to pass.")

    def _estimate(self, say: Say) -> None:
        from kifu.analysis.estimate import estimate

        lead = estimate(self.board, komi=self.komi).lead
        leader = Colour.BLACK if lead > 0 else Colour.WHITE
        say(f"{leader} leads by about {abs(lead):.1f} points.")

    def _count(self, say: Say) -> None:
        from kifu.analysis.judgement import judge
        from kifu.analysis.tally import count
        from kifu.analysis.terms import Terms

        terms = Terms(self.board.rules, "asked", self.komi, "asked", self.handicap, False, ())
        judged = judge(self.board, finished=True)
        self.result = count(judged, terms).used.result
        dead = judged.vertices("dead")
        say(f"Dead stones: {' '.join(dead) if dead else 'none'}.")
        who = "Nobody" if self.result.winner is None else str(self.result.winner)
        say(f"{who} has won: {self.result}")

    def _save(self, path: str, say: Say) -> None:
        names = {self.human: "You", self.human.opponent: self.player.name}
        info = {"black": names[Colour.BLACK], "white": names[Colour.WHITE]}
        if self.result is not None:
            info["result"] = str(self.result)
        record = record_of(self.board, komi=self.komi, handicap=self.handicap, info=info)
        write_bytes(path, record.to_bytes())
        say(f"Saved to {path}")
