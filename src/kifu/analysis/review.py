"""A game of Go move by move: who leads, what each move lost beside the best one, and why."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from kifu.analysis.course import EXPECTED, GO, GO_FAST, LISTED, Thresholds, costs, smooth, turning_points
from kifu.analysis.game_search import Effort, SearchBudget, best_move, search_game
from kifu.analysis.move_sentences import Comparison, Sentence, sentences
from kifu.analysis.moves import expert_view, rank_moves, ranked_by
from kifu.analysis.review_words import changes, percent
from kifu.analysis.reviewed import Mark, Review, ReviewedMove, costliest, marked
from kifu.analysis.score import ScoreSheet, score_record
from kifu.games.go import Board, replay
from kifu.judgement import Estimate, chance, estimate, judge_all
from kifu.models.moves import Candidate, MovePredictor
from kifu.models.network import Network, View
from kifu.players.network_search import SearchedPosition
from kifu.records.moves import Colour, Move, Point, vertex
from kifu.records.sgf import SgfRecord
from kifu.work.executors import chunks, map_threads
from kifu.work.progress import Progress, silent

Phase = Literal["opening", "middle game", "endgame"]

PHASES: tuple[Phase, ...] = ("opening", "middle game", "endgame")
#: Said where the loss contradicts the experts.
MISJUDGED = "Probably not a mistake: the estimate was unsure."
#: On 19 lines the opening has so many moves, and opening and middle game so many; on others as their area.
_OPENING, _MIDDLE = 80, 200
#: A game is decided where one side's chance to win is above this.
_DECIDED = 0.985
#: Positions that a thread analyses at a time.
_AT_ONCE = 16


@dataclass(frozen=True, eq=False)
class PositionAnalysis:
    """Analysis of one position.

    Attributes:
        estimate: who owns what, and the blocks, without search.
        lead: Black's, komi counted; by search where there was one.
        winrate: Black's chance to win, likewise.
        ranked: experts' moves, the likeliest first.
        search: what a search found; None without one.
    """

    estimate: Estimate
    lead: float
    winrate: float
    ranked: Sequence[Candidate]
    search: SearchedPosition | None = None

    @property
    def board(self) -> Board:
        """The position."""
        return self.estimate.board

    @property
    def ownership(self) -> npt.NDArray[np.float32]:
        """Expected owner of every point, 1 Black's, -1 White's."""
        return self.estimate.ownership if self.search is None else self.search.ownership

    def with_search(self, found: SearchedPosition) -> "PositionAnalysis":
        """The same with what a search found."""
        return replace(self, lead=round(found.lead, 3), winrate=round(found.win, 6), search=found)

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


@dataclass(frozen=True)
class BetterMove:
    """The best move of a position.

    Attributes:
        point: None for a pass.
        probability: that an expert plays it; None for a pass.
        variation: what follows by the search, this move first; without a search the move alone.
    """

    point: Point | None
    probability: float | None
    variation: tuple[Point | None, ...]


@dataclass(frozen=True, kw_only=True)
class GoMove(ReviewedMove):
    """A move of a game of Go.

    By search a move costs what the lead after the best move is more than after it, at least 0. Without a
    search the cost is a difference of estimates, below 0 where a move gained points.

    Attributes:
        point: None for a pass.
        probability: that an expert plays it.
        winrate: Black's after it.
    """

    best: BetterMove | None
    point: Point | None
    probability: float | None
    winrate: float


@dataclass(frozen=True, eq=False, kw_only=True)
class GoReview(Review[PositionAnalysis, GoMove]):
    """A reviewed game of Go.

    Attributes:
        sheet: the score, or an estimate, at its end.
        surprising: moves that experts expected least, the least first.
        effort: how long positions were searched; `fast` where they were not.
    """

    record: SgfRecord
    sheet: ScoreSheet
    surprising: Sequence[GoMove] = field(repr=False)
    effort: Effort

    @property
    def size(self) -> int:
        """Lines of the board."""
        return self.sheet.board.size

    @property
    def thresholds(self) -> Thresholds:
        """From when on numbers mean something."""
        return GO_FAST if self.effort == "fast" else GO

    @cached_property
    def leads(self) -> list[float]:
        """Black's lead after 0, 1, 2, ... moves; without a search smoothed."""
        return smooth([position.lead for position in self.positions], self.thresholds)

    def sentences(self, move: GoMove) -> list[Sentence]:
        """What was wrong with a move, and what the better one does, each with moves that show it."""
        before, after = self.positions[move.number - 1 : move.number + 1]
        if before.search is None or after.search is None or move.best is None:
            return []
        return sentences(Comparison(before.board, Move(move.colour, move.point), before.search, after.search))

    def explain(self, move: GoMove) -> list[str]:
        """Why a move matters, in words."""
        if self.effort != "fast":
            return [sentence.text for sentence in self.sentences(move)] if "costly" in move.marks else []
        lines: list[str] = []
        if "costly" in move.marks:
            before = self.positions[move.number - 1]
            later = self.positions[min(move.number + 1, len(self.positions) - 1)]
            lines += changes(before.estimate, later.estimate, move.colour)
        if move.best is not None and move.best.probability is not None:
            lines.append(f"Experts would play {move.best.point} ({percent(move.best.probability)}).")
        return [*lines, MISJUDGED] if "costly" in move.marks and move.rank == 1 else lines


def review_record(
    record: SgfRecord,
    *,
    rules: str | None = None,
    komi: float | None = None,
    model: MovePredictor | None = None,
    effort: Effort = "default",
    seconds: float | None = None,
    progress: Progress = silent,
    threads: int = 0,
) -> GoReview:
    """Review every position of a game's main line.

    Args:
        record: a Go record; up to its first illegal move, if it has one.
        rules: instead of the record's own.
        komi: instead of the record's own.
        model: of expert moves; the bundled one if not given.
        effort: how long positions are searched. Boards that no network is made for, and all boards without
            ONNX Runtime, are reviewed as with `fast`.
        seconds: for the search, instead of a number of visits.
        progress: called after every few positions.
        threads: 0 for one per core; unless `seconds` is given, the review is the same for any number.

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
    total_komi = sheet.terms.total_komi
    budget = SearchBudget.of(effort, sheet.board.size, seconds)
    network = Network.bundled(sheet.board.size) if budget is not None else None
    positions = analyse_all(boards, total_komi, model, threads=threads, progress=progress)
    if budget is None or network is None:
        effort = "fast"
        lost = costs([p.lead for p in positions], [move.colour is Colour.BLACK for move in played])
    else:
        turns = search_game(boards, total_komi, network, budget, threads=threads, progress=progress)
        positions = [p.with_search(turn.position) for p, turn in zip(positions, turns, strict=True)]
        if sheet.finished:
            positions[-1] = replace(positions[-1], lead=round(sheet.lead, 3))  # counted, not searched
        lost = [max(0.0, turn.lost or 0.0) for turn in turns]
    thresholds = GO_FAST if effort == "fast" else GO
    leads = smooth([position.lead for position in positions], thresholds)
    moves = _moves(positions, sheet.board, lost, leads, thresholds)
    turning = turning_points(leads, thresholds)
    costly = costliest(moves)
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
        effort=effort,
    )


def phase_of(number: int, size: int) -> Phase:
    """The phase that a move belongs to, by its number and the size of the board."""
    scaled = number * 361 / size**2
    return "opening" if scaled <= _OPENING else "middle game" if scaled <= _MIDDLE else "endgame"


def _better(before: PositionAnalysis, point: Point | None) -> BetterMove | None:
    """The best move, where that is another one than was played."""
    best = best_move(before.search) if before.search is not None else None
    if best is not None:
        wanted, variation = best.move, best.variation
    elif before.search is None and before.ranked:
        wanted = before.ranked[0].point
        variation = (wanted,)
    else:
        return None
    if wanted == point:
        return None
    return BetterMove(wanted, before.policy.get(wanted) if wanted is not None else None, variation)


def _moves(
    positions: Sequence[PositionAnalysis],
    end: Board,
    lost: Sequence[float],
    leads: Sequence[float],
    thresholds: Thresholds,
) -> list[GoMove]:
    winrates = smooth([p.winrate for p in positions], thresholds)
    found = []
    for number, (move, before) in enumerate(zip(end.moves, positions, strict=False), start=1):
        point = move.point
        best = _better(before, point)
        cost = lost[number - 1] if best is not None or thresholds.tempo else 0.0
        chances = winrates[number - 1], winrates[number]
        decided = min(chances) > _DECIDED or max(chances) < 1 - _DECIDED
        name = thresholds.name(cost, decided)
        found.append(
            GoMove(
                number=number,
                colour=move.colour,
                move=vertex(point),
                point=point,
                rank=before.rank(point),
                probability=before.policy.get(point) if point is not None else None,
                best=best,
                cost=round(cost, 3),
                lead=round(leads[number], 3),
                winrate=round(winrates[number], 4),
                phase=phase_of(number, end.size),
                marks=(name,) if name else (),
            )
        )
    return found
