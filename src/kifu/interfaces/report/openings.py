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


class ArchivedMove(TypedDict):
    """A move of the game, and what an archive has of the position before it."""

    number: int
    move: str
    games: int
    played: int
    share: float
    black_wins: int
    white_wins: int
    draws: int
    most_played: list[PlayedMove]


def along(index: PositionIndex, record: GameRecord) -> list[ArchivedMove]:
    """What an archive has of the first moves of a game, as long as at least two games have the position."""
    found: list[ArchivedMove] = []
    game = game_of(record)
    for number, (position, move) in enumerate(zip(game.positions(), game.moves[:_DEEPEST], strict=False), 1):
        here = look_up(index, position, top=1000, players=0, examples=0)
        if here.games < 2:
            break
        name = str(move)
        played = next((c for c in here.continuations if name in (c.move, *c.also)), None)
        found.append(
            {
                "number": number,
                "move": name,
                "games": here.games,
                "played": played.games if played else 0,
                "share": round(played.share, 4) if played else 0.0,
                "black_wins": played.black_wins if played else 0,
                "white_wins": played.white_wins if played else 0,
                "draws": played.draws if played else 0,
                "most_played": [
                    pick(PlayedMove, one, share=round(one.share, 4)) for one in here.continuations[:_SHOWN]
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
