"""Figure 4 and Tables 1 to 5 of Huang, Connell and McQuade: opening players trained and compared.

    python benchmarks/opening_tables.py curve --work runs/opening --seeds 5
    python benchmarks/opening_tables.py curve --work runs/opening-gnugo --seeds 2 --expert gnugo:level=1
    python benchmarks/opening_tables.py best --work runs/opening --seeds 5
    python benchmarks/opening_tables.py robin --work runs/opening
    python benchmarks/opening_tables.py choose --work runs/choose --seeds 3
    python benchmarks/opening_tables.py judge --work runs/opening --expert gnugo:level=1 --players best-1
    python benchmarks/opening_tables.py print --work runs/opening

Every player is a `kifu train opening` run in a folder of its own, every match a line in matches.jsonl:
interrupt it and give the same command again. Matches are games in pairs with colours exchanged, whose first
two moves are drawn: two networks would otherwise play one game again and again.
"""

import argparse
import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

from kifu.arena.opening_experts import make_expert
from kifu.arena.opening_games import OpeningTerms, play_pair
from kifu.evaluation.intervals import wilson
from kifu.evaluation.opening import curves, late_share, share
from kifu.learners.opening import OpeningSettings, open_training
from kifu.learners.opening.session import model_file, model_of
from kifu.models.opening import OpeningModel
from kifu.work.files import write_text
from kifu.work.seeds import native_seed

#: Games that are judged at a time.
PART = 10
SETS = ["A" + "".join(more) for n in range(5) for more in combinations("BCDE", n)]
#: What the paper leaves open. Rate and scale come from trials with other options (docs/results/opening.md).
PAPER: dict[str, Any] = {"rate": 0.3, "scale": 40.0}
#: What did best in those trials, with one seed.
BEST: dict[str, Any] = PAPER | {"encoding": "mixed", "edges": "stones", "trace": 0.8, "every": 250}
#: What was tried, each different from the paper's in some options.
TRIALS: dict[str, dict[str, Any]] = {
    "paper": {},
    "rate-0.03": {"rate": 0.03},
    "rate-0.1": {"rate": 0.1},
    "rate-1": {"rate": 1.0},
    "scale-81": {"scale": 81.0},
    "black": {"view": "black"},
    "explore-0.3": {"explore": 0.3},
    "skip": {"drawn": "skip"},
    "stones": {"edges": "stones"},
    "trace-0.8": {"trace": 0.8},
    "stones-trace-0.8": {"edges": "stones", "trace": 0.8},
    "mixed-stones": {"encoding": "mixed", "edges": "stones"},
    "mixed-stones-trace-0.8": {"encoding": "mixed", "edges": "stones", "trace": 0.8},
    "scalar-stones-trace-0.8": {"encoding": "scalar", "edges": "stones", "trace": 0.8},
}
#: Table 5, the only one whose column heads are whole: binary against scalar, games won of 100.
TABLE_5 = {
    "A": 50, "AB": 29, "AC": 63, "ABC": 48, "AD": 70, "ABD": 63, "ACD": 69, "ABCD": 66,
    "AE": 35, "ABE": 26, "ACE": 33, "ABCE": 52, "ADE": 49, "ABDE": 43, "ACDE": 49, "ABCDE": 54,
}  # fmt: skip
#: Tables 2 and 4: additional games won with a feature, in per cent.
GAINS = {"scalar": {"B": 4, "C": 3, "D": 13, "E": 8}, "binary": {"B": -5, "C": 5, "D": 14, "E": 18}}
SPREAD = {"scalar": (42, 56), "binary": (21, 65)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["curve", "best", "robin", "choose", "judge", "print"])
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--games", type=int, default=3000, help="of training")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--match", type=int, default=100, help="games of a pair")
    parser.add_argument("--expert", default="kifu")
    parser.add_argument("--players", default="curve-1,best-1", help="whom to judge, by their folders")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.what == "curve":
        for seed in range(1, arguments.seeds + 1):
            train(arguments, f"curve-{seed}", PAPER | {"expert": arguments.expert}, seed)
    elif arguments.what == "best":
        for seed in range(1, arguments.seeds + 1):
            train(arguments, f"best-{seed}", BEST | {"expert": arguments.expert}, seed)
    elif arguments.what == "robin":
        robin(arguments)
    elif arguments.what == "choose":
        arguments.games = min(arguments.games, 1000)
        for name, options in TRIALS.items():
            for seed in range(101, 101 + arguments.seeds):  # seeds that no result uses
                options = PAPER | {"every": 500, "test_games": 200, "expert": arguments.expert} | options
                train(arguments, f"choose-{name}-{seed}", options, seed)
    elif arguments.what == "judge":
        judge(arguments)
    show(arguments)


def train(arguments: argparse.Namespace, name: str, options: dict[str, Any], seed: int) -> OpeningModel:
    """Train a player, or what is missing of it."""
    folder = arguments.work / name
    settings = OpeningSettings(**options)
    with open_training(folder, settings, seed, threads=arguments.threads) as training:
        done = training.games >= arguments.games
        while training.games < arguments.games:
            step, times = training.advance(min(settings.every, arguments.games - training.games))
            with (folder / "times.jsonl").open("a") as file:
                line = {"games": step.games, "training": times.training, "expert": times.expert}
                file.write(json.dumps(line | {"all": times.seconds}) + "\n")
            print(f"{name}: {step.games} games, {step.wins} of {step.test_games} won", flush=True)
        if not done or not model_file(folder).exists():
            command = "python benchmarks/opening_tables.py " + arguments.what
            model_of(training, settings, seed, command).save(model_file(folder))
    return OpeningModel.load(model_file(folder))


def robin(arguments: argparse.Namespace) -> None:
    """Train the 31 players and the mixture, and let them meet."""
    players: dict[tuple[str, str], OpeningModel] = {}
    for encoding in ("scalar", "binary"):
        for features in SETS:
            if features == "A" and encoding == "binary":
                players[features, encoding] = players["A", "scalar"]  # the same player
                continue
            options = PAPER | {"features": features, "encoding": encoding, "every": 250}
            name = f"{features}-{encoding}"
            players[features, encoding] = train(arguments, name, options | {"expert": arguments.expert}, 1)
    players["ABCDE", "mixed"] = train(
        arguments,
        "ABCDE-mixed",
        PAPER | {"encoding": "mixed", "every": 250, "expert": arguments.expert},
        1,
    )
    wanted = [((a, e), (b, e)) for e in ("scalar", "binary") for a, b in combinations(SETS, 2)]
    wanted += [((s, "binary"), (s, "scalar")) for s in SETS if s != "A"]
    wanted += [(("ABCDE", "mixed"), ("ABCDE", e)) for e in ("scalar", "binary")]
    expert = make_expert(arguments.expert, arguments.threads)
    terms = OpeningTerms(drawn=2)
    path = arguments.work / "matches.jsonl"
    known = {(line["first"], line["second"]) for line in lines(path)}
    try:
        for first, second in wanted:
            names = "-".join(first), "-".join(second)
            if names in known:
                continue
            played = play_pair(
                players[first].network,
                players[second].network,
                arguments.match,
                expert,
                terms,
                seed=native_seed(1, *names),
                threads=arguments.threads,
            )
            facts = {"first": names[0], "second": names[1], "games": arguments.match}
            facts |= {"wins": played.wins, "draws": played.draws, "points": played.first_points.mean()}
            with path.open("a") as file:
                file.write(json.dumps(facts) + "\n")
            print(facts, flush=True)
    finally:
        expert.close()


def judge(arguments: argparse.Namespace) -> None:
    """Let another expert than the one they learned with finish games of players against Random."""
    path = arguments.work / "judged.jsonl"
    known = {(line["player"], line["expert"], line["part"]) for line in lines(path)}
    expert = make_expert(arguments.expert, arguments.threads)
    try:
        for player in arguments.players.split(","):
            network = OpeningModel.load(model_file(arguments.work / player)).network
            for part in range(0, arguments.match, PART):
                if (player, arguments.expert, part) in known:
                    continue
                seed = native_seed(1, "judge", part)
                played = play_pair(network, None, PART, expert, OpeningTerms(), seed=seed)
                facts = {"player": player, "expert": arguments.expert, "part": part, "games": PART}
                facts |= {"wins": played.wins, "draws": played.draws, "points": played.first_points.mean()}
                with path.open("a") as file:
                    file.write(json.dumps(facts) + "\n")
                print(facts, flush=True)
    finally:
        expert.close()


def lines(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        yield from (json.loads(line) for line in path.read_text().splitlines())


def show(arguments: argparse.Namespace) -> None:
    """Print what is there as Markdown."""
    for what, title in (
        ("curve", "Player ABCDE, the paper's"),
        ("best", "The best found"),
        ("choose", "Choices, with seeds that no result uses"),
    ):
        runs = {
            path.parent.name: list(lines(path))
            for path in sorted(arguments.work.glob(f"{what}-*/log.jsonl"))
            if path.stat().st_size
        }
        if runs:
            show_curves(title, runs, tests=1 if what == "choose" else 5)
            write_text(arguments.work / f"{what}.svg", curves(list(runs.values())))
    show_judged(list(lines(arguments.work / "judged.jsonl")))
    matches = {(line["first"], line["second"]): line for line in lines(arguments.work / "matches.jsonl")}
    if matches:
        for encoding in ("scalar", "binary"):
            show_robin(encoding, matches)
        show_encodings(matches)


def show_curves(title: str, runs: dict[str, list[dict[str, Any]]], tests: int) -> None:
    print(f"\n{title}, against Random:\n")
    print("| run | games | first test | last tests | 95 % interval |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for name, log in runs.items():
        late = late_share(log, tests)
        print(
            f"| {name} | {log[-1]['games']:,} | {share(log[0]):.0%} | {late.value:.1%} | "
            f"{late.low:.1%}-{late.high:.1%} |"
        )
    shares = [late_share(log, tests).value for log in runs.values()]
    mean = sum(shares) / len(shares)
    spread = (sum((s - mean) ** 2 for s in shares) / max(1, len(shares) - 1)) ** 0.5
    print(f"\nMean of the seeds {mean:.1%}, standard deviation {spread:.1%}; the paper just over 75 %.")


def show_judged(judged: list[dict[str, Any]]) -> None:
    if judged:
        print("\nAgainst Random, games finished by another expert:\n")
        print("| player | expert | games | won | 95 % interval | points |")
        print("| --- | --- | ---: | ---: | ---: | ---: |")
    for player, expert in sorted({(line["player"], line["expert"]) for line in judged}):
        parts = [line for line in judged if (line["player"], line["expert"]) == (player, expert)]
        games = sum(line["games"] for line in parts)
        at = wilson(round(sum(line["wins"] + line["draws"] / 2 for line in parts)), games)
        points = sum(line["points"] * line["games"] for line in parts) / games
        print(
            f"| {player} | {expert} | {games} | {at.value:.1%} | {at.low:.1%}-{at.high:.1%} | {points:+.1f} |"
        )


def show_robin(encoding: str, matches: dict[tuple[str, str], dict[str, Any]]) -> None:
    won = dict.fromkeys(SETS, 0.0)
    played = dict.fromkeys(SETS, 0)
    for a, b in combinations(SETS, 2):
        match = matches.get((f"{a}-{encoding}", f"{b}-{encoding}"))
        if match is None:
            continue
        points = match["wins"] + match["draws"] / 2
        won[a] += points
        won[b] += match["games"] - points
        played[a] += match["games"]
        played[b] += match["games"]
    if not all(played.values()):
        return
    print(f"\nRound robin of the {encoding} players, games won:\n")
    print("| player | won | 95 % interval |\n| --- | ---: | ---: |")
    for player in sorted(SETS, key=lambda s: won[s] / played[s]):
        at = wilson(round(won[player]), played[player])
        print(f"| {player} | {at.value:.1%} | {at.low:.1%}-{at.high:.1%} |")
    low, high = SPREAD[encoding]
    print(f"\nThe paper's weakest and strongest: {low} %, {high} %. Additional games won with a feature:\n")
    print("| feature | Kifu | the paper |\n| --- | ---: | ---: |")
    for letter in "BCDE":
        gains = [
            won["".join(sorted(s + letter))] / won[s] * played[s] / played["".join(sorted(s + letter))] - 1
            for s in SETS
            if letter not in s
        ]
        print(f"| {letter} | {sum(gains) / len(gains):+.0%} | {GAINS[encoding][letter]:+d} % |")


def show_encodings(matches: dict[tuple[str, str], dict[str, Any]]) -> None:
    rows = []
    for player in SETS:
        match = matches.get((f"{player}-binary", f"{player}-scalar"))
        if match is not None:
            at = wilson(round(match["wins"] + match["draws"] / 2), match["games"])
            rows.append(f"| {player} | {at.value:.0%} | {at.low:.0%}-{at.high:.0%} | {TABLE_5[player]} % |")
    if rows:
        print("\nBinary against scalar, games won by the binary player:\n")
        print("| player | Kifu | 95 % interval | the paper |\n| --- | ---: | ---: | ---: |")
        print("\n".join(rows))
    for encoding in ("scalar", "binary"):
        match = matches.get(("ABCDE-mixed", f"ABCDE-{encoding}"))
        if match is not None:
            at = wilson(round(match["wins"] + match["draws"] / 2), match["games"])
            print(f"\nThe mixture against {encoding}: {at.value:.0%} ({at.low:.0%}-{at.high:.0%}).")


if __name__ == "__main__":
    main()
