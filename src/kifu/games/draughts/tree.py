"""Records of draughts as trees: every node with its position."""

from typing import Literal, NotRequired

from kifu.errors import KifuError
from kifu.games.draughts import Position, with_whole_captures
from kifu.games.draughts.game import RecordedGame
from kifu.games.tree import MOST_NODES, AboutRecord, Tree, TreeNode, main_line, shortened
from kifu.records.pdn_tree import PdnNode
from kifu.records.walking import walk


class DraughtsNode(TreeNode):
    """A node of a game of draughts."""

    move: NotRequired[str]
    fen: str
    nags: NotRequired[list[int]]


class DraughtsTree(Tree):
    """A record of draughts as a tree of nodes."""

    game: Literal["draughts"]
    format: Literal["pdn"]
    size: Literal[8]
    start: str
    nodes: list[DraughtsNode]


def tree_facts(game: RecordedGame, about: AboutRecord) -> DraughtsTree:
    """A game with all its variations."""
    start = game.replay.start
    nodes, truncated = _nodes(with_whole_captures(game.record).tree, Position.from_fen(start))
    return {
        **about,
        "game": "draughts",
        "format": "pdn",
        "size": 8,
        "start": start,
        "problems": [str(problem) for problem in game.problems][:200],
        "nodes": nodes,
        "main_line": main_line(nodes),
        "truncated": truncated,
    }


def _nodes(root: PdnNode, position: Position) -> tuple[list[DraughtsNode], bool]:
    """All nodes, each before its children, and whether there were too many; one position goes to and fro."""
    found: list[DraughtsNode] = []
    numbers: dict[int, int] = {}
    depths: list[int] = []
    for node in walk(root):
        number = len(found)
        if number >= MOST_NODES:
            return found, True
        move, illegal = "", ""
        parent = None if node.parent is None else numbers[id(node.parent)]
        if parent is not None:
            found[parent]["children"].append(number)
            while position.ply > depths[parent]:
                position.undo()
            try:
                move = str(position.play(node.move))
            except KifuError as error:
                move, illegal = node.move, str(error)
        facts: DraughtsNode = {
            "id": number,
            "parent": parent,
            "children": [],
            "to_play": position.to_play.side,
            "fen": position.fen,
        }
        if parent is not None:
            facts["move"] = move
        if illegal:
            facts["illegal"] = illegal
        if text := "\n".join([*node.before, *node.comments]):
            facts["comment"] = shortened(text)
        if node.nags:
            facts["nags"] = node.nags
        numbers[id(node)] = number
        depths.append(position.ply)
        found.append(facts)
    return found, False
