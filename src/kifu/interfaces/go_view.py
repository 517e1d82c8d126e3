"""A Go record, move by move."""

from kifu.games.go import Board, Colour, replay
from kifu.interfaces.views import Shown
from kifu.records.moves import vertex
from kifu.records.sgf import SgfRecord


class GoView:
    """Replays as far as the record is legal, and remembers the comment of every move."""

    def __init__(self, record: SgfRecord) -> None:
        self.record = record
        full = replay(record)
        self.problems = (*record.problems, *full.problems)
        self.moves = full.illegal_move - 1 if full.illegal_move else len(full.board.moves)
        self.written = len(record.moves)
        self._last = -1, 0  # the position shown last: moves, and stones captured so far
        self._comments: list[str] = [""]
        for node in record.main_line():
            self._comments += [""] * len(node.moves)  # of two moves in a node, the last has its comment
            self._comments[-1] = "\n".join(filter(None, (self._comments[-1], node.comment)))

    def at(self, move: int) -> Shown:
        """Return the position after so many moves."""
        board = replay(self.record, moves=move).board
        last = board.last_move if move else None
        taken = _captured(board) - self._captured_after(move - 1)
        self._last = move, _captured(board)
        atari = [block for block in board.blocks() if block.in_atari]
        comment = self._comments[move] if move < len(self._comments) else ""
        facts = {
            "move": move,
            "moves": self.moves,
            "to_play": board.to_play.name.lower(),
            "played": vertex(last.point) if last else None,
            "captured": {c.name.lower(): board.captured(c) for c in Colour},
            "captured_now": taken,
            "ko": vertex(board.ko) if board.ko else None,
            "atari": [
                {"colour": b.colour.name.lower(), "points": [vertex(p) for p in b.stones]} for b in atari
            ],
            "stones": board.stones.tolist(),
            "key": f"{board.key:016x}",
            "comment": comment,
        }
        return Shown(move, str(board), facts, self._words(board, move, taken, comment), board.svg)

    def _captured_after(self, move: int) -> int:
        if move < 0:
            return 0
        if self._last[0] == move:  # whoever shows every position need not replay it twice
            return self._last[1]
        return _captured(replay(self.record, moves=move).board)

    def _words(self, board: Board, move: int, taken: int, comment: str) -> list[str]:
        last = board.last_move if move else None
        head = f"Move {move} of {self.moves}"
        if last is not None:
            head += f": {last.colour} {'passes' if last.is_pass else vertex(last.point)}"
        if taken:
            head += f", capturing {taken} {'stone' if taken == 1 else 'stones'}"
        lines = [
            head,
            f"{board.to_play} to play" + (f", not at {vertex(board.ko)} (ko)" if board.ko else ""),
        ]
        prisoners = [f"{board.captured(c)} {c.name.lower()}" for c in Colour if board.captured(c)]
        if prisoners:
            lines.append(f"Captured so far: {', '.join(prisoners)}")
        atari = [block for block in board.blocks() if block.in_atari]
        if atari:
            named = [
                f"{b.colour} {vertex(b.stones[0])}"
                + (f" ({len(b.stones)} stones)" if len(b.stones) > 1 else "")
                for b in atari
            ]
            lines.append(f"In atari: {', '.join(named)}")
        return [*lines, *comment.splitlines()]


def _captured(board: Board) -> int:
    return sum(board.captured(colour) for colour in Colour)
