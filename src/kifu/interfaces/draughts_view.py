"""A draughts record, move by move."""

from kifu.games.draughts import Colour, Position, replay, with_whole_captures
from kifu.interfaces.views import Shown
from kifu.records.pdn import PdnRecord


class DraughtsView:
    """Replays as far as the record is legal."""

    def __init__(self, record: PdnRecord) -> None:
        self.record = record
        played = replay(record)
        self.problems = (*record.problems, *played.problems)
        self.moves = len(played.packed)
        self.written = len(with_whole_captures(record).moves)
        self._packed = played.packed.tolist()
        # Goes to and fro: a position with its past for each move would take memory with their square.
        self._position = Position.from_fen(played.start)

    def at(self, move: int) -> Shown:
        """Return the position after so many moves."""
        position = self._position
        while position.ply > move:
            position.undo()
        while position.ply < move:
            position.play(position.unpack(self._packed[position.ply]))
        last = position.last_move
        counts = {c: self._count(position, c) for c in Colour}
        legal = [str(m) for m in position.legal_moves()]
        ending = position.result()
        facts = {
            "move": move,
            "moves": self.moves,
            "to_play": position.to_play.name.lower(),
            "played": str(last) if last else None,
            "fen": position.fen,
            "men": {c.name.lower(): men for c, (men, _) in counts.items()},
            "kings": {c.name.lower(): kings for c, (_, kings) in counts.items()},
            "legal_moves": legal,
            "result": str(ending) if ending else None,
        }
        head = f"Move {move} of {self.moves}"
        if last is not None:
            taken = len(last.captured)
            head += f": {position.to_play.opponent} {last}"
            head += f", taking {taken} {'piece' if taken == 1 else 'pieces'}" if taken else ""
        pieces = ", ".join(f"{c} {men} men and {kings} kings" for c, (men, kings) in counts.items())
        lines = [head, f"Pieces: {pieces}"]
        if ending:
            lines.append(f"The game is over: {ending}")
        else:
            must = "must capture" if position.legal_moves()[0].is_capture else "may play"
            lines.append(f"{position.to_play} {must}: {', '.join(legal)}")
        return Shown(move, str(position), facts, lines, position.svg)

    @staticmethod
    def _count(position: Position, colour: Colour) -> tuple[int, int]:
        own = [piece for piece in position.pieces.values() if piece.colour is colour]
        kings = sum(piece.king for piece in own)
        return len(own) - kings, kings
