"""What reports of both games have in common: the formats, and how a side did."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kifu.errors import InputError
from kifu.games.game import game_of
from kifu.records import GameInfo, GameRecord
from kifu.records.moves import Colour

FORMATS = ("html", "sgf", "json", "csv")


class Report(Protocol):
    """A game's report; each part is made when it is asked for."""

    #: How the annotated record's name ends: .sgf, or .pdn for draughts.
    suffix: str

    def page(self) -> bytes:
        """The page."""

    def annotated(self) -> bytes:
        """The record with what was found as comments and marks."""

    def facts(self) -> dict[str, Any]:
        """Everything as plain JSON types."""

    def rows(self) -> list[dict[str, Any]]:
        """A row a move."""

    def summary(self) -> dict[str, Any]:
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


def to_csv(rows: Sequence[Mapping[str, Any]], heads: Sequence[str] = ()) -> bytes:
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


def sides(moves: Iterable[Judged], phases: Sequence[str]) -> dict[str, dict[str, Any]]:
    """How both sides did: moves, how many were the first choice, mistakes and what they lost, by phase."""
    found = {
        colour.name.lower(): {"all": _nothing()} | {phase: _nothing() for phase in phases}
        for colour in (Colour.BLACK, Colour.WHITE)
    }
    for move in moves:
        side = found[move.colour.name.lower()]
        for counted in (side["all"], side[move.phase]):
            if move.rank is not None:
                counted["moves"] += 1
                counted["first"] += move.rank == 1
                counted["first_five"] += move.rank <= 5
            if move.lost > 0:
                counted["mistakes"] += 1
                counted["lost"] = round(counted["lost"] + move.lost, 3)
    return found


def _nothing() -> dict[str, Any]:
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
) -> dict[str, Any]:
    """What an index has of a game of either kind.

    Args:
        record: of the game.
        file: its name.
        number: of the game in its file.
        moves: how many there are.
        turning: numbers of the turning points.
        costly: moves that cost most, the costliest first.
        facts: the rest by name: game, size, rules, komi, score, finished, agrees, winner, opening, sides.
    """
    info = record.info
    names = ("black", "white", "black_rank", "white_rank", "date", "event")
    return {
        "file": file,
        "number": number,
        **{name: getattr(info, name) for name in names},
        "recorded": game_of(record).result_text or None,
        "move_count": moves,
        "turning_points": len(turning),
        "worst": {"number": costly[0].number, "cost": costly[0].cost} if costly else None,
        **facts,
    }


def info_facts(record: GameRecord) -> dict[str, Any]:
    """What the record says of the game."""
    info: GameInfo = record.info
    names = (
        "black",
        "white",
        "black_rank",
        "white_rank",
        "date",
        "event",
        "round",
        "place",
        "name",
        "annotator",
    )
    return {name: getattr(info, name) for name in names} | {
        "handicap": info.handicap,
        "result": game_of(record).result_text or None,
        "comment": info.comment,
    }
