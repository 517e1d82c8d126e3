"""A run of `kifu evolve` with one champion, whose network is all zeros."""

import json
from pathlib import Path

import numpy as np

from kifu.models.draughts_net import Network, network_card, weight_count


def breed(run: Path, generation: int = 7) -> None:
    """Make the folder of the run."""
    (run / "champions").mkdir(parents=True)
    about = {"kind": "evolve", "format": 1, "kifu": "0.1.0", "options": {}, "seed": 1}
    (run / "run.json").write_text(json.dumps(about))
    lines = [{"generation": i, "best": i / generation} for i in range(1, generation + 1)]
    (run / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    network = Network("squares", np.zeros(weight_count("squares")))
    network.save(run / "champions" / f"{generation:06}.safetensors", network_card("squares", "A test."))
