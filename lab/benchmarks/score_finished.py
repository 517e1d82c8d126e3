"""How right scores are: finished 9x9 games, KGS games with players' marks, OGS positions.

    python lab/benchmarks/score_finished.py --data ../shared/data/go --split validation
    python lab/benchmarks/score_finished.py --split test --parts finished,marked --peers gnugo,deadstones

Prints Markdown; resigned games are `kifu lab run life/figure-8`. Splits are by whole game:
of the member paths of an archive, the 2,000 with the smallest SHA-256 are for tests, the next 2,000 for
validation. Games with a suspected bot are left out.
"""

import argparse
import csv
import hashlib
import io
import tarfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from score_peers import Scored, compare

from kifu.analysis.score import score_record
from kifu.archive.ranks import level as parse_level
from kifu.games.go import Board, Colour
from kifu.judgement import judge
from kifu.records import sgf

#: How many games each peer is asked about: 9x9, and 19x19 with marks.
PEER_GAMES = {"gnugo": (400, 40), "deadstones": (400, 1000)}
SPLITS = {"test": slice(0, 2000), "validation": slice(2000, 4000)}


def split_of(archive: Path, split: str) -> Iterator[tuple[dict[str, str], bytes]]:
    """Index rows and records of a split's games, without bots."""
    with tarfile.open(archive) as tar:
        folder = archive.name.split(".")[0]
        index = tar.extractfile(f"{folder}/index.tsv")
        assert index is not None
        rows = {
            f"{folder}/{row['file']}": row
            for row in csv.DictReader(
                io.StringIO(index.read().decode()), delimiter="\t", quoting=csv.QUOTE_NONE
            )
        }
        names = sorted(rows, key=lambda name: hashlib.sha256(name.encode()).digest())[SPLITS[split]]
        wanted = {name for name in names if rows[name].get("bot_suspect") != "1"}
        for member in tar:
            if member.name in wanted:
                file = tar.extractfile(member)
                assert file is not None
                yield rows[member.name], file.read()


def level_of(row: dict[str, str]) -> str:
    """The weaker player's class."""
    levels = [parse_level(row[k]) for k in ("BR", "WR")]
    known = [level for level in levels if level is not None]
    if len(known) < 2:
        return "unknown"
    weakest = min(known)
    return "dan" if weakest >= 1 else "1-9k" if weakest >= -8 else "10-19k" if weakest >= -18 else "weaker"


def finished(data: Path, split: str, peers: list[str], npm: Path | None) -> None:
    """Exact results of finished games."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    games: list[Scored] = []
    for row, data_bytes in split_of(data / "human9.tar.xz", split):
        start = time.process_time()
        sheet = score_record(sgf.read(data_bytes)[0], use_result=False)
        _ = sheet.blocks, sheet.lead
        games.append(Scored(row["file"], sheet, time.process_time() - start))
        assert sheet.recorded is not None
        won = sheet.winner is sheet.recorded.winner
        other = not sheet.agrees and any(t.result == sheet.recorded for t in sheet.counts.others)
        for name in ("all", level_of(row)):
            for i, yes in enumerate((True, bool(sheet.agrees), won, bool(sheet.doubtful))):
                counts[name][i] += yes
        counts["other counting instead"][0] += other
    print(f"\n## Finished 9x9 games, {split} split\n")
    print(
        "| players | games | exact result | right winner | sheets with doubts |\n"
        "| --- | ---: | ---: | ---: | ---: |"
    )
    for name in ("all", "dan", "1-9k", "10-19k", "weaker", "unknown"):
        n, exact, winner, doubts = counts[name]
        if n:
            print(f"| {name} | {n:,} | {exact / n:.1%} | {winner / n:.1%} | {doubts / n:.1%} |")
    n = counts["all"][0]
    print(f"\n{counts['other counting instead'][0]} more agree with the other way of counting territory.")
    for right, whose in ((True, "the recorded result"), (False, "another")):
        some = [game.sheet for game in games if bool(game.sheet.agrees) is right]
        share = sum(bool(sheet.doubtful) for sheet in some) / max(1, len(some))
        print(f"Of {len(some):,} sheets with {whose} {share:.1%} name a doubt.")
    seconds = sum(game.seconds for game in games)
    print(f"{1000 * seconds / n:.2f} ms a game, SGF to sheet, on one core.")
    if peers:
        compare(games, {peer: PEER_GAMES[peer][0] for peer in peers}, npm)


def marked(data: Path, peers: list[str], npm: Path | None) -> None:
    """KGS games with players' marks."""
    games = right = blocks = wrong = agree = named = 0
    scored: list[Scored] = []
    with tarfile.open(data / "scoring-tests.tar.xz") as tar:
        for member in tar:
            if "kgs19-territory-marked" not in member.name or not member.name.endswith(".sgf"):
                continue
            file = tar.extractfile(member)
            assert file is not None
            data_bytes = file.read()
            start = time.process_time()
            record = sgf.read(data_bytes)[0]
            sheet = score_record(record, use_result=False)
            _ = sheet.blocks, sheet.lead
            seconds = time.process_time() - start
            marks = np.zeros((19, 19), np.uint8)
            for node in record.main_line():
                for colour, name in ((1, "TB"), (2, "TW")):
                    for value in node.raw(name):
                        _mark(marks, value.decode(), colour)
            stones = sheet.judgement.stones
            theirs = (stones > 0) & (marks > 0) & (marks != stones)
            differs = theirs != (sheet.judgement.dead > 0)
            scored.append(Scored(member.name, sheet, seconds, theirs))
            games += 1
            right += not differs.any()
            agree += bool(sheet.agrees)
            blocks += len(sheet.blocks)
            bad = [b for b in sheet.blocks if differs[b.points[0].y, b.points[0].x]]
            wrong += len(bad)
            named += bool(bad) and any(b.status == "doubtful" for b in bad)
    print("\n## KGS 19x19 games with players' marks\n")
    print(
        f"{games} games: all dead stones as marked in {right / games:.1%}; "
        f"blocks {1 - wrong / blocks:.2%} of {blocks:,};"
    )
    print(
        f"exact result {agree / games:.1%}. "
        f"Of the {games - right} others {named} name a wrong block as doubtful."
    )
    if peers:
        compare(scored, {peer: PEER_GAMES[peer][1] for peer in peers}, npm)


def _mark(marks: NDArray[np.uint8], value: str, colour: int) -> None:
    first, _, last = value.partition(":")
    x0, y0 = (ord(c) - 97 for c in first)
    x1, y1 = (ord(c) - 97 for c in last) if last else (x0, y0)
    marks[y0 : y1 + 1, x0 : x1 + 1] = colour


def positions(data: Path) -> None:
    """OGS score-estimator's positions with removals marked by people."""
    total = right = 0
    wrong = []
    with tarfile.open(data / "scoring-tests.tar.xz") as tar:
        for member in tar:
            if not member.name.endswith(".game"):
                continue
            file = tar.extractfile(member)
            assert file is not None
            lines = [line for line in file.read().decode().splitlines() if not line.startswith("#")]
            head = dict(line.split() for line in lines if line[:1].isalpha() and len(line.split()) == 2)
            numbers = [
                [int(n) for n in line.split()] for line in lines if line.strip() and not line[:1].isalpha()
            ]
            height = int(head["height"])
            stones = np.array(numbers[:height])
            removed = np.array(numbers[height : 2 * height]) != 0
            if stones.shape[0] != stones.shape[1]:
                continue
            to_play = Colour.BLACK if int(head["player_to_move"]) == 1 else Colour.WHITE
            board = Board.from_stones(np.where(stones < 0, 2, stones), to_play.opponent)
            board.pass_()
            board.pass_()
            judgement = judge(board, finished=True)
            total += 1
            on_stones = removed & (stones != 0)
            if (on_stones == (judgement.dead > 0)).all():
                right += 1
            else:
                wrong.append("/".join(member.name.split("/")[-2:]))
    print("\n## OGS score-estimator's positions\n")
    print(f"{right} of {total} as marked. Others: {', '.join(wrong)}.")


def main() -> None:
    """Run the wanted parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data/go"))
    parser.add_argument("--split", choices=SPLITS, default="validation")
    parser.add_argument("--peers", default="", help="gnugo,deadstones: programs asked about the same games")
    parser.add_argument(
        "--npm", type=Path, help="folder with @sabaki/deadstones; a temporary one if not given"
    )
    parser.add_argument("--parts", default="finished,marked,positions")
    arguments = parser.parse_args()
    parts = arguments.parts.split(",")
    peers = [peer for peer in arguments.peers.split(",") if peer]
    if unknown := set(peers) - set(PEER_GAMES):
        parser.error(f"expected peers among {', '.join(PEER_GAMES)}, got {', '.join(sorted(unknown))}")
    if "finished" in parts:
        finished(arguments.data, arguments.split, peers, arguments.npm)
    if "marked" in parts:
        marked(arguments.data, peers, arguments.npm)
    if "positions" in parts:
        positions(arguments.data)


if __name__ == "__main__":
    main()
