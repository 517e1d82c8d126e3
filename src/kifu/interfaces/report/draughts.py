"""The report of a game of draughts."""

from collections.abc import Mapping

import kifu
from kifu.analysis.course import DRAUGHTS
from kifu.analysis.draughts_review import PHASES, DraughtsMove, DraughtsReview, review_record
from kifu.games.draughts import Position
from kifu.games.draughts.position import START_FEN
from kifu.games.draughts.svg import draw
from kifu.interfaces.report.annotate_pdn import annotate, without_review
from kifu.interfaces.report.facts import DraughtsRow, Outcome
from kifu.interfaces.report.game_report import PIXELS, GameReport, ReviewOptions
from kifu.interfaces.report.page import Html, section, tag
from kifu.interfaces.report.shared import changed_hands
from kifu.records.moves import Colour
from kifu.records.pdn import PdnRecord
from kifu.work.facts import pick

_OPENING = 3  # moves that name an opening, as ballots do


class DraughtsReport(GameReport[DraughtsReview, DraughtsMove]):
    """A reviewed game of draughts as files."""

    suffix = ".pdn"
    phases = PHASES
    unit = "value"
    a_loss = f"{DRAUGHTS.mistake:g}"
    least = 1.0
    mistakes_note = "The line shows the move; the piece that should have moved has a square."
    sides_note = f"Choices are the search's. Mistakes: moves that lost {DRAUGHTS.mistake:g} or more."
    moves_heads = ("best instead, for who moves", "#lost", "#Black's value")

    @property
    def footer(self) -> str:
        """How the numbers were made."""
        return (
            "Values are results to expect, from -1 (Black has lost) to 1 (Black has won), by alpha-beta "
            "search of every move with its champion network; endings of up to four pieces are solved."
        )

    @classmethod
    def review_record(cls, record: PdnRecord, wanted: ReviewOptions, threads: int = 0) -> DraughtsReview:
        """Review a game; draughts has neither other rules nor komi."""
        return review_record(record, effort=wanted.effort, seconds=wanted.seconds, threads=threads)

    # Facts

    @property
    def _last(self) -> Position:
        return self.review.positions[-1].position

    def rows(self) -> list[DraughtsRow]:
        """A row a move."""
        return [
            pick(
                DraughtsRow,
                move,
                colour=move.colour.side,
                best=move.best.move if move.best else None,
                best_value=round(move.best.value, 4) if move.best else None,
                best_line=" ".join(move.best.line) if move.best else None,
                value=move.lead,
                marks=list(move.marks),
            )
            for move in self.review.moves
        ]

    def facts(self) -> Mapping[str, object]:
        """Everything as plain JSON types."""
        review = self.review
        return {
            "kifu": kifu.__version__,
            **self.summary(),
            "info": self.info_facts(),
            "start": {"fen": review.played.start, "value": review.leads[0], "comment": self.comments[0]},
            "end": {"fen": self._last.fen, "value": review.leads[-1], "text": self._end_text()},
            "moves": self.move_facts(),
            "turning": list(review.turning),
            "moments": [move.number for move in review.moments],
            "costly": [move.number for move in review.costly],
            "archive": self.opening,
            "problems": self.problems(),
        }

    def outcome(self) -> Outcome:
        """Score (a value while nobody has won), winner (by the record first), opening."""
        recorded, ending = self.review.record.info.result, self.review.positions[-1].ending
        score = f"{self.review.leads[-1]:+.2f}"
        if ending is not None:
            score = f"{ending.winner} won" if ending.winner else "draw"
        won = recorded.winner if recorded is not None and recorded.winner else ending and ending.winner
        drawn = ending is not None and not won
        if recorded is not None and recorded.kind == "draw":
            won, drawn = None, True
        opening = " ".join(move.move for move in self.review.moves[:_OPENING]) or "no moves"
        return {
            "rules": "English",
            "komi": None,
            "score": score,
            "finished": ending is not None,
            "agrees": None,
            "winner": won.side if won else "draw" if drawn else None,
            "opening": opening if self.review.played.start == START_FEN else "from a position set up",
            "effort": None,
        }

    def problems(self) -> list[str]:
        """What a reader should know of the record."""
        return [str(problem) for problem in self.game.problems]

    # The annotated record

    def annotated(self) -> bytes:
        """The record with comments and marks."""
        head = [self._end_text()]
        if self.review.turning:
            head.append(changed_hands(self.review.turning))
        words = {
            move.number: [f"{self._headline(move)}.", *self.words[move.number], f"{self._ahead(move.lead)}."]
            for move in self.review.moves
            if move.marks
        }
        return annotate(self.review, words, head)

    # The page

    def _told(self, move: DraughtsMove) -> list[str]:
        return self.review.explain(move)

    def _own(self, comment: str) -> str:
        return without_review(comment)

    def _lost(self, move: DraughtsMove) -> float:
        return move.cost if move.cost >= DRAUGHTS.mistake else 0.0

    def _kind(self, move: DraughtsMove) -> str:
        if move.best is not None and move.best.plies > 0:
            return "missed win"
        options = self.review.positions[move.number - 1].options
        return "allowed loss" if any(o.move == move.move and o.plies < 0 for o in options) else "other"

    def _board(self) -> str:
        return self.game.title

    def _end_text(self) -> str:
        seen = self.review.positions[-1]
        if seen.ending is not None:
            return f"The game is over: {seen.ending}."
        return f"The record ends with {seen.position.to_play} to move: {self._ahead(seen.value)}."

    def _ahead(self, lead: float) -> str:
        if abs(lead) < DRAUGHTS.even:
            return f"Even ({lead:+.2f})"
        return f"{'Black' if lead > 0 else 'White'} is better ({lead:+.2f})"

    def _reason(self, move: DraughtsMove) -> str:
        return f", {self._size(move)}: lost {move.cost:.2f}" if "costly" in move.marks else ""

    def _turning_picture(self, number: int) -> str:
        return self.review.positions[number].position.svg(pixels=PIXELS, title=f"After move {number}")

    def _move_picture(self, move: DraughtsMove) -> str:
        better = int(move.best.move.replace("x", "-").split("-")[0]) if move.best else None
        return draw(
            self.review.positions[move.number - 1].position.pieces,
            last_move=self.review.positions[move.number].position.last_move,
            marks={better: "square"} if better else {},
            title=f"Before move {move.number}; the red line is the move",
            pixels=PIXELS,
        )

    def _end(self) -> Html:
        picture = self._last.svg(pixels=PIXELS, title="The last position")
        counts = [
            tag("li", f"{colour}: {men} men, {kings} kings")
            for colour, (men, kings) in ((colour, self._last.count(colour)) for colour in Colour)
        ]
        words = [tag("p", self._end_text()), tag("ul", counts)]
        return section("The last position", tag("div", [Html(picture), tag("div", words)], cls="end"))

    def _cells(self, move: DraughtsMove) -> tuple[object, ...]:
        return (
            f"{move.best.move} {move.best.value:+.2f}" if move.best else "",
            f"{move.cost:.2f}" if move.cost >= 0.005 else "",
            f"{move.lead:+.2f}",
        )
