"""Points lost a move by players of each rank, as `kifu review` counts them: for analysis/reference.py.

    python lab/benchmarks/review_reference.py --games 12 --minutes 60 --out measured.jsonl human9.db

Reviews even training games whose players are both of one band, a game of each band in turn, and prints the
mean over players with its standard error. Games that the file has already are not measured again.
"""

import argparse
import hashlib
import json
import statistics
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice, zip_longest
from pathlib import Path

from kifu.archive import Archive, Filter
from kifu.archive.splits import game_splits
from kifu.errors import KifuError
from kifu.interfaces.report.game_report import ReviewOptions
from kifu.interfaces.report.go import GoReport
from kifu.records.sgf import read

BANDS = {
    "25k to 20k": ("25k", "20k"),
    "19k to 15k": ("19k", "15k"),
    "14k to 10k": ("14k", "10k"),
    "9k to 5k": ("9k", "5k"),
    "4k to 1d": ("4k", "1d"),
    "2d and stronger": ("2d", None),
}
PHASES = ("all", *GoReport.phases)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archive")
    parser.add_argument("--out", type=Path, required=True, help="A line for each measured game.")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--games", type=int, default=12, help="Games of a band.")
    parser.add_argument("--minutes", type=float, default=60.0, help="No game begins later.")
    arguments = parser.parse_args()
    until = time.monotonic() + 60 * arguments.minutes
    out: Path = arguments.out
    done = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    before = {line["game"] for line in done}
    with Archive(arguments.archive) as archive, out.open("a") as file:
        held = set(game_splits(archive))
        of_bands = [chosen(archive, held, ranks, arguments.size, arguments.games) for ranks in BANDS.values()]
        for turn in zip_longest(*of_bands):
            for band, game in zip(BANDS, turn, strict=True):
                if game is None or game in before or time.monotonic() > until:
                    continue
                for lost in measured(archive.record(game)):
                    done.append({"game": game, "band": band, "lost": lost})
                    file.write(json.dumps(done[-1]) + "\n")
                    file.flush()
    print("| band | players |", " | ".join(PHASES), "|")
    print("| --- | ---: |", " | ".join("---:" for _ in PHASES), "|")
    for band in BANDS:
        by_phase = defaultdict(list)
        for line in done:
            for phase, value in line["lost"].items() if line["band"] == band else ():
                by_phase[phase].append(value)
        print(f"| {band} | {len(by_phase['all'])} |", " | ".join(cell(by_phase[p]) for p in PHASES), "|")


def chosen(
    archive: Archive, held: set[int], ranks: tuple[str, str | None], size: int, count: int
) -> Iterator[int]:
    """Even training games between players of one band, in an order that says nothing of them."""
    games = [
        game.id
        for game in archive.games(Filter(game="go", size=size, ranks=ranks, legal=True))
        if game.id not in held and not game.handicap and game.n_moves >= size**2 // 3
    ]
    games.sort(key=lambda number: hashlib.sha256(str(number).encode()).digest())
    return islice(games, count)


def measured(record: bytes) -> Iterator[Mapping[str, float]]:
    """What each player of a game lost a move, by phase."""
    try:
        review = GoReport.review_record(read(record)[0], ReviewOptions())
    except KifuError:
        return
    for side in GoReport(review).sides.values():
        yield {phase: found["lost"] / found["moves"] for phase, found in side.items() if found["moves"]}


def cell(values: list[float]) -> str:
    """Mean and standard error."""
    if len(values) < 2:
        return ""
    return f"{statistics.mean(values):.2f} ± {statistics.stdev(values) / len(values) ** 0.5:.2f}"


if __name__ == "__main__":
    main()
