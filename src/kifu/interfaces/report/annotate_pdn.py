"""A game of draughts with its review written into it: comments and the usual `?!`, `?` and `??` of PDN."""

from collections.abc import Mapping, Sequence

from kifu.analysis.draughts_review import DraughtsReview
from kifu.games.draughts import with_whole_captures
from kifu.records.pdn import PdnNode

#: How a comment of a review begins.
_OURS = "Kifu: "
_SIGNS = {"inaccuracy": 6, "mistake": 2, "blunder": 4}


def annotate(review: DraughtsReview, words: Mapping[int, Sequence[str]], head: Sequence[str]) -> bytes:
    """Write a review into its record; every capture becomes one move, all else stays as it is.

    Args:
        review: of the record.
        words: what is said of a move, by its number.
        head: what is said of the whole game.
    """
    record = with_whole_captures(review.record)
    _say(record.tree, head)
    node = record.tree
    for move in review.moves:
        node = node.children[0]
        _say(node, words.get(move.number, ()))
        if not node.nags:
            node.nags += [_SIGNS[mark] for mark in move.marks if mark in _SIGNS]
    return record.to_bytes()


def without_review(comment: str) -> str:
    """A comment of the record itself; empty where a review wrote it."""
    return "" if comment.startswith(_OURS) else comment


def _say(node: PdnNode, lines: Sequence[str]) -> None:
    node.comments = list(filter(without_review, node.comments))
    if lines:
        node.comments.append(_OURS + " ".join(lines))
