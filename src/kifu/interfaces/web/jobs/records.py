"""Records of a request, a file or the archive as trees of nodes, and lists of the archive's games."""

from collections.abc import Callable
from typing import Any, TypedDict, cast

from kifu.games.draughts.tree import DraughtsTree
from kifu.games.draughts.tree import tree_facts as draughts_tree
from kifu.games.game import game_of
from kifu.games.go.tree import GoTree
from kifu.games.go.tree import tree_facts as go_tree
from kifu.games.tree import AboutRecord, about_record
from kifu.interfaces.web.jobs.requested import read_records
from kifu.interfaces.web.problems import RefusedError
from kifu.interfaces.web.roots import ARCHIVE, RecordSource
from kifu.work.files import read_bytes

_TREES: dict[str, Callable[[Any, AboutRecord], GoTree | DraughtsTree]] = {
    "go": go_tree,
    "draughts": draughts_tree,
}


def parse(record: str | bytes, number: int, name: str = "") -> GoTree | DraughtsTree:
    """Read one game of a text with all its nodes; `games` lists all games of the file."""
    found = read_records(record, number, name)
    game = game_of(found[number - 1])
    return _TREES[game.kind](game, about_record(game, number, found))


def from_file(path: str, number: int, limit: int, raw: bool = False) -> GoTree | DraughtsTree | bytes:
    """Read one game of a file that the server has found to be allowed."""
    data = read_bytes(path, limit=limit)
    return data if raw else parse(data, number, path)


def from_archive(archive: str, game: int, raw: bool = False) -> GoTree | DraughtsTree | bytes:
    """Read a game of the archive."""
    from kifu.archive import Archive

    with Archive(archive) as opened:
        if game not in opened:
            raise RefusedError(404, f"there is no game {game} in the archive", "id")
        data = opened.record(game)
    return data if raw else parse(data, 1)


class ListedGame(TypedDict):
    """A game of the archive."""

    id: int
    game: str
    width: int | None
    height: int | None
    black: str | None
    white: str | None
    black_rank: str | None
    white_rank: str | None
    date: str | None
    event: str | None
    result: str | None
    moves: int


class ArchiveListing(TypedDict):
    """A page of the games of the archive; `next` is what to go on behind, or null."""

    total: int
    games: list[ListedGame]
    next: int | None


def list_archive(archive: str, after: int, limit: int, **chosen: Any) -> ArchiveListing:
    """List games of the archive behind a number, in order."""
    from kifu.archive import Archive, Filter

    filtered = Filter(**chosen)
    names = list(ListedGame.__annotations__)
    with Archive(archive) as opened:
        total = opened.count(filtered)
        rows = list(opened.games(filtered, after=after, limit=limit))
    games = [
        cast(ListedGame, {name: getattr(row, name) for name in names[:-1]} | {"moves": row.n_moves})
        for row in rows
    ]
    return {"total": total, "games": games, "next": games[-1]["id"] if len(games) == limit else None}


def source(archive: str) -> RecordSource:
    """Say what the archive holds."""
    from kifu.archive import Archive

    with Archive(archive) as opened:
        facts = opened.summary()
    about: RecordSource = {"name": ARCHIVE, "kind": "archive"}
    return cast(RecordSource, about | {name: facts[name] for name in RecordSource.__optional_keys__})
