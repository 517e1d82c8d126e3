"""The experiments of Bouzy and Chaslot with Kifu's own engines, and what each part of the tree search adds.

    python benchmarks/katia_tables.py table4 --out katia/ --games 30 --parallel 2

table2      K by `begin`, the book instead of the hand-made opening shapes
table3      `begin` beside the hand-made shapes
table4      `begin` 0 to 50 by `nk` 0 to 4
again       settings chosen on the grid, played afresh: --settings begin=10,nk=2 ... --games 400
predictor   the same settings over a base whose candidates come from the model of moves
ablation    9x9 tree search without the model, without RAVE, with the book, each against the whole
playouts    9x9 tree search whose playouts lack one kind of knowledge, each against the whole
levels      all levels of `katia` and two fixed players, rated

The base of the tables is Indigo in kind: verification of seven tactical and 3x3 candidates with hand-made
shapes, no learned patterns. All games go to their end (nobody resigns), points are the first player's mean,
and every match is kept under --out, so that a command goes on where it was interrupted.
"""

import argparse
import math
import re
import statistics
from pathlib import Path

from kifu.arena.go import GoTerms
from kifu.arena.match import MatchResult, MatchSettings, play_match
from kifu.arena.tournament import play_tournament

BEGINS = {"table2": (20, 30, 40), "table3": (10, 20, 30, 40), "table4": (0, 10, 20, 30, 40, 50)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=[*BEGINS, "again", "predictor", "ablation", "playouts", "levels"])
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--size", type=int)
    parser.add_argument("--playouts", type=int)
    parser.add_argument("--parallel", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--book", help="a book file; the bundled one if not given")
    parser.add_argument("--settings", nargs="+", default=["begin=10,nk=2"])
    arguments = parser.parse_args()
    what: str = arguments.what
    if what in BEGINS:
        grid(arguments, what)
    elif what in ("again", "predictor"):
        chosen(arguments, what == "predictor")
    else:
        print("\n".join(rated(arguments, what)))


def verifying(arguments: argparse.Namespace, more: str) -> str:
    """A player of the paper's kind."""
    playouts = arguments.playouts or 400
    book = f",book={arguments.book}" if arguments.book and "nk=0,begin=0" not in more else ""
    return f"katia:mode=verify,resign=0,playouts={playouts},{more}{book}"


def grid(arguments: argparse.Namespace, what: str) -> None:
    """One of the paper's tables, a cell at a time."""
    base = verifying(arguments, "predictor=no,shapes=yes,nk=0,begin=0")
    columns: tuple[str, ...]
    if what == "table2":
        columns = tuple(f"k={k},nk=0,shapes=no" for k in (6, 9, 15))
    elif what == "table3":
        columns = ("nk=0,shapes=yes",)
    else:
        columns = tuple(f"nk={nk},shapes=yes" for nk in range(5))
    print(f"| begin | {' | '.join(columns)} |\n| ---: |{' ---: |' * len(columns)}")
    for begin in BEGINS[what]:
        cells = []
        for column in columns:
            player = verifying(arguments, f"predictor=no,begin={begin},{column}")
            cells.append("—" if player_is_base(begin, column) else cell(played(arguments, player, base)))
        print(f"| {begin} | {' | '.join(cells)} |", flush=True)


def player_is_base(begin: int, column: str) -> bool:
    """Whether a cell of the grid is the base engine itself."""
    return begin == 0 and column == "nk=0,shapes=yes"


def chosen(arguments: argparse.Namespace, predictor: bool) -> None:
    """Settings against their base, afresh."""
    model = "predictor=yes" if predictor else "predictor=no"
    base = verifying(arguments, f"{model},shapes=yes,nk=0,begin=0")
    print("| settings | points | won | seconds a move, and the base's |\n| --- | ---: | ---: | ---: |")
    for settings in arguments.settings:
        result = played(arguments, verifying(arguments, f"{model},shapes=yes,{settings}"), base)
        first, second = result.seconds_a_move()
        share = result.share
        print(
            f"| {settings} | {points_text(result)} | {share.value:.1%} ({share.low:.1%} to {share.high:.1%}) "
            f"| {first:.3f}, {second:.3f} |",
            flush=True,
        )


def rated(arguments: argparse.Namespace, what: str) -> list[str]:
    """A round robin, or matches against the whole engine, on 9x9."""
    size = arguments.size or 9
    playouts = arguments.playouts or 1000
    whole = f"katia:playouts={playouts},nk=0"
    settings = MatchSettings(whole, whole, GoTerms(size=size, komi=7.0), seed=arguments.seed)
    if what == "levels":
        players = ["random", "expert"] + [
            f"katia:level={level}" for level in ("beginner", "novice", "casual", "club", "strong")
        ]
        result = play_tournament(
            players, settings, arguments.games, parallel=arguments.parallel, folder=arguments.out / what
        )
        rows = ["| player | Elo | 95 % interval |", "| --- | ---: | ---: |"]
        return rows + [
            f"| {row.player} | {row.rating.elo:+.0f} | {row.rating.low:+.0f} to {row.rating.high:+.0f} |"
            for row in result.standings()
        ]
    without = {
        "ablation": ["predictor=no", "rave=0", "widening=0", "margin=0"],
        "playouts": [f"{name}=0" for name in ("capture", "escape", "vital", "squeeze", "shape")],
    }[what]
    others = [f"{whole},{part}" for part in without]
    if what == "ablation":
        others.append(f"katia:playouts={playouts},nk=2")
    rows = ["| player | won against the whole | Elo |", "| --- | ---: | ---: |"]
    for player in others:
        match = played(arguments, player, whole, size)
        share, elo = match.share, match.elo
        rows.append(
            f"| `{player}` | {share.value:.1%} ({share.low:.1%} to {share.high:.1%}) "
            f"| {elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f}) |"
        )
        print(rows[-1], flush=True)
    return rows


def played(arguments: argparse.Namespace, first: str, second: str, size: int | None = None) -> MatchResult:
    """The match, or what is missing of it."""
    terms = GoTerms(size=size or arguments.size or 19, komi=7.0, opening=0 if "verify" in first else None)
    settings = MatchSettings(first, second, terms, seed=arguments.seed)
    name = re.sub(r"[^a-z0-9=.]+", "-", f"{first.removeprefix('katia:')}-{terms.size}-{arguments.seed}")
    return play_match(
        settings, arguments.games, parallel=arguments.parallel, folder=arguments.out / name[:150]
    )


def margins(result: MatchResult) -> list[float]:
    """Points of the first player in every counted game."""
    found = []
    for game in result.games:
        match = re.fullmatch(r"([BW])\+(\d+(?:\.\d+)?)", game.result)
        if match:
            sign = 1 if (match[1] == "B") == (game.first_is == "black") else -1
            found.append(sign * float(match[2]))
        elif game.score == 0.5:
            found.append(0.0)
    return found


def points_text(result: MatchResult) -> str:
    """Mean points with a 95 % interval."""
    found = margins(result)
    if len(found) < 2:
        return "too few games"
    error = 1.96 * statistics.stdev(found) / math.sqrt(len(found))
    return f"{statistics.mean(found):+.1f} ± {error:.1f}"


def cell(result: MatchResult) -> str:
    """What stands in a table."""
    first, second = result.seconds_a_move()
    return f"{points_text(result)} ({1 - first / second:.0%} time saved)"


if __name__ == "__main__":
    main()
