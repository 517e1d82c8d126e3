"""Do Kifu's expert and GNU Go see the same winner after an opening?

    python benchmarks/opening_experts.py --out runs/experts.jsonl [--openings 500] [--model FILE] [--level 1]

A third of the openings is random against random, a third the model against random, a third the model against
itself after two random moves. Every finished opening is a line of the file: interrupt it and give the same
command again. The last lines give the agreement of each kind, with its 95 % interval, and the correlation of
the margins; and how often GNU Go agrees with itself when only its seed differs, on every fifth opening.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from kifu.arena.opening_experts import make_expert
from kifu.arena.opening_games import RANDOM, OpeningTerms, play_openings
from kifu.evaluation.intervals import wilson
from kifu.models.opening import OpeningModel

KINDS = ("random against random", "model against random", "model against itself")
SEED = 2003


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--openings", type=int, default=500)
    parser.add_argument("--model", type=Path)
    parser.add_argument("--level", type=int, default=1)
    parser.add_argument("--kifu", default="kifu", help="Kifu's expert with its options")
    parser.add_argument("--print", action="store_true", help="only print what is there")
    arguments = parser.parse_args()
    model = OpeningModel.load(arguments.model) if arguments.model else OpeningModel.bundled()
    terms = OpeningTerms(model.form.size, model.moves, model.komi, drawn=0)
    rows = openings_of(model, terms, arguments.openings)
    if not arguments.print:
        measure(arguments, rows, terms)
    show(arguments, rows, terms)


def openings_of(model: OpeningModel, terms: OpeningTerms, count: int) -> list[tuple[str, list[int]]]:
    """Kind and points of each opening."""
    pairs = [((RANDOM, RANDOM), (0, RANDOM), (0, 0))[i % 3] for i in range(count)]
    pairs = [pair if i % 2 else (pair[1], pair[0]) for i, pair in enumerate(pairs)]
    drawn = OpeningTerms(terms.size, terms.moves, terms.komi, drawn=2)
    played = play_openings([model.network], [(*pair, i) for i, pair in enumerate(pairs)], drawn, seed=SEED)
    return [(KINDS[i % 3], row.tolist()) for i, row in enumerate(played)]


def measure(arguments: argparse.Namespace, rows: list[tuple[str, list[int]]], terms: OpeningTerms) -> None:
    known = {(line["number"], line["seed"]) for line in lines(arguments.out)}
    gnugo = make_expert(f"gnugo:level={arguments.level}")
    try:
        for number, (kind, moves) in enumerate(rows):
            for seed in (1, 2) if number % 5 == 0 else (1,):
                if (number, seed) in known:
                    continue
                started = time.monotonic()
                points = gnugo.finish(np.array([moves], np.int16), terms.size, terms.komi, seed)[0]
                facts = {"number": number, "seed": seed, "kind": kind, "moves": moves, "gnugo": points}
                facts["seconds"] = round(time.monotonic() - started, 2)
                with arguments.out.open("a") as file:
                    file.write(json.dumps(facts) + "\n")
    finally:
        gnugo.close()


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def show(arguments: argparse.Namespace, rows: list[tuple[str, list[int]]], terms: OpeningTerms) -> None:
    judged = {
        line["number"]: line
        for line in lines(arguments.out)
        if line["seed"] == 1 and line["moves"] == rows[line["number"]][1]
    }
    numbers = sorted(judged)
    if not numbers:
        print("nothing measured yet")
        return
    openings = np.array([rows[number][1] for number in numbers], np.int16)
    started = time.process_time()
    kifu = make_expert(arguments.kifu).finish(openings, terms.size, terms.komi, 1)
    spent = time.process_time() - started
    gnugo = np.array([judged[number]["gnugo"] for number in numbers])
    same = np.sign(kifu) == np.sign(gnugo)
    print(f"| {len(numbers)} openings | same winner | 95 % interval | correlation of margins |")
    print("| --- | ---: | ---: | ---: |")
    for kind in ("all", *KINDS):
        chosen = np.array([kind in ("all", rows[number][0]) for number in numbers])
        if chosen.sum() < 3:
            continue
        share = wilson(int(same[chosen].sum()), int(chosen.sum()))
        correlation = np.corrcoef(kifu[chosen], gnugo[chosen])[0, 1]
        print(f"| {kind} | {share.value:.1%} | {share.low:.1%}-{share.high:.1%} | {correlation:.2f} |")
    again = [line for line in lines(arguments.out) if line["seed"] == 2 and line["number"] in judged]
    if again:
        alike = sum(np.sign(line["gnugo"]) == np.sign(judged[line["number"]]["gnugo"]) for line in again)
        share = wilson(int(alike), len(again))
        interval = f"{share.low:.1%}-{share.high:.1%}"
        print(f"| GNU Go with another seed, {len(again)} | {share.value:.1%} | {interval} | |")
    seconds = np.mean([judged[number]["seconds"] for number in numbers])
    print(f"\nA game: {arguments.kifu} {1000 * spent / len(numbers):.1f} ms of processor time, ", end="")
    print(f"GNU Go level {arguments.level} {seconds:.2f} s by the clock")


if __name__ == "__main__":
    main()
