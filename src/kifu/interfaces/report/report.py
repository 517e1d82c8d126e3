"""What reports of both games have in common: the formats, and how a side did."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypedDict

from kifu.errors import InputError
from kifu.games.facts import GameInfoFacts, GameName
from kifu.games.game import game_of
from kifu.records import GameRecord
from kifu.records.moves import Colour, Side
from kifu.work.facts import pick

FORMATS = ("html", "sgf", "json", "csv")


class Counted(TypedDict):
    """How well moves were played: how many, how many were the first choice, mistakes and what they lost."""

    moves: int
    first: int
    first_five: int
    mistakes: int
    lost: float


#: By side and phase; the phase `all` is the whole game.
CountedSides = dict[str, dict[str, Counted]]


class CostlyMove(TypedDict):
    """The move that cost most."""

    number: int
    cost: float


class GameSummary(TypedDict):
    """What an index has of a game of either kind."""

    file: str
    number: int
    black: str
    white: str
    black_rank: str
    white_rank: str
    date: str
    event: str
    recorded: str | None
    move_count: int
    turning_points: int
    worst: CostlyMove | None
    game: GameName
    size: int
    rules: str
    komi: float | None
    score: str
    finished: bool
    agrees: bool | None
    winner: Side | Literal["draw"] | None
    opening: str
    sides: CountedSides


class Report(Protocol):
    """A game's report; each part is made when it is asked for."""

    #: How the annotated record's name ends: .sgf, or .pdn for draughts.
    suffix: str

    def page(self) -> bytes:
        """The page."""

    def annotated(self) -> bytes:
        """The record with what was found as comments and marks."""

    def facts(self) -> Mapping[str, object]:
        """Everything as plain JSON types."""

    def rows(self) -> Sequence[Mapping[str, object]]:
        """A row a move."""

    def summary(self) -> GameSummary:
        """What the index tells of the game."""


def formats_of(text: str) -> tuple[str, ...]:
    """Read a list of formats such as `html,sgf`."""
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    wrong = [name for name in names if name not in FORMATS]
    if wrong or not names:
        what = repr(wrong[0]) if wrong else "none"
        raise InputError(f"expected formats among {','.join(FORMATS)}, got {what} in {text!r}")
    return tuple(name for name in FORMATS if name in names)


def written(report: Report, formats: Iterable[str]) -> dict[str, bytes]:
    """The files of a report by the end of their names."""
    made: dict[str, bytes] = {}
    for name in formats:
        if name == "html":
            made[".html"] = report.page()
        elif name == "sgf":
            made[report.suffix] = report.annotated()
        elif name == "json":
            made[".json"] = to_json(report.facts())
        else:
            made[".csv"] = to_csv(report.rows())
    return made


def to_json(document: object) -> bytes:
    """One JSON document in UTF-8."""
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def to_csv(rows: Sequence[Mapping[str, object]], heads: Sequence[str] = ()) -> bytes:
    """A table in UTF-8; lists are joined by spaces, what is not known is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = heads or (list(rows[0]) if rows else [])
    writer.writerow(names)
    writer.writerows([_cell(row.get(name)) for name in names] for row in rows)
    return text.getvalue().encode("utf-8", "backslashreplace")


def _cell(value: object) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return "" if value is None else str(value)


@dataclass(frozen=True)
class Judged:
    """What is counted of a move: who made it, in which phase, its rank and its loss where that is told of."""

    colour: Colour
    phase: str
    rank: int | None
    lost: float


def sides(moves: Iterable[Judged], phases: Sequence[str]) -> CountedSides:
    """How both sides did: moves, how many were the first choice, mistakes and what they lost, by phase."""
    found: CountedSides = {colour.side: {phase: nothing() for phase in ("all", *phases)} for colour in Colour}
    for move in moves:
        side = found[move.colour.side]
        for counted in (side["all"], side[move.phase]):
            if move.rank is not None:
                counted["moves"] += 1
                counted["first"] += move.rank == 1
                counted["first_five"] += move.rank <= 5
            if move.lost > 0:
                counted["mistakes"] += 1
                counted["lost"] = round(counted["lost"] + move.lost, 3)
    return found


def nothing() -> Counted:
    """No moves yet."""
    return {"moves": 0, "first": 0, "first_five": 0, "mistakes": 0, "lost": 0.0}


class Costly(Protocol):
    """A move that cost something."""

    @property
    def number(self) -> int:
        """Of the move, from 1."""

    @property
    def cost(self) -> float:
        """In the game's own measure."""


def index_facts(
    record: GameRecord,
    file: str,
    number: int,
    *,
    moves: int,
    turning: Sequence[int],
    costly: Sequence[Costly],
    **facts: Any,
) -> GameSummary:
    """What an index has of a game.

    Args:
        record: of the game.
        file: its name.
        number: of the game in its file.
        moves: how many there are.
        turning: numbers of the turning points.
        costly: moves that cost most, the costliest first.
        facts: the rest by name: game, size, rules, komi, score, finished, agrees, winner, opening, sides.
    """
    return pick(
        GameSummary,
        record.info,
        file=file,
        number=number,
        recorded=game_of(record).result_text or None,
        move_count=moves,
        turning_points=len(turning),
        worst=pick(CostlyMove, costly[0]) if costly else None,
        **facts,
    )


def info_facts(record: GameRecord) -> GameInfoFacts:
    """What the record says of the game."""
    return pick(GameInfoFacts, record.info, result=game_of(record).result_text or None)
