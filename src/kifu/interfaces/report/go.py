"""The report of a game of Go."""

from collections.abc import Mapping
from functools import cached_property

import numpy as np

import kifu
from kifu.analysis.course import EXPECTED, GO
from kifu.analysis.fights import read_out
from kifu.analysis.opening_values import value_opening
from kifu.analysis.problems import problems_of, to_cards, to_collection
from kifu.analysis.review import PHASES, GoMove, GoReview, review_record
from kifu.analysis.review_words import percent
from kifu.games.go.svg import draw
from kifu.interfaces.opening_facts import OpeningValue, opening_value
from kifu.interfaces.report.annotate import annotate, without_review
from kifu.interfaces.report.facts import GoRow, Outcome
from kifu.interfaces.report.game_report import PIXELS, GameReport, ReviewOptions
from kifu.interfaces.report.openings import opening_name
from kifu.interfaces.report.page import Html, Table, section, tag
from kifu.interfaces.report.report import to_csv
from kifu.interfaces.report.shared import changed_hands
from kifu.interfaces.score_facts import block_facts
from kifu.interfaces.score_view import board_svg, sheet_lines
from kifu.judgement import BlockVerdict
from kifu.models.opening import OpeningModel
from kifu.records.moves import Colour, vertex
from kifu.records.sgf import SgfRecord
from kifu.work.facts import pick

_DRAWN = 6  # surprising moves with a diagram
_VALUED = 20  # moves of a 9x9 opening
_EVEN = 0.25
_LEAST_COST = 0.5  # points worth a cell


class GoReport(GameReport[GoReview, GoMove]):
    """A reviewed game of Go as files."""

    suffix = ".sgf"
    phases = PHASES
    unit = "points"
    a_loss = f"{GO.mistake:g} points"
    least = 5
    turns_drawn = 6
    turning_note = "Blue points are likely Black's, red ones White's; numbers are the last five moves."
    mistakes_note = "The stone with a number is the move; A is the better one."
    sides_note = f"Mistakes: moves that lost {GO.mistake:g} points or more. Choices are those of experts."
    moves_note = "Rank and chance: among experts' moves. Lost: points, beside the best move."
    moves_heads = ("#chance", "better", "#lost", "#ahead", "#Black wins")

    @property
    def footer(self) -> str:
        """How the numbers were made."""
        if self.review.effort == "fast":
            return "A quick look without search: leads are estimates, and a loss may be none."
        visits = np.mean([p.search.visits for p in self.review.positions if p.search is not None])
        return f"Each position was searched with its network, {visits:,.0f} visits on average."

    @classmethod
    def review_record(cls, record: SgfRecord, wanted: ReviewOptions, threads: int = 0) -> GoReview:
        """Review a game."""
        return review_record(
            record,
            rules=wanted.rules,
            komi=wanted.komi,
            effort=wanted.effort,
            seconds=wanted.seconds,
            threads=threads,
        )

    # Facts

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

    def rows(self) -> list[GoRow]:
        """A row a move."""
        return [
            pick(
                GoRow,
                move,
                colour=move.colour.side,
                probability=None if move.probability is None else round(move.probability, 6),
                best=vertex(move.best.point) if move.best else None,
                best_probability=round(move.best.probability, 6)
                if move.best and move.best.probability is not None
                else None,
                variation=[vertex(point) for point in move.best.variation] if move.best else [],
                marks=list(move.marks),
            )
            for move in self.review.moves
        ]

    def facts(self) -> Mapping[str, object]:
        """Everything as plain JSON types."""
        review, sheet = self.review, self.review.sheet
        return {
            "kifu": kifu.__version__,
            **self.summary(),
            "info": self.info_facts(),
            "notes": list(sheet.terms.notes),
            "start": {"lead": round(review.leads[0], 3), "comment": self.comments[0]},
            "moves": self.move_facts(),
            "turning": list(review.turning),
            "moments": [move.number for move in review.moments],
            "costly": [move.number for move in review.costly],
            "surprising": [move.number for move in review.surprising],
            "blocks": block_facts(self.blocks),
            "archive": self.opening,
            "opening_values": self.values,
            "problems": self.problems(),
        }

    def outcome(self) -> Outcome:
        """Rules, score and winner: by the record, else by the count of a finished game; the opening."""
        sheet = self.review.sheet
        recorded = sheet.recorded
        winner = sheet.winner if sheet.finished else None
        if recorded is not None and (recorded.winner or recorded.kind == "draw"):
            winner = recorded.winner
        decided = sheet.finished or (recorded is not None and recorded.kind == "draw")
        return {
            "rules": sheet.terms.rules.name,
            "komi": sheet.terms.komi,
            "score": str(sheet.result),
            "finished": sheet.finished,
            "agrees": sheet.agrees,
            "winner": winner.side if winner else "draw" if decided else None,
            "opening": opening_name(sheet.board, self.review.record.info.handicap),
            "effort": self.review.effort,
        }

    def problems(self) -> list[str]:
        """What a reader should know of the record."""
        return [str(problem) for problem in (*self.review.record.problems, *self.review.sheet.problems)]

    # The annotated record

    def annotated(self) -> bytes:
        """The record with comments and marks."""
        review = self.review
        head = [sheet_lines(review.sheet)[0].replace(", see below", "")]
        if review.turning:
            head.append(changed_hands(review.turning))
        head += [f"{self._headline(move)}." for move in review.costly[:3]]
        return annotate(review, {move.number: self._said(move) for move in review.moves}, head)

    def problem_files(self) -> dict[str, bytes]:
        """Problems as an SGF collection and as a table of flashcards."""
        found = problems_of(self.review)
        if not found:
            return {}
        name = self.game.headline()
        return {
            "-problems.sgf": to_collection(found, name),
            "-problems.csv": to_csv(to_cards(found, name)),
        }

    def _said(self, move: GoMove) -> list[str]:
        lines = [f"{self._headline(move)}."] if move.marks else []
        if move.rank is not None and move.probability is not None and not move.marks:
            lines.append(f"Expert move {move.rank} ({percent(move.probability)}).")
        return [*lines, *self.words.get(move.number, []), f"{self._ahead(move.lead)}."]

    # The page

    def _told(self, move: GoMove) -> list[str]:
        return self.review.explain(move)

    def _own(self, comment: str) -> str:
        return without_review(comment)

    def _lost(self, move: GoMove) -> float:
        # Without a search only large losses are more than noise, and not where experts would have played it.
        noise = self.review.effort == "fast" and (move.cost < GO.mistake or (move.rank or 0) <= EXPECTED)
        return 0.0 if noise else max(0.0, move.cost)

    def _kind(self, move: GoMove) -> str:
        return next((sentence.kind for sentence in self.review.sentences(move)), "other")

    def _board(self) -> str:
        terms, size = self.review.sheet.terms, self.review.size
        return f"{size}x{size}, {terms.rules} rules, komi {terms.komi:g}"

    def _end_text(self) -> str:
        return sheet_lines(self.review.sheet)[0]

    def _ahead(self, lead: float) -> str:
        if abs(lead) < _EVEN:
            return "Even"
        return f"{'Black' if lead > 0 else 'White'} is ahead by about {abs(lead):.1f} points"

    def _reason(self, move: GoMove) -> str:
        if "costly" in move.marks:
            return f", {self._size(move)}: lost about {move.cost:.1f} points"
        if "surprising" in move.marks and move.probability is not None:
            return f": expert move {move.rank}, {percent(move.probability)}"
        return ""

    def _notes(self) -> tuple[str, ...]:
        return tuple(self.review.sheet.terms.notes)

    def _listed(self) -> list[GoMove]:
        return [*self.review.costly, *self.review.surprising]

    def _turning_words(self, number: int) -> list[str]:
        others = self.review.moves[number - 1 : number]
        return [f"{self._headline(move)}." for move in others if move.marks != ("turning",)]

    def _more_turning(self) -> Html | None:
        more = len(self.review.turning) - self.turns_drawn
        return tag("p", f"and {more} more. {changed_hands(self.review.turning)}") if more > 0 else None

    def _turning_picture(self, number: int) -> str:
        seen = self.review.positions[number]
        stones = seen.board.stones
        last = self.review.moves[max(0, number - 5) : number]
        return draw(
            stones,
            labels={m.point: str(m.number) for m in last if m.point and stones[m.point.y, m.point.x]},
            heat=np.where(stones > 0, 0, 0.6 * seen.ownership),
            title=f"After move {number}; blue is Black's, red is White's",
            pixels=PIXELS,
        )

    def _surprises(self) -> Html | None:
        left = [move for move in self.review.surprising if "costly" not in move.marks]
        cards = [self._card(move, move in left[:_DRAWN]) for move in left]
        return section("Most unexpected moves", tag("div", cards, cls="moments")) if cards else None

    def _move_picture(self, move: GoMove) -> str:
        seen = self.review.positions[move.number - 1]
        stones = seen.board.stones
        labels = {}
        if move.point is not None:
            stones[move.point.y, move.point.x] = 1 if move.colour is Colour.BLACK else 2
            labels[move.point] = str(move.number)
        if move.best is not None and move.best.point is not None:
            labels[move.best.point] = "A"
        title = f"Move {move.number}, and the better one at A"
        return draw(stones, labels=labels, title=title, pixels=PIXELS)

    def _end(self) -> Html:
        sheet = self.review.sheet
        heat = None if sheet.finished else sheet.estimate.ownership
        order = {"doubtful": 0, "dead": 1, "seki": 2, "alive": 3}
        rows = [
            (
                f"{block.colour} {block.points[0]}",
                len(block.points),
                block.status,
                percent(block.probability),
                block.reason,
            )
            for block in sorted(self.blocks, key=lambda block: (order[block.status], -len(block.points)))
        ]
        counted = ("Black:", "White:", "Counted as", "Dame:")
        facts = [tag("li", line) for line in sheet_lines(sheet) if line.startswith(counted)]
        legend = "Dead stones are crossed; blue is Black's, red is White's, ? is in doubt."
        words = tag("div", [tag("ul", facts) if facts else None, tag("p", legend, cls="quiet")])
        return section(
            "The end of the game" if sheet.finished else "The last position",
            tag("div", [Html(board_svg(sheet.judgement, sheet.owner, heat)), words], cls="end"),
            tag("h3", "Blocks"),
            Table(["block", "#stones", "status", "#lives", "why"], rows).html(),
        )

    def _opening_parts(self) -> list[Html]:
        parts = super()._opening_parts()
        if self.values:
            rows = [
                (
                    v["number"],
                    v["move"],
                    "" if v["points"] is None else f"{v['points']:+.1f}",
                    v["rank"] or "",
                    "" if v["loss"] is None else f"{v['loss']:.1f}",
                    ", ".join(f"{b['move']} {b['points']:+.1f}" for b in v["best"]),
                )
                for v in self.values
            ]
            parts.append(tag("h3", "Learned values of the first moves, in points for who made them"))
            parts.append(Table(["#", "move", "#points", "#rank", "#less than the best", "best"], rows).html())
        return parts

    def _cells(self, move: GoMove) -> tuple[object, ...]:
        lead = move.lead
        return (
            "" if move.probability is None else percent(move.probability),
            "" if move.best is None or move.cost < _LEAST_COST else vertex(move.best.point),
            f"{move.cost:.1f}" if move.cost >= _LEAST_COST else "",
            "even" if abs(lead) < _EVEN else f"{'B' if lead > 0 else 'W'}+{abs(lead):.1f}",
            f"{move.winrate:.0%}",
        )
