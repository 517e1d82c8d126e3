"""The state behind a GTP conversation: board, rules, komi, clocks, the player and what it said last."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from kifu.errors import InputError
from kifu.games.coordinates import from_gtp
from kifu.games.go import MAX_SIZE, MIN_SIZE, Board, Colour, Point, Rules
from kifu.games.go.rules import CHINESE
from kifu.players.analysers import Interruptible, Selection, Selective
from kifu.players.base import Choice, Player
from kifu.players.clocks import Absolute, Clock
from kifu.protocols.gtp import GtpError, shown
from kifu.records.moves import vertex

if TYPE_CHECKING:
    from kifu.analysis.terms import Terms
    from kifu.interfaces.gtp.experts import ExpertAnalyser
    from kifu.judgement import Judgement
    from kifu.models.moves import MovePredictor

_COLOURS = {"b": Colour.BLACK, "black": Colour.BLACK, "w": Colour.WHITE, "white": Colour.WHITE}


class Session:
    """A conversation.

    Args:
        make_player: makes the player when it is first needed, so that a start costs nothing.
        name: of the player, for `name` and `gomill-describe_engine`.
        moves: reads the model of moves for predictions; the bundled one if not given.
    """

    def __init__(
        self,
        make_player: Callable[[], Player],
        name: str = "Kifu",
        moves: "Callable[[], MovePredictor] | None" = None,
    ) -> None:
        self.name = name
        self.rules: Rules = CHINESE
        self.komi = 7.5
        self.handicap = 0
        self.board = Board(19, self.rules)
        self.clocks: dict[Colour, Clock | None] = dict.fromkeys(Colour)
        self._clock: Clock | None = None  # as games begin with it
        self.is_clock_told = False  # whether it was said what kind of clock there is, none included
        #: Whether the command at hand was interrupted before anybody began to think.
        self.is_hurried: Callable[[], bool] = lambda: False
        self.last_choice: Choice | None = None
        self.quitting = False
        self._make_player = make_player
        self._player: Player | None = None
        self._game_told = False  # whether the player knows size, rules and komi of this game
        self._moves = moves
        self._judged: tuple[tuple[object, ...], Judgement] | None = None
        #: Ends what thinks in another thread; called when the session closes, too.
        self.stop_thinking: Callable[[], None] = lambda: None
        #: Analyses for players that do not search, made when first needed.
        self.expert: ExpertAnalyser | None = None

    # Board

    def new_board(self, size: int) -> None:
        """Start anew on an empty board; komi and rules stay, as GTP asks."""
        if not MIN_SIZE <= size <= MAX_SIZE:
            raise GtpError("unacceptable size")
        self.put(Board(size, self.rules))

    def put(self, board: Board, handicap: int = 0) -> None:
        """Go on from this board, as a new game."""
        self.board = board
        self._start_clocks()
        self.handicap = handicap
        self.last_choice = None
        self._game_told = False

    def set_rules(self, rules: Rules) -> None:
        """Change the rules; the game so far stands, and is kept whole."""
        if rules != self.rules:
            self.rules = rules
            self.board = rebuilt(self.board, rules)
            self._game_told = False

    def set_komi(self, komi: float) -> None:
        """Change komi."""
        self.komi = komi
        self._game_told = False

    def play(self, colour: Colour, point: Point | None) -> None:
        """Play a move, or say that it is illegal."""
        try:
            self.board.play(point, colour)
        except InputError:
            raise GtpError("illegal move") from None
        self.last_choice = None

    def undo(self, moves: int = 1) -> None:
        """Take back moves; all or none."""
        if moves > len(self.board.moves):
            raise GtpError("cannot undo")
        board = self.board.copy()
        for _ in range(moves):
            if board.last_move is None:  # a setup lies in between
                raise GtpError("cannot undo")
            board.undo()
        self.board = board
        self.last_choice = None

    @property
    def terms(self) -> "Terms":
        """Under which terms the game is counted."""
        from kifu.analysis.terms import Terms

        return Terms.explicit(self.rules, self.komi, self.handicap)

    # Player

    @property
    def player(self) -> Player:
        """The player, ready for this game."""
        if self._player is None:
            self._player = self._make_player()
        if not self._game_told:
            self._player.new_game(self.board.size, self.rules, self.terms.total_komi)
            self._game_told = True
        return self._player

    @property
    def running_player(self) -> Player | None:
        """The player if there is one already."""
        return self._player

    @property
    def selective_player(self) -> Selective:
        """The player, where it can be told which moves to choose from."""
        player = self.player
        if not isinstance(player, Selective):
            raise GtpError("the player cannot be told which moves to avoid or allow")
        return player

    def choose(self, colour: Colour, selection: Selection | None = None) -> Choice:
        """Let the player choose for a side, whosever turn it is; of a selection where one is given."""
        board = self.board
        if board.to_play is not colour:
            board = board.copy()
            board.to_play = colour
        clock = self.clocks[colour]
        if self.is_hurried() and isinstance(self.player, Interruptible):
            clock = Absolute(0)
        if selection is not None:
            return self.selective_player.choose_among(board, selection, clock)
        return self.player.choose(board, clock)

    def set_clock(self, clock: Clock | None) -> None:
        """Give both sides a clock of their own, or time without end, now and in every new game."""
        self._clock, self.is_clock_told = clock, True
        self._start_clocks()

    def _start_clocks(self) -> None:
        for colour in Colour:
            self.clocks[colour] = self._clock.copy() if self._clock is not None else None

    def close(self) -> None:
        """Let the player go, and wait for who thinks: native code must not outlive Python."""
        self.stop_thinking()
        if self.expert is not None:
            self.expert.close()
        if self._player is not None:
            self._player.close()
            self._player = None

    def abandon(self) -> None:
        """Let go of what would outlive this process: nobody listens any more."""
        kill = getattr(self._player, "kill", None)
        if kill is not None:
            kill()

    # Judgement

    def moves_model(self) -> "MovePredictor | None":
        """The model of moves that the session was started with, if any."""
        return self._moves() if self._moves is not None else None

    def judgement(self) -> "Judgement":
        """The verdict on every block of the position, taken as finished; kept until the board changes."""
        from kifu.judgement import judge

        board = self.board
        prisoners = [board.captured(colour) for colour in Colour]
        key = board.situation, board.moves, board.size, *prisoners
        if self._judged is None or self._judged[0] != key:
            self._judged = key, judge(board, finished=True)
        return self._judged[1]

    # Words

    def vertex(self, point: Point | None) -> str:
        """Write a point, of whatever board the player thought of."""
        return vertex(None if point is None else Point(*point, self.board.size))

    def point(self, word: str) -> Point | None:
        """Read a point or a pass."""
        try:
            return from_gtp(word, self.board.size)
        except InputError:
            raise GtpError(f"invalid vertex {shown(word)}") from None

    def stone(self, word: str) -> Point:
        """Read a point that is no pass."""
        point = self.point(word)
        if point is None:
            raise GtpError("expected a vertex, got a pass")
        return point


def colour_of(word: str) -> Colour:
    """Read a colour."""
    colour = _COLOURS.get(word.lower())
    if colour is None:
        raise GtpError(f"invalid colour {shown(word)}; expected b, w, black or white")
    return colour


def rebuilt(board: Board, rules: Rules) -> Board:
    """The same game under other rules; where they forbid one of its moves, the position without its past."""
    new = Board(board.size, rules)
    game = board._game
    history = board.history()
    try:
        for i in range(game.steps):
            code, index, is_setup = game.step(i)
            if is_setup:
                before, after = history[i].ravel(), history[i + 1].ravel()
                changed = [(int(after[p]), p) for p in range(len(after)) if before[p] != after[p]]
                if not new._game.setup(changed):
                    raise InputError("setup")
            elif new._game.play(code, index) != 0:
                raise InputError("move")
        new.to_play = board.to_play
        return new
    except InputError:
        return Board.from_stones(board.stones, board.to_play, rules)
