"""What each family of features adds to the model that ships; not in the paper."""

from kifu.work.facts import JsonObject
from kifu_lab.experiments.cells import Cell
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.moves.paper import PAPER, STATISTIC
from kifu_lab.experiments.moves.training import full_cell, share
from kifu_lab.experiments.tables import Row, Table, Value

_ALL = 127
#: Groups of facts, by what they are about.
_FACTS = {
    "captures and liberties": [
        "capture", "escape", "atari", "double-atari", "self-atari", "liberties", "approach", "defend", "eye",
        "ko", "last-block", "own-beside-last",
    ],
    "place": ["place", "zone"],
    "distances to earlier moves": ["to-last", "to-second", "to-third", "to-fourth", "both-distances"],
    "stones around": ["nearest", "influence"],
    "loose groups": ["weak-near", "own-group", "enemy-group"],
    "stage and kind of the last move": ["stage", "last-kind"],
}  # fmt: skip
#: What is left out, as options of `FullTraining`; patterns are kinds by bits of `chains`.
WITHOUT: dict[str, JsonObject] = {
    "nothing": {},
    "facts and stones together": {"net": False},
    "answers to the last move": {"chains": _ALL & ~(1 << 1)},
    "follow-ups to the move before": {"chains": _ALL & ~(1 << 2)},
    "small shapes with liberties": {"chains": _ALL & ~(3 << 3)},
    "corners": {"chains": _ALL & ~(1 << 5)},
    "what the last move calls for": {"chains": _ALL & ~(1 << 6)},
    "all but plain shapes": {"chains": 1},
    "all patterns": {"chains": 0},
    **{f"facts: {name}": {"without": groups} for name, groups in _FACTS.items()},
}
RANKS = (1, 5, 10, 20)


def _cells(counts: Counts, seed: int) -> list[Cell]:
    return [
        full_cell(
            name,
            "validation",
            counts["check"],
            seed,
            games=counts["games"],
            counted=counts["counted"],
            **options,
        )
        for name, options in list(WITHOUT.items())[: counts["most"]]
    ]


def _tables(counts: Counts, found: Found) -> list[Table]:
    rows = []
    for name in list(WITHOUT)[: counts["most"]]:
        result = found.get(name)
        loss = Value(result["log_loss"] if result else None, digits=4)
        rows.append(Row(name, [*(share(result, rank) for rank in RANKS), loss]))
    return [Table("", "left out", [*(f"rank {rank}" for rank in RANKS), "log-loss"], rows, chart=False)]


EXPERIMENT = Experiment(
    name="moves/families",
    title="what each family of features adds to the full model",
    paper=PAPER,
    place="beyond it",
    statistic=STATISTIC,
    goal=Goal(
        "No family whose loss nobody would notice.",
        lambda shown: min(shown.column("log-loss").values()) >= shown.at("nothing", "log-loss"),
        "Some families say what others say too; they cost little, and stay.",
    ),
    difference="The paper has one model; this is the one that Kifu ships, trained with fewer games.",
    scales={
        "quick": {"games": 10, "check": 4, "counted": 10, "most": 2},
        "standard": {"games": 1000, "check": 300, "counted": 2500, "most": len(WITHOUT)},
        "paper": {"games": 20000, "check": 500, "counted": 5000, "most": len(WITHOUT)},
    },
    cells=_cells,
    tables=_tables,
)
