"""What trainings of networks reached on validation games, as they went.

    python lab/benchmarks/network_runs.py runs/network-9 runs/network

Prints a Markdown table from the logs of runs: at most eight lines a run.
"""

import argparse
import json
from pathlib import Path

LINES = 8


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="+", type=Path)
    print("| run | positions | minutes | moves first | log-loss | owners right | winners right | lead off |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for run in parser.parse_args().runs:
        lines = [json.loads(line) for line in (run / "log.jsonl").read_text("utf-8").splitlines()]
        step = -(-len(lines) // LINES)
        for line in lines[::-1][::step][::-1]:
            shares = (f"{line[name]:.2%}" for name in ("owners", "winners"))
            cells = [run.name, f"{line['positions']:,}", f"{line['minutes']:.0f}", f"{line['moves']:.2%}"]
            cells += [f"{line['move_loss']:.3f}", *shares, f"{line['lead']:.2f}"]
            print("|", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
