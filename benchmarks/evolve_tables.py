"""The results that the paper left open, measured: learning rate, inheritance, moves, times.

    python benchmarks/evolve_tables.py learning --work runs/learning --generations 100 --depth 2
    python benchmarks/evolve_tables.py inheritance --work runs/inheritance --generations 100 --depth 2
    python benchmarks/evolve_tables.py print --work runs/learning
    python benchmarks/evolve_tables.py along --work RUN --at 1,5,10,20,50,100
    python benchmarks/evolve_tables.py speed

Every run is a `kifu evolve` run in a folder of its own, every measurement a line in results.jsonl: interrupt
it and give the same command again. Measurements are ballots with both colours; a draw is half a point.
"""

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from kifu.arena.draughts_games import play_games
from kifu.evaluation.draughts import Side, compare
from kifu.learners.evolve import Settings, champion_file, open_evolution, preset
from kifu.models.draughts_net import Network
from kifu.work.seeds import stream

#: Each differs from the paper in one choice.
VARIANTS: dict[str, dict[str, Any]] = {
    "the paper": {},
    "no crossover": {"crossover": "none"},
    "whole nodes crossed": {"crossover": "node"},
    "dominant above 0.5": {"dominant": 0.5},
    "dominant above 0.9": {"dominant": 0.9},
    "Gaussian mutation": {"mutation": "gaussian"},
    "self-adaptive mutation": {"mutation": "adaptive", "width": 0.2},
    "safe mutation": {"mutation": "safe"},
    "population 30": {"population": 30, "elite": 10},
    "32 inputs": {"network": "board"},
    "men and kings apart": {"network": "pieces"},
    "ballots": {"openings": "ballots"},
    "early playout termination": {"decider": "ept:playouts=30"},
    "Blondie24": {"preset": "blondie24"},
    "strategy": {"method": "strategy", "population": 16, "bounds": "none", "rate": 1.0},
    "learning": {"preset": "kifu"},
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["learning", "inheritance", "print", "along", "speed"])
    parser.add_argument("--work", type=Path, default=Path("runs"))
    parser.add_argument("--generations", type=int, default=100)
    parser.add_argument("--depth", type=int, default=2)
    parser.add_argument("--seeds", type=int)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--variants", help="comma-separated; all if not given")
    parser.add_argument("--at", default="1,10,100", help="generations, comma-separated")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.what == "speed":
        speed(arguments)
        return
    if arguments.what == "along":
        along(arguments)
        return
    if arguments.what == "learning":
        learning(arguments)
    elif arguments.what == "inheritance":
        inheritance(arguments)
    show(arguments)


def learning(arguments: argparse.Namespace) -> None:
    """Champions of several seeds along the generations, against random play and counting."""
    for seed in range(1, (arguments.seeds or 5) + 1):
        settings = preset("paper", decider=f"minimax:depth={arguments.depth}")
        folder = arguments.work / f"seed-{seed}"
        seconds = evolve(folder, settings, seed, arguments)
        for generation in milestones(arguments.generations):
            measure(
                arguments, {"seed": seed, "generation": generation}, folder, generation, settings, seconds
            )


def inheritance(arguments: argparse.Namespace) -> None:
    """The last champions of every variant."""
    names = arguments.variants.split(",") if arguments.variants else list(VARIANTS)
    for name in names:
        for seed in range(1, (arguments.seeds or 3) + 1):
            changes = {"decider": f"minimax:depth={arguments.depth}"} | VARIANTS[name]
            settings = preset(changes.pop("preset", "paper"), **changes)
            folder = arguments.work / f"{name.replace(' ', '-')}-{seed}"
            seconds = evolve(folder, settings, seed, arguments)
            key = {"variant": name, "seed": seed, "generation": arguments.generations}
            measure(arguments, key, folder, arguments.generations, settings, seconds)


def along(arguments: argparse.Namespace) -> None:
    """Champions of one run along its generations, both sides searching to the same depth."""
    print("| generation | against random | lost | against counting |")
    print("| ---: | ---: | ---: | ---: |")
    for generation in map(int, arguments.at.split(",")):
        network = Network.load(champion_file(arguments.work, generation))
        first = Side(f"minimax:depth={arguments.depth}", network)
        chance, counting = (
            compare(first, Side(decider), arguments.games, threads=arguments.threads)
            for decider in ("random", f"material:depth={arguments.depth}")
        )
        low, high = counting.share.low, counting.share.high
        print(
            f"| {generation} | {chance.share.value:.1%} | {chance.losses} | "
            f"{counting.share.value:.1%} ({low:.1%}-{high:.1%}) |",
            flush=True,
        )


def speed(arguments: argparse.Namespace) -> None:
    """One generation of the paper: 15 random networks, five games each as Black."""
    networks = [Network.random("squares", stream(1, "bench", i)) for i in range(15)]
    steps = stream(1, "bench", "opponents").integers(1, 15, 75)
    pairs = [(i // 5, (i // 5 + int(step)) % 15, 0) for i, step in enumerate(steps)]
    print(
        "| plies | CPU s | s on the clock | games a CPU s | evaluations | million a CPU s | moves of a game |"
    )
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for depth in (2, 4, 6):
        cpu, clock = time.process_time(), time.perf_counter()
        games = play_games(
            pairs, networks, f"minimax:depth={depth}", move_limit=100, threads=arguments.threads
        )
        cpu, clock = time.process_time() - cpu, time.perf_counter() - clock
        judged, length = int(games.evaluations.sum()), games.lengths.mean()
        print(
            f"| {depth} | {cpu:.2f} | {clock:.2f} | {75 / cpu:,.0f} | {judged:,} | "
            f"{judged / cpu / 1e6:.2f} | {length:.0f} |",
            flush=True,
        )


def milestones(last: int) -> list[int]:
    return [g for g in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if g < last] + [last]


def evolve(folder: Path, settings: Settings, seed: int, arguments: argparse.Namespace) -> float:
    """Run, or what is missing of it; seconds of processor time of what was run now."""
    started = time.process_time()
    with open_evolution(folder, settings, seed, goal=arguments.generations, threads=arguments.threads) as (
        evolution,
        goal,
    ):
        while evolution.generation < goal:
            evolution.advance()
    return time.process_time() - started


def measure(
    arguments: argparse.Namespace,
    key: dict[str, Any],
    folder: Path,
    generation: int,
    settings: Settings,
    seconds: float,
) -> None:
    path = arguments.work / "results.jsonl"
    if any(all(line[name] == value for name, value in key.items()) for line in lines(path)):
        return
    network = Network.load(champion_file(folder, generation))
    first = Side(f"minimax:depth={arguments.depth}", network)
    facts: dict[str, Any] = dict(key)
    for name, decider in (("random", "random"), ("material", f"material:depth={arguments.depth}")):
        found = compare(first, Side(decider), arguments.games, threads=arguments.threads)
        facts[name] = [found.wins, found.draws, found.losses]
    logged = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()][:generation]
    means = [line["mean_of_means"] for line in logged if line["mean_of_means"] is not None]
    facts["mean_of_means"] = mean(means) if means else None
    facts["moves"] = logged[-1]["moves"] / logged[-1]["games"]
    facts["draws"] = logged[-1]["draws"] / (logged[-1]["draws"] + logged[-1]["black"] + logged[-1]["white"])
    facts["seconds"] = round(seconds, 1)
    with path.open("a") as file:
        file.write(json.dumps(facts) + "\n")
    print(facts, flush=True)


def lines(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        yield from (json.loads(line) for line in path.read_text().splitlines())


def show(arguments: argparse.Namespace) -> None:
    """Print the table of what is there, as Markdown."""
    found = list(lines(arguments.work / "results.jsonl"))
    by = "variant" if any("variant" in line for line in found) else "generation"
    print(
        f"| {by} | runs | against random | lost | against counting | mean of means | moves | draws | CPU s |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for value in dict.fromkeys(line[by] for line in found):
        rows = [line for line in found if line[by] == value]
        means = [row["mean_of_means"] for row in rows if row["mean_of_means"] is not None]
        cells = [
            value,
            len(rows),
            spread([share(row["random"]) for row in rows]),
            sum(row["random"][2] for row in rows),
            spread([share(row["material"]) for row in rows]),
            f"{mean(means):+.2f}" if means else "",
            f"{mean(row['moves'] for row in rows):.0f}",
            f"{mean(row['draws'] for row in rows):.0%}",
            f"{mean(row['seconds'] for row in rows):.0f}",
        ]
        print("| " + " | ".join(map(str, cells)) + " |")


def share(result: list[int]) -> float:
    return (result[0] + result[1] / 2) / sum(result)


def spread(shares: list[float]) -> str:
    """Mean and 95 % interval over runs."""
    if len(shares) < 2:
        return f"{mean(shares):.1%}"
    quantile = {2: 12.71, 3: 4.30, 4: 3.18, 5: 2.78, 6: 2.57, 7: 2.45, 8: 2.36, 9: 2.31, 10: 2.26}
    half = quantile.get(len(shares), 2.0) * stdev(shares) / len(shares) ** 0.5
    return f"{mean(shares):.1%} ± {100 * half:.1f}"


if __name__ == "__main__":
    main()
