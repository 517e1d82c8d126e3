"""A game of draughts move by move: what each move lost, by alpha-beta and by solved endings."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from kifu.analysis.course import DRAUGHTS, Effort, Size, turning_points
from kifu.analysis.draughts_words import Criticised, criticism, depth_words, first_lasting
from kifu.analysis.reviewed import Mark, Review, ReviewedMove, costliest, marked
from kifu.games.draughts import Position
from kifu.games.draughts.endings import ready
from kifu.games.draughts.position import Ending
from kifu.games.draughts.replay import Replay, replay
from kifu.models.draughts_net import Network
from kifu.models.files import ModelError
from kifu.players.draughts.move_values import Budget, Option, move_values
from kifu.records.moves import Colour
from kifu.records.pdn import PdnRecord
from kifu.work.progress import Progress, silent

Phase = Literal["opening", "middle game", "ending"]

PHASES: tuple[Phase, ...] = ("opening", "middle game", "ending")
#: What each position is searched with.
BUDGETS: dict[Effort, Budget] = {
    "fast": Budget(depth=6),
    "default": Budget(depth=40, nodes=2_000_000, reduce=True, table=18),
    "deep": Budget(depth=40, nodes=10_000_000, reduce=True, table=20),
}
#: In games of good players a network's value v led to a mean result of about tanh(2 v).
_STEEPNESS = 2.0
#: Pieces on the board from which on it is still the opening, and up to which it is an ending.
_OPENING, _ENDING = 20, 8


class Verdict(NamedTuple):
    """What a move did beside the best one.

    Attributes:
        rank: from 1; moves that are worth the same share their rank.
        cost: the value of the best move less its own, both searched to the same depth.
        size: how bad that is; None where it is no mistake.
        depth: from how many plies on, the move included, every search finds a mistake of that size; None
            where it is no mistake, and where the position is solved.
    """

    rank: int
    cost: float
    size: Size | None
    depth: int | None


@dataclass(frozen=True, eq=False)
class DraughtsAnalysis:
    """Analysis of one position.

    Attributes:
        position: with its past.
        ending: how the game has ended here, or None.
        value: the result Black may expect, from -1 lost to 1 won; only a decided game is exactly so.
        options: legal moves, the best first.
    """

    position: Position
    ending: Ending | None
    value: float
    options: Sequence[Option]

    def option(self, move: str) -> Option | None:
        """A legal move by its name."""
        return next((option for option in self.options if option.move == move), None)

    def verdict(self, move: str) -> Verdict | None:
        """What a move did beside the best one; None where it is not legal."""
        mine = self.option(move)
        if mine is None:
            return None
        rank = 1 + sum(option.value > mine.value for option in self.options)
        cost = round(self.options[0].value - mine.value, 4)
        size = DRAUGHTS.name(cost)
        return Verdict(rank, cost, size, self._depth(mine, getattr(DRAUGHTS, size)) if size else None)

    def _depth(self, mine: Option, least: float) -> int | None:
        """From how many plies on a search finds that a move lost so much."""
        best = [max(values) for values in zip(*(option.by_depth for option in self.options), strict=True)]
        lost = [most - value >= least for most, value in zip(best, mine.by_depth, strict=True)]
        place = first_lasting(lost)
        return None if place is None else place + 1


def analyse(position: Position, effort: Effort = "default") -> DraughtsAnalysis:
    """Analyse one position; the study room and the report use the same."""
    return analyse_all([position], effort, threads=1)[0]


def analyse_all(
    positions: Sequence[Position],
    effort: Effort = "default",
    *,
    seconds: float | None = None,
    threads: int = 0,
    progress: Progress = silent,
) -> list[DraughtsAnalysis]:
    """Analyse some positions, each on its own.

    Args:
        positions: with their past.
        effort: how far they are searched.
        seconds: for all of them together, instead of an effort.
        threads: 0 for one per core; without `seconds` the result is the same for any number.
        progress: called with the positions that are done.
    """
    budget = BUDGETS[effort]
    if seconds is not None:
        budget = Budget(depth=40, reduce=True, table=20)
    found = move_values(
        positions,
        budget,
        network=_network(),
        endings=ready(),
        seconds=seconds or 0.0,
        threads=threads,
        progress=progress,
    )
    return [
        _analysis(position, [_expected(option) for option in options])
        for position, options in zip(positions, found, strict=True)
    ]


def _network() -> Network | None:
    """The bundled champion; where there is none, pieces are counted."""
    try:
        return Network.bundled("champion")
    except ModelError:
        return None


def _expected(option: Option) -> Option:
    """An option with values that are results to expect: 1 is a win, 0 a draw, -1 a loss."""
    return replace(
        option, value=expected_result(option.value), by_depth=tuple(map(expected_result, option.by_depth))
    )


def expected_result(value: float) -> float:
    """The result to expect where a network gives a value; a game that is decided stays so."""
    return value if abs(value) == 1 else math.tanh(_STEEPNESS * value)


def _analysis(position: Position, options: Sequence[Option]) -> DraughtsAnalysis:
    ending = position.result()
    if ending is not None:
        value = 0.0 if ending.winner is None else 1.0 if ending.winner is Colour.BLACK else -1.0
    else:
        value = options[0].value if position.to_play is Colour.BLACK else -options[0].value
    return DraughtsAnalysis(position.copy(), ending, round(value, 4), options)


@dataclass(frozen=True, kw_only=True)
class DraughtsMove(ReviewedMove):
    """A move of a game of draughts.

    Attributes:
        depth: from how many plies on a search finds that it was a mistake; None where it was none, and where
            the position is solved.
        why: what it lost or missed, in sentences that are true on the board.
    """

    rank: int
    best: Option | None
    depth: int | None
    why: tuple[str, ...] = ()


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
        lines = list(move.why)
        if move.best is not None:
            lines.append(f"Better was {move.best.move}{_ahead(move.best)}.")
        mine = before.option(move.move)
        assert mine is not None
        lines.append(f"{move.move} is move {move.rank} of {len(before.options)}{_ahead(mine)}.")
        if move.depth is not None and move.cost >= DRAUGHTS.mistake:
            lines.append(depth_words(move.depth))
        return lines


def review_record(
    record: PdnRecord,
    *,
    effort: Effort = "default",
    seconds: float | None = None,
    threads: int = 0,
    progress: Progress = silent,
) -> DraughtsReview:
    """Search every position of a game's main line, up to its first illegal move.

    Args:
        record: the game.
        effort: how far positions are searched.
        seconds: for the whole game, instead of an effort.
        threads: 0 for one per core; without `seconds` the review is the same for any number.
        progress: called with the positions that are done.

    Raises:
        RecordError: It is a record of another game than English draughts.
    """
    played = replay(record)
    position = Position.from_fen(played.start)
    boards = [position.copy()]
    for move in played.moves:
        position.play(move)
        boards.append(position.copy())
    positions = analyse_all(boards, effort, seconds=seconds, threads=threads, progress=progress)
    moves = _reviewed(positions, [str(move) for move in played.moves], threads)
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


def reasons(played: Sequence[tuple[DraughtsAnalysis, str]], threads: int = 0) -> list[tuple[str, ...]]:
    """What moves lost or missed, given the position before each; nothing for a move that is no mistake."""
    criticised = {}
    for number, (before, move) in enumerate(played):
        mine, verdict = before.option(move), before.verdict(move)
        if mine is not None and verdict is not None and verdict.size is not None:
            criticised[number] = Criticised(before.position, mine, before.options[0])
    said = dict(zip(criticised, criticism(list(criticised.values()), threads), strict=True))
    return [tuple(said.get(number, ())) for number in range(len(played))]


def phase_of(position: Position) -> Phase:
    """The phase that a position belongs to, by the pieces on the board."""
    black, white, _ = position.bitboards
    pieces = black.bit_count() + white.bit_count()
    return "opening" if pieces >= _OPENING else "ending" if pieces <= _ENDING else "middle game"


def _reviewed(
    positions: Sequence[DraughtsAnalysis], played: Sequence[str], threads: int
) -> list[DraughtsMove]:
    moves = []
    why = reasons(list(zip(positions, played, strict=False)), threads)
    for number, move in enumerate(played, start=1):
        before = positions[number - 1]
        verdict = before.verdict(move)
        assert verdict is not None
        moves.append(
            DraughtsMove(
                number=number,
                colour=before.position.to_play,
                move=move,
                rank=verdict.rank,
                cost=verdict.cost,
                best=before.options[0] if verdict.cost > 0 else None,
                lead=positions[number].value,
                phase=phase_of(before.position),
                depth=verdict.depth,
                marks=(verdict.size,) if verdict.size else (),
                why=why[number - 1],
            )
        )
    return moves


def _ahead(option: Option) -> str:
    """How a move stands and what follows, in words."""
    said = f" ({option.value:+.2f}"
    if option.plies:
        said = f" ({'wins' if option.plies > 0 else 'loses'} in {abs(option.plies)} moves of both sides"
    following = " ".join(option.line[1:6])
    return f"{said}, then {following})" if following else f"{said})"
