"""The match of section IV-D of Araki et al.: always the move of rank 1, against GNU Go.

    python benchmarks/moves_match.py --games 10 --out match/ [--model moves.safetensors] [--level 10]

Colours alternate; Chinese rules, komi 7.5. Every game is saved as SGF with the probability of each of our
moves and why it was chosen. When GNU Go passes, so do we. GNU Go's dead stones decide the score.
"""

import argparse
from pathlib import Path

from kifu.analysis.moves import predict
from kifu.evaluation.intervals import wilson
from kifu.models.moves import MovePredictor
from kifu.positions.coordinates import from_gtp, to_gtp
from kifu.positions.go import Board, Colour
from kifu.protocols.gtp_client import GtpClient
from kifu.records.moves import Move
from kifu.records.sgf import SgfRecord
from kifu.work.files import write_bytes

KOMI = 7.5
MOST_MOVES = 500


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--level", type=int, default=10)
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    model = MovePredictor.load(arguments.model) if arguments.model else MovePredictor.bundled()
    wins = 0
    for number in range(arguments.games):
        ours = Colour.BLACK if number % 2 == 0 else Colour.WHITE
        result, ranked = play(model, ours, arguments, number)
        won = result.startswith(ours.value)
        wins += won
        print(f"game {number + 1}: Kifu {ours.name.lower()}, {result}, {ranked} moves of rank 1", flush=True)
    share = wilson(wins, arguments.games)
    print(f"won {wins} of {arguments.games} (95 % interval {share.low:.0%}-{share.high:.0%})")


def play(model: MovePredictor, ours: Colour, arguments: argparse.Namespace, number: int) -> tuple[str, int]:
    """Play a game and save it; its result, and how many moves we made."""
    board = Board(arguments.size, "chinese")
    command = [
        "gnugo",
        "--mode",
        "gtp",
        "--chinese-rules",
        "--positional-superko",
        "--level",
        str(arguments.level),
        "--seed",
        str(number + 1),
    ]
    names = {ours: "Kifu, rank 1", ours.opponent: f"GNU Go, level {arguments.level}"}
    record = SgfRecord.new(
        arguments.size,
        komi=KOMI,
        info={"rules": "Chinese", "black": names[Colour.BLACK], "white": names[Colour.WHITE]},
    )
    node, made = record.root, 0
    with GtpClient(command, timeout=900) as engine:
        for line in (f"boardsize {arguments.size}", "clear_board", f"komi {KOMI}"):
            engine.send(line)
        while not board.is_over and len(board.moves) < MOST_MOVES:
            colour, comment = board.to_play, ""
            if colour is ours:
                last = board.last_move
                gave_up = last is not None and last.point is None
                best = [] if gave_up else predict(board, top=1, explain=True, model=model)
                point = best[0].point if best else None
                if best:
                    made += 1
                    reasons = "; ".join(reason.text for reason in best[0].reasons[:3])
                    comment = f"{best[0].probability:.0%}: {reasons}"
                engine.send(f"play {colour.value} {to_gtp(point, board.size)}")
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
    write_bytes(arguments.out / f"game-{number + 1}.sgf", record.to_bytes())
    return result, made


if __name__ == "__main__":
    main()
