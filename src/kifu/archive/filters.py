"""Which games of an archive are meant: one small class for Python, SQL and the command line."""

import re
from dataclasses import dataclass
from typing import Any

from kifu.archive.ranks import parse_level
from kifu.errors import InputError
from kifu.games.go import MAX_SIZE, MIN_SIZE

GAMES = ("go", "draughts")
#: How games ended; `won` where only the winner is recorded, as draughts records do.
RESULT_KINDS = ("score", "resign", "time", "forfeit", "won", "draw", "void", "unknown", "unfinished")
#: What may be known of who owns each point at the end of a game; see labels.py.
STATUSES = ("labelled", "ambiguous", "unlabelled", "edited")
#: Statuses of labels that are good enough to learn from: every point is known.
LABELLED = ("labelled", "edited")
#: The same of a row of the table `games`, in SQL.
RESULT_KIND = "CASE WHEN result_kind = 'unknown' AND winner IS NOT NULL THEN 'won' ELSE result_kind END"


@dataclass(frozen=True)
class Filter:
    """Conditions that all hold for a game; what is None does not matter.

    A span is `(from, to)`, both included, None for an open end. A game without a known year or rank does
    not pass where one is asked for.

    Attributes:
        game: "go" or "draughts".
        size: Side of a square board.
        since: First year.
        until: Last year.
        ranks: Span of ranks such as ("1d", "9p"), for both players.
        result: Kind of result, one of RESULT_KINDS.
        player: Name of either player, upper or lower case alike; `*` stands for any part of it, as in
            `*sedol` or `*lee*`.
        rules: Part of the name of the rules.
        moves: Span of the number of moves.
        legal: True: replays to its end; False: holds an illegal move. A game on a board that Kifu does not
            play on is neither.
        problems: True: something had to be repaired; False: nothing.
        labels: Who owns each point at the end is known, with one of these STATUSES; mostly LABELLED.
    """

    game: str | None = None
    size: int | None = None
    since: int | None = None
    until: int | None = None
    ranks: tuple[str | None, str | None] | None = None
    result: str | None = None
    player: str | None = None
    rules: str | None = None
    moves: tuple[int | None, int | None] | None = None
    legal: bool | None = None
    problems: bool | None = None
    labels: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if self.game is not None and self.game not in GAMES:
            raise InputError(f"expected a game of {', '.join(GAMES)}, not {self.game!r}")
        if self.result is not None and self.result not in RESULT_KINDS:
            raise InputError(f"expected a kind of result of {', '.join(RESULT_KINDS)}, not {self.result!r}")
        for status in self.labels or ():
            if status not in STATUSES:
                raise InputError(f"expected a status of a label of {', '.join(STATUSES)}, not {status!r}")
        self._levels()

    def sql(self) -> tuple[str, list[Any]]:
        """A condition on the table `games` and its parameters; `1` when every game is meant."""
        conditions: list[str] = []
        parameters: list[Any] = []

        def add(condition: str, *values: Any) -> None:
            conditions.append(condition)
            parameters.extend(values)

        def add_span(column: str, span: tuple[int | None, int | None] | None) -> None:
            for comparison, value in zip((">=", "<="), span or (), strict=False):
                if value is not None:
                    add(f"{column} {comparison} ?", value)

        if self.game is not None:
            add("game = ?", self.game)
        if self.size is not None:
            add("width = ? AND height = ?", self.size, self.size)
        add_span("year", (self.since, self.until))
        for colour in ("black", "white"):
            add_span(f"{colour}_level", self._levels())
        if self.result is not None:
            add(f"{RESULT_KIND} = ?", self.result)
        if self.player is not None:
            condition, name = _matching(self.player)
            add(f"(casefold(black) {condition} OR casefold(white) {condition})", name, name)
        if self.rules is not None:
            add("instr(casefold(rules), ?)", self.rules.casefold())
        add_span("n_moves", self.moves)
        if self.legal is not None:
            add(f"illegal_at IS {'' if self.legal else 'NOT '}NULL")
        if self.legal:
            add("(game <> 'go' OR (width = height AND width BETWEEN ? AND ?))", MIN_SIZE, MAX_SIZE)
        if self.problems is not None:
            add(f"problems IS {'NOT ' if self.problems else ''}NULL")
        if self.labels is not None:
            add(
                "games.id IN (SELECT id FROM labels WHERE owners IS NOT NULL AND status IN "
                f"({', '.join('?' * len(self.labels))}))",
                *self.labels,
            )
        return " AND ".join(conditions) or "1", parameters

    def _levels(self) -> tuple[int | None, int | None] | None:
        if self.ranks is None:
            return None
        low, high = (None if rank is None else parse_level(rank) for rank in self.ranks)
        return low, high


def names_player(pattern: str, name: str) -> bool:
    """Whether a name is the one that `Filter(player=pattern)` means."""
    parts = map(re.escape, pattern.casefold().split("*"))
    return re.fullmatch(".*".join(parts), name.casefold(), re.DOTALL) is not None


def _matching(name: str) -> tuple[str, str]:
    """SQL that compares a text without case to a name in which `*` stands for any part, and its parameter."""
    name = name.casefold()
    if "*" not in name:
        return "= ?", name
    for special in "\\%_":
        name = name.replace(special, f"\\{special}")
    return "LIKE ? ESCAPE '\\'", name.replace("*", "%")


EVERY_GAME = Filter()
