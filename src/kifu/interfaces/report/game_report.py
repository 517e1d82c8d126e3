"""What reports of both games have in common: facts, how a side did, and the parts of the page.

`go.py` and `draughts.py` fill in what differs: what a row says, the pictures, and the words.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import kifu
from kifu.analysis.course import Effort
from kifu.analysis.reviewed import Review, ReviewedMove
from kifu.games.facts import GameInfoFacts
from kifu.games.game import Game, game_of
from kifu.interfaces.report.facts import (
    CostlyMove,
    CountedSides,
    GameSummary,
    LostAt,
    MoveRow,
    Outcome,
    add_kind,
    nothing,
)
from kifu.interfaces.report.openings import ArchivedMove, continuation_table
from kifu.interfaces.report.page import Html, Table, document, section, tag
from kifu.interfaces.report.shared import (
    comments_section,
    course_section,
    header,
    moment,
    problems_section,
    sides_table,
)
from kifu.records.moves import Colour
from kifu.work.facts import pick

PIXELS = 300

R = TypeVar("R", bound=Review[Any, Any])
M = TypeVar("M", bound=ReviewedMove)


@dataclass(frozen=True)
class ReviewOptions:
    """How games are reviewed.

    Attributes:
        rules: instead of the records' own.
        komi: instead of the records' own.
        effort: how long positions are searched.
        seconds: for the search of a game, instead of the effort's own.
    """

    rules: str | None = None
    komi: float | None = None
    effort: Effort = "default"
    seconds: float | None = None


class GameReport(ABC, Generic[R, M]):
    """A reviewed game as files; each part is made when it is used.

    Args:
        review: of the game.
        opening: what an archive has of its first moves, as `openings.along` finds it.
        file: its name.
        number: of the game in its file.
    """

    #: How the annotated record's name ends.
    suffix: ClassVar[str]
    phases: ClassVar[Sequence[str]]
    #: What losses are measured in, as tables and sentences write it.
    unit: ClassVar[str]
    a_loss: ClassVar[str]
    #: The chart reaches at least so far.
    least: ClassVar[float]
    #: Turning points with a picture; None for all.
    turns_drawn: ClassVar[int | None] = None
    #: Words of the page.
    turning_note: ClassVar[str] = ""
    mistakes_note: ClassVar[str]
    sides_note: ClassVar[str]
    moves_note: ClassVar[str] = ""
    moves_heads: ClassVar[Sequence[str]]

    def __init__(
        self, review: R, opening: list[ArchivedMove] | None = None, file: str = "", number: int = 1
    ) -> None:
        self.review = review
        self.game: Game[Any] = game_of(review.record)
        self.opening = opening or []
        self._file, self._number = file, number

    @classmethod
    @abstractmethod
    def review_record(cls, record: Any, wanted: ReviewOptions, threads: int = 0) -> R:
        """Review a game."""

    @property
    @abstractmethod
    def footer(self) -> str:
        """How the numbers were made."""

    @abstractmethod
    def annotated(self) -> bytes:
        """The record with what was found as comments and marks."""

    @abstractmethod
    def rows(self) -> Sequence[MoveRow]:
        """A row a move."""

    @abstractmethod
    def facts(self) -> Mapping[str, object]:
        """Everything as plain JSON types."""

    @abstractmethod
    def outcome(self) -> Outcome:
        """What the index has of the game that depends on which game it is."""

    @abstractmethod
    def problems(self) -> list[str]:
        """What a reader should know of the record."""

    def problem_files(self) -> dict[str, bytes]:
        """Problems out of the game by the end of their files' names; none where there are none."""
        return {}

    # Facts

    @cached_property
    def words(self) -> dict[int, list[str]]:
        """By number of a marked move, why it is worth a look."""
        return {move.number: self._told(move) for move in self.review.moves if move.marks}

    @cached_property
    def comments(self) -> list[str]:
        """The record's own comments: before the first move, and of every move."""
        return self.game.comments(self._own)

    def move_facts(self) -> list[Mapping[str, object]]:
        """The rows, with the words and the record's comment on every move."""
        return [
            {**row, "why": self.words.get(row["number"], []), "comment": self.comments[row["number"]]}
            for row in self.rows()
        ]

    def info_facts(self) -> GameInfoFacts:
        """What the record says of the game."""
        return pick(GameInfoFacts, self.game.record.info, result=self.game.result_text or None)

    def summary(self) -> GameSummary:
        """What the index has of the game."""
        worst = next(iter(self.review.costly), None)
        return pick(
            GameSummary,
            self.game.record.info,
            file=self._file,
            number=self._number,
            recorded=self.game.result_text or None,
            move_count=len(self.review.moves),
            turning_points=len(self.review.turning),
            worst=pick(CostlyMove, worst) if worst else None,
            resigned=self._lost_at(),
            game=self.game.kind,
            size=self.game.size,
            **self.outcome(),
            sides=self.sides,
        )

    def _lost_at(self) -> LostAt | None:
        """Where a game that ended by resignation was lost."""
        result, turning = self.game.record.info.result, self.review.turning
        if result is None or result.kind != "resign" or result.winner is None:
            return None
        ahead = 1 if result.winner is Colour.BLACK else -1
        if turning and ahead * self.review.leads[turning[-1]] > 0 and turning[-1] > 0:
            return pick(LostAt, self.review.moves[turning[-1] - 1], turning=True)
        mistakes = [m for m in self.review.moves if m.colour is not result.winner and _is_mistake(m)]
        return pick(LostAt, max(mistakes, key=lambda m: m.cost), turning=False) if mistakes else None

    @cached_property
    def sides(self) -> CountedSides:
        """How both sides did by phase: moves, first choices, mistakes by kind and what they lost."""
        found: CountedSides = {
            colour.side: {name: nothing() for name in ("all", *self.phases)} for colour in Colour
        }
        for move in self.review.moves:
            side, lost = found[move.colour.side], self._lost(move)
            kind = self._kind(move) if _is_mistake(move) else None
            for counted in (side["all"], side[move.phase]):
                if move.rank is not None:
                    counted["moves"] += 1
                    counted["first"] += move.rank == 1
                    counted["first_five"] += move.rank <= 5
                counted["lost"] = round(counted["lost"] + lost, 3)
                if kind is not None:
                    counted["mistakes"] += 1
                    add_kind(counted, kind, lost)
        return found

    # The page

    def page(self) -> bytes:
        """The page."""
        review, info = self.review, self.game.record.info
        opening = self._opening_parts()
        body = [
            header(
                info, f"{self._board()}, {len(review.moves)} moves", self._end_text(), self.game.result_text
            ),
            self._moments(),
            course_section(
                review.leads,
                turning=review.turning,
                costly=[move.number for move in review.costly],
                least=self.least,
                anchors=self._anchors,
            ),
            self._turning(),
            self._mistakes(),
            self._surprises(),
            sides_table(self.sides, info.black, info.white, self.unit, self.sides_note),
            self._end(),
            section("Opening", *opening) if opening else None,
            self._all_moves(),
            comments_section(self.comments, [move.move for move in review.moves]),
            problems_section([*self._notes(), *self.problems()]),
            tag("footer", f"Reviewed by Kifu {kifu.__version__}. {self.footer}"),
        ]
        return document(self.game.headline(), [part for part in body if part])

    @cached_property
    def _anchors(self) -> dict[int, str]:
        """By move, where on the page it is shown."""
        listed = {*self.review.turning[: self.turns_drawn], *(move.number for move in self._listed())}
        return {number: f"move-{number}" for number in listed}

    def _turning(self) -> Html | None:
        turning = self.review.turning
        if not turning:
            return None
        cards = []
        for number in turning[: self.turns_drawn]:
            lead = self.review.leads[number]
            lines = [f"{'Black' if lead > 0 else 'White'} takes the lead. {self._ahead(lead)}."]
            lines += [*self._turning_words(number), *self.words.get(number, [])]
            picture = self._turning_picture(number)
            cards.append(moment(f"After move {number}", picture, lines, anchor=f"move-{number}"))
        return section(
            "Turning points",
            tag("p", self.turning_note, cls="quiet") if self.turning_note else None,
            tag("div", cards, cls="moments"),
            self._more_turning(),
        )

    def _moments(self) -> Html | None:
        moments = self.review.moments
        if not moments:
            return section("Mistakes", tag("p", f"No move lost {self.a_loss} or more."))
        return section(
            "Three moments to study" if len(moments) > 2 else "To study first",
            tag("p", self.mistakes_note, cls="quiet"),
            tag("div", [self._card(move) for move in moments], cls="moments"),
        )

    def _mistakes(self) -> Html | None:
        first = {move.number for move in self.review.moments}
        rest = [self._card(move) for move in self.review.costly if move.number not in first]
        return section("More mistakes", tag("div", rest, cls="moments")) if rest else None

    def _size(self, move: M) -> str:
        """What a loss is called."""
        return "blunder" if "blunder" in move.marks else "mistake"

    def _card(self, move: M, drawn: bool = True) -> Html:
        """A move with the position before it."""
        anchor = None if "turning" in move.marks else f"move-{move.number}"
        picture = self._move_picture(move) if drawn else ""
        return moment(self._headline(move), picture, self.words[move.number], anchor=anchor)

    def _headline(self, move: M) -> str:
        """A move, and why it is listed."""
        return f"Move {move.number}, {move.colour} {move.move}{self._reason(move)}"

    def _all_moves(self) -> Html:
        rows, marks = [], []
        for move in self.review.moves:
            name = f"{move.colour} {move.move}"
            anchor = self._anchors.get(move.number)
            shown = tag("a", name, href=f"#{anchor}") if anchor else name
            rows.append((move.number, shown, move.rank or "", *self._cells(move)))
            marks.append(next((mark for mark in ("costly", "turning") if mark in move.marks), ""))
        return section(
            "All moves",
            tag("p", self.moves_note, cls="quiet") if self.moves_note else None,
            Table(["#", "move", "#rank", *self.moves_heads], rows, marks, tight=True).html(),
        )

    # What each game may add

    def _surprises(self) -> Html | None:
        """A section of moves that nobody expected."""
        return None

    def _listed(self) -> Sequence[M]:
        """The moves that have a card."""
        return self.review.costly

    def _turning_words(self, number: int) -> list[str]:
        """More on a turning point."""
        return []

    def _more_turning(self) -> Html | None:
        """What stands for turning points without a picture."""
        return None

    def _opening_parts(self) -> list[Html]:
        return [continuation_table(self.opening)] if self.opening else []

    def _notes(self) -> Sequence[str]:
        """How the game was read, beside the problems."""
        return ()

    # What each game says in its own way

    @abstractmethod
    def _told(self, move: M) -> list[str]:
        """Why a move is worth a look, in words."""

    @abstractmethod
    def _own(self, comment: str) -> str:
        """A comment of the record without an earlier review in it."""

    @abstractmethod
    def _lost(self, move: M) -> float:
        """What a move lost, as far as that is known."""

    @abstractmethod
    def _kind(self, move: M) -> str:
        """What kind of mistake a move is."""

    @abstractmethod
    def _board(self) -> str:
        """The board and the rules, in words."""

    @abstractmethod
    def _end_text(self) -> str:
        """How the game ended or stands, in words."""

    @abstractmethod
    def _ahead(self, lead: float) -> str:
        """Who is ahead, in words."""

    @abstractmethod
    def _reason(self, move: M) -> str:
        """Why a move is listed, in words after its name."""

    @abstractmethod
    def _turning_picture(self, number: int) -> str:
        """The position after a turning point."""

    @abstractmethod
    def _move_picture(self, move: M) -> str:
        """A move and what there was instead."""

    @abstractmethod
    def _end(self) -> Html:
        """The section on the last position."""

    @abstractmethod
    def _cells(self, move: M) -> tuple[object, ...]:
        """The cells of a move's row after its rank."""


def _is_mistake(move: ReviewedMove) -> bool:
    return bool({"mistake", "blunder"} & {*move.marks})
