"""What all experiments of the paper share: its choices, and those that it leaves open."""

from typing import Any

PAPER = "Huang, Connell and McQuade, Experiments with Learning Opening Strategy in the Game of Go"

#: What the paper leaves open. Rate and scale come from trials with other options (docs/results/opening.md).
PLAIN: dict[str, Any] = {"rate": 0.3, "scale": 40.0}
#: What did best in those trials: B and E scalar, C and D binary, B of stones only, TD(0.8).
BEST: dict[str, Any] = PLAIN | {"encoding": "mixed", "edges": "stones", "trace": 0.8}
