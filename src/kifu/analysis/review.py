"""A game of Go move by move: who leads, what each move cost, where it ranks among experts' moves."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from kifu.analysis.course import EXPECTED, GO, LISTED, costs, smooth, turning_points
from kifu.analysis.moves import expert_view, explain, rank_moves, ranked_by
from kifu.analysis.review_words import MoveExplanation, changes, why_better, why_played
from kifu.analysis.reviewed import Mark, Review, ReviewedMove, costliest, marked
from kifu.analysis.score import ScoreSheet, score_record
from kifu.games.go import Board, replay
from kifu.judgement import Estimate, chance, estimate, judge_all
from kifu.models.moves import Candidate, MovePredictor
from kifu.models.network import Network, View
from kifu.records.moves import Colour, Point, vertex
from kifu.records.sgf import SgfRecord
from kifu.work.executors import chunks, map_threads
from kifu.work.progress import Progress, silent

Phase = Literal["opening", "middle game", "endgame"]

PHASES: tuple[Phase, ...] = ("opening", "middle game", "endgame")
#: Said where the loss contradicts the experts.
MISJUDGED = "Probably not a mistake: the estimate was unsure."
#: On 19 lines the opening has so many moves, and opening and middle game so many; on others as their area.
_OPENING, _MIDDLE = 80, 200
#: Positions that a thread analyses at a time.
_AT_ONCE = 16


@dataclass(frozen=True, eq=False)
class PositionAnalysis:
    """Analysis of one position.

    Attributes:
        estimate: who owns what, and the blocks.
        lead: Black's, komi counted.
        winrate: Black's chance to win.
        ranked: experts' moves, the likeliest first.
    """

    estimate: Estimate
    lead: float
    winrate: float
    ranked: Sequence[Candidate]

    @property
    def board(self) -> Board:
        """The position."""
        return self.estimate.board

    @cached_property
    def policy(self) -> dict[Point, float]:
        """The probability of every legal move."""
        return {move.point: move.probability for move in self.ranked}

    def rank(self, point: Point | None) -> int | None:
        """Where a move ranks among the experts' moves, from 1; None for a pass and where it is illegal."""
        mine = None if point is None else self.policy.get(point)
        if mine is None:
            return None
        return next(i for i, move in enumerate(self.ranked, start=1) if move.probability <= mine)


def analyse(board: Board, komi: float, model: MovePredictor | None = None) -> PositionAnalysis:
    """Analyse one position, as `analyse_all` does."""
    return analyse_all([board], komi, model)[0]


def analyse_all(
    boards: Sequence[Board],
    komi: float,
    model: MovePredictor | None = None,
    *,
    threads: int = 0,
    progress: Progress = silent,
) -> list[PositionAnalysis]:
    """Analyse positions of one size; the study room and the report show the same.

    Args:
        boards: The positions.
        komi: All that White gets, for Black's handicap stones too.
        model: Of expert moves; the bundled network or model if not given.
        threads: 0 for one per core; the result is the same for any number.
        progress: called after every few positions.
    """
    if not boards:
        return []
    network = Network.bundled(boards[0].size)

    def some(part: Sequence[Board]) -> list[PositionAnalysis]:
        owners = policies = None
        if network is not None:
            views = [View(), *([] if model else [expert_view(part[0].size)])]
            owners, *policies = network.evaluate_all(part, komi=komi, views=views, threads=1)
        judged = judge_all(part, finished=False, komi=komi, threads=1, evaluation=owners)
        if policies:
            ranked = [ranked_by(b, one) for b, one in zip(part, policies[0].rows(), strict=True)]
        else:
            ranked = [rank_moves(board, komi=komi, model=model) for board in part]
        estimates = (estimate(one.board, komi=komi, judgement=one) for one in judged)
        return [
            PositionAnalysis(found, round(found.lead, 3), round(chance(found), 6), moves)
            for found, moves in zip(estimates, ranked, strict=True)
        ]

    found: list[PositionAnalysis] = []
    for part in map_threads(some, list(chunks(boards, _AT_ONCE)), threads):
        found += part
        progress(len(found), len(boards), "analysing positions")
    return found


@dataclass(frozen=True, kw_only=True)
class GoMove(ReviewedMove):
    """A move of a game of Go.

    The cost is below 0 where a move gained points (the estimate is not exact); the lead is without the swing
    of the right to move.

    Attributes:
        point: None for a pass.
        probability: that an expert plays it.
        winrate: Black's after it, without the swing of the right to move.
    """

    best: Candidate | None
    point: Point | None
    probability: float | None
    winrate: float


@dataclass(frozen=True, eq=False, kw_only=True)
class GoReview(Review[PositionAnalysis, GoMove]):
    """A reviewed game of Go.

    Attributes:
        sheet: the score, or an estimate, at its end.
        surprising: moves that experts expected least, the least first.
    """

    record: SgfRecord
    sheet: ScoreSheet
    surprising: Sequence[GoMove] = field(repr=False)

    @property
    def size(self) -> int:
        """Lines of the board."""
        return self.sheet.board.size

    @cached_property
    def leads(self) -> list[float]:
        """Black's lead after 0, 1, 2, ... moves, smoothed."""
        return smooth([position.lead for position in self.positions], GO)

    def explain(self, move: GoMove) -> MoveExplanation:
        """Why a move matters, in words."""
        before = self.positions[move.number - 1]
        after = self.positions[min(move.number + 1, len(self.positions) - 1)]
        points = [p for p in (move.point, move.best.point if move.best else None) if p is not None]
        found = explain(before.board, points, ranked=before.ranked)
        costly = "costly" in move.marks
        return MoveExplanation(
            better=why_better(found.get(move.best.point), self.size) if move.best else "",
            played=why_played(move.move, move.rank, found.get(move.point)) if move.point else "",
            changes=tuple(changes(before.estimate, after.estimate, move.colour)) if costly else (),
            doubt=MISJUDGED if costly and move.rank == 1 else "",
        )


def review_record(
    record: SgfRecord,
    *,
    rules: str | None = None,
    komi: float | None = None,
    model: MovePredictor | None = None,
    progress: Progress = silent,
    threads: int = 0,
) -> GoReview:
    """Review every position of a game's main line.

    Args:
        record: a Go record; up to its first illegal move, if it has one.
        rules: instead of the record's own.
        komi: instead of the record's own.
        model: of expert moves; the bundled one if not given.
        progress: called after every few positions.
        threads: 0 for one per core; the review is the same for any number.

    Raises:
        RecordError: It is a record of another game.
        PositionError: The board is not square, or larger than Kifu plays on.
    """
    sheet = score_record(record, rules=rules, komi=komi)
    played = sheet.board.moves
    boards = []
    for number in range(len(played) + 1):
        board = replay(record, moves=number, rules=sheet.terms.rules).board
        if number < len(played):
            board.to_play = played[number].colour
        boards.append(board)
    positions = analyse_all(boards, sheet.terms.total_komi, model, threads=threads, progress=progress)
    moves = _moves(positions, sheet.board)
    leads = smooth([position.lead for position in positions], GO)
    turning = turning_points(leads, GO)
    costly = costliest(moves, GO)
    surprising = sorted(
        (m for m in moves if m.rank is not None and m.rank > EXPECTED),
        key=lambda m: m.probability or 0.0,
    )[:LISTED]
    lists: dict[Mark, Sequence[int]] = {
        "turning": turning,
        "costly": [m.number for m in costly],
        "surprising": [m.number for m in surprising],
    }
    moves = marked(moves, lists)
    return GoReview(
        record=record,
        sheet=sheet,
        positions=positions,
        moves=moves,
        turning=turning,
        costly=[moves[number - 1] for number in lists["costly"]],
        surprising=[moves[number - 1] for number in lists["surprising"]],
    )


def phase_of(number: int, size: int) -> Phase:
    """The phase that a move belongs to, by its number and the size of the board."""
    scaled = number * 361 / size**2
    return "opening" if scaled <= _OPENING else "middle game" if scaled <= _MIDDLE else "endgame"


def _moves(positions: Sequence[PositionAnalysis], end: Board) -> list[GoMove]:
    played = end.moves
    leads = smooth([p.lead for p in positions], GO)
    winrates = smooth([p.winrate for p in positions], GO)
    lost = costs([p.lead for p in positions], [move.colour is Colour.BLACK for move in played])
    found = []
    for number, (move, before) in enumerate(zip(played, positions, strict=False), start=1):
        point = move.point
        best = before.ranked[0] if before.ranked and before.ranked[0].point != point else None
        found.append(
            GoMove(
                number=number,
                colour=move.colour,
                move=vertex(point),
                point=point,
                rank=before.rank(point),
                probability=before.policy.get(point) if point is not None else None,
                best=best,
                cost=round(lost[number - 1], 3),
                lead=round(leads[number], 3),
                winrate=round(winrates[number], 4),
                phase=phase_of(number, end.size),
            )
        )
    return found
