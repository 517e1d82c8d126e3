"""The report of a game of Go."""

from kifu.analysis.review import GoReview, ReviewedMove
from kifu.analysis.review_words import percent
from kifu.interfaces.report.annotate import annotate
from kifu.interfaces.report.go_facts import GoFacts, GoReviewFacts, GoRow
from kifu.interfaces.report.go_page import GoPage
from kifu.interfaces.report.go_words import ahead, headline
from kifu.interfaces.report.openings import ArchivedMove
from kifu.interfaces.report.report import GameSummary
from kifu.interfaces.report.shared import changed_hands
from kifu.interfaces.score_view import sheet_lines


class GoReport:
    """A reviewed game as files.

    Args:
        review: of the game.
        opening: what an archive has of its first moves, as `openings.along` tells it.
        file: its name.
        number: of the game in its file.
    """

    suffix = ".sgf"

    def __init__(
        self, review: GoReview, opening: list[ArchivedMove] | None = None, file: str = "", number: int = 1
    ) -> None:
        self._facts = GoFacts(review, opening, file, number)

    def rows(self) -> list[GoRow]:
        """A row a move."""
        return self._facts.rows()

    def facts(self) -> GoReviewFacts:
        """Everything as plain JSON types."""
        return self._facts.facts()

    def summary(self) -> GameSummary:
        """What the index has of the game."""
        return self._facts.summary()

    def page(self) -> bytes:
        """The page."""
        return GoPage(self._facts).written()

    def annotated(self) -> bytes:
        """The record with comments and marks."""
        return annotate(
            self._facts.review, {m.number: self._said(m) for m in self._facts.review.moves}, self._head()
        )

    def _said(self, move: ReviewedMove) -> list[str]:
        lines = [f"{headline(move, self._facts.review.size)}."] if move.marks else []
        if move.rank is not None and move.probability is not None and not move.marks:
            line = f"Expert move {move.rank} ({percent(move.probability)})."
            if move.best is not None:
                line += f" A: {self._facts.name(move.best.point)} ({percent(move.best.probability)})."
            lines.append(line)
        lines += self._facts.words.get(move.number, [])
        return [*lines, f"{ahead(move.lead)}."]

    def _head(self) -> list[str]:
        review = self._facts.review
        lines = [sheet_lines(review.sheet)[0].replace(", see below", "")]
        if review.turning:
            lines.append(changed_hands(review.turning))
        lines += [f"{headline(move, review.size)}." for move in review.costly[:3]]
        return lines
