"""A GTP engine that knows one dead stone, B3, and misbehaves as its first argument says."""

import sys
import time
from pathlib import Path


def answer(mode: str, command: str) -> str:
    if command == "version":
        return "= fake"
    if command != "final_status_list dead":
        return "="
    if mode == "slow":
        time.sleep(0.05)
    elif mode == "hang":
        time.sleep(60)
    elif mode == "crash":
        sys.exit(3)
    elif mode == "nonsense":
        return "= I think Z99 is dead"
    elif mode == "empty-point":
        return "= A5"
    elif mode == "refuse":
        return "? no idea"
    elif mode == "silent-then-well":
        marker = Path(sys.argv[2])
        if not marker.exists():
            marker.touch()
            sys.exit(3)
    return "= B3"


for line in sys.stdin:
    print(answer(sys.argv[1], line.strip()), end="\n\n", flush=True)
