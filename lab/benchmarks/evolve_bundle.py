"""Puts champions of a run among the bundled models, with what was measured on their cards.

    python lab/benchmarks/evolve_bundle.py runs/champion --generation 1000 --results results.jsonl \\
        --early newborn=1 --early young=10
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path

from kifu.learners.evolve.session import champion_file
from kifu.models import draughts_net
from kifu.models.draughts_net import Network

BUNDLED = Path(draughts_net.__file__).parent / "bundled"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("run", type=Path)
    parser.add_argument("--generation", type=int, required=True)
    parser.add_argument("--results", type=Path, help="lines of evolve_performance.py")
    parser.add_argument("--command", help="for the cards, where it was another one than of the preset")
    parser.add_argument("--early", action="append", default=[], help="NAME=GENERATION; repeatable")
    arguments = parser.parse_args()
    about = json.loads((arguments.run / "run.json").read_text())
    command = arguments.command or (
        f"kifu evolve --preset kifu --seed {about['seed']} --generations {arguments.generation} --run RUN"
    )
    results = {}
    if arguments.results:
        lines = [json.loads(line) for line in arguments.results.read_text().splitlines()]
        results = {
            line["pairing"]: dict(zip(("won", "drawn", "lost"), line["result"], strict=True))
            for line in lines
        }
    bundle(arguments, "champion", arguments.generation, command, results)
    for text in arguments.early:
        name, _, generation = text.partition("=")
        bundle(arguments, name, int(generation), command, {})


def bundle(
    arguments: argparse.Namespace,
    name: str,
    generation: int,
    command: str,
    results: dict[str, dict[str, int]],
) -> None:
    network = Network.load(champion_file(arguments.run, generation))
    assert network.card is not None
    description = f"Draughts: the champion of generation {generation}, which taught itself from nothing."
    card = replace(
        network.card, description=description, command=command, results={"generation": generation} | results
    )
    path = BUNDLED / f"draughts-{name}.safetensors"
    network.save(path, card)
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
