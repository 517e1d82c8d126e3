"""The first moves of a game: a name to group games by, and what an archive has of them."""

from collections.abc import Sequence
from typing import TypedDict

from kifu.analysis.openings import look_up
from kifu.archive.position_index import PositionIndex
from kifu.games.game import game_of
from kifu.games.go import Board
from kifu.interfaces.report.page import Html, Table, tag
from kifu.records import GameRecord
from kifu.records.moves import Colour, Point
from kifu.work.facts import pick

#: Moves of a game that are looked up at most.
_DEEPEST = 40
_SHOWN = 4
#: From so many lines on a side's first two moves name the opening, below its first one.
_LARGE = 13


def opening_name(board: Board, handicap: int = 0) -> str:
    """Name an opening by how far the first moves are from the edges: `Black 4-4 3-4, White 4-4 4-4`."""
    count = 2 if board.size >= _LARGE else 1
    parts = []
    for colour in (Colour.BLACK, Colour.WHITE):
        own = [m.point for m in board.moves if m.colour is colour and m.point is not None][:count]
        if own:
            parts.append(f"{colour} {' '.join(_lines(point, board.size) for point in own)}")
    played = ", ".join(parts) or "no moves"
    return f"handicap {handicap}: {played}" if handicap >= 2 else played


def _lines(point: Point, size: int) -> str:
    low, high = sorted(min(at, size - 1 - at) + 1 for at in point)
    return f"{low}-{high}"


class PlayedMove(TypedDict):
    """A move that games of an archive went on with."""

    move: str
    games: int
    black_wins: int
    white_wins: int
    draws: int
    share: float


class ArchivedMove(PlayedMove):
    """A move of the game, and what an archive has of the position before it: `played` games went on so."""

    number: int
    played: int
    most_played: list[PlayedMove]


def along(index: PositionIndex, record: GameRecord) -> list[ArchivedMove]:
    """What an archive has of the first moves of a game, as long as at least two games have the position."""
    found: list[ArchivedMove] = []
    game = game_of(record)
    for number, move in enumerate(map(str, game.moves[:_DEEPEST]), start=1):
        here = look_up(index, game.position(number - 1), top=1000, players=0, examples=0)
        if here.games < 2:
            break
        played = next((c for c in here.continuations if move in (c.move, *c.also)), None)
        found.append(
            {
                "number": number,
                "move": move,
                "games": here.games,
                "played": 0 if played is None else played.games,
                "share": 0.0 if played is None else round(played.share, 4),
                "black_wins": 0 if played is None else played.black_wins,
                "white_wins": 0 if played is None else played.white_wins,
                "draws": 0 if played is None else played.draws,
                "most_played": [
                    pick(PlayedMove, c, share=round(c.share, 4)) for c in here.continuations[:_SHOWN]
                ],
            }
        )
    return found


def continuation_table(opening: Sequence[ArchivedMove]) -> Html:
    """The same as a table."""
    rows = [
        (
            line["number"],
            line["move"],
            f"{line['games']:,}",
            f"{line['share']:.0%}".replace("%", " %"),
            _wins(line),
            ", ".join(f"{c['move']} {c['share']:.0%}".replace("%", " %") for c in line["most_played"]),
        )
        for line in opening
    ]
    heads = ["#", "move", "#games here", "#played", "#Black won", "most played"]
    return Html(tag("h3", "What the archive has of the first moves") + Table(heads, rows).html())


def _wins(line: ArchivedMove) -> str:
    known = line["black_wins"] + line["white_wins"] + line["draws"]
    return f"{line['black_wins'] / known:.0%}".replace("%", " %") if known else ""
