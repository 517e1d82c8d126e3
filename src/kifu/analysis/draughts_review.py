"""A game of draughts move by move: how every legal move stands, by the champion's search a few plies deep."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kifu.analysis.course import DRAUGHTS, turning_points
from kifu.analysis.reviewed import Mark, Review, ReviewedMove, costliest, marked
from kifu.games.draughts import Move, Position
from kifu.games.draughts.position import Ending
from kifu.games.draughts.replay import Replay, replay
from kifu.models.files import ModelError
from kifu.players.draughts import DraughtsPlayer
from kifu.players.named import make_player
from kifu.records.moves import Colour
from kifu.records.pdn import PdnRecord
from kifu.work.progress import Progress, silent

Phase = Literal["opening", "middle game", "ending"]

PHASES: tuple[Phase, ...] = ("opening", "middle game", "ending")
#: Plies searched after each move.
DEPTH = 6
#: Pieces on the board from which on it is still the opening, and up to which it is an ending.
_OPENING, _ENDING = 20, 8
#: Forced answers that are followed until there is a choice.
_FORCED = 16


@dataclass(frozen=True)
class Option:
    """A legal move and how it stands.

    Attributes:
        move: as people write it.
        value: for the side that makes it, -1 lost to 1 won.
        plies: to the end where it is seen, below 0 where that side loses; else 0.
        line: what follows, this move first.
    """

    move: str
    value: float
    plies: int
    line: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class DraughtsAnalysis:
    """What is seen in one position.

    Attributes:
        position: with its past.
        ending: how the game has ended here, or None.
        value: Black's, -1 lost to 1 won.
        options: legal moves, the best first.
    """

    position: Position
    ending: Ending | None
    value: float
    options: Sequence[Option]

    def rank(self, move: str) -> int | None:
        """Where a move ranks, from 1; moves that are worth the same share their rank."""
        mine = next((option.value for option in self.options if option.move == move), None)
        return None if mine is None else 1 + sum(option.value > mine for option in self.options)

    def loss(self, move: str) -> float | None:
        """What a move costs beside the best one."""
        mine = next((option.value for option in self.options if option.move == move), None)
        return None if mine is None else round(self.options[0].value - mine, 4)


def _judge() -> DraughtsPlayer:
    """The bundled champion, or a count of pieces where there is none."""
    try:
        return make_player(f"net:champion,depth={DEPTH}", game="draughts")
    except ModelError:
        return make_player(f"material:depth={DEPTH}", game="draughts")


def analyse(position: Position) -> DraughtsAnalysis:
    """Look at one position; the study room and the report see the same."""
    # A player of its own: what was searched before must not change what is seen now.
    player = _judge()
    ending = position.result()
    options = sorted(
        (_after(position, move, player) for move in position.legal_moves()), key=lambda option: -option.value
    )
    if ending is not None:
        value = 0.0 if ending.winner is None else 1.0 if ending.winner is Colour.BLACK else -1.0
    else:
        value = options[0].value if position.to_play is Colour.BLACK else -options[0].value
    return DraughtsAnalysis(position.copy(), ending, round(value, 4), options)


@dataclass(frozen=True, kw_only=True)
class DraughtsMove(ReviewedMove):
    """A move of a game of draughts."""

    rank: int
    best: Option | None


@dataclass(frozen=True, eq=False, kw_only=True)
class DraughtsReview(Review[DraughtsAnalysis, DraughtsMove]):
    """A reviewed game of draughts.

    Attributes:
        played: its main line.
    """

    record: PdnRecord
    played: Replay

    @property
    def leads(self) -> list[float]:
        """Black's value after 0, 1, 2, ... moves."""
        return [seen.value for seen in self.positions]

    def explain(self, move: DraughtsMove) -> list[str]:
        """Why a move matters, in words."""
        before = self.positions[move.number - 1]
        lines = []
        if move.best is not None:
            lines.append(f"Better was {move.best.move}{_ahead(move.best)}.")
        mine = next(option for option in before.options if option.move == move.move)
        lines.append(f"{move.move} is move {move.rank} of {len(before.options)}{_ahead(mine)}.")
        return lines


def review_record(record: PdnRecord, *, progress: Progress = silent) -> DraughtsReview:
    """Look at every position of a game's main line, up to its first illegal move.

    Raises:
        RecordError: It is a record of another game than English draughts.
    """
    played = replay(record)
    position = Position.from_fen(played.start)
    positions = [analyse(position)]
    for number, move in enumerate(played.moves, start=1):
        position.play(move)
        positions.append(analyse(position))
        progress(number, len(played.packed), "reviewing")
    moves = [_reviewed(positions, number, move) for number, move in enumerate(played.moves, start=1)]
    turning = turning_points([seen.value for seen in positions], DRAUGHTS)
    costly = [m.number for m in costliest(moves)]
    lists: dict[Mark, Sequence[int]] = {"turning": turning, "costly": costly}
    moves = marked(moves, lists)
    return DraughtsReview(
        record=record,
        played=played,
        positions=positions,
        moves=moves,
        turning=turning,
        costly=[moves[number - 1] for number in costly],
    )


def phase_of(position: Position) -> Phase:
    """The phase that a position belongs to, by the pieces on the board."""
    black, white, _ = position.bitboards
    pieces = black.bit_count() + white.bit_count()
    return "opening" if pieces >= _OPENING else "ending" if pieces <= _ENDING else "middle game"


def _reviewed(positions: Sequence[DraughtsAnalysis], number: int, move: Move) -> DraughtsMove:
    before, played = positions[number - 1], str(move)
    rank, loss = before.rank(played), before.loss(played)
    assert rank is not None
    assert loss is not None
    return DraughtsMove(
        number=number,
        colour=before.position.to_play,
        move=played,
        rank=rank,
        cost=loss,
        best=before.options[0] if loss > 0 else None,
        lead=positions[number].value,
        phase=phase_of(before.position),
        marks=(name,) if (name := DRAUGHTS.name(loss)) else (),
    )


def _ahead(option: Option) -> str:
    """How a move stands and what follows, in words."""
    said = f" ({option.value:+.2f}"
    if option.plies:
        said = f" ({'wins' if option.plies > 0 else 'loses'} in {abs(option.plies)} moves of both sides"
    following = " ".join(option.line[1:6])
    return f"{said}, then {following})" if following else f"{said})"


def _after(position: Position, move: Move, player: DraughtsPlayer) -> Option:
    """How a move stands for the side that makes it."""
    child = position.copy()
    child.play(move)
    ending = child.result()
    if ending is not None:
        value = 0.0 if ending.winner is None else 1.0 if ending.winner is position.to_play else -1.0
        return Option(str(move), value, 1 if value else 0, (str(move),))
    choice = player.choose(child)
    plies = choice.plies_to_end
    # A forced answer is not searched; the position behind it is judged instead.
    value = -choice.value if choice.value is not None else _behind(child, choice.move, player)
    line = (str(move), *map(str, choice.variation))
    return Option(str(move), value, -(plies + (1 if plies > 0 else -1)) if plies else 0, line)


def _behind(position: Position, move: Move | None, player: DraughtsPlayer) -> float:
    """The value of a forced answer, for the side that moved before it."""
    sign = 1.0
    child = position.copy()
    for _ in range(_FORCED):
        if move is None:
            return 0.0
        child.play(move)
        ending = child.result()
        if ending is not None:
            return 0.0 if ending.winner is None else 1.0 if ending.winner is not position.to_play else -1.0
        choice = player.choose(child)
        if choice.value is not None:
            return sign * choice.value
        move, sign = choice.move, -sign
    return 0.0
