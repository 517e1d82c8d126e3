"""A position of draughts in facts and words."""

from typing import TypedDict

from kifu.games.draughts import Colour, Position
from kifu.records.moves import Side


class DraughtsFacts(TypedDict):
    """A position of draughts as `kifu show --json` has it."""

    fen: str
    men: dict[Side, int]
    kings: dict[Side, int]
    legal_moves: list[str]
    result: str | None


def words(position: Position, comment: str) -> tuple[DraughtsFacts, str, list[str]]:
    """Return facts beside the move, what the last move did, and lines on the position."""
    counts = {c: position.count(c) for c in Colour}
    legal = [str(m) for m in position.legal_moves()]
    ending = position.result()
    facts: DraughtsFacts = {
        "fen": position.fen,
        "men": {c.side: men for c, (men, _) in counts.items()},
        "kings": {c.side: kings for c, (_, kings) in counts.items()},
        "legal_moves": legal,
        "result": str(ending) if ending else None,
    }
    said = ""
    if (last := position.last_move) is not None:
        taken = len(last.captured)
        said = f"{position.to_play.opponent} {last}"
        said += f", taking {taken} {'piece' if taken == 1 else 'pieces'}" if taken else ""
    pieces = ", ".join(f"{c} {men} men and {kings} kings" for c, (men, kings) in counts.items())
    if ending:
        now = f"The game is over: {ending}"
    else:
        must = "must capture" if position.legal_moves()[0].is_capture else "may play"
        now = f"{position.to_play} {must}: {', '.join(legal)}"
    return facts, said, [f"Pieces: {pieces}", now]
