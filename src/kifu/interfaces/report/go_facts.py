"""What a reviewed game of Go has to tell, as plain facts."""

from functools import cached_property
from typing import Any

import kifu
from kifu.analysis.course import EXPECTED, GO
from kifu.analysis.fights import read_out
from kifu.analysis.opening_values import value_opening
from kifu.analysis.review import PHASES, GoReview, ReviewedMove
from kifu.games.coordinates import to_gtp
from kifu.interfaces.report.annotate import without_review
from kifu.interfaces.report.openings import opening_name
from kifu.interfaces.report.report import Judged, index_facts, info_facts, sides
from kifu.judgement import BlockVerdict
from kifu.models.opening import OpeningModel
from kifu.records.moves import Point

_VALUED = 20  # moves of a 9x9 opening


class GoFacts:
    """A reviewed game.

    Args:
        review: of the game.
        opening: what an archive has of its first moves, as `openings.along` tells it.
        file: its name.
        number: of the game in its file.
    """

    def __init__(
        self, review: GoReview, opening: list[dict[str, Any]] | None = None, file: str = "", number: int = 1
    ) -> None:
        self.review = review
        self.opening = opening or []
        self._file, self._number = file, number

    @cached_property
    def words(self) -> dict[int, list[str]]:
        """By number of the move, why it is worth a look."""
        review = self.review
        return {move.number: review.explain(move).lines for move in review.moves if move.marks}

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
    def values(self) -> list[dict[str, Any]]:
        """What the first moves were worth; only boards of the model's size have values."""
        sheet = self.review.sheet
        if sheet.board.size != OpeningModel.bundled().form.size or not self.review.moves:
            return []
        return [
            {
                "number": move.number,
                "move": self.name(move.move),
                "points": None if move.points is None else round(move.points, 2),
                "rank": move.rank,
                "loss": None if move.loss is None else round(move.loss, 2),
                "best": [{"move": self.name(b.point), "points": round(b.points, 2)} for b in move.best],
            }
            for move in value_opening(sheet.board, komi=sheet.terms.komi, moves=_VALUED)
        ]

    def name(self, point: Point | None) -> str:
        """A point as it is written."""
        return to_gtp(point, self.review.size)

    def rows(self) -> list[dict[str, Any]]:
        """A row a move."""
        return [
            {
                "number": move.number,
                "colour": move.colour.name.lower(),
                "move": self.name(move.point),
                "rank": move.rank,
                "probability": None if move.probability is None else round(move.probability, 6),
                "best": self.name(move.best.point) if move.best else None,
                "best_probability": round(move.best.probability, 6) if move.best else None,
                "cost": move.cost,
                "lead": move.lead,
                "winrate": move.winrate,
                "phase": move.phase,
                "marks": list(move.marks),
            }
            for move in self.review.moves
        ]

    def facts(self) -> dict[str, Any]:
        """Everything as plain JSON types."""
        review, sheet = self.review, self.review.sheet
        comments = self.comments
        moves = [
            row | {"why": self.words.get(row["number"], []), "comment": comments[row["number"]]}
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
            "blocks": [
                {
                    "colour": block.colour.name.lower(),
                    "points": [self.name(point) for point in block.points],
                    "status": block.status,
                    "probability": block.probability,
                    "reason": block.reason,
                }
                for block in self.blocks
            ],
            "archive": self.opening,
            "opening_values": self.values,
            "problems": self.problems(),
        }

    def summary(self) -> dict[str, Any]:
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
    def sides(self) -> dict[str, dict[str, Any]]:
        """How both sides did."""
        return sides((Judged(m.colour, m.phase, m.rank, _mistake(m)) for m in self.review.moves), PHASES)

    def problems(self) -> list[str]:
        """What a reader should know of the record."""
        return [str(problem) for problem in (*self.review.record.problems, *self.review.sheet.problems)]


def _mistake(move: ReviewedMove) -> float:
    """What a move lost, where experts would not have played it: the estimate alone swings too much."""
    return move.cost if move.cost >= GO.costly and (move.rank or 0) > EXPECTED else 0.0


def _winner(review: GoReview) -> str | None:
    """Who has won: by the record, else by the count of a finished game."""
    sheet = review.sheet
    if sheet.recorded is not None and sheet.recorded.kind == "draw":
        return "draw"
    if sheet.recorded is not None and sheet.recorded.winner:
        return sheet.recorded.winner.name.lower()
    if not sheet.finished:
        return None
    return sheet.winner.name.lower() if sheet.winner else "draw"
