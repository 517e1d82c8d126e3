"""Do Katia's games end in positions that GNU Go counts the same, and does nobody lose a won game at the end?

    python lab/benchmarks/ending_series.py --out endings/ --games 50 [--size 9] [--playouts 500]

Katia plays itself under area (Chinese) and territory (Japanese) counting; nobody resigns. Every last position
is counted without the stones that GNU Go calls dead. A win is thrown away where the winner by the count gave
itself less than one chance in ten at its last three searched moves. Games are kept; the command goes on where
it was interrupted.
"""

import argparse
import re
from pathlib import Path

from kifu.arena.go import GoTerms
from kifu.arena.match import play_match
from kifu.arena.settings import MatchSettings
from kifu.games.go import replay, score
from kifu.players.engine import EnginePlayer
from kifu.records.sgf import read

KOMI = 6.5


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--playouts", type=int, default=500)
    parser.add_argument("--parallel", type=int, default=1)
    arguments = parser.parse_args()
    print("| counting | games | ended by two passes | same winner | same score | wins thrown away |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for rules in ("chinese", "japanese"):
        print(f"| {rules} | {' | '.join(map(str, series(arguments, rules)))} |", flush=True)


def series(arguments: argparse.Namespace, rules: str) -> tuple[int, ...]:
    """Games, by two passes, same winner, same score, thrown away."""
    player = f"katia:playouts={arguments.playouts},nk=0,resign=0"
    settings = MatchSettings(player, player, GoTerms(arguments.size, rules, KOMI))
    folder = arguments.out / f"{rules}-{arguments.size}"
    played = play_match(settings, arguments.games, parallel=arguments.parallel, folder=folder)
    judge = EnginePlayer(f"gnugo --mode gtp --score aftermath --{rules}-rules")
    counted = winner = same = thrown = 0
    try:
        for game in played.games:
            if game.ending != "count":
                continue
            counted += 1
            record = read((folder / f"game-{game.number + 1:04d}.sgf").read_bytes())[0]
            board = replay(record, rules=rules).board
            judge.new_game(board.size, board.rules, KOMI)
            theirs = str(score(board, judge.dead_stones(board), komi=KOMI).result)
            winner += theirs[:1] == game.result[:1]
            same += theirs == game.result
            thrown += is_thrown_away(folder / f"game-{game.number + 1:04d}.sgf", game.result[:1])
    finally:
        judge.close()
    return len(played.games), counted, winner, same, thrown


def is_thrown_away(path: Path, winner: str) -> bool:
    """Whether the winner had given itself no chance at its last searched moves."""
    said = re.findall(r"(Black|White) wins (\d+\.\d)% over", path.read_text("utf-8"))
    own = [float(share) for colour, share in said if colour[0] == winner][-3:]
    return bool(own) and max(own) < 10


if __name__ == "__main__":
    main()
