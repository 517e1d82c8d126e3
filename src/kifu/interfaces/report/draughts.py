"""The report of a game of draughts."""

from functools import cached_property
from typing import Literal, TypedDict

import kifu
from kifu.analysis.course import DRAUGHTS
from kifu.analysis.draughts_review import DEPTH, PHASES, DraughtsReview, ReviewedMove
from kifu.games.draughts import Position, with_whole_captures
from kifu.games.draughts.position import START_FEN
from kifu.games.draughts.svg import draw
from kifu.games.facts import GameInfoFacts
from kifu.games.game import game_of
from kifu.interfaces.report.annotate_pdn import annotate, own_comments
from kifu.interfaces.report.openings import ArchivedMove, continuation_table
from kifu.interfaces.report.page import Html, Table, document, section, tag
from kifu.interfaces.report.report import CountedSides, GameSummary, Judged, index_facts, info_facts, sides
from kifu.interfaces.report.shared import (
    changed_hands,
    comments_section,
    course_section,
    header,
    moment,
    problems_section,
    sides_table,
)
from kifu.records.moves import Colour, Side
from kifu.work.facts import pick

_PIXELS = 300
_MISTAKES = f"Choices are the champion's. Mistakes: moves that lost {DRAUGHTS.costly:g} or more."
_OPENING = 3  # moves that name an opening, as ballots do


class DraughtsRow(TypedDict):
    """A move of a reviewed game of draughts; the value is Black's."""

    number: int
    colour: Side
    move: str
    rank: int
    best: str | None
    best_value: float | None
    cost: float
    value: float
    phase: str
    marks: list[str]


class DraughtsMoveFacts(DraughtsRow):
    """The same with what there is to say of it."""

    why: list[str]
    comment: str


class DraughtsStart(TypedDict):
    """The position before the first move."""

    fen: str
    value: float
    comment: str


class DraughtsEnd(TypedDict):
    """The last position."""

    fen: str
    value: float
    text: str


class DraughtsReviewFacts(GameSummary):
    """A reviewed game of draughts."""

    kifu: str
    info: GameInfoFacts
    start: DraughtsStart
    end: DraughtsEnd
    moves: list[DraughtsMoveFacts]
    turning: list[int]
    costly: list[int]
    archive: list[ArchivedMove]
    problems: list[str]


class DraughtsReport:
    """A reviewed game as files.

    Args:
        review: of the game.
        opening: what an archive has of its first moves, as `openings.along` tells it.
        file: its name.
        number: of the game in its file.
    """

    suffix = ".pdn"

    def __init__(
        self,
        review: DraughtsReview,
        opening: list[ArchivedMove] | None = None,
        file: str = "",
        number: int = 1,
    ) -> None:
        self._review = review
        self._opening = opening or []
        self._file, self._number = file, number

    @cached_property
    def _words(self) -> dict[int, list[str]]:
        review = self._review
        return {move.number: review.told(move) for move in review.moves if move.marks}

    @cached_property
    def _comments(self) -> list[str]:
        """The record's own comments: before the first move, and of every move."""
        node = with_whole_captures(self._review.record).tree
        found = ["\n".join(own_comments(node))]
        for _ in self._review.moves:
            node = node.children[0]
            found.append("\n".join(own_comments(node)))
        return found

    @property
    def _last(self) -> Position:
        return self._review.looks[-1].position

    def _end_text(self) -> str:
        """How the game stands at its end, in words."""
        seen = self._review.looks[-1]
        if seen.ending is not None:
            return f"The game is over: {seen.ending}."
        return f"The record ends with {seen.position.to_play} to move: {better(seen.value)}."

    # As plain facts

    def rows(self) -> list[DraughtsRow]:
        """A row a move."""
        return [
            pick(
                DraughtsRow,
                move,
                colour=move.colour.side,
                best=move.best.move if move.best else None,
                best_value=round(move.best.value, 4) if move.best else None,
                marks=list(move.marks),
            )
            for move in self._review.moves
        ]

    def facts(self) -> DraughtsReviewFacts:
        """Everything as plain JSON types."""
        review, comments = self._review, self._comments
        moves: list[DraughtsMoveFacts] = [
            {**row, "why": self._words.get(row["number"], []), "comment": comments[row["number"]]}
            for row in self.rows()
        ]
        return {
            "kifu": kifu.__version__,
            **self.summary(),
            "info": info_facts(review.record),
            "start": {"fen": review.played.start, "value": review.values[0], "comment": comments[0]},
            "end": {"fen": self._last.fen, "value": review.values[-1], "text": self._end_text()},
            "moves": moves,
            "turning": list(review.turning),
            "costly": [move.number for move in review.costly],
            "archive": self._opening,
            "problems": self._problems(),
        }

    def summary(self) -> GameSummary:
        """What the index has of the game."""
        review = self._review
        return index_facts(
            review.record,
            self._file,
            self._number,
            game="draughts",
            size=8,
            rules="English",
            komi=None,
            score=self._score(),
            finished=review.looks[-1].ending is not None,
            agrees=None,
            winner=self._winner(),
            moves=len(review.moves),
            opening=self._opening_name(),
            turning=review.turning,
            costly=review.costly,
            sides=self._sides,
        )

    @cached_property
    def _sides(self) -> CountedSides:
        moves = self._review.moves
        return sides(
            (Judged(m.colour, m.phase, m.rank, m.cost if m.cost >= DRAUGHTS.costly else 0.0) for m in moves),
            PHASES,
        )

    def _score(self) -> str:
        """Who has won, or the value of the last position."""
        ending = self._review.looks[-1].ending
        if ending is None:
            return f"{self._review.values[-1]:+.2f}"
        return f"{ending.winner} won" if ending.winner else "draw"

    def _winner(self) -> Side | Literal["draw"] | None:
        recorded, ending = self._review.record.info.result, self._review.looks[-1].ending
        if recorded is not None and recorded.kind == "draw":
            return "draw"
        won = recorded.winner if recorded is not None and recorded.winner else ending and ending.winner
        return won.side if won else "draw" if ending is not None else None

    def _opening_name(self) -> str:
        if self._review.played.start != START_FEN:
            return "from a position set up"
        return " ".join(move.move for move in self._review.moves[:_OPENING]) or "no moves"

    def _problems(self) -> list[str]:
        return [str(problem) for problem in (*self._review.record.problems, *self._review.played.problems)]

    # As an annotated record

    def annotated(self) -> bytes:
        """The record with comments and marks."""
        review = self._review
        head = [self._end_text()]
        if review.turning:
            head.append(changed_hands(review.turning))
        words = {
            move.number: [f"{_headline(move)}.", *self._words[move.number], f"{better(move.value)}."]
            for move in review.moves
            if move.marks
        }
        return annotate(review, words, head)

    # As a page

    def page(self) -> bytes:
        """The page."""
        review, info = self._review, self._review.record.info
        body = [
            header(
                info,
                f"English draughts, {len(review.moves)} moves",
                self._end_text(),
                game_of(review.record).result_text,
            ),
            course_section(
                review.values,
                turning=review.turning,
                costly=[move.number for move in review.costly],
                least=1.0,
                anchors={number: f"move-{number}" for number in self._told},
            ),
            self._turning(),
            self._mistakes(),
            sides_table(self._sides, info.black, info.white, "value", _MISTAKES),
            self._end(),
            section("Opening", continuation_table(self._opening)) if self._opening else None,
            self._all_moves(),
            comments_section(self._comments, [move.move for move in review.moves]),
            problems_section(self._problems()),
            tag(
                "footer",
                f"Reviewed by Kifu {kifu.__version__}. Values are those of its champion, from -1 (Black has "
                f"lost) to 1 (Black has won), after a search {DEPTH} plies behind each move.",
            ),
        ]
        return document(game_of(review.record).headline(), [part for part in body if part])

    @property
    def _told(self) -> set[int]:
        return {*self._review.turning, *(move.number for move in self._review.costly)}

    def _turning(self) -> Html | None:
        review = self._review
        cards = []
        for number in review.turning:
            position = review.looks[number].position
            picture = position.svg(pixels=_PIXELS, title=f"After move {number}")
            value = review.values[number]
            lines = [f"{better(value)}; before, {'White' if value > 0 else 'Black'} was."]
            lines += self._words.get(number, [])
            cards.append(moment(f"After move {number}", picture, lines, anchor=f"move-{number}"))
        return section("Turning points", tag("div", cards, cls="moments")) if cards else None

    def _mistakes(self) -> Html:
        review = self._review
        if not review.costly:
            return section("Cost most", tag("p", f"No move lost {DRAUGHTS.costly:g} or more."))
        cards = []
        for move in review.costly:
            position = review.looks[move.number - 1].position
            played = review.looks[move.number].position.last_move
            picture = draw(
                position.pieces,
                last_move=played,
                marks={int(move.best.move.replace("x", "-").split("-")[0]): "square"} if move.best else {},
                title=f"Before move {move.number}; the red line is the move",
                pixels=_PIXELS,
            )
            anchor = f"move-{move.number}" if "turning" not in move.marks else None
            cards.append(moment(_headline(move), picture, self._words[move.number], anchor=anchor))
        return section(
            "Cost most",
            tag("p", "The line shows the move; the piece that should have moved has a square.", cls="quiet"),
            tag("div", cards, cls="moments"),
        )

    def _end(self) -> Html:
        picture = self._last.svg(pixels=_PIXELS, title="The last position")
        pieces = self._last.pieces.values()
        counts = []
        for colour in Colour:
            own = [piece for piece in pieces if piece.colour is colour]
            kings = sum(piece.king for piece in own)
            counts.append(tag("li", f"{colour}: {len(own) - kings} men, {kings} kings"))
        words = [tag("p", self._end_text()), tag("ul", counts)]
        return section("The last position", tag("div", [Html(picture), tag("div", words)], cls="end"))

    def _all_moves(self) -> Html:
        rows, marks = [], []
        for move in self._review.moves:
            name = f"{move.colour} {move.move}"
            rows.append(
                (
                    move.number,
                    tag("a", name, href=f"#move-{move.number}") if move.number in self._told else name,
                    move.rank,
                    f"{move.best.move} {move.best.value:+.2f}" if move.best else "",
                    f"{move.cost:.2f}" if move.cost >= 0.005 else "",
                    f"{move.value:+.2f}",
                )
            )
            marks.append("costly" if "costly" in move.marks else "turning" if move.marks else "")
        heads = ["#", "move", "#rank", "best instead, for who moves", "#lost", "#Black's value"]
        return section("All moves", Table(heads, rows, marks, tight=True).html())


def better(value: float) -> str:
    """Who stands better, in words."""
    if abs(value) < DRAUGHTS.even:
        return f"Even ({value:+.2f})"
    return f"{'Black' if value > 0 else 'White'} is better ({value:+.2f})"


def _headline(move: ReviewedMove) -> str:
    said = f"Move {move.number}, {move.colour} {move.move}"
    return f"{said}: lost {move.cost:.2f}" if "costly" in move.marks else said
