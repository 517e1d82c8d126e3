"""A game of Go at the terminal."""

from collections.abc import Callable, Mapping

from kifu.analysis.terms import Terms
from kifu.games.go import Board, Colour
from kifu.games.go.recording import record_of
from kifu.interfaces.terminal import Say, TerminalGame
from kifu.players.base import Choice, Player
from kifu.records.moves import vertex


class TerminalGo(TerminalGame[Board]):
    """One game.

    Args:
        board: at its start, handicap stones placed.
        komi: points for White.
        player: the opponent.
        human: the person's colour.
        handicap: number of handicap stones.
        save: file for the record when the game ends.
    """

    help = """\
D4          play there
pass        pass; two passes end the game
undo        take back your last move and the answer to it
hint        good moves here, and what may follow
score       how the game stands
show        the board again
save FILE   write the game so far as SGF
resign      give up
quit        leave the game unfinished"""
    record_name = "game.sgf"

    def __init__(
        self,
        board: Board,
        komi: float,
        player: Player,
        human: Colour,
        handicap: int = 0,
        save: str | None = None,
    ) -> None:
        super().__init__(board, player, human, save)
        self.komi = komi
        self.handicap = handicap

    @property
    def _commands(self) -> Mapping[str, Callable[[Say], None]]:
        return {"hint": self._hint, "score": self._estimate}

    @property
    def _terms(self) -> Terms:
        return Terms.explicit(self.position.rules, self.komi, self.handicap)

    def _begin(self) -> str:
        self.player.new_game(self.position.size, self.position.rules, self._terms.total_komi)
        return f"; {self.position.rules} rules, komi {self.komi:g}"

    def _thinks(self, choice: Choice) -> str:
        return "" if choice.value is None else f" (it gives itself {choice.value:.0%})"

    def _play(self, typed: str) -> None:
        self.position.play(typed.split()[0])

    def _hint(self, say: Say) -> None:
        from kifu.analysis.hints import advise

        for rank, hint in enumerate(advise(self.position, self._terms.total_komi).hints, start=1):
            line = " ".join(vertex(point) for point in hint.line[1:6])
            then = f", then {line}" if line else ""
            say(f"{rank}. {vertex(hint.move)}  {hint.lead:+.1f} points for you{then}")

    def _estimate(self, say: Say) -> None:
        from kifu.analysis.hints import advise

        lead = advise(self.position, self._terms.total_komi).lead
        leader = Colour.BLACK if lead > 0 else Colour.WHITE
        say(f"{leader} leads by about {abs(lead):.1f} points.")

    def _conclude(self, say: Say) -> None:
        from kifu.analysis.tally import count
        from kifu.judgement import judge

        judged = judge(self.position, finished=True)
        self.result = count(judged, self._terms).used.result
        dead = judged.vertices("dead")
        say(f"Dead stones: {' '.join(dead) if dead else 'none'}.")
        who = "Nobody" if self.result.winner is None else str(self.result.winner)
        say(f"{who} has won: {self.result}")

    def _record(self, black: str, white: str) -> bytes:
        info = {"black": black, "white": white}
        if self.result is not None:
            info["result"] = str(self.result)
        return record_of(self.position, komi=self.komi, handicap=self.handicap, info=info).to_bytes()
