"""The functions of `import kifu`: games and positions come in, results that print and draw themselves go out.

Each calls what the command of the same name calls; `to_json()` of its result is what `--json` prints.
"""

import json
import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from kifu.errors import InputError
from kifu.games.game import Game, Position

if TYPE_CHECKING:
    from kifu.analysis.game_search import Effort
    from kifu.analysis.moves import Prediction
    from kifu.analysis.openings import Continuation, Openings
    from kifu.analysis.reviewed import ReviewedMove
    from kifu.analysis.score import ScoreSheet
    from kifu.analysis.terms import Terms
    from kifu.archive import Archive
    from kifu.arena.tables import MatchRules
    from kifu.games.go import Board, Rules
    from kifu.interfaces.move_facts import Predictions as PredictionFacts
    from kifu.interfaces.opening_facts import OpeningFacts
    from kifu.interfaces.report.game_report import GameReport
    from kifu.interfaces.score_facts import LifeFacts, SheetFacts
    from kifu.judgement import BlockVerdict, Estimate
    from kifu.models.book import Book
    from kifu.players.base import Player
    from kifu.players.draughts import DraughtsPlayer
    from kifu.records.moves import Colour, Point
    from kifu.records.results import Result
    from kifu.records.sgf import SgfRecord


class Score:
    """The score of a game. Prints as a board with the count, and draws itself in notebooks.

    Attributes:
        sheet: Everything about the count; `kifu.analysis.score.ScoreSheet`.
    """

    def __init__(self, sheet: "ScoreSheet") -> None:
        self.sheet = sheet

    @property
    def result(self) -> "Result":
        """The result; `str` gives `B+3.5`."""
        return self.sheet.result

    @property
    def winner(self) -> "Colour | None":
        """Who has won, or None for a draw."""
        return self.sheet.winner

    @property
    def lead(self) -> float:
        """By how much Black has won; negative where White has."""
        return self.sheet.lead

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end; if not, the score is an estimate."""
        return self.sheet.finished

    @property
    def blocks(self) -> "tuple[BlockVerdict, ...]":
        """Every block with status, probability and reason."""
        return self.sheet.blocks

    @property
    def dead(self) -> "list[Point]":
        """The dead stones."""
        return [point for block in self.blocks if block.dead for point in block.points]

    def to_json(self) -> "SheetFacts":
        """Everything as plain JSON types."""
        from kifu.interfaces.score_facts import sheet_facts

        return sheet_facts(self.sheet)

    def __str__(self) -> str:
        from kifu.interfaces.score_view import board_text, sheet_lines

        return "\n".join([board_text(self.sheet.judgement, self.sheet.owner), "", *sheet_lines(self.sheet)])

    def __repr__(self) -> str:
        return f"<Score {self.result}{'' if self.finished else ' (estimate)'}>"

    def _repr_svg_(self) -> str:
        from kifu.interfaces.score_view import board_svg

        return board_svg(self.sheet.judgement, self.sheet.owner)


class Life:
    """Which blocks of a position live, who owns each point, and who leads.

    Attributes:
        estimate: The estimate behind it; `kifu.judgement.Estimate`.
        blocks: Every block with status, probability and reason; doubtful ones are read out.
    """

    def __init__(self, estimate: "Estimate", terms: "Terms") -> None:
        from kifu.analysis.fights import read_out

        self.estimate = estimate
        self.blocks: tuple[BlockVerdict, ...] = read_out(estimate.judgement)
        self._terms = terms

    @property
    def owners(self) -> Any:
        """Expected owner of every point, an array: 1 surely Black's, -1 surely White's."""
        return self.estimate.ownership

    @property
    def lead(self) -> float:
        """By how many points Black leads; negative where White does."""
        return self.estimate.lead

    @property
    def winner(self) -> "Colour | None":
        """Who leads."""
        return self.estimate.winner

    def to_json(self) -> "LifeFacts":
        """Everything as plain JSON types."""
        from kifu.interfaces.score_facts import life_facts

        return life_facts("", len(self.estimate.board.moves), self.estimate, self._terms, self.blocks)

    def __str__(self) -> str:
        from kifu.interfaces.score_view import board_text, estimate_lines

        board = board_text(self.estimate.judgement, self.estimate.owner)
        return "\n".join([board, "", *estimate_lines(self.estimate, self._terms, self.blocks)])

    def __repr__(self) -> str:
        ahead = f"{self.winner} leads by {abs(self.lead):.1f}" if self.winner else "even"
        return f"<Life of {len(self.blocks)} blocks, {ahead}>"

    def _repr_svg_(self) -> str:
        from kifu.interfaces.score_view import board_svg

        return board_svg(self.estimate.judgement, self.estimate.owner, self.estimate.ownership)


class Predictions(Sequence["Prediction"]):
    """The moves that experts would consider, the likeliest first; each has `point` and `probability`."""

    def __init__(self, board: "Board", found: "Sequence[Prediction]") -> None:
        self._board = board
        self._found = list(found)

    def explain(self) -> str:
        """Say why, move by move: the pattern that matches, and what else counts."""
        from kifu.analysis.moves import explain

        found = explain(self._board, [one.point for one in self._found])
        lines = []
        for one in self._found:
            lines.append(f"{one.rank}. {one.point}, {one.probability:.1%}")
            lines += [f"   {reason.topic}: {reason.text}" for reason in found[one.point].reasons]
        return "\n".join(lines)

    def to_json(self) -> "PredictionFacts":
        """Everything as plain JSON types."""
        from kifu.interfaces.move_facts import prediction_facts

        return prediction_facts(self._board, len(self._board.moves), None, self._found, {})

    def __getitem__(self, index: Any) -> Any:
        return self._found[index]

    def __len__(self) -> int:
        return len(self._found)

    def __str__(self) -> str:
        return "\n".join(f"{one.rank}. {one.point} {one.probability:.1%}" for one in self._found)

    def __repr__(self) -> str:
        return f"<Predictions {', '.join(f'{one.point} {one.probability:.0%}' for one in self._found)}>"

    def _repr_svg_(self) -> str:
        return self._board.svg(labels={one.point: str(one.rank) for one in self._found})


class Review:
    """A reviewed game, of Go or of draughts.

    Attributes:
        report: What pages and files are made from.
    """

    def __init__(self, report: "GameReport[Any, Any]") -> None:
        self.report = report

    @property
    def moves(self) -> "Sequence[ReviewedMove]":
        """Every move with what it cost, the lead after it and the best move."""
        moves: Sequence[ReviewedMove] = self.report.review.moves
        return moves

    @property
    def mistakes(self) -> "Sequence[ReviewedMove]":
        """The moves that cost most, the costliest first."""
        costly: Sequence[ReviewedMove] = self.report.review.costly
        return costly

    @property
    def turning_points(self) -> "Sequence[ReviewedMove]":
        """The moves after which the other side was ahead."""
        return [self.moves[number - 1] for number in self.report.review.turning if number]

    @property
    def leads(self) -> list[float]:
        """Black's lead after 0, 1, 2, ... moves."""
        leads: list[float] = self.report.review.leads
        return leads

    def to_html(self) -> str:
        """A page that needs no server."""
        return self.report.page().decode()

    def to_json(self) -> Mapping[str, object]:
        """Everything as plain JSON types."""
        return cast(Mapping[str, object], json.loads(json.dumps(self.report.facts(), allow_nan=False)))

    def annotated(self) -> Game[Any]:
        """The game with the review as comments and marks, ready to be written."""
        from kifu.games.reading import read

        return read(self.report.annotated())

    def __str__(self) -> str:
        lines = [self.report.game.headline()]
        for move in self.mistakes:
            lines.append(f"Move {move.number}, {move.colour} {move.move}: lost {move.cost:.2g}")
            lines += [f"  {line}" for line in self.report.words.get(move.number, [])]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Review of {len(self.moves)} moves, {len(self.mistakes)} mistakes>"

    def _repr_html_(self) -> str:
        return self.to_html()


class FoundOpenings:
    """What was played in a position.

    Attributes:
        found: Games and continuations; `kifu.analysis.openings.Openings`.
    """

    def __init__(self, found: "Openings", position: Position, archive: Any, index: Any, book: Any) -> None:
        self.found = found
        self._facts = position, archive, index, book

    @property
    def games(self) -> int:
        """Games in which the position came up and went on."""
        return self.found.games

    @property
    def moves(self) -> "tuple[Continuation, ...]":
        """What was played, the most frequent first."""
        return self.found.continuations

    def to_json(self) -> "OpeningFacts":
        """Everything as plain JSON types."""
        from kifu.interfaces.opening_facts import opening_facts

        position, archive, index, book = self._facts
        return opening_facts(archive, index, position, len(position.moves), self.found, book)

    def __str__(self) -> str:
        lines = [f"{self.games} games"]
        lines += [
            f"{one.move}  {one.games} games, Black won {one.black_wins}, White {one.white_wins}"
            for one in self.moves
        ]
        lines += [f"{one.point}  {one.probability:.1%} in the book" for one in self.found.book]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Openings {self.games} games, {len(self.moves)} moves>"


def score(
    game: "Game[Any] | Board", *, rules: "Rules | str | None" = None, komi: float | None = None
) -> Score:
    """Score a game of Go under its own rules, with dead stones found.

    Args:
        game: A game, or a board on which both sides have passed.
        rules: Instead of the game's own.
        komi: Instead of the game's own.

    Raises:
        InputError: It is a game of draughts.

    Example:
        >>> import kifu
        >>> kifu.score(kifu.read("sample"))
        <Score B+1.5>
    """
    from kifu.analysis.score import score_board, score_record
    from kifu.analysis.terms import Terms
    from kifu.games.go import Rules

    if isinstance(game, Game):
        _go(game.kind, "score")
        return Score(score_record(cast("SgfRecord", game.record), rules=rules, komi=komi))
    _go(getattr(game, "game", type(game).__name__), "score")
    chosen = game.rules if rules is None else Rules.named(rules)
    return Score(score_board(game, Terms.explicit(chosen, chosen.komi if komi is None else komi)))


def life(position: "Board", *, komi: float | None = None) -> Life:
    """Say which blocks of a Go position live, who owns each point, and who leads.

    Args:
        position: Any position of a game.
        komi: Points for White; the usual ones of the rules if not given.

    Raises:
        InputError: It is a position of draughts.

    Example:
        >>> import kifu
        >>> kifu.life(kifu.read("sample").position(-1)).winner
        <Colour.BLACK: 'B'>
    """
    return life_all([position], komi=komi)[0]


def life_all(positions: "Sequence[Board]", *, komi: float | None = None) -> list[Life]:
    """Judge many positions of one board size at once, on all cores; see `life`.

    Example:
        >>> import kifu
        >>> len(kifu.life_all(list(kifu.read("sample").positions())))
        60
    """
    from kifu.analysis.terms import Terms
    from kifu.judgement import estimate_all

    for position in positions:
        _go(getattr(position, "game", type(position).__name__), "judge")
    found = estimate_all(positions, komi=komi)
    return [
        Life(one, Terms.explicit(one.board.rules, one.board.rules.komi if komi is None else komi))
        for one in found
    ]


def predict(
    position: "Board", top: int = 5, *, rank: str | None = None, komi: float | None = None
) -> Predictions:
    """Rank the moves that experts, or players of a rank, would consider.

    Args:
        position: A position of Go.
        top: How many moves.
        rank: Of the players, such as `15k` or `3d`.
        komi: Points for White; the usual ones of the rules if not given.

    Raises:
        InputError: It is a position of draughts, or a rank that is not known.

    Example:
        >>> import kifu
        >>> len(kifu.predict(kifu.read("sample").position(12), top=3))
        3
    """
    from kifu.analysis.moves import predict as ranked
    from kifu.archive.ranks import parse_level

    _go(getattr(position, "game", type(position).__name__), "predict moves of")
    level = None if rank is None else parse_level(rank)
    return Predictions(position, ranked(position, top=top, rank=level, komi=komi))


def review(
    game: Game[Any],
    *,
    rules: str | None = None,
    komi: float | None = None,
    effort: "Effort" = "default",
    seconds: float | None = None,
) -> Review:
    """Review a game of Go or draughts: what each move lost, and what was better.

    Args:
        game: As `kifu.read` gives it.
        rules: Of Go, instead of the game's own.
        komi: Of Go, instead of the game's own.
        effort: How long positions are searched: "fast" (not at all), "default" or "deep".
        seconds: For the search, instead of the effort's own time.

    Example:
        >>> import kifu
        >>> len(kifu.review(kifu.read("sample"), effort="fast").moves)
        59
    """
    from kifu.interfaces.report.game_report import ReviewOptions
    from kifu.interfaces.report.many import report_class

    if not isinstance(game, Game):
        raise InputError(f"expected a game as kifu.read gives it, got {type(game).__name__}")
    report = report_class(game.kind)
    return Review(report(report.review_record(game.record, ReviewOptions(rules, komi, effort, seconds))))


def openings(
    position: Position, archive: "Archive | str | os.PathLike[str] | None" = None, *, top: int = 10
) -> FoundOpenings:
    """Say what was played in a position: how often, with what result, in which games.

    Args:
        position: Of Go or of draughts; its past does not matter.
        archive: An archive or its path; the bundled book alone if not given.
        top: How many moves.

    Example:
        >>> import kifu
        >>> kifu.openings(kifu.Board(9)).games
        0
    """
    from kifu.analysis.openings import book_for, look_up
    from kifu.archive import Archive
    from kifu.archive.position_index import open_index

    book: Book | None = book_for(position)
    if archive is None:
        return FoundOpenings(look_up(None, position, book=book, top=top), position, None, None, book)
    opened = archive if isinstance(archive, Archive) else Archive(archive)
    try:
        index = open_index(opened)
        found = look_up(index, position, book=book, top=top)
        return FoundOpenings(found, position, str(opened.path), index, book)
    finally:
        if opened is not archive:
            opened.close()


def player(
    name: str | None = None,
    *,
    level: str | int | None = None,
    game: str = "go",
    seed: int = 1,
    **settings: Any,
) -> "Player | DraughtsPlayer":
    """Make a player; `player.choose(position)` gives its choice.

    Args:
        name: Such as `katia`, `expert`, `katia:playouts=400` or `gtp:"gnugo --mode gtp"`; of draughts
            `champion`, `material:depth=6`. The strongest if not given. docs/players.md lists all.
        level: From `beginner` to `full`; in draughts from 1 to 10.
        game: `go` or `draughts`.
        seed: The same seed gives the same choices.
        **settings: Of the player, such as `playouts=400`.

    Raises:
        InputError: There is no such player, level or setting.

    Example:
        >>> import kifu
        >>> kifu.player("random", seed=1).name
        'random'
    """
    from kifu.players.named import make_player

    made: Player | DraughtsPlayer = make_player(name, seed, game=cast(Any, game), level=level, **settings)
    return made


def play_game(
    black: "Player | DraughtsPlayer | str",
    white: "Player | DraughtsPlayer | str",
    *,
    game: str = "go",
    size: int = 9,
    rules: str = "chinese",
    komi: float | None = None,
    seed: int = 1,
) -> Game[Any]:
    """Let two players play a game to its end.

    Args:
        black: A player, or its name.
        white: Likewise.
        game: `go` or `draughts`.
        size: Of the board, in Go.
        rules: Of Go.
        komi: Points for White; the usual ones of the rules if not given.
        seed: Of players given by name.

    Returns:
        The game, ready to be written: `game.write("game.sgf")`.

    Example:
        >>> import kifu
        >>> game = kifu.play_game("random", "random", size=5, seed=3)
        >>> game.black, game.size
        ('random', 5)
    """
    from kifu.arena import game as arena
    from kifu.arena.draughts import DraughtsTerms
    from kifu.arena.go import GoTerms
    from kifu.games.reading import read
    from kifu.records.moves import Colour

    known: dict[str, MatchRules] = {
        "go": GoTerms(size, rules, komi, opening=0),
        "draughts": DraughtsTerms("start"),
    }
    if game not in known:
        raise InputError(f"expected a game among {', '.join(known)}, got {game!r}")
    terms = known[game]
    table = terms.table(seed, 0)
    given = {Colour.BLACK: black, Colour.WHITE: white}
    players = {
        colour: terms.make_player(one, seed + number) if isinstance(one, str) else one
        for number, (colour, one) in enumerate(given.items())
    }
    try:
        outcome = arena.play_game(table, players, limit=terms.limit)
    finally:
        for colour, one in given.items():
            if isinstance(one, str):
                players[colour].close()
    names = {colour: one.name for colour, one in players.items()}
    return read(table.record(names, outcome.result, outcome.why, outcome.comments))


def _go(kind: str, doing: str) -> None:
    if kind != "go":
        raise InputError(f"expected Go to {doing}, got {kind}; draughts has kifu.review and kifu.player")
