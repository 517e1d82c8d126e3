"""A page of games by the champion, with what it says of its positions: Markdown on standard output.

    python lab/benchmarks/evolve_games.py --against material:depth=6

Comments are facts of the positions: who stands how by the champion's judgement, kings, men on the back rank,
men in the centre; a line is drawn where the judgement turns by a quarter or more.
"""

import argparse

from kifu.games.draughts import Colour, Position
from kifu.games.draughts.ballots import ballots
from kifu.players.named import make_player

CENTRE = frozenset({10, 11, 14, 15, 18, 19, 22, 23})
BACK = {Colour.BLACK: frozenset({1, 2, 3, 4}), Colour.WHITE: frozenset({29, 30, 31, 32})}
TURN = 0.25


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--champion", default="net:champion,depth=6")
    parser.add_argument("--against", default="material:depth=6")
    parser.add_argument("--ballot", type=int, action="append", help="numbers from 0; repeatable")
    arguments = parser.parse_args()
    print(f"`{arguments.champion}` against `{arguments.against}`")
    for number, ballot in enumerate(arguments.ballot or [0, 77]):
        game(arguments, ballots()[ballot], Colour.BLACK if number % 2 == 0 else Colour.WHITE)


def game(arguments: argparse.Namespace, ballot: str, ours: Colour) -> None:
    players = {
        ours: make_player(arguments.champion, game="draughts"),
        ours.opponent: make_player(arguments.against, game="draughts"),
    }
    position = Position.start()
    for move in ballot.split():
        position.play(move)
    print(f"\n## The champion is {ours}; ballot {ballot}\n")
    print("| ply | move | value | men | kings | back rank | centre | |")
    print("| ---: | --- | ---: | --- | --- | --- | --- | --- |")
    before = 0.0
    while not position.is_over and position.ply < 200:
        mover = position.to_play
        choice = players[mover].choose(position)
        assert choice.move is not None  # nobody gives up here
        position.play(choice.move)
        if mover is not ours or choice.value is None:
            continue
        value = 1.0 if choice.plies_to_end > 0 else -1.0 if choice.plies_to_end < 0 else choice.value
        note = []
        if abs(value - before) >= TURN:
            note.append("better" if value > before else "worse")
        if choice.plies_to_end:
            note.append(f"sees the end in {abs(choice.plies_to_end)} plies")
        if note or position.ply % 10 < 2:
            print(
                f"| {position.ply} | {choice.move} | {value:+.2f} | {facts(position)} | {', '.join(note)} |"
            )
        before = value
    for player in players.values():
        player.close()
    moves = " ".join(map(str, position.moves))
    print(f"\n{position.result() or 'broken off'}, after {position.ply} moves: `{moves}`")


def facts(position: Position) -> str:
    pieces = position.pieces
    cells = []
    for wanted in (
        lambda square, piece: not piece.king,
        lambda square, piece: piece.king,
        lambda square, piece: not piece.king and square in BACK[piece.colour],
        lambda square, piece: square in CENTRE,
    ):
        black, white = (
            sum(wanted(square, piece) for square, piece in pieces.items() if piece.colour is colour)
            for colour in (Colour.BLACK, Colour.WHITE)
        )
        cells.append(f"{black}-{white}")
    return " | ".join(cells)


if __name__ == "__main__":
    main()
