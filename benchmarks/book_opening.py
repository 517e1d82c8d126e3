"""The opening that the bundled book plays against itself: always its first legal move.

    python benchmarks/book_opening.py --moves 40 --out docs/results/katia-opening.sgf

Prints the position as a diagram and writes the game.
"""

import argparse
from pathlib import Path

from kifu.models.book import Book
from kifu.positions.go import Board
from kifu.positions.go.recording import record_of
from kifu.work.files import write_bytes


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--book", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    book = Book.load(arguments.book) if arguments.book else Book.bundled()
    board = Board(arguments.size)
    comments = {}
    for number in range(1, arguments.moves + 1):
        move = book.rank(board)[0]
        board.play(move.point)
        comments[number] = f"{move.facts} facts: played {move.played:,} of {move.matched:,} times"
    info = {"black": "book", "white": "book", "result": "?"}
    write_bytes(
        arguments.out, record_of(board, komi=board.rules.komi, info=info, comments=comments).to_bytes()
    )
    print(board)


if __name__ == "__main__":
    main()
