"""Records as trees of nodes, which can be walked without knowing any rules: what both games share.

`go/tree.py` and `draughts/tree.py` make them.
"""

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict, cast

from kifu.games.facts import RecordInfo
from kifu.games.game import Game
from kifu.records import GameRecord
from kifu.records.moves import Side
from kifu.work.facts import pick

#: Of larger trees the first are read.
MOST_NODES = 10_000
_MOST_TEXT = 20_000
_MOST_GAMES = 1000


class GameOfFile(TypedDict):
    """One of the games of a file."""

    number: int
    black: str
    white: str
    date: str


class AboutRecord(TypedDict):
    """A record without its tree."""

    number: int
    games: list[GameOfFile]
    title: str
    info: RecordInfo
    encoding: str


class Tree(AboutRecord):
    """A record with its tree."""

    problems: list[str]
    main_line: list[int]
    truncated: bool


class TreeNode(TypedDict):
    """A node of a tree; `id` is its place in `nodes`."""

    id: int
    parent: int | None
    children: list[int]
    to_play: Side
    comment: NotRequired[str]
    illegal: NotRequired[str]


def main_line(nodes: Sequence[TreeNode]) -> list[int]:
    """Numbers of the nodes of the main line: always the first child."""
    line = [0]
    while children := nodes[line[-1]]["children"]:
        line.append(children[0])
    return line


def shortened(text: str) -> str:
    """A text as long as a page shows it."""
    return text[:_MOST_TEXT]


def about_record(game: Game[Any], number: int, games: Sequence[GameRecord]) -> AboutRecord:
    """What is known of a record beside its tree.

    Args:
        game: The game.
        number: Of the game in its file, from 1.
        games: All games of the file.
    """
    info = pick(RecordInfo, game.record.info, result=game.result_text or None)
    texts = {name: shortened(text) for name, text in info.items() if isinstance(text, str)}
    return {
        "number": number,
        "games": [
            {"number": i, "black": info.black[:100], "white": info.white[:100], "date": info.date[:40]}
            for i, info in enumerate((one.info for one in games[:_MOST_GAMES]), start=1)
        ],
        "title": game.headline(),
        "info": cast(RecordInfo, {**info, **texts}),
        "encoding": game.record.encoding,
    }
