"""What all experiments of the paper share: its choices, and those that it leaves open."""

from kifu.work.facts import JsonObject

PAPER = "Huang, Connell and McQuade, Experiments with Learning Opening Strategy in the Game of Go"

#: What the paper leaves open, as it was chosen on seeds that no result uses (docs/results/opening.md).
PLAIN: JsonObject = {"rate": 1.0, "scale": 40.0, "explore": 0.3, "width": 0.005}
#: What did best of all: B and E scalar, C and D binary, B of stones only, TD(0.8).
BEST: JsonObject = PLAIN | {"encoding": "mixed", "edges": "stones", "trace": 0.8}
