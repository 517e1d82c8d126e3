"""A game of a player without reading: the move of rank 1 each time, against GNU Go."""

from dataclasses import dataclass

from kifu.analysis.moves import predict
from kifu.games.coordinates import from_gtp
from kifu.games.go import Board, Colour
from kifu.models.moves import MovePredictor
from kifu.protocols.gtp_client import GtpClient
from kifu.records.moves import Move, vertex
from kifu.records.sgf import SgfRecord

_KOMI = 7.5
_TIMEOUT = 900.0
_REASONS = 3


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played.

    Attributes:
        result: as records write it.
        won: whether rank 1 won.
        moves: of both.
        ours: moves of rank 1.
        record: SGF with the probability and the reasons of each of our moves.
    """

    result: str
    won: bool
    moves: int
    ours: int
    record: bytes


def play(*, size: int, level: int, black: bool, seed: int | None, gnugo: str) -> PlayedGame:
    """Play one game under Chinese rules.

    When GNU Go passes, so do we. GNU Go's dead stones decide the score.

    Args:
        size: of the board.
        level: of GNU Go.
        black: whether rank 1 has Black.
        seed: of GNU Go.
        gnugo: the program.
    """
    ours = Colour.BLACK if black else Colour.WHITE
    board = Board(size, "chinese")
    command = [gnugo, "--mode", "gtp", "--chinese-rules", "--positional-superko"]
    command += ["--level", str(level), "--seed", str(seed)]
    names = {ours: "Kifu, rank 1", ours.opponent: f"GNU Go, level {level}"}
    record = SgfRecord.new(
        size,
        komi=_KOMI,
        info={"rules": "Chinese", "black": names[Colour.BLACK], "white": names[Colour.WHITE]},
    )
    node, made, result = record.root, 0, ""
    model = MovePredictor.bundled(size)
    with GtpClient(command, timeout=_TIMEOUT) as engine:
        engine.send_all([f"boardsize {size}", "clear_board", f"komi {_KOMI}"])
        while not board.is_over and len(board.moves) < 3 * size * size // 2:
            colour, comment = board.to_play, ""
            if colour is ours:
                last = board.last_move
                gave_up = last is not None and last.point is None
                best = [] if gave_up else predict(board, top=1, explain=True, model=model)
                point = best[0].point if best else None
                if best:
                    made += 1
                    reasons = "; ".join(reason.text for reason in best[0].reasons[:_REASONS])
                    comment = f"{best[0].probability:.0%}: {reasons}"
                engine.send(f"play {colour.value} {vertex(point)}")
            else:
                answer = engine.send(f"genmove {colour.value}")
                if answer.strip().lower() == "resign":
                    result = f"{ours.value}+R"
                    break
                point = from_gtp(answer, board.size)
            board.play(point)
            node = node.add_child(Move(colour, point))
            if comment:
                node.set("C", comment)
        else:
            result = engine.send("final_score").strip()
    record.root.set("RE", result)
    return PlayedGame(result, result.startswith(ours.value), len(board.moves), made, record.to_bytes())
