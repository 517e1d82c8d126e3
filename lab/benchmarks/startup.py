"""How long commands take that only say something: from the start of Python to the end, by the clock.

    python lab/benchmarks/startup.py [--times 20]

The first run is not counted: it reads the files from the disk.
"""

import argparse
import statistics
import subprocess
import sys
import time

COMMANDS = ("--help", "--version", "info sample", "show sample", "score sample", "predict sample --move 12")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=20)
    arguments = parser.parse_args()
    print("| command | median, ms | longest, ms |")
    print("| --- | ---: | ---: |")
    for command in COMMANDS:
        took = [seconds(command) for _ in range(arguments.times + 1)][1:]
        print(f"| `kifu {command}` | {1000 * statistics.median(took):.0f} | {1000 * max(took):.0f} |")


def seconds(command: str) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "kifu", *command.split()], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
