"""Moves that were tried on a record, added to it as variations."""

from collections.abc import Callable
from itertools import islice
from typing import Any, Protocol, TypeVar

from kifu.errors import InputError, KifuError
from kifu.games.coordinates import from_gtp
from kifu.games.draughts import Position, with_whole_captures
from kifu.games.draughts.replay import start_of
from kifu.games.go import Board, replay, rules_of
from kifu.interfaces.web.jobs.places import colour_of, go_record, read_record
from kifu.interfaces.web.jobs.records import MOST_NODES, play_node
from kifu.interfaces.web.problems import RefusedError, field
from kifu.records.moves import Move
from kifu.records.pdn import PdnRecord
from kifu.records.sgf import Node, SgfRecord
from kifu.records.walking import walk


class _Copied(Protocol):
    def copy(self) -> Any: ...


N = TypeVar("N")
P = TypeVar("P", bound=_Copied)


def extend(record: str, number: int, nodes: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the record with new nodes, each a move after a node of the record or after a new one."""
    game = read_record(record, number)
    # Nodes have the numbers that `records:parse` gives them.
    if isinstance(game, PdnRecord):
        with field("record"):
            game = with_whole_captures(game)
        _grow(list(islice(walk(game.tree), MOST_NODES)), nodes, _after_draughts(game), _add_draughts)
    else:
        game = go_record(record, number)
        _grow(list(islice(walk(game.root), MOST_NODES)), nodes, _after_go(game), _add_go)
    form = "pdn" if isinstance(game, PdnRecord) else "sgf"
    return {"record": game.to_bytes().decode("utf-8", "replace"), "format": form}


def _grow(
    known: list[N],
    nodes: list[dict[str, Any]],
    position_after: Callable[[N], P],
    add: Callable[[N, P, Any], N],
) -> None:
    """Add the nodes in turn; every move is played, so that none is added that cannot be."""
    positions: dict[int, P] = {}
    for i, wanted in enumerate(nodes):
        parent = wanted["parent"]
        if parent >= len(known):
            raise RefusedError(
                422, f"expected a node from 0 to {len(known) - 1}, got {parent}", f"nodes[{i}].parent"
            )
        if parent not in positions:
            positions[parent] = position_after(known[parent])
        after = positions[parent].copy()
        with field(f"nodes[{i}].move"):
            known.append(add(known[parent], after, wanted["move"]))
        positions[len(known) - 1] = after


def _path(node: Any) -> list[Any]:
    """Nodes from behind the root to this one."""
    found = []
    while node.parent is not None:
        found.append(node)
        node = node.parent
    return found[::-1]


def _after_go(record: SgfRecord) -> Callable[[Node], Board]:
    with field("record"):
        start = replay(record, moves=0, rules=rules_of(record)).board

    def after(node: Node) -> Board:
        board = start.copy()
        for one in _path(node):
            play_node(board, one)
        return board

    return after


def _add_go(parent: Node, board: Board, move: Any) -> Node:
    if isinstance(move, str):
        raise InputError(f"expected a colour and a point, such as ['B', 'D4'], got {move!r}")
    colour, vertex = move
    point = from_gtp(vertex, board.size)
    board.play(point, colour_of(colour))
    return parent.add_child(Move(colour_of(colour), point))


def _after_draughts(record: PdnRecord) -> Callable[[Any], Position]:
    start = start_of(record)

    def after(node: Any) -> Position:
        position = Position.from_fen(start)
        for one in _path(node):
            try:
                position.play(one.move)
            except KifuError:
                continue  # the tree shows it as illegal, and so did whoever tried a move behind it
        return position

    return after


def _add_draughts(parent: Any, position: Position, move: Any) -> Any:
    if not isinstance(move, str):
        raise InputError(f"expected a move such as '11-15', got {list(move)!r}")
    return parent.add(str(position.play(move)))
