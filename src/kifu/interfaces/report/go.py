"""The report of a game of Go."""

from functools import cached_property
from typing import Any

import numpy as np

import kifu
from kifu.analysis.course import EXPECTED, GO
from kifu.analysis.fights import read_out
from kifu.analysis.judgement import BlockVerdict
from kifu.analysis.opening_values import value_opening
from kifu.analysis.review import PHASES, GoReview, ReviewedMove
from kifu.analysis.review_words import percent
from kifu.interfaces.report.annotate import annotate, without_review
from kifu.interfaces.report.openings import continuation_table, opening_name
from kifu.interfaces.report.page import Html, Table, document, section, tag
from kifu.interfaces.report.report import Judged, info_facts, sides
from kifu.interfaces.report.shared import (
    changed_hands,
    comments_section,
    course_section,
    header,
    moment,
    problems_section,
    sides_table,
)
from kifu.interfaces.score_view import board_svg, sheet_lines
from kifu.interfaces.views import result_text, title
from kifu.models.opening import OpeningModel
from kifu.positions.coordinates import to_gtp
from kifu.positions.go.svg import draw
from kifu.records.moves import Colour, Point

_DRAWN = 6  # costly moves with a diagram
_TURNS_DRAWN = 6
_PIXELS = 300
_VALUED = 20  # moves of a 9x9 opening
_MISTAKES = (
    f"Choices are the experts'. Mistakes: moves that lost {GO.costly:g} points or more by the estimate and "
    f"are not among the experts' first {EXPECTED}."
)


class GoReport:
    """A reviewed game as files.

    Args:
        review: of the game.
        opening: what an archive has of its first moves, as `openings.along` tells it.
        number: of the game in its file.
        file: its name.
    """

    suffix = ".sgf"

    def __init__(
        self, review: GoReview, opening: list[dict[str, Any]] | None = None, file: str = "", number: int = 1
    ) -> None:
        self._review = review
        self._opening = opening or []
        self._file, self._number = file, number

    @cached_property
    def _words(self) -> dict[int, list[str]]:
        """By number of the move, why it is worth a look."""
        review = self._review
        return {move.number: review.told(move).lines for move in review.moves if move.marks}

    @cached_property
    def _comments(self) -> list[str]:
        """The record's own comments: before the first move, and of every move."""
        found = [""]
        for node in self._review.record.main_line():
            found += [""] * len(node.moves)
            found[-1] = "\n".join(filter(None, (found[-1], without_review(node.comment))))
        return found

    @cached_property
    def _blocks(self) -> tuple[BlockVerdict, ...]:
        sheet = self._review.sheet
        return sheet.blocks if sheet.finished else read_out(sheet.judgement)

    @cached_property
    def _values(self) -> list[dict[str, Any]]:
        """What the first moves were worth; only boards of the model's size have values."""
        sheet = self._review.sheet
        if sheet.board.size != OpeningModel.bundled().form.size or not self._review.moves:
            return []
        return [
            {
                "number": move.number,
                "move": self._name(move.move),
                "points": None if move.points is None else round(move.points, 2),
                "rank": move.rank,
                "loss": None if move.loss is None else round(move.loss, 2),
                "best": [{"move": self._name(b.point), "points": round(b.points, 2)} for b in move.best],
            }
            for move in value_opening(sheet.board, komi=sheet.terms.komi, moves=_VALUED)
        ]

    def _name(self, point: Point | None) -> str:
        return to_gtp(point, self._review.size)

    # As plain facts

    def rows(self) -> list[dict[str, Any]]:
        """A row a move."""
        return [
            {
                "number": move.number,
                "colour": move.colour.name.lower(),
                "move": self._name(move.point),
                "rank": move.rank,
                "probability": None if move.probability is None else round(move.probability, 6),
                "best": self._name(move.best.point) if move.best else None,
                "best_probability": round(move.best.probability, 6) if move.best else None,
                "cost": move.cost,
                "lead": move.lead,
                "winrate": move.winrate,
                "phase": move.phase,
                "marks": list(move.marks),
            }
            for move in self._review.moves
        ]

    def facts(self) -> dict[str, Any]:
        """Everything as plain JSON types."""
        review, sheet = self._review, self._review.sheet
        comments = self._comments
        moves = [
            row | {"why": self._words.get(row["number"], []), "comment": comments[row["number"]]}
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
                    "points": [self._name(point) for point in block.points],
                    "status": block.status,
                    "probability": block.probability,
                    "reason": block.reason,
                }
                for block in self._blocks
            ],
            "archive": self._opening,
            "opening_values": self._values,
            "problems": self._problems(),
        }

    def summary(self) -> dict[str, Any]:
        """What the index has of the game."""
        review, sheet, info = self._review, self._review.sheet, self._review.record.info
        worst = review.costly[0] if review.costly else None
        return {
            "file": self._file,
            "number": self._number,
            "game": "go",
            "size": review.size,
            "black": info.black,
            "white": info.white,
            "black_rank": info.black_rank,
            "white_rank": info.white_rank,
            "date": info.date,
            "event": info.event,
            "rules": sheet.terms.rules.name,
            "komi": sheet.terms.komi,
            "recorded": result_text(review.record) or None,
            "score": str(sheet.result),
            "finished": sheet.finished,
            "agrees": sheet.agrees,
            "winner": _winner(review),
            "move_count": len(review.moves),
            "opening": opening_name(sheet.board, info.handicap),
            "turning_points": len(review.turning),
            "worst": None if worst is None else {"number": worst.number, "cost": worst.cost},
            "sides": self._sides,
        }

    @cached_property
    def _sides(self) -> dict[str, dict[str, Any]]:
        return sides((Judged(m.colour, m.phase, m.rank, _mistake(m)) for m in self._review.moves), PHASES)

    def _problems(self) -> list[str]:
        return [str(problem) for problem in (*self._review.record.problems, *self._review.sheet.problems)]

    # As an annotated record

    def annotated(self) -> bytes:
        """The record with comments and marks."""
        return annotate(self._review, {m.number: self._said(m) for m in self._review.moves}, self._head())

    def _said(self, move: ReviewedMove) -> list[str]:
        lines = [f"{_headline(move, self._review.size)}."] if move.marks else []
        if move.rank is not None and move.probability is not None and not move.marks:
            line = f"Expert move {move.rank} ({percent(move.probability)})."
            if move.best is not None:
                line += f" A: {self._name(move.best.point)} ({percent(move.best.probability)})."
            lines.append(line)
        lines += self._words.get(move.number, [])
        return [*lines, f"{ahead(move.lead)}."]

    def _head(self) -> list[str]:
        review = self._review
        lines = [sheet_lines(review.sheet)[0].replace(", see below", "")]
        if review.turning:
            lines.append(changed_hands(review.turning))
        lines += [f"{_headline(move, review.size)}." for move in review.costly[:3]]
        return lines

    # As a page

    def page(self) -> bytes:
        """The page."""
        review, info = self._review, self._review.record.info
        terms = review.sheet.terms
        board = f"{review.size}x{review.size}, {terms.rules} rules, komi {terms.komi:g}"
        body = [
            header(
                info,
                f"{board}, {len(review.moves)} moves",
                sheet_lines(review.sheet)[0],
                result_text(review.record),
            ),
            course_section(
                review.leads,
                turning=review.turning,
                costly=[move.number for move in review.costly],
                least=5,
                anchors=self._anchors(),
            ),
            self._turning(),
            self._mistakes(),
            self._surprises(),
            sides_table(self._sides, info.black, info.white, "points", _MISTAKES),
            self._end(),
            self._openings(),
            self._all_moves(),
            comments_section(self._comments, [self._name(move.point) for move in review.moves]),
            problems_section([*terms.notes, *self._problems()]),
            tag(
                "footer",
                f"Reviewed by Kifu {kifu.__version__}. Leads are estimates by its model of life and by "
                "random endings; ranks and chances are those of its model of expert moves.",
            ),
        ]
        return document(title(review.record), [part for part in body if part])

    def _anchors(self) -> dict[int, str]:
        review = self._review
        told = {*review.turning[:_TURNS_DRAWN], *(m.number for m in (*review.costly, *review.surprising))}
        return {number: f"move-{number}" for number in told}

    def _turning(self) -> Html | None:
        review = self._review
        if not review.turning:
            return None
        cards = []
        for number in review.turning[:_TURNS_DRAWN]:
            seen = review.looks[number]
            lead = review.leads[number]
            last = {
                m.point: str(m.number)
                for m in review.moves[max(0, number - 5) : number]
                if m.point is not None and seen.board.stones[m.point.y, m.point.x]
            }
            picture = draw(
                seen.board.stones,
                labels=last,
                heat=np.where(seen.board.stones > 0, 0, 0.6 * seen.estimate.ownership),
                title=f"After move {number}; blue is Black's, red is White's",
                pixels=_PIXELS,
            )
            others = [m for m in review.moves[number - 1 : number] if m.marks != ("turning",)]
            lines = [f"{ahead(lead)}; before, {'White' if lead > 0 else 'Black'} was."]
            lines += [line for move in others for line in (f"{_headline(move, review.size)}.",)]
            lines += self._words.get(number, [])
            cards.append(moment(f"After move {number}", picture, lines, anchor=f"move-{number}"))
        more = len(review.turning) - _TURNS_DRAWN
        rest = tag("p", f"and {more} more. {changed_hands(review.turning)}") if more > 0 else ""
        return section(
            "Turning points",
            tag(
                "p",
                "Blue points are likely Black's, red ones White's; numbers are the last five moves.",
                cls="quiet",
            ),
            tag("div", cards, cls="moments"),
            rest,
        )

    def _mistakes(self) -> Html:
        review = self._review
        if not review.costly:
            return section("Cost most", tag("p", f"No move lost {GO.costly:g} points or more."))
        drawn = [self._card(move) for move in review.costly]
        return section(
            "Cost most",
            tag(
                "p", "The stone with a number is the move; A, B, C are what experts would play.", cls="quiet"
            ),
            tag("div", drawn, cls="moments"),
        )

    def _surprises(self) -> Html | None:
        review = self._review
        left = [move for move in review.surprising if "costly" not in move.marks]
        if not left:
            return None
        return section(
            "Surprised most", tag("div", [self._card(m, m in left[:_DRAWN]) for m in left], cls="moments")
        )

    def _card(self, move: ReviewedMove, drawn: bool = True) -> Html:
        """A move with the position before it."""
        seen = self._review.looks[move.number - 1]
        stones = seen.board.stones
        labels = {}
        if move.point is not None:
            stones[move.point.y, move.point.x] = 1 if move.colour is Colour.BLACK else 2
            labels[move.point] = str(move.number)
        others = [c.point for c in seen.ranked[:4] if c.point != move.point][:3]
        labels |= dict(zip(others, "ABC", strict=False))
        picture = draw(
            stones, labels=labels, title=f"Move {move.number} and what experts play", pixels=_PIXELS
        )
        anchored = "turning" not in move.marks
        return moment(
            _headline(move, self._review.size),
            picture if drawn else "",
            self._words[move.number],
            anchor=f"move-{move.number}" if anchored else None,
        )

    def _end(self) -> Html:
        sheet = self._review.sheet
        heat = None if sheet.finished else sheet.estimate.ownership
        order = {"doubtful": 0, "dead": 1, "seki": 2, "alive": 3}
        blocks = sorted(self._blocks, key=lambda block: (order[block.status], -len(block.points)))
        rows = [
            (
                f"{block.colour} {self._name(block.points[0])}",
                len(block.points),
                block.status,
                percent(block.probability),
                block.reason,
            )
            for block in blocks
        ]
        table = Table(["block", "#stones", "status", "#lives", "why"], rows).html()
        counted = ("Black:", "White:", "Counted as", "Dame:")
        facts = [tag("li", line) for line in sheet_lines(sheet) if line.startswith(counted)]
        return section(
            "The end of the game" if sheet.finished else "The last position",
            tag(
                "div",
                [
                    Html(board_svg(sheet.judgement, sheet.owner, heat)),
                    tag("div", [tag("ul", facts) if facts else None, _legend()]),
                ],
                cls="end",
            ),
            tag("h3", "Blocks"),
            table,
        )

    def _openings(self) -> Html | None:
        parts: list[Html] = []
        if self._opening:
            parts.append(continuation_table(self._opening))
        if self._values:
            rows = [
                (
                    v["number"],
                    v["move"],
                    "" if v["points"] is None else f"{v['points']:+.1f}",
                    v["rank"] or "",
                    "" if v["loss"] is None else f"{v['loss']:.1f}",
                    ", ".join(f"{b['move']} {b['points']:+.1f}" for b in v["best"]),
                )
                for v in self._values
            ]
            parts.append(tag("h3", "Learned values of the first moves, in points for who made them"))
            parts.append(Table(["#", "move", "#points", "#rank", "#less than the best", "best"], rows).html())
        return section("Opening", *parts) if parts else None

    def _all_moves(self) -> Html:
        anchors = self._anchors()
        rows, marks = [], []
        for move in self._review.moves:
            name = f"{move.colour} {self._name(move.point)}"
            shown = tag("a", name, href=f"#{anchors[move.number]}") if move.number in anchors else name
            best = (
                "" if move.best is None else f"{self._name(move.best.point)} {percent(move.best.probability)}"
            )
            rows.append(
                (
                    move.number,
                    shown,
                    move.rank or "",
                    "" if move.probability is None else percent(move.probability),
                    best,
                    f"{move.cost:.1f}" if move.cost >= GO.costly else "",
                    _short_lead(move.lead),
                    f"{move.winrate:.0%}",
                )
            )
            marks.append("costly" if "costly" in move.marks else "turning" if "turning" in move.marks else "")
        heads = ["#", "move", "#rank", "#chance", "experts' first", "#lost", "#ahead", "#Black wins"]
        return section(
            "All moves",
            tag(
                "p",
                "Rank and chance: among experts' moves. Lost: points, where there are 3 or more.",
                cls="quiet",
            ),
            Table(heads, rows, marks, tight=True).html(),
        )


def ahead(lead: float) -> str:
    """Who leads, in words."""
    if abs(lead) < 0.25:
        return "Even"
    return f"{'Black' if lead > 0 else 'White'} is ahead by about {abs(lead):.1f} points"


def _short_lead(lead: float) -> str:
    return "even" if abs(lead) < 0.25 else f"{'B' if lead > 0 else 'W'}+{abs(lead):.1f}"


def _mistake(move: ReviewedMove) -> float:
    """What a move lost, where experts would not have played it: the estimate alone swings too much."""
    return move.cost if move.cost >= GO.costly and (move.rank or 0) > EXPECTED else 0.0


def _headline(move: ReviewedMove, size: int) -> str:
    said = f"Move {move.number}, {move.colour} {to_gtp(move.point, size)}"
    if "costly" in move.marks:
        said += f": lost about {move.cost:.1f} points"
    elif "surprising" in move.marks and move.probability is not None:
        said += f": expert move {move.rank}, {percent(move.probability)}"
    return said


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


def _legend() -> Html:
    return tag("p", "Dead stones are crossed; blue is Black's, red is White's, ? is in doubt.", cls="quiet")
