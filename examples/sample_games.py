"""Let two players meet and save their games: how the bundled samples were made.

Go: Katia at a low level and with more time. Draughts: a few plies of look-ahead that counts pieces. Run it
with a folder to write to:

    python examples/sample_games.py samples/
"""

import sys
import tempfile
from pathlib import Path

import numpy as np

from kifu.arena.go import GoTerms
from kifu.arena.match import play_match
from kifu.arena.settings import MatchSettings
from kifu.games import draughts
from kifu.records import sgf
from kifu.records.pdn import PdnRecord
from kifu.work.files import write_bytes

#: Go: a casual player, who makes mistakes worth a review, and one that thinks a little longer.
CASUAL, LONGER = "katia:level=casual,resign=0", "katia:playouts=400,resign=0"


def go_game(seed: int) -> bytes:
    """Play a game of 9x9 Go and return its record."""
    terms = GoTerms(size=9, rules="chinese", komi=7.5, opening=0)
    with tempfile.TemporaryDirectory() as folder:
        play_match(MatchSettings(CASUAL, LONGER, terms, seed=seed), games=1, folder=Path(folder))
        record = sgf.read((Path(folder) / "game-0001.sgf").read_bytes())[0]
    record.root.set("PB", "Katia, casual")
    record.root.set("PW", "Katia, 400 playouts")
    record.root.set("EV", f"Kifu sample game, seed {seed}")
    return record.to_bytes()


def search(position: draughts.Position, depth: int, alpha: float, beta: float) -> float:
    """Negamax over pieces: a man 1, a king 1.5."""
    moves = position.legal_moves()
    if not moves:
        return -100.0
    if depth <= 0 and not moves[0].is_capture:
        own = position.to_play
        return sum(
            (1.5 if p.king else 1.0) * (1 if p.colour is own else -1) for p in position.pieces.values()
        )
    for move in moves:
        position.play(move)
        value = -search(position, depth - 1, -beta, -alpha)
        position.undo()
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha


def draughts_game(seed: int) -> bytes:
    """Play a game of English draughts and return its record."""
    random = np.random.default_rng(seed)
    position = draughts.Position.start()
    while position.result() is None and position.ply < 160:
        values = []
        moves = position.legal_moves()
        for move in moves:
            position.play(move)
            values.append(-search(position, 4, -1000.0, 1000.0) + random.uniform(0, 0.2))
            position.undo()
        position.play(moves[int(np.argmax(values))])
    ending = position.result()
    result = ending.pdn if ending else "1/2-1/2"
    tags = {
        "Event": f"Kifu sample game, seed {seed}",
        "Black": "Piece counter, 5 plies",
        "White": "Piece counter, 5 plies",
        "GameType": "21",
        "Result": result,
    }
    return PdnRecord.from_moves([str(move) for move in position.moves], tags, result).to_bytes()


def main() -> None:
    """Write both samples into the folder named on the command line."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    folder.mkdir(parents=True, exist_ok=True)
    write_bytes(folder / "go-9x9.sgf", go_game(seed=1))
    write_bytes(folder / "draughts.pdn", draughts_game(seed=1))


if __name__ == "__main__":
    main()
