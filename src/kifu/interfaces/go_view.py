"""A position of Go in facts and words."""

from typing import TypedDict

from kifu.games.facts import BothSides, Stones, Vertex, captured
from kifu.games.go import Board, Colour
from kifu.records.moves import Side


class AtariFacts(TypedDict):
    """A block with one liberty."""

    colour: Side
    points: list[Vertex]


class GoFacts(TypedDict):
    """A position of Go as `kifu show --json` has it."""

    captured: BothSides
    captured_now: int
    ko: Vertex | None
    atari: list[AtariFacts]
    stones: Stones
    key: str
    comment: str


def words(board: Board, comment: str) -> tuple[GoFacts, str, list[str]]:
    """Return facts beside the move, what the last move did, and lines on the position."""
    taken = _taken(board)
    atari = [block for block in board.blocks() if block.in_atari]
    facts: GoFacts = {
        "captured": captured(board),
        "captured_now": taken,
        "ko": str(board.ko) if board.ko else None,
        "atari": [{"colour": b.colour.side, "points": [str(p) for p in b.stones]} for b in atari],
        "stones": board.stones.tolist(),
        "key": f"{board.key:016x}",
        "comment": comment,
    }
    last = board.last_move
    said = f"{last.colour} {'passes' if last.is_pass else last}" if last else ""
    if taken:
        said += f", capturing {taken} {'stone' if taken == 1 else 'stones'}"
    lines = [f"{board.to_play} to play" + (f", not at {board.ko} (ko)" if board.ko else "")]
    prisoners = [f"{board.captured(c)} {c.name.lower()}" for c in Colour if board.captured(c)]
    if prisoners:
        lines.append(f"Captured so far: {', '.join(prisoners)}")
    if atari:
        sizes = [f" ({len(b.stones)} stones)" if len(b.stones) > 1 else "" for b in atari]
        named = [f"{b.colour} {b.stones[0]}{size}" for b, size in zip(atari, sizes, strict=True)]
        lines.append(f"In atari: {', '.join(named)}")
    return facts, said, [*lines, *comment.splitlines()]


def _taken(board: Board) -> int:
    """How many stones the last move took."""
    before = board.copy()
    while board.moves and before.undo() is None:  # a setup after the move
        pass
    return sum(board.captured(colour) - before.captured(colour) for colour in Colour)
