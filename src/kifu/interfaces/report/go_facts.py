"""What a reviewed game of Go has to tell, as plain facts."""

from functools import cached_property
from typing import Literal, TypedDict

import kifu
from kifu.analysis.course import EXPECTED, GO
from kifu.analysis.fights import read_out
from kifu.analysis.judgement import BlockVerdict
from kifu.analysis.opening_values import value_opening
from kifu.analysis.review import PHASES, GoReview, ReviewedMove
from kifu.games.facts import GameInfoFacts, Vertex
from kifu.interfaces.opening_facts import OpeningValue, opening_value
from kifu.interfaces.report.annotate import without_review
from kifu.interfaces.report.openings import ArchivedMove, opening_name
from kifu.interfaces.report.report import CountedSides, GameSummary, Judged, index_facts, info_facts, sides
from kifu.interfaces.score_facts import BlockFacts, block_facts
from kifu.models.opening import OpeningModel
from kifu.records.moves import Point, Side, vertex
from kifu.work.facts import pick

_VALUED = 20  # moves of a 9x9 opening


class GoRow(TypedDict):
    """A move of a reviewed game of Go; lead and winrate are Black's."""

    number: int
    colour: Side
    move: Vertex
    rank: int | None
    probability: float | None
    best: Vertex | None
    best_probability: float | None
    cost: float
    lead: float
    winrate: float
    phase: str
    marks: list[str]


class GoMoveFacts(GoRow):
    """The same with what there is to say of it."""

    why: list[str]
    comment: str


class GoStart(TypedDict):
    """The position before the first move."""

    lead: float
    comment: str


class GoReviewFacts(GameSummary):
    """A reviewed game of Go."""

    kifu: str
    info: GameInfoFacts
    notes: list[str]
    start: GoStart
    moves: list[GoMoveFacts]
    turning: list[int]
    costly: list[int]
    surprising: list[int]
    blocks: list[BlockFacts]
    archive: list[ArchivedMove]
    opening_values: list[OpeningValue]
    problems: list[str]


class GoFacts:
    """A reviewed game.

    Args:
        review: of the game.
        opening: what an archive has of its first moves, as `openings.along` tells it.
        file: its name.
        number: of the game in its file.
    """

    def __init__(
        self, review: GoReview, opening: list[ArchivedMove] | None = None, file: str = "", number: int = 1
    ) -> None:
        self.review = review
        self.opening = opening or []
        self._file, self._number = file, number

    @cached_property
    def words(self) -> dict[int, list[str]]:
        """By number of the move, why it is worth a look."""
        review = self.review
        return {move.number: review.told(move).lines for move in review.moves if move.marks}

    @cached_property
    def comments(self) -> list[str]:
        """The record's own comments: before the first move, and of every move."""
        found = [""]
        for node in self.review.record.main_line():
            found += [""] * len(node.moves)
            found[-1] = "\n".join(filter(None, (found[-1], without_review(node.comment))))
        return found

    @cached_property
    def blocks(self) -> tuple[BlockVerdict, ...]:
        """The blocks of the last position, and whether they live."""
        sheet = self.review.sheet
        return sheet.blocks if sheet.finished else read_out(sheet.judgement)

    @cached_property
    def values(self) -> list[OpeningValue]:
        """What the first moves were worth; only boards of the model's size have values."""
        sheet = self.review.sheet
        if sheet.board.size != OpeningModel.bundled().form.size or not self.review.moves:
            return []
        valued = value_opening(sheet.board, komi=sheet.terms.komi, moves=_VALUED)
        return [opening_value(move) for move in valued]

    def name(self, point: Point | None) -> str:
        """A point as it is written."""
        return vertex(point)

    def rows(self) -> list[GoRow]:
        """A row a move."""
        return [
            pick(
                GoRow,
                move,
                colour=move.colour.side,
                move=self.name(move.point),
                probability=None if move.probability is None else round(move.probability, 6),
                best=self.name(move.best.point) if move.best else None,
                best_probability=round(move.best.probability, 6) if move.best else None,
                marks=list(move.marks),
            )
            for move in self.review.moves
        ]

    def facts(self) -> GoReviewFacts:
        """Everything as plain JSON types."""
        review, sheet = self.review, self.review.sheet
        comments = self.comments
        moves: list[GoMoveFacts] = [
            {**row, "why": self.words.get(row["number"], []), "comment": comments[row["number"]]}
            for row in self.rows()
        ]
        return {
            "kifu": kifu.__version__,
            **self.summary(),
            "info": info_facts(review.record),
            "notes": list(sheet.terms.notes),
            "start": {"lead": round(review.leads[0], 3), "comment": comments[0]},
            "moves": moves,
            "turning": list(review.turning),
            "costly": [move.number for move in review.costly],
            "surprising": [move.number for move in review.surprising],
            "blocks": block_facts(self.blocks),
            "archive": self.opening,
            "opening_values": self.values,
            "problems": self.problems(),
        }

    def summary(self) -> GameSummary:
        """What the index has of the game."""
        review, sheet = self.review, self.review.sheet
        return index_facts(
            review.record,
            self._file,
            self._number,
            game="go",
            size=review.size,
            rules=sheet.terms.rules.name,
            komi=sheet.terms.komi,
            score=str(sheet.result),
            finished=sheet.finished,
            agrees=sheet.agrees,
            winner=_winner(review),
            moves=len(review.moves),
            opening=opening_name(sheet.board, review.record.info.handicap),
            turning=review.turning,
            costly=review.costly,
            sides=self.sides,
        )

    @cached_property
    def sides(self) -> CountedSides:
        """How both sides did."""
        return sides((Judged(m.colour, m.phase, m.rank, _mistake(m)) for m in self.review.moves), PHASES)

    def problems(self) -> list[str]:
        """What a reader should know of the record."""
        return [str(problem) for problem in (*self.review.record.problems, *self.review.sheet.problems)]


def _mistake(move: ReviewedMove) -> float:
    """What a move lost, where experts would not have played it: the estimate alone swings too much."""
    return move.cost if move.cost >= GO.costly and (move.rank or 0) > EXPECTED else 0.0


def _winner(review: GoReview) -> Side | Literal["draw"] | None:
    """Who has won: by the record, else by the count of a finished game."""
    sheet = review.sheet
    if sheet.recorded is not None and sheet.recorded.kind == "draw":
        return "draw"
    if sheet.recorded is not None and sheet.recorded.winner:
        return sheet.recorded.winner.side
    if not sheet.finished:
        return None
    return sheet.winner.side if sheet.winner else "draw"
