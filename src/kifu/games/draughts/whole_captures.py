"""Trees of records in which every capture is one move, however it was written."""

from collections import deque
from dataclasses import dataclass, field

from kifu._native import draughts as native
from kifu.games.draughts.position import Position
from kifu.games.draughts.replay import KINDS, REFUSED, start_of
from kifu.records.pdn import PdnNode, PdnRecord


def with_whole_captures(record: PdnRecord) -> PdnRecord:
    """A copy of the record whose moves, variations too, can be played one by one.

    Captures written jump by jump become one move, with all that is said of the jumps; captures written
    unfinished get their end. Moves that the rules forbid stay as they are.

    Raises:
        RecordError: the record is of another game than English draughts.
        PositionError: its FEN describes no position.
    """
    start = start_of(record)
    root = PdnNode()
    _tell(root, [record.tree])
    lines = deque([_Line([child], root, start) for child in record.tree.children])
    while lines:
        lines += _copy(lines.popleft())
    return PdnRecord(
        record.tags, root, record.result_text, encoding=record.encoding, problems=record.problems
    )


@dataclass
class _Line:
    """Written moves to be read from a position on.

    Attributes:
        nodes: The moves; the first continuations of the last one follow.
        parent: Where they hang in the new tree.
        fen: The position there.
        told: The first nodes, jumps of a capture that goes on otherwise: what they say is told already.
    """

    nodes: list[PdnNode]
    parent: PdnNode
    fen: str
    told: list[PdnNode] = field(default_factory=list)


def _copy(line: _Line) -> list[_Line]:
    """Copy a line to its end and return the variations of its moves."""
    nodes = [*line.told, *line.nodes]
    while nodes[-1].children:
        nodes.append(nodes[-1].children[0])
    packed, played, problems, _ = native.replay(line.fen, [node.move for node in nodes], True)
    kinds = {index: KINDS[reading] for index, reading, _ in problems}
    refused = {index for index, kind in kinds.items() if kind in REFUSED}
    moves = dict(zip(played, packed, strict=True))
    begins = sorted(refused | moves.keys())
    position, parent, variations = Position.from_fen(line.fen), line.parent, []
    for begin, end in zip(begins, [*begins[1:], len(nodes)], strict=True):
        jumps = nodes[begin:end]
        fen = position.fen
        text = jumps[0].move
        if begin in moves:
            move = position.play(position.unpack(moves[begin]))
            text = str(move) if kinds.get(begin) == "unfinished-capture" else text
        new = parent.add(text)
        told = max(0, len(line.told) - begin)
        _tell(new, jumps[told:])
        for i, jump in enumerate(jumps[:-1]):
            others = jump.children[1:] if i >= told else []
            variations += [_Line([other], parent, fen, jumps[: i + 1]) for other in others]
        variations += [_Line([other], new, position.fen) for other in jumps[-1].children[1:]]
        parent = new
    return variations


def _tell(node: PdnNode, written: list[PdnNode]) -> None:
    for one in written:
        node.before += one.before
        node.comments += one.comments
        node.nags += one.nags
