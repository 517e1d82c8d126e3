"""Let two simple players meet and save their games: how the bundled samples were made.

Go: every move that fills no own eye is tried in random endings, and the one that keeps most of them won is
played. Draughts: a few plies of look-ahead that counts pieces. Run it with a folder to write to:

    python examples/sample_games.py samples/
"""

import sys
from pathlib import Path

import numpy as np

from kifu._native import playouts
from kifu.positions import draughts
from kifu.positions.coordinates import to_gtp
from kifu.positions.go import Board, Colour, Point
from kifu.records.pdn import PdnRecord
from kifu.records.sgf import SgfRecord
from kifu.work.files import write_bytes

SIZE, KOMI, ENDINGS = 9, 7.5, 300


def is_own_eye(board: Board, point: Point) -> bool:
    """Whether the point is surrounded by one block of the player to move, or by its stones and the edge."""
    around = [Point(point.x + dx, point.y + dy) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    inside = [p for p in around if 0 <= p.x < board.size and 0 <= p.y < board.size]
    return all(board[p] is board.to_play for p in inside)


def chance(board: Board, colour: Colour, seed: int) -> float:
    """Share of random endings that this colour wins."""
    balance, _ = playouts.uniform_playouts(board._game, ENDINGS, seed, 2)
    black = float(np.mean(balance > KOMI))
    return black if colour is Colour.BLACK else 1 - black


def choose(board: Board, seed: int) -> Point | None:
    """Return the move with the best chance; pass when every point is settled."""
    _, owned = playouts.uniform_playouts(board._game, ENDINGS, seed, 2)
    if (np.abs(owned) > 0.97 * ENDINGS).all():
        return None
    colour = board.to_play
    best, best_chance = None, -1.0
    for point in board.legal_moves():
        if is_own_eye(board, point):
            continue
        board.play(point)
        value = chance(board, colour, seed)
        board.undo()
        if value > best_chance:
            best, best_chance = point, value
    return best


def go_game(seed: int) -> bytes:
    """Play a game of 9x9 Go and return its record."""
    board = Board(SIZE, "chinese")
    record = SgfRecord.new(
        SIZE,
        komi=KOMI,
        info={
            "black": "Random endings",
            "white": "Random endings",
            "rules": "Chinese",
            "event": f"Kifu sample game, seed {seed}, {ENDINGS} random endings a candidate",
        },
    )
    node = record.root
    while not board.is_over and len(board.moves) < 200:
        point = choose(board, seed + len(board.moves))
        node_colour = board.to_play
        value = chance(board, node_colour, seed)
        board.play(point)
        last = board.last_move
        assert last is not None
        node = node.add_child(last)
        node.set("C", f"{node_colour} {to_gtp(point, SIZE)}; {value:.0%} of random endings won before it")
    balance, _ = playouts.uniform_playouts(board._game, ENDINGS, seed, 2)
    margin = float(np.median(balance)) - KOMI
    record.root.set("RE", f"{'B' if margin > 0 else 'W'}+{abs(margin):g}")
    return record.to_bytes()


def search(position: draughts.Position, depth: int, alpha: float, beta: float) -> float:
    """Negamax over pieces: a man 1, a king 1.5."""
    moves = position.legal_moves()
    if not moves:
        return -100.0
    if depth <= 0 and not moves[0].is_capture:
        own = position.to_move
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
