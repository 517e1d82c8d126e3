"""A game of Go at the terminal."""

from collections.abc import Callable, Mapping

from kifu.analysis.terms import Terms
from kifu.errors import InputError
from kifu.games.coordinates import from_gtp, to_gtp
from kifu.games.go import Board, Colour
from kifu.games.go.recording import record_of
from kifu.interfaces.terminal import Say, TerminalGame
from kifu.players.base import Player
from kifu.records.results import Result, ResultKind

_HINTS = 5


class TerminalGo(TerminalGame):
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
hint        moves that experts would consider here
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
        super().__init__(player, human, save)
        self.board = board
        self.komi = komi
        self.player = player
        self.handicap = handicap
        self.result: Result | None = None

    @property
    def _commands(self) -> Mapping[str, Callable[[Say], None]]:
        return {"hint": self._hint, "score": self._estimate}

    @property
    def _mover(self) -> Colour:
        return self.board.to_play

    @property
    def _moved(self) -> bool:
        return bool(self.board.moves)

    @property
    def _ended(self) -> bool:
        return self.board.is_over

    @property
    def _decided(self) -> bool:
        return self.result is not None

    @property
    def _terms(self) -> Terms:
        return Terms.explicit(self.board.rules, self.komi, self.handicap)

    def _begin(self) -> str:
        self.player.new_game(self.board.size, self.board.rules, self._terms.total_komi)
        return f"; {self.board.rules} rules, komi {self.komi:g}"

    def _show(self, say: Say) -> None:
        say(str(self.board))

    def _answer(self, say: Say) -> None:
        choice = self.player.choose(self.board.copy())
        if choice.resign:
            self._opponent_resigns(say)
            return
        self.board.play(choice.move)
        value = "" if choice.value is None else f" (it gives itself {choice.value:.0%})"
        say(f"{self.player.name}: {to_gtp(choice.move, self.board.size)}{value}")
        self._show(say)

    def _play(self, typed: str) -> None:
        self.board.play(from_gtp(typed.split()[0].lower(), self.board.size))

    def _undo(self) -> None:
        own = [i for i, move in enumerate(self.board.moves) if move.colour is self.human]
        if not own:
            raise InputError("there is no move of yours to take back")
        for _ in range(len(self.board.moves) - own[-1]):
            self.board.undo()

    def _lose(self, loser: Colour, kind: ResultKind) -> None:
        self.result = Result(loser.opponent, None, kind)

    def _hint(self, say: Say) -> None:
        from kifu.analysis.moves import predict

        found = predict(self.board, top=_HINTS, explain=True)
        for move in found:
            why = "; ".join(reason.text for reason in move.reasons[:2])
            say(f"{move.rank}. {to_gtp(move.point, self.board.size)}  {move.probability:.0%}  {why}".rstrip())
        if not found:
            say("No move but to pass.")

    def _estimate(self, say: Say) -> None:
        from kifu.judgement import estimate

        lead = estimate(self.board, komi=self._terms.total_komi).lead
        leader = Colour.BLACK if lead > 0 else Colour.WHITE
        say(f"{leader} leads by about {abs(lead):.1f} points.")

    def _conclude(self, say: Say) -> None:
        from kifu.analysis.tally import count
        from kifu.judgement import judge

        judged = judge(self.board, finished=True)
        self.result = count(judged, self._terms).used.result
        dead = judged.vertices("dead")
        say(f"Dead stones: {' '.join(dead) if dead else 'none'}.")
        who = "Nobody" if self.result.winner is None else str(self.result.winner)
        say(f"{who} has won: {self.result}")

    def _record(self, black: str, white: str) -> bytes:
        info = {"black": black, "white": white}
        if self.result is not None:
            info["result"] = str(self.result)
        return record_of(self.board, komi=self.komi, handicap=self.handicap, info=info).to_bytes()
