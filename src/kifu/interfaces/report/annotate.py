"""A record with its review written into it: comments, marks and values that any SGF editor shows.

The tree stays as it is; what the record says stays, and what was found is added below a line of its own, so
that a record that is reviewed again does not say everything twice.
"""

from collections.abc import Mapping, Sequence

from kifu.analysis.corrections import marked_record
from kifu.analysis.review import GoMove, GoReview
from kifu.games.coordinates import to_sgf
from kifu.records import sgf
from kifu.records.moves import Move, Point
from kifu.records.properties import split_pair
from kifu.records.sgf import Node

#: Stands above what was added.
RULE = "--- Kifu ---"
_MARKUP = ("LB", "CR", "MA", "SL", "SQ", "TR")
_JUDGEMENTS = ("BM", "DO", "IT", "TE")


def annotate(review: GoReview, words: Mapping[int, Sequence[str]], head: Sequence[str]) -> bytes:
    """Write a review into its record.

    Args:
        review: of the record.
        words: what is said of a move, by its number.
        head: what is said of the whole game.
    """
    record = (
        marked_record(review.record, review.sheet)
        if review.sheet.finished
        else sgf.read(review.record.to_bytes())[0]
    )
    if review.sheet.finished and (result := review.record.root.get("RE")) is not None:
        record.root.set("RE", result)  # the record's word stays
    # Which nodes have moves is asked before anything changes: of a changed tree it takes long to tell.
    counts = [len(node.moves) for node in review.record.main_line()]
    nodes = list(record.main_line())
    _say(nodes[0], head)
    number = 0
    for node, count in zip(nodes, counts, strict=False):
        for _ in range(count):
            if number < len(review.moves):
                _mark(node, review.moves[number], words.get(number + 1, ()))
            number += 1
    record.root.set("AP", "Kifu")
    record.root.set("SZ", str(review.size))  # as it was read, where it was broken
    return record.to_bytes()


def without_review(comment: str) -> str:
    """A comment as it was before a review was written into it."""
    return comment.partition(RULE)[0].rstrip()


def _say(node: Node, lines: Sequence[str]) -> None:
    if lines:
        before = without_review(node.comment)
        node.set("C", "\n".join([*([before, ""] if before else []), RULE, *lines]))


def _mark(node: Node, move: GoMove, lines: Sequence[str]) -> None:
    _say(node, lines)
    node.set("V", f"{move.lead:.1f}")
    if move.best is not None and move.best.point is not None:
        _label(node, move.best.point, "A")
    if "costly" in move.marks:
        if not any(node.raw(name) for name in _JUDGEMENTS):
            node.set("BM", "2" if "blunder" in move.marks else "1")
        if node.parent is not None and move.best is not None and len(move.best.variation) > 1:
            _vary(node.parent, move)
    if "turning" in move.marks and not node.raw("HO"):
        node.set("HO", "1")


def _vary(parent: Node, move: GoMove) -> None:
    """Add the better line beside a move, unless the record has one that begins alike."""
    assert move.best is not None
    colour, node = move.colour, parent
    first = Move(colour, move.best.variation[0])
    if any(child.move == first for child in parent.children):
        return
    for point in move.best.variation:
        node = node.add_child(Move(colour, point))
        colour = colour.opponent
        if node.parent == parent:
            _say(node, [f"Better than {move.move}, which loses about {move.cost:.1f} points."])


def _label(node: Node, point: Point, text: str) -> None:
    """Put a letter on a point, unless the record has a mark there."""
    where = to_sgf(point)
    old = node.properties.get("LB", [])
    taken = {
        (split_pair(value) or (value, ""))[0] for name in _MARKUP for value in node.properties.get(name, [])
    }
    if where not in taken:
        node.set("LB", [*old, f"{where}:{text}"])
