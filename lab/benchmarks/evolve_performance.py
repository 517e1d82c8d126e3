"""Any champion against other methods: ballots with both colours, a draw half a point.

`kifu lab run evolve/performance` and `evolve/levels` measure the bundled one.

    python lab/benchmarks/evolve_performance.py champion --half FILE --out results.jsonl
    python lab/benchmarks/evolve_performance.py against --network FILE --rival champion --out trials.jsonl

What stands in the file is not measured again. Against rapid-draughts, from npm in FOLDER:

    kifu match net:champion,depth=6 hub:"node lab/benchmarks/rapid_draughts.js FOLDER 5" --game draughts
"""

import argparse
import json
import time
from pathlib import Path

from kifu.models.draughts_net import Network
from kifu.players.draughts.searching import find_network
from kifu_lab.evaluation.draughts import Side, compare


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["champion", "against"])
    parser.add_argument("--network", default="champion")
    parser.add_argument("--half", help="the champion of half the generations")
    parser.add_argument("--rival", action="append", default=[], help="another network; repeatable")
    parser.add_argument("--games", type=int)
    parser.add_argument("--seconds", type=float, default=0.02, help="a move, against tree search")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    if arguments.what == "champion":
        champion(arguments)
    else:
        against(arguments)


def champion(arguments: argparse.Namespace) -> None:
    network = find_network(arguments.network)
    meet(arguments, "random play, 4 plies", ours(network, 4), Side("random"), 200)
    for depth in (2, 4, 6):
        name = f"counting pieces, {depth} plies each"
        meet(arguments, name, ours(network, depth), Side(f"material:depth={depth},captures=yes"), 312)
    plain = Side("minimax:depth=4", network)
    meet(arguments, "counting pieces, 4 plies each, no extension", plain, Side("material:depth=4"), 312)
    timed = Side(f"minimax:depth=60,captures=yes,deepen=yes,seconds={arguments.seconds}", network)
    tree = Side(f"mcts:playouts=0,seconds={arguments.seconds}")
    meet(arguments, f"pure MCTS, {arguments.seconds:g} s a move each", timed, tree, 100)
    if arguments.half:
        half = find_network(arguments.half)
        meet(arguments, "half the generations ago, 4 plies each", ours(network, 4), ours(half, 4), 312)


def against(arguments: argparse.Namespace) -> None:
    """Networks against each other, 4 plies each."""
    network = find_network(arguments.network)
    for name in arguments.rival:
        rival = find_network(name)
        meet(arguments, f"{arguments.network} against {name}", ours(network, 4), ours(rival, 4), 312)


def ours(network: Network, depth: int) -> Side:
    return Side(f"minimax:depth={depth},captures=yes", network)


def meet(arguments: argparse.Namespace, name: str, first: Side, second: Side, games: int) -> None:
    if done(arguments.out, name):
        return
    started = time.monotonic()
    found = compare(first, second, arguments.games or games, threads=arguments.threads)
    spent = time.monotonic() - started
    keep(arguments.out, name, [found.wins, found.draws, found.losses], spent, str(found), found.moves)


def done(path: Path, name: str) -> bool:
    return path.exists() and any(
        json.loads(line)["pairing"] == name for line in path.read_text().splitlines()
    )


def keep(path: Path, name: str, result: list[int], spent: float, text: str, moves: float = 0.0) -> None:
    facts = {"pairing": name, "result": result, "seconds": round(spent, 1), "moves": round(moves, 1)}
    with path.open("a") as file:
        file.write(json.dumps(facts) + "\n")
    print(f"{name}: {text}", flush=True)


if __name__ == "__main__":
    main()
