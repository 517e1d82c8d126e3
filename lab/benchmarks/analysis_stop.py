"""How long an analysis goes on after there is input: `kifu gtp` as a process, Katia thinking.

    python lab/benchmarks/analysis_stop.py --times 50 [--size 19] [--threads 1]

From the moment a line is written to the end of the analysis that it ends. Prints the median and the longest.
"""

import argparse
import statistics
import subprocess
import sys
import time


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    engine = subprocess.Popen(
        [sys.executable, "-m", "kifu", "gtp", "--player", f"katia:threads={arguments.threads}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert engine.stdin is not None
    assert engine.stdout is not None
    engine.stdin.write(f"boardsize {arguments.size}\n")
    engine.stdout.readline()
    engine.stdout.readline()
    waits = []
    for number in range(arguments.times):
        engine.stdin.write("kata-analyze b 10\n")
        while not engine.stdout.readline().startswith("info move"):
            pass
        time.sleep(0.01 * (number % 10))  # at any moment between two lines
        asked = time.monotonic()
        engine.stdin.write("\n")
        while engine.stdout.readline() != "\n":
            pass
        waits.append(1000 * (time.monotonic() - asked))
    engine.stdin.write("quit\n")
    engine.wait()
    print(
        f"{arguments.size}x{arguments.size}, {arguments.threads} thread(s), {arguments.times} times: "
        f"median {statistics.median(waits):.1f} ms, longest {max(waits):.1f} ms"
    )


if __name__ == "__main__":
    main()
