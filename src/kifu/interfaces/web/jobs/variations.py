"""Moves that were tried on a record, added to it as variations."""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Literal, TypedDict

from kifu.errors import InputError, KifuError
from kifu.games.draughts import Position, with_whole_captures
from kifu.games.draughts.game import RecordedGame as DraughtsGame
from kifu.games.draughts.replay import start_of
from kifu.games.go import Board, replay
from kifu.games.go.game import RecordedGame as GoGame
from kifu.games.go.tree import play_node
from kifu.games.tree import MOST_NODES
from kifu.interfaces.web.jobs.requested import Stone, colour_of, read_game
from kifu.interfaces.web.problems import RefusedError, field
from kifu.records.pdn_tree import PdnNode
from kifu.records.sgf import Node
from kifu.records.walking import walk


class TriedMove(TypedDict):
    """A move after a node, as `schemas.TriedMove` describes it."""

    parent: int
    move: Stone | str


class ExtendedRecord(TypedDict):
    """A record with variations added."""

    record: str
    format: Literal["sgf", "pdn"]


def extend(record: str, number: int, nodes: list[TriedMove]) -> ExtendedRecord:
    """Return the record with new nodes, each a move after a node of the record or after a new one."""
    game = read_game(record, number)
    with field("record"):
        tree = _VARIATIONS[game.kind](game)
    # Nodes have the numbers that `records:parse` gives them.
    known: list[Any] = list(islice(walk(tree.root), MOST_NODES))
    positions: dict[int, Any] = {}
    for i, wanted in enumerate(nodes):
        parent = wanted["parent"]
        if parent >= len(known):
            raise RefusedError(
                422, f"expected a node from 0 to {len(known) - 1}, got {parent}", f"nodes[{i}].parent"
            )
        if parent not in positions:
            positions[parent] = tree.after(_path(known[parent]))
        after = positions[parent].copy()
        # Every move is played, so that none is added that cannot be.
        with field(f"nodes[{i}].move"):
            known.append(tree.add(known[parent], after, wanted["move"]))
        positions[len(known) - 1] = after
    return {"record": tree.record.to_bytes().decode("utf-8", "replace"), "format": tree.format}


def _path(node: Any) -> list[Any]:
    """Nodes from behind the root to this one."""
    found = []
    while node.parent is not None:
        found.append(node)
        node = node.parent
    return found[::-1]


class _GoVariations:
    """A tree of Go: its positions, and how a move is added."""

    format: Literal["sgf"] = "sgf"

    def __init__(self, game: GoGame) -> None:
        self.record = game.record
        self.root = game.record.root
        self._start = replay(game.record, moves=0, rules=game.rules).board

    def after(self, path: list[Node]) -> Board:
        board = self._start.copy()
        for node in path:
            play_node(board, node)
        return board

    def add(self, parent: Node, board: Board, move: Any) -> Node:
        if isinstance(move, str):
            raise InputError(f"expected a colour and a point, such as ['B', 'D4'], got {move!r}")
        colour, vertex = move
        return parent.add_child(board.play(vertex, colour_of(colour)))


class _DraughtsVariations:
    """The same of draughts."""

    format: Literal["pdn"] = "pdn"

    def __init__(self, game: DraughtsGame) -> None:
        self.record = with_whole_captures(game.record)
        self.root = self.record.tree
        self._start = start_of(self.record)

    def after(self, path: list[PdnNode]) -> Position:
        position = Position.from_fen(self._start)
        for node in path:
            try:
                position.play(node.move)
            except KifuError:
                continue  # the tree shows it as illegal, and so did whoever tried a move behind it
        return position

    def add(self, parent: PdnNode, position: Position, move: Any) -> PdnNode:
        if not isinstance(move, str):
            raise InputError(f"expected a move such as '11-15', got {list(move)!r}")
        return parent.add(str(position.play(move)))


_VARIATIONS: Mapping[str, Callable[[Any], _GoVariations | _DraughtsVariations]] = {
    "go": _GoVariations,
    "draughts": _DraughtsVariations,
}
