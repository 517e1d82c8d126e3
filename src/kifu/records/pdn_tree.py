"""Game trees of PDN: nodes with moves as written, comments, NAGs and variations."""

import re

from kifu._native.records import PdnFile
from kifu.records.walking import walk

_COMMENT, _BEFORE, _ESCAPE, _NAG = range(4)
_SPACED = re.compile(r"\s+")


class PdnNode:
    """A move of the tree and what is said about it; the root has no move.

    Attributes:
        move: As written, without spaces: `11-15`, `11x18x25`.
        before: Comments before the move, at the start of a variation.
        comments: Comments after the move. One that begins with `%` is an escape line of PDN 3.0.
        nags: Numbers of NAGs; `!`, `?`, `!!`, `??`, `!?`, `?!` are 1 to 6.
        children: The moves after this one; the first goes on, the others are variations.
        parent: The move before; None at the root.
    """

    __slots__ = ("before", "children", "comments", "move", "nags", "parent")

    def __init__(self, move: str = "", parent: "PdnNode | None" = None) -> None:
        self.move = move
        self.parent = parent
        self.before: list[str] = []
        self.comments: list[str] = []
        self.nags: list[int] = []
        self.children: list[PdnNode] = []

    def add(self, move: str) -> "PdnNode":
        """Add a move after this one: the main line where it is the first, else a variation."""
        child = PdnNode(move, self)
        self.children.append(child)
        return child

    def __eq__(self, other: object) -> bool:
        """Whether both trees are the same from here on."""
        if not isinstance(other, PdnNode):
            return NotImplemented
        mine, theirs = walk(self), walk(other)
        return all(_facts(a) == _facts(b) for a, b in zip(mine, theirs, strict=False)) and not (
            any(True for _ in mine) or any(True for _ in theirs)
        )

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<PdnNode {self.move or 'root'}, {len(self.children)} children>"


def build(file: PdnFile, game: int) -> PdnNode:
    """Make the tree of a game that the native reader found."""
    rows = file.nodes(game)
    nodes = [PdnNode(normal_move(move)) for _, move, _ in rows]
    for node, (parent, _, main) in zip(nodes[1:], rows[1:], strict=True):
        node.parent = nodes[parent]
        siblings = node.parent.children
        if main and siblings:  # a variation stood before the main line
            siblings.insert(0, node)
        else:
            siblings.append(node)
    for index, kind, nag, text in file.notes(game):
        node = nodes[index]
        if kind == _NAG:
            node.nags.append(nag)
        elif kind == _BEFORE:
            node.before.append(text)
        else:
            node.comments.append("%" + text if kind == _ESCAPE else text)
    for node in nodes:
        if node.children and node.children[0].before:  # before the main line: said of the move before
            node.comments += node.children[0].before
            node.children[0].before = []
    return nodes[0]


def normal_move(text: str) -> str:
    """A move without spaces, with signs of ASCII: `32 - 28` and `32 28` become `32-28`."""
    if text.isascii() and not _SPACED.search(text):
        return text
    text = text.replace("–", "-").replace("×", "x")
    text = re.sub(r"\s*([-xX:])\s*", r"\1", text)
    return _SPACED.sub("-", text)


def _facts(node: PdnNode) -> tuple[object, ...]:
    return node.move, node.before, node.comments, node.nags, len(node.children)
