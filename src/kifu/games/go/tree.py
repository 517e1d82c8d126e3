"""Records of Go as trees: every node with the stones that it changes."""

from typing import Annotated, Literal, NotRequired

from kifu.errors import InputError, KifuError
from kifu.games.coordinates import from_sgf, points_where
from kifu.games.facts import Vertex
from kifu.games.go import Board, Colour, replay
from kifu.games.go.board import MAX_SIZE, MIN_SIZE
from kifu.games.go.game import RecordedGame
from kifu.games.tree import MOST_NODES, AboutRecord, Tree, TreeNode, main_line, shortened
from kifu.records.moves import Letter, Point
from kifu.records.properties import split_pair
from kifu.records.sgf import Node

_MARKS = {
    "TR": "triangle",
    "SQ": "square",
    "CR": "circle",
    "MA": "cross",
    "SL": "selected",
    "TB": "black",
    "TW": "white",
}
Change = Literal["b", "w", ""]
_CHANGES: tuple[Change, ...] = ("", "b", "w")


class GoNode(TreeNode):
    """A node of a game of Go."""

    move: NotRequired[tuple[Letter, Vertex]]
    changes: Annotated[dict[str, Change], "points that are other than in the parent"]
    name: NotRequired[str]
    marks: NotRequired[dict[str, list[Vertex]]]
    labels: NotRequired[dict[str, str]]


class GoTree(Tree):
    """A record of Go as a tree of nodes."""

    game: Literal["go"]
    format: Literal["sgf"]
    width: int
    height: int
    size: int
    rules: str
    nodes: list[GoNode]


def tree_facts(game: RecordedGame, about: AboutRecord) -> GoTree:
    """A game with all its variations."""
    record = game.record
    width, height = record.size
    if width != height or not MIN_SIZE <= width <= MAX_SIZE:
        raise InputError(
            f"expected Go on a square board from {MIN_SIZE} to {MAX_SIZE} lines, got {width}x{height}"
        )
    start = replay(record, moves=0, rules=game.rules)
    problems = [str(problem) for problem in (*record.problems, *start.problems)]
    nodes, truncated = _nodes(record.root, start.board, problems)
    return {
        **about,
        "game": "go",
        "format": "sgf",
        "width": width,
        "height": height,
        "size": width,
        "rules": game.rules.name,
        "problems": problems[:200],
        "nodes": nodes,
        "main_line": main_line(nodes),
        "truncated": truncated,
    }


def play_node(board: Board, node: Node) -> list[KifuError]:
    """Put what a node says on the board, as far as it can be done; returns what could not."""
    problems = []
    stones = node.setup
    try:
        if stones:
            board.setup(
                [s.point for s in stones if s.colour is Colour.BLACK],
                [s.point for s in stones if s.colour is Colour.WHITE],
                [s.point for s in stones if s.colour is None],
            )
    except KifuError as error:
        problems.append(error)
    for move in node.moves:
        try:
            board.play(move)
        except KifuError as error:
            problems.append(error)
    return problems


def _nodes(root: Node, board: Board, problems: list[str]) -> tuple[list[GoNode], bool]:
    """All nodes, each before its children, and whether there were too many; adds to the problems."""
    found: list[GoNode] = []
    # Nodes to visit with the number of their parent, and how far back the board must go before.
    stack: list[tuple[Node, int | None, int]] = [(root, None, board._game.steps)]
    while stack:
        node, parent, depth = stack.pop()
        if len(found) >= MOST_NODES:
            return found, True
        while board._game.steps > depth:
            board.undo()
        before = 0 if parent is None else board.stones
        illegal = [] if parent is None else [str(error) for error in play_node(board, node)]
        problems += illegal
        number = len(found)
        after = board.stones
        facts: GoNode = {
            "id": number,
            "parent": parent,
            "children": [],
            "to_play": board.to_play.side,
            "changes": {str(p): _CHANGES[after[p.y, p.x]] for p in points_where(after != before)},
        }
        if illegal:
            facts["illegal"] = illegal[-1]
        if parent is not None:
            found[parent]["children"].append(number)
            for move in node.moves:
                facts["move"] = move.colour.letter, str(move)
        _add_texts(facts, node, board.size)
        found.append(facts)
        steps = board._game.steps
        stack.extend((child, number, steps) for child in reversed(node.children))
    return found, False


def _add_texts(facts: GoNode, node: Node, size: int) -> None:
    """Add what a node says beside its stones."""
    properties = node.properties
    if text := properties.get("C"):
        facts["comment"] = shortened(text[0])
    if named := properties.get("N"):
        facts["name"] = named[0][:200]
    marks = {mark: _vertices(properties.get(key, []), size) for key, mark in _MARKS.items()}
    if any(marks.values()):
        facts["marks"] = {mark: points for mark, points in marks.items() if points}
    if labels := _labels(properties.get("LB", []), size):
        facts["labels"] = labels


def _vertices(texts: list[str], size: int) -> list[str]:
    """Points and rectangles of points; what is no point is left out."""
    found = []
    for text in texts:
        try:
            first, last = (from_sgf(corner, size) for corner in split_pair(text) or (text, text))
        except InputError:
            continue
        if first is not None and last is not None:
            rows, columns = range(first.y, last.y + 1), range(first.x, last.x + 1)
            found += [str(Point(x, y, size)) for y in rows for x in columns]
    return found


def _labels(texts: list[str], size: int) -> dict[str, str]:
    found = {}
    for text in texts:
        pair = split_pair(text)
        try:
            point = None if pair is None else from_sgf(pair[0], size)
        except InputError:
            continue
        if pair is not None and point is not None:
            found[str(point)] = pair[1][:40]
    return found
