"""Do Kifu's expert and GNU Go see the same winner after an opening?

    python lab/benchmarks/opening_experts.py --out runs/experts.jsonl [--openings 500] [--other kifu:tree=yes]

A third of the openings is random against random, a third the model against random, a third the model against
itself after two random moves. Every verdict of GNU Go is a line of the file: interrupt it and give the same
command again; `--print` only compares what is there, so that GNU Go is asked once for all experts that Kifu
tries. Printed are, with 95 % intervals: the agreement of each kind and the correlation of margins; how
often GNU Go agrees with itself when only its seed differs (every fifth opening), and with its level 10 (every
eighth); with `--arbiter kifu:tree=yes,playouts=20000`, with whom a search sides where they disagree; and each
`--other` way in which Kifu can count, on the same openings.
"""

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu.arena.opening_experts import make_expert
from kifu.arena.opening_games import RANDOM, OpeningTerms, play_openings
from kifu.models.opening import OpeningModel
from kifu_lab.evaluation.intervals import wilson

KINDS = ("random against random", "model against random", "model against itself")
STRONG = 10
#: Margins below this are called close: a few moves decide such a game.
CLOSE = 8.0

Openings = list[tuple[str, list[int]]]
Lines = list[dict[str, Any]]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--openings", type=int, default=500)
    parser.add_argument("--seed", type=int, default=2003, help="of the openings; another one to tune on")
    parser.add_argument("--model", type=Path)
    parser.add_argument("--level", type=int, default=1)
    parser.add_argument("--kifu", default="kifu", help="Kifu's expert with its options")
    parser.add_argument("--repeat", type=int, default=1, help="seeds of Kifu's expert whose mean is told")
    parser.add_argument("--arbiter", help="another expert of Kifu, asked where the two disagree")
    parser.add_argument("--other", action="append", default=[], help="another expert of Kifu; repeatable")
    parser.add_argument("--print", action="store_true", help="only print what is there")
    arguments = parser.parse_args()
    model = OpeningModel.load(arguments.model) if arguments.model else OpeningModel.bundled()
    terms = OpeningTerms(model.form.size, model.moves, model.komi, drawn=0)
    rows = openings_of(model, terms, arguments.openings, arguments.seed)
    if not arguments.print:
        measure(arguments, rows, terms)
    show(arguments, rows, terms)


def openings_of(model: OpeningModel, terms: OpeningTerms, count: int, seed: int) -> Openings:
    """Kind and points of each opening."""
    pairs = [((RANDOM, RANDOM), (0, RANDOM), (0, 0))[i % 3] for i in range(count)]
    pairs = [pair if i % 2 else (pair[1], pair[0]) for i, pair in enumerate(pairs)]
    drawn = OpeningTerms(terms.size, terms.moves, terms.komi, drawn=2)
    played = play_openings([model.network], [(*pair, i) for i, pair in enumerate(pairs)], drawn, seed=seed)
    return [(KINDS[i % 3], row.tolist()) for i, row in enumerate(played)]


def measure(arguments: argparse.Namespace, rows: Openings, terms: OpeningTerms) -> None:
    known = {(line["number"], line["level"], line["seed"]) for line in lines(arguments.out, rows)}
    experts = {level: make_expert(f"gnugo:level={level}") for level in (arguments.level, STRONG)}
    try:
        for level, seed, step in ((arguments.level, 1, 1), (arguments.level, 2, 5), (STRONG, 1, 8)):
            for number in range(0, len(rows), step):
                if (number, level, seed) in known:
                    continue
                kind, moves = rows[number]
                started = time.monotonic()
                points = experts[level].finish(np.array([moves], np.int16), terms.size, terms.komi, seed)[0]
                facts = {"number": number, "level": level, "seed": seed, "kind": kind, "moves": moves}
                facts |= {"gnugo": points, "seconds": round(time.monotonic() - started, 2)}
                known.add((number, level, seed))
                with arguments.out.open("a") as file:
                    file.write(json.dumps(facts) + "\n")
    finally:
        for expert in experts.values():
            expert.close()


def lines(path: Path, rows: Openings) -> Lines:
    """Verdicts on these openings; a model that was trained anew opens otherwise."""
    found = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    return [line for line in found if line["number"] < len(rows) and line["moves"] == rows[line["number"]][1]]


def show(arguments: argparse.Namespace, rows: Openings, terms: OpeningTerms) -> None:
    told = lines(arguments.out, rows)

    def verdicts(level: int, seed: int) -> dict[int, float]:
        return {
            line["number"]: line["gnugo"] for line in told if (line["level"], line["seed"]) == (level, seed)
        }

    judged = verdicts(arguments.level, 1)
    numbers = sorted(judged)
    if not numbers:
        print("nothing measured yet")
        return
    openings = np.array([rows[number][1] for number in numbers], np.int16)
    margins, spent = margins_of(arguments.kifu, openings, terms, arguments.repeat)
    gnugo = np.array([judged[number] for number in numbers])
    kinds = np.array([rows[number][0] for number in numbers])

    print(f"{make_expert(arguments.kifu).name} beside GNU Go at level {arguments.level}\n")
    print("| | openings | same winner | 95 % interval | correlation of margins |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, chosen in (
        ("all", np.ones(len(numbers), bool)),
        *((kind, kinds == kind) for kind in KINDS),
        (f"GNU Go's margin below {CLOSE:g}", abs(gnugo) < CLOSE),
        (f"{CLOSE:g} or more", abs(gnugo) >= CLOSE),
    ):
        row(name, margins[:, chosen], gnugo[chosen])
    for name, others in (
        ("GNU Go with another seed", verdicts(arguments.level, 2)),
        (f"GNU Go at level {STRONG}", verdicts(STRONG, 1)),
    ):
        at = [i for i, number in enumerate(numbers) if number in others]
        told_by_other = np.array([others[numbers[i]] for i in at])
        row(name, told_by_other[np.newaxis], gnugo[at])
        row("the same openings, Kifu", margins[:, at], gnugo[at])
        row(f"the same, Kifu beside {name}", margins[:, at], told_by_other)
    black = (np.mean(margins > 0), np.mean(gnugo > 0))
    print(f"\nBlack wins {black[0]:.0%} before Kifu, {black[1]:.0%} before GNU Go; ", end="")
    print(f"Kifu's margin is {np.mean(margins - gnugo):+.1f} points from GNU Go's on average.")
    seconds = np.mean(
        [line["seconds"] for line in told if (line["level"], line["seed"]) == (arguments.level, 1)]
    )
    print(f"A game: Kifu {1000 * spent:.1f} ms of processor time, ", end="")
    print(f"GNU Go {seconds:.2f} s by the clock.")
    if arguments.arbiter:
        apart = np.sign(margins[0]) != np.sign(gnugo)
        arbiter = make_expert(arguments.arbiter)
        opinion = arbiter.finish(openings[apart], terms.size, terms.komi, 2)
        with_kifu = int((np.sign(opinion) == np.sign(margins[0, apart])).sum())
        print(f"Where they disagree {arbiter.name} sides with Kifu in {with_kifu} of {apart.sum()}.")
    if arguments.other:
        print(f"\n| expert | same winner | {' | '.join(KINDS)} | correlation | ms a game |")
        print("| --- |" + " ---: |" * (len(KINDS) + 3))
        for name in (arguments.kifu, *arguments.other):
            told_by, spent = margins_of(name, openings, terms, arguments.repeat)
            shares = [agreement(told_by, gnugo)]
            shares += [agreement(told_by[:, kinds == kind], gnugo[kinds == kind]) for kind in KINDS]
            columns = [*(f"{share:.1%}" for share in shares), f"{correlation(told_by, gnugo):.2f}"]
            print(f"| `{name}` | {' | '.join(columns)} | {1000 * spent:.1f} |", flush=True)


def margins_of(
    name: str, openings: npt.NDArray[np.int16], terms: OpeningTerms, repeat: int
) -> tuple[npt.NDArray[np.float64], float]:
    """What one of Kifu's experts says, a row for each seed, and its processor seconds an opening."""
    expert = make_expert(name)
    started = time.process_time()
    seeds = range(1, repeat + 1)
    margins = np.array([expert.finish(openings, terms.size, terms.komi, seed) for seed in seeds])
    return margins, (time.process_time() - started) / repeat / len(openings)


def agreement(some: npt.NDArray[np.float64], others: npt.NDArray[np.float64]) -> float:
    """How often the winner is the same; `some` has a row for each seed."""
    return float((np.sign(some) == np.sign(others)).mean())


def correlation(some: npt.NDArray[np.float64], others: npt.NDArray[np.float64]) -> float:
    """Of margins, the mean over the seeds."""
    return float(np.mean([np.corrcoef(margins, others)[0, 1] for margins in some]))


def row(name: str, some: npt.NDArray[np.float64], others: npt.NDArray[np.float64]) -> None:
    """A line of the table, where there is enough for one; `some` has a row for each seed."""
    count = len(others)
    if count < 3:
        return
    same = agreement(some, others)
    at = wilson(round(same * count), count)  # seeds on one opening are no further openings
    print(f"| {name} | {count} | {same:.1%} | {at.low:.1%}-{at.high:.1%} | {correlation(some, others):.2f} |")


if __name__ == "__main__":
    main()
