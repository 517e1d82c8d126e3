"""The score of a game, with everything a player may ask about it: whose, why, how sure, under which terms."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kifu.analysis.tally import Counts, Tally, count
from kifu.analysis.terms import Terms, terms_of
from kifu.errors import RecordError
from kifu.games.coordinates import points_where
from kifu.games.go import Board, Rules, replay
from kifu.games.go.scoring import result_of
from kifu.judgement import BlockVerdict, Estimate, Judgement, estimate, judge
from kifu.judgement.reasons import Basis
from kifu.models.life import LifeModel
from kifu.records.moves import Colour, Point
from kifu.records.problems import Problem
from kifu.records.results import Result
from kifu.records.sgf import SgfRecord


@dataclass(frozen=True, eq=False)
class ScoreSheet:
    """A scored game.

    Attributes:
        terms: Rules, komi and handicap, and where each came from.
        judgement: The verdict on every block.
        counts: The points in every way of counting.
        finished: Whether the game was played to its end; if not, `lead` is an estimate.
        unfinished_because: Why it is an estimate, or an empty text.
        recorded: The result that the record states.
        problems: What had to be repaired in the record, and what the rules object to.
    """

    terms: Terms
    judgement: Judgement
    counts: Counts
    finished: bool
    unfinished_because: str
    recorded: Result | None
    problems: tuple[Problem, ...]

    @property
    def board(self) -> Board:
        """The position that was scored."""
        return self.judgement.board

    @cached_property
    def estimate(self) -> Estimate:
        """The same position as an estimate."""
        return estimate(self.board, komi=self.terms.total_komi, judgement=self.judgement)

    @property
    def tally(self) -> Tally:
        """Territory, prisoners and stones of both sides."""
        return self.counts.used

    @cached_property
    def lead(self) -> float:
        """By how much Black has won; negative where White has. Of an unfinished game, what is expected."""
        return self.tally.lead if self.finished else round(self.estimate.lead, 1) + 0.0

    @property
    def result(self) -> Result:
        """The result as records write it."""
        return result_of(self.lead, self.terms.rules)

    @property
    def winner(self) -> Colour | None:
        """Who has won, or None for a draw."""
        return self.result.winner

    @property
    def blocks(self) -> tuple[BlockVerdict, ...]:
        """Every block with status, probability and reason."""
        return self.judgement.blocks

    @property
    def owner(self) -> NDArray[np.uint8]:
        """Whose each point is: 0 nobody's, 1 Black's, 2 White's; of an unfinished game the likelier owner."""
        return self.counts.owner if self.finished else self.estimate.owner

    @property
    def agrees(self) -> bool | None:
        """Whether the recorded result is this one; where it names no margin, whether the winner is."""
        recorded = self.recorded
        if recorded is None or (recorded.kind in ("unknown", "void", "unfinished") and not recorded.winner):
            return None
        if recorded.kind == "draw" and self.lead == 0:
            return True  # under Ing rules a record may state the equal points or the winner
        if recorded.kind == "draw" or recorded.margin is None:
            return recorded.winner is self.winner
        return recorded.winner is self.winner and abs(recorded.margin - abs(self.lead)) < 1e-6

    @property
    def doubtful(self) -> tuple[BlockVerdict, ...]:
        """The blocks on which the score depends and that are not settled."""
        return tuple(block for block in self.blocks if block.status == "doubtful")

    @property
    def decided_by_result(self) -> tuple[BlockVerdict, ...]:
        """The blocks that were doubtful and that the recorded result decides."""
        return tuple(block for block in self.blocks if block.basis is Basis.RECORDED)

    def vertices(self, where: NDArray[np.generic]) -> list[str]:
        """The points where a layer is not 0, as GTP writes them."""
        return [str(point) for point in points_where(where)]

    def to_json(self) -> dict[str, Any]:
        """Everything as plain JSON types; points are GTP vertices."""
        size = self.board.size
        counts = self.counts
        tally = self.tally
        return {
            "rules": self.terms.rules.name,
            "rules_from": self.terms.rules_from,
            "komi": self.terms.komi,
            "komi_from": self.terms.komi_from,
            "handicap": self.terms.handicap,
            "notes": list(self.terms.notes),
            "finished": self.finished,
            "unfinished_because": self.unfinished_because,
            "result": str(self.result),
            "margin": abs(self.lead),
            "winner": self.winner.name.lower() if self.winner else None,
            "recorded": str(self.recorded) if self.recorded else None,
            "agrees": self.agrees,
            "counting": tally.method if self.finished else "estimate",
            "other_counts": {other.method: str(other.result) for other in self.counts.others}
            if self.finished
            else {},
            "black": _side(tally, 0),
            "white": _side(tally, 1),
            "dead": self.judgement.vertices("dead"),
            "seki": self.judgement.vertices("seki"),
            "doubtful": self.judgement.vertices("doubtful"),
            "in_doubt": self.vertices(self.judgement.in_doubt),
            "dame": self.vertices(counts.dame) if self.finished else [],
            "open": self.vertices(counts.open_points) if self.finished else [],
            "to_fill": self.vertices(counts.to_fill) if self.finished else [],
            "blocks": [_block(block, size) for block in self.blocks],
            "ownership": self.owner.tolist()
            if self.finished
            else np.round(self.estimate.ownership, 3).tolist(),
            "moves": len(self.board.moves),
            "size": size,
            "problems": [str(problem) for problem in self.problems],
        }


def score_record(
    record: SgfRecord,
    *,
    rules: Rules | str | None = None,
    komi: float | None = None,
    model: LifeModel | None = None,
    seed: int = 1,
    use_result: bool = True,
) -> ScoreSheet:
    """Score a game at the end of its main line.

    Args:
        record: A Go record; a rectangular board is refused by name.
        rules: Instead of the record's own.
        komi: Instead of the record's own.
        model: The bundled life model if not given.
        seed: Of the random endings; the same seed gives the same sheet.
        use_result: Whether the recorded result decides doubtful blocks where only one way to count them
            gives it.

    Raises:
        RecordError: It is a record of another game.
        PositionError: The board is not square, or larger than Kifu plays on.
    """
    if record.game != "go":
        raise RecordError(f"expected a record of Go to score, got one of {record.game}")
    terms = terms_of(record, rules, komi)
    replayed = replay(record, rules=terms.rules)
    recorded = record.info.result
    why_not = _unfinished(record, replayed.board, replayed.illegal_move, recorded)
    judgement = judge(replayed.board, finished=not why_not, komi=terms.total_komi, model=model, seed=seed)
    if use_result and recorded is not None and not why_not:
        judgement = decided_by_result(judgement, terms, recorded)
    return ScoreSheet(
        terms=terms,
        judgement=judgement,
        counts=count(judgement, terms),
        finished=not why_not,
        unfinished_because=why_not,
        recorded=recorded,
        problems=replayed.problems,
    )


#: So many doubtful blocks are decided by the recorded result at most: each doubles the ways to count.
_MOST_DOUBTFUL = 6


def decided_by_result(judgement: Judgement, terms: Terms, recorded: Result) -> Judgement:
    """Decide doubtful blocks where only one way to count them gives exactly the recorded result."""
    if recorded.kind == "draw":
        lead = 0.0
    elif recorded.margin is not None:
        lead = recorded.margin if recorded.winner is Colour.BLACK else -recorded.margin
    else:
        return judgement
    doubtful = [i for i, block in enumerate(judgement.blocks) if block.status == "doubtful"]
    if not 0 < len(doubtful) <= _MOST_DOUBTFUL or "asked" in (terms.rules_from, terms.komi_from):
        return judgement
    readings = (
        judgement.with_fates(zip(doubtful, dead, strict=True), Basis.RECORDED)
        for dead in product((False, True), repeat=len(doubtful))
    )
    fitting = [reading for reading in readings if abs(count(reading, terms).used.lead - lead) < 1e-6]
    # With these decided, others may be in doubt.
    return decided_by_result(fitting[0], terms, recorded) if len(fitting) == 1 else judgement


def score_board(
    board: Board,
    terms: Terms,
    *,
    finished: bool = True,
    prisoners: tuple[int, int] | None = None,
    model: LifeModel | None = None,
    seed: int = 1,
) -> ScoreSheet:
    """Score a position that comes without a record.

    Args:
        board: The position.
        terms: Rules, komi and handicap.
        finished: Whether the game is over; if not, the sheet is an estimate.
        prisoners: Stones that Black and White have taken; those of the board's own past if not given.
        model: The bundled life model if not given.
        seed: Of the random endings.
    """
    judgement = judge(board, finished=finished, komi=terms.total_komi, model=model, seed=seed)
    if prisoners is not None:
        judgement = replace(judgement, captured=(prisoners[1], prisoners[0]))  # Black's stones, White's
    return ScoreSheet(
        terms=terms,
        judgement=judgement,
        counts=count(judgement, terms),
        finished=finished,
        unfinished_because="" if finished else "the game is not over",
        recorded=None,
        problems=(),
    )


def _unfinished(record: SgfRecord, board: Board, illegal: int | None, recorded: Result | None) -> str:
    """Why a game cannot be taken as played to its end; an empty text if it can."""
    if illegal is not None:
        return f"move {illegal} is illegal, and the game is scored before it"
    if board.is_over:
        return ""
    if recorded is not None and recorded.kind in ("score", "draw") and record.native.move_count:
        return ""  # counted by the players; many records stop at the last stone
    if recorded is not None and recorded.kind in ("resign", "time", "forfeit"):
        how = {"resign": "resignation", "time": "time", "forfeit": "forfeit"}[recorded.kind]
        return f"the game ended by {how}"
    return "the record does not end in two passes, and states no score"


def _side(tally: Tally, side: int) -> dict[str, float]:
    return {
        "territory": tally.territory[side],
        "stones": tally.stones[side],
        "prisoners": tally.prisoners[side],
        "points": tally.points[side],
    }


def _block(block: BlockVerdict, size: int) -> dict[str, Any]:
    return {
        "colour": block.colour.name.lower(),
        "points": _gtp(block.points, size),
        "status": block.status,
        "probability": block.probability,
        "reason": block.reason,
    }


def _gtp(points: Iterable[Point], size: int) -> list[str]:
    return [str(point) for point in points]
