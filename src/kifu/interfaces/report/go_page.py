"""The page of a game of Go."""

import numpy as np

import kifu
from kifu.analysis.course import EXPECTED, GO
from kifu.analysis.review import ReviewedMove
from kifu.analysis.review_words import percent
from kifu.games.go.svg import draw
from kifu.interfaces.report.go_facts import GoFacts
from kifu.interfaces.report.go_words import ahead, headline
from kifu.interfaces.report.openings import continuation_table
from kifu.interfaces.report.page import Html, Table, document, section, tag
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
from kifu.records.moves import Colour

_DRAWN = 6  # costly moves with a diagram
_TURNS_DRAWN = 6
_PIXELS = 300
_MISTAKES = (
    f"Choices are the experts'. Mistakes: moves that lost {GO.costly:g} points or more by the estimate and "
    f"are not among the experts' first {EXPECTED}."
)


class GoPage:
    """Draws what was found.

    Args:
        facts: of the reviewed game.
    """

    def __init__(self, facts: GoFacts) -> None:
        self._facts = facts
        self._review = facts.review

    def written(self) -> bytes:
        """The page as HTML."""
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
            sides_table(self._facts.sides, info.black, info.white, "points", _MISTAKES),
            self._end(),
            self._openings(),
            self._all_moves(),
            comments_section(self._facts.comments, [self._facts.name(move.point) for move in review.moves]),
            problems_section([*terms.notes, *self._facts.problems()]),
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
            seen = review.positions[number]
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
            lines += [line for move in others for line in (f"{headline(move, review.size)}.",)]
            lines += self._facts.words.get(number, [])
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
        seen = self._review.positions[move.number - 1]
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
            headline(move, self._review.size),
            picture if drawn else "",
            self._facts.words[move.number],
            anchor=f"move-{move.number}" if anchored else None,
        )

    def _end(self) -> Html:
        sheet = self._review.sheet
        heat = None if sheet.finished else sheet.estimate.ownership
        order = {"doubtful": 0, "dead": 1, "seki": 2, "alive": 3}
        blocks = sorted(self._facts.blocks, key=lambda block: (order[block.status], -len(block.points)))
        rows = [
            (
                f"{block.colour} {self._facts.name(block.points[0])}",
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
        if self._facts.opening:
            parts.append(continuation_table(self._facts.opening))
        if self._facts.values:
            rows = [
                (
                    v["number"],
                    v["move"],
                    "" if v["points"] is None else f"{v['points']:+.1f}",
                    v["rank"] or "",
                    "" if v["loss"] is None else f"{v['loss']:.1f}",
                    ", ".join(f"{b['move']} {b['points']:+.1f}" for b in v["best"]),
                )
                for v in self._facts.values
            ]
            parts.append(tag("h3", "Learned values of the first moves, in points for who made them"))
            parts.append(Table(["#", "move", "#points", "#rank", "#less than the best", "best"], rows).html())
        return section("Opening", *parts) if parts else None

    def _all_moves(self) -> Html:
        anchors = self._anchors()
        rows, marks = [], []
        for move in self._review.moves:
            name = f"{move.colour} {self._facts.name(move.point)}"
            shown = tag("a", name, href=f"#{anchors[move.number]}") if move.number in anchors else name
            best = (
                ""
                if move.best is None
                else f"{self._facts.name(move.best.point)} {percent(move.best.probability)}"
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


def _short_lead(lead: float) -> str:
    return "even" if abs(lead) < 0.25 else f"{'B' if lead > 0 else 'W'}+{abs(lead):.1f}"


def _legend() -> Html:
    return tag("p", "Dead stones are crossed; blue is Black's, red is White's, ? is in doubt.", cls="quiet")
