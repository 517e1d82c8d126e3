"""Turns of a game of draughts, as `kifu.analysis.draughts_review` analyses them.

Values are Black's, -1 lost to 1 won, whoever is to move.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from kifu.analysis.draughts_review import DraughtsAnalysis, analyse
from kifu.games.draughts.game import RecordedGame
from kifu.interfaces.web.problems import field
from kifu.records.moves import Colour, Letter

if TYPE_CHECKING:
    from kifu.interfaces.web.schemas import Analysis


class DraughtsRoot(TypedDict):
    """The position as a whole: Black's value, from -1 lost to 1 won."""

    currentPlayer: Letter
    value: float
    ending: str | None


class DraughtsMoveInfo(TypedDict):
    """A legal move and what it leads to."""

    move: str
    order: int
    value: float
    pliesToEnd: Annotated[int, "0 unless the end is seen; above 0 the mover wins"]
    pv: list[str]


class DraughtsPlayed(TypedDict):
    """The game's own next move."""

    move: str
    rank: NotRequired[int]
    loss: NotRequired[Annotated[float, "what it cost the side that made it"]]


class DraughtsTurn(TypedDict):
    """A line of an analysis of draughts."""

    id: str
    game: Literal["draughts"]
    turnNumber: int
    isDuringSearch: Literal[False]
    fen: str
    rootInfo: DraughtsRoot
    moveInfos: list[DraughtsMoveInfo]
    played: NotRequired[DraughtsPlayed]


class DraughtsTurns:
    """The game of a query.

    Attributes:
        moves: Of the game.
    """

    def __init__(self, query: "Analysis", game: RecordedGame) -> None:
        self._query, self._game = query, game
        with field("record"):
            self.moves = game.moves

    def pieces(self) -> None:
        """Turns are analysed one by one."""

    def turns(self, wanted: Sequence[int]) -> list[DraughtsTurn]:
        """Analyse the positions after so many moves each."""
        return [self.turn(number) for number in wanted]

    def turn(self, number: int) -> DraughtsTurn:
        """Analyse the position after so many moves."""
        position = self._game.position(number)
        seen, mover = analyse(position), position.to_play
        sign = 1 if mover is Colour.BLACK else -1
        line: DraughtsTurn = {
            "id": self._query.id,
            "game": "draughts",
            "turnNumber": number,
            "isDuringSearch": False,
            "fen": position.fen,
            "rootInfo": {
                "currentPlayer": mover.letter,
                "value": seen.value,
                "ending": str(seen.ending) if seen.ending else None,
            },
            "moveInfos": [
                {
                    "move": option.move,
                    "order": order,
                    "value": round(sign * option.value, 4),
                    "pliesToEnd": option.plies,
                    "pv": list(option.line),
                }
                for order, option in enumerate(seen.options[: self._query.maxMoves])
            ],
        }
        if number < len(self.moves):
            line["played"] = _next_move(str(self.moves[number]), seen)
        return line


def _next_move(move: str, seen: DraughtsAnalysis) -> DraughtsPlayed:
    """The move of the game: where it ranks, and what it cost beside the best one."""
    rank, loss = seen.rank(move), seen.loss(move)
    if rank is None or loss is None:
        return {"move": move}
    return {"move": move, "rank": rank, "loss": loss}
