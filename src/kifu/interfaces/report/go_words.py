"""What is said of a game of Go and its moves."""

from kifu.analysis.review import ReviewedMove
from kifu.analysis.review_words import percent
from kifu.records.moves import vertex


def ahead(lead: float) -> str:
    """Who leads, in words."""
    if abs(lead) < 0.25:
        return "Even"
    return f"{'Black' if lead > 0 else 'White'} is ahead by about {abs(lead):.1f} points"


def headline(move: ReviewedMove, size: int) -> str:
    """A move, and why it is told of."""
    said = f"Move {move.number}, {move.colour} {vertex(move.point)}"
    if "costly" in move.marks:
        said += f": lost about {move.cost:.1f} points"
    elif "surprising" in move.marks and move.probability is not None:
        said += f": expert move {move.rank}, {percent(move.probability)}"
    return said
