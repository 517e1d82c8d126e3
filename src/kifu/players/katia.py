"""Katia: a book for the opening, a search for the rest, and manners at the end."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from kifu._native.search import Stop
from kifu.games.go import Board, Colour, Point, Rules
from kifu.games.go.rules import Counting
from kifu.models.files import ModelError
from kifu.models.moves import MovePredictor
from kifu.players.analysers import Selection, Thoughts
from kifu.players.base import Choice
from kifu.players.clocks import AT_ONCE, Clock
from kifu.players.endgame import Ending
from kifu.players.finish import finish
from kifu.players.katia_options import KatiaOptions
from kifu.players.levels import KATIA_LEVELS
from kifu.players.search_analyser import SearchAnalyser, thoughts_of
from kifu.players.tree_search import SearchResult, TreeSearch
from kifu.players.verification import Adviser, plain_candidates, preprocess, propose, verify, weights
from kifu.records.moves import vertex
from kifu.work.seeds import stream

#: Where nothing else bounds the search.
DEFAULT_PLAYOUTS = 5000

#: Share of the time for the move itself once the game may be about to end; the rest is for that question.
_LATE_SHARE = 0.7
#: Moves that a side may still have to make, however full the board is.
_LEAST_LEFT = 12
#: Moves of both sides for every point of the board, beyond which no game goes on: time is kept for them.
_MOST_A_POINT = 3
#: Playouts of a move that is made at once.
_AT_ONCE_PLAYOUTS = 32


class Katia:
    """A Go player.

    Args:
        options: What it can be told.
        model: Of expert moves, for priors. The bundled one where none is given, plain knowledge without.
        book: Proposes moves with weights, the best first.
        name: For tables.

    Attributes:
        lost_since: By colour, the number of the first of its moves in a row that looked lost; for whoever
            makes it anew each move.
    """

    def __init__(
        self,
        options: KatiaOptions | None = None,
        model: MovePredictor | None = None,
        book: Adviser | None = None,
        name: str = "Katia",
    ) -> None:
        self.options = options or KatiaOptions()
        self.name = name
        self.book = book
        self._model = model
        self._size = 19
        self._komi = 7.0
        self.lost_since: dict[Colour, int] = {}
        self._board: Board | None = None
        self._cut = False  # whether the move at hand was interrupted
        self._stop = Stop()

    @cached_property
    def model(self) -> MovePredictor | None:
        """The model of moves for this size, loaded when needed; None without one or where it is unwanted."""
        if not self.options.predictor:
            return None
        if self._model is not None:
            return self._model
        try:
            return MovePredictor.bundled(self._size)
        except ModelError:
            return None

    @cached_property
    def search(self) -> TreeSearch:
        """The tree search, for analysis too."""
        return self._new_search()

    @cached_property
    def _second_search(self) -> TreeSearch:
        """For looks at other positions: the game's own tree is for the game."""
        return self._new_search()

    def _new_search(self) -> TreeSearch:
        options = self.options
        return TreeSearch(self.model, options.tree, options.threads, options.seed, options.knowledge)

    def _set_size(self, size: int) -> None:
        """Each size may have a model of its own."""
        if size != self._size:
            self._size = size
            for name in ("search", "_second_search", "model"):
                self.__dict__.pop(name, None)

    def new_game(self, size: int, rules: Rules, komi: float) -> None:
        """Forget the last game."""
        self._set_size(size)
        self._komi = komi
        self.lost_since.clear()
        self._board = None
        if "search" in self.__dict__:
            self.search.clear()

    def close(self) -> None:
        """Stop a running search."""
        self.interrupt()

    def interrupt(self) -> None:
        """End a running search, from any thread; `choose` then returns the best so far."""
        self._cut = True
        self._stop.set()
        for name in ("search", "_second_search"):
            if name in self.__dict__:
                self.__dict__[name].stop()

    def analyser(self) -> SearchAnalyser:
        """Return an analyser with a tree of its own, which thinks as this player does."""
        return SearchAnalyser(self._new_search)

    def thoughts(self) -> Thoughts | None:
        """Return what the search thinks of the move at hand, or thought of the last one; for any thread."""
        if "search" not in self.__dict__ or self._board is None:
            return None
        return thoughts_of(self.search.report(), self._board)

    def choose(self, board: Board, clock: Clock | None = None) -> Choice:
        """Choose a move for `board.to_play`."""
        return self._choose(board, clock, None)

    def choose_among(self, board: Board, selection: Selection, clock: Clock | None = None) -> Choice:
        """Choose one of the selected moves for `board.to_play`; a poor choice is no reason to resign."""
        return self._choose(board, clock, selection)

    def _choose(self, board: Board, clock: Clock | None, selection: Selection | None) -> Choice:
        started = time.monotonic()
        self._cut, self._stop = False, Stop()
        allowed = selection.moves if selection else None
        self._set_size(board.size)
        self._board = None  # nothing is thought about it yet
        advice = list(self.book(board)) if self.book and self._wants_book(board) else []
        legal = [(p, weight) for p, weight in advice if board.is_legal(p) and _fits(p, allowed)]
        if legal and len(board.moves) < self.options.begin:
            return Choice(legal[0][0], comment="from the book")
        drawn = self._draw(board)
        if drawn is not None and _fits(drawn.move, allowed):
            return drawn
        verifies = self.options.mode == "verify"
        _ = self.model if verifies else self.search  # the first move of a game waits for them
        playouts, seconds = self._budget(board, clock)
        if clock is not None:
            seconds = max(AT_ONCE, seconds - (time.monotonic() - started))
        if verifies:
            return self._verified(board, [point for point, _ in legal], playouts, seconds, allowed)
        return self._searched(board, legal, playouts, seconds, selection)

    def _wants_book(self, board: Board) -> bool:
        return self.options.nk > 0 or len(board.moves) < self.options.begin

    def _draw(self, board: Board) -> Choice | None:
        """At low levels now and then any of the moves that look likely."""
        chance = KATIA_LEVELS[self.options.level][1]
        if chance == 0:
            return None
        random = stream(self.options.seed, "katia", len(board.moves))
        if random.random() >= chance:
            return None
        likely = plain_candidates(board)[:10]
        if not likely or (board.last_move is not None and board.last_move.is_pass):
            return None
        total = sum(weight for _, weight in likely)
        return Choice(likely[int(random.choice(len(likely), p=[w / total for _, w in likely]))][0])

    def _budget(self, board: Board, clock: Clock | None) -> tuple[int, float]:
        options = self.options
        playouts, seconds = options.playouts, options.seconds
        if clock is not None:
            seconds = seconds_for(board, clock)
            if seconds < AT_ONCE:
                playouts = min(playouts or _AT_ONCE_PLAYOUTS, _AT_ONCE_PLAYOUTS)
        bound = KATIA_LEVELS[options.level][0]
        if bound:
            playouts = min(playouts or bound, bound)
        if not playouts and not seconds:
            playouts = DEFAULT_PLAYOUTS
        return playouts, seconds

    def _searched(
        self,
        board: Board,
        advice: list[tuple[Point, float]],
        playouts: int,
        seconds: float,
        selection: Selection | None,
    ) -> Choice:
        allowed = selection.moves if selection else None
        self._board = board.copy()  # whoever asks may play on their own
        result = self.search.run(
            board,
            self._komi,
            playouts=playouts,
            seconds=self._unless_cut(seconds * (_LATE_SHARE if _is_late(board) else 1.0)),
            allowed=allowed,
            forbidden=selection.forbidden if selection else None,
            advice=weights(advice[: self.options.nk], board) or None,
            advice_weight=0.3,
        )
        best = result.best
        if best is None or result.ownership is None:
            # No search fills an own eye, but somebody may ask for that.
            return Choice(allowed[0] if allowed else None, comment="no move is left")
        if allowed is None and self._gives_up(board, result.value, result.playouts + result.kept):
            return Choice(None, resign=True, value=result.value, comment=f"wins {result.value:.1%}: resigns")
        ending = Ending(board, self._komi, result.ownership)
        passed = board.last_move is not None and board.last_move.is_pass
        if best.move is None or (_is_late(board) and (passed or ending.is_settled)):
            wanted = self._finish(board, best.value, playouts, seconds)
            if wanted is not None and _fits(wanted.move, allowed):
                return replace(wanted, value=result.value)
        move = best.move
        if move is None and ending.safe_lead <= 0 and board.rules.counting is Counting.AREA:
            # Nothing is lost by playing on where a pass would end a game that is not won.
            others = [m for m in result.moves if m.move is not None]
            move = others[0].move if passed and others and others[0].value > best.value - 0.02 else None
        return Choice(move, value=result.value, comment=_words(result, board))

    def _finish(self, board: Board, value: float, playouts: int, seconds: float) -> Choice | None:
        """A pass or what prepares it, or None to play on; at most two looks in the time left."""

        def look(position: Board, moves: Iterable[Point | None] | None) -> SearchResult:
            return self._second_search.run(
                position,
                self._komi,
                playouts=max(200, playouts // 4) if playouts else 0,
                seconds=self._unless_cut(seconds * (1 - _LATE_SHARE) / 2),
                allowed=moves,
            )

        return finish(board, self._komi, value, look, cleanup=self.options.cleanup)

    def _unless_cut(self, seconds: float) -> float:
        """How long to search; after an interruption what comes later takes no time either."""
        return AT_ONCE if self._cut else seconds

    def _gives_up(self, board: Board, value: float, playouts: int) -> bool:
        """Whether this move and the one before look lost; the same move asked for again counts once."""
        move = len(board.moves)
        if value >= self.options.resign or playouts < 200 or move < board.size:
            self.lost_since.pop(board.to_play, None)
            return False
        first = min(move, self.lost_since.get(board.to_play, move))
        self.lost_since[board.to_play] = first
        return first < move

    def _verified(
        self,
        board: Board,
        advice: list[Point],
        playouts: int,
        seconds: float,
        allowed: Sequence[Point | None] | None,
    ) -> Choice:
        options = self.options
        others = [p for p in preprocess(board, self.model, options.shapes) if _fits(p, allowed)]
        candidates: list[Point | None] = [*propose(board, advice, others, options.nk, options.ns)]
        # A pass is one more candidate when the board fills, so that the others get all playouts before.
        if not candidates or 2 * int((board.stones > 0).sum()) > board.size**2:
            candidates.append(None)
        if allowed is not None:
            candidates = [move for move in candidates if move in allowed] or list(allowed)
        found = verify(
            board,
            candidates,
            self._komi,
            playouts=playouts or 1_000_000_000,
            seconds=seconds * (_LATE_SHARE if _is_late(board) else 1.0),
            threads=options.threads,
            seed=options.seed,
            knowledge=options.knowledge,
            stop=self._stop,
        )
        best = found.moves[0]
        value = best.wins
        ending = Ending(board, self._komi, found.ownership)
        passed = board.last_move is not None and board.last_move.is_pass
        if allowed is None and self._gives_up(board, value, sum(move.playouts for move in found.moves)):
            return Choice(None, resign=True, value=value, comment=f"wins {value:.1%}: resigns")
        if best.move is None or (_is_late(board) and (passed or ending.is_settled)):
            wanted = self._finish(board, value, playouts, seconds)
            if wanted is not None and _fits(wanted.move, allowed):
                return replace(wanted, value=value)
        if best.move is None and ending.safe_lead <= 0 and not ending.is_settled:
            best = next((move for move in found.moves if move.move is not None), best)
        return Choice(
            best.move, value=value, comment=f"{best.score:+.1f} points over {best.playouts:,} playouts"
        )


def _fits(move: Point | None, allowed: Sequence[Point | None] | None) -> bool:
    return allowed is None or move in allowed


def _is_late(board: Board) -> bool:
    """Whether the game may be about to end: a third of the points are taken, or somebody has passed."""
    passed = board.last_move is not None and board.last_move.is_pass
    return passed or 3 * int((board.stones > 0).sum()) > board.size**2


def seconds_for(board: Board, clock: Clock) -> float:
    """Say how long to think about the next move: a share for those that a game still has; 0 is at once."""
    points = board.size * board.size
    played = int((board.stones > 0).sum())
    # About three quarters of the board are filled in a whole game; each side plays half of that.
    left = max(points // 10, int(0.75 * points) - played) // 2
    at_most = max(0, _MOST_A_POINT * points - len(board.moves) + 1) // 2
    return min(clock.budget(max(left, _LEAST_LEFT), at_most), 0.9 * clock.remaining)


def _words(result: SearchResult, board: Board) -> str:
    best = result.best
    assert best is not None
    side = "B" if result.score > 0 else "W"
    line = " ".join(vertex(point) for point in best.variation[:6])
    return (
        f"{board.to_play} wins {result.value:.1%} over {result.playouts:,} playouts ({result.kept:,} kept), "
        f"{side}+{abs(result.score):.1f}: {line}"
    )
