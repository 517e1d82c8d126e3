"""From the paper's features to the full set: what each family adds, and what it costs to leave it out."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.life.paper import LABELS, PAPER
from kifu_lab.experiments.tables import Row, Table, Value

if TYPE_CHECKING:
    from kifu.learners.life.base import Examples

#: Groups of the features beyond the paper, by the first name of each.
GROUPS = {
    "the moment": "board_points",
    "ownership over playouts": "own_stones",
    "unconditional life": "safe",
    "reading": "capturable",
    "eyes": "eyes_1",
    "liberties and race": "chain_liberties",
    "surroundings": "friends_2",
}
SETS = (
    "paper",
    "full",
    *(f"paper + {name}" for name in GROUPS),
    *(f"full - {name}" for name in GROUPS),
)
_MEASURED_SHARE = 0.2  # of the blocks of the games that are measured on


def columns_of(name: str) -> list[int]:
    """Columns of the full set that a set of features has."""
    from kifu.features.life import LifeFeatures

    names = LifeFeatures("full").names
    paper, every = list(range(len(LifeFeatures("paper").names))), list(range(len(names)))
    starts = [names.index(first) for first in GROUPS.values()]
    ends = [*starts[1:], len(names)]
    groups = {
        group: list(range(*span)) for group, span in zip(GROUPS, zip(starts, ends, strict=True), strict=True)
    }
    base, _, rest = name.partition(" ")
    chosen = groups.get(rest[2:], [])
    if base == "paper":
        return paper + chosen
    return [column for column in every if column not in chosen]


def _train(cell: Cell, lab: Lab) -> Result:
    import numpy as np

    from kifu.learners.life.base import Examples
    from kifu.learners.life.classifiers import make_classifier
    from kifu.learners.life.trees import BoostedTrees

    told = cell.options
    learn, check, measured, game = _collected(lab, told["examples"], told["playouts"], cell.seed or 1)
    chosen = columns_of(told["features"])

    def cut(pool: Examples) -> Examples:
        return Examples(np.ascontiguousarray(pool.rows[:, chosen]), pool.alive)

    trees = told["classifier"] == "trees"
    classifier: Any = BoostedTrees(trees=told["trees"]) if trees else make_classifier(told["classifier"])
    classifier.fit(cut(learn), cut(check))
    asked = cut(measured)
    wrong = (classifier.predict(asked.rows) >= 0.5) != (asked.alive == 1)
    return {
        "inputs": len(chosen),
        "blocks": len(wrong),
        "games": len(np.unique(game)),
        "dead": float(1 - asked.alive.mean()),
        # By game, so that two feature sets can be compared on the same games.
        "wrong_by_game": np.bincount(game, weights=wrong).astype(int).tolist(),
        "blocks_by_game": np.bincount(game).tolist(),
    }


TRAIN = Task("life/features", 1, _train)


def _collected(lab: Lab, wanted: int, playouts: int, seed: int) -> "tuple[Examples, Examples, Examples, Any]":
    """Examples to learn from, to stop by, to measure on; the last two are halves of the validation games."""
    import numpy as np

    from kifu.features.life import LifeFeatures, examples
    from kifu.learners.life.base import Examples
    from kifu.learners.life.collecting import collect
    from kifu.learners.life.settings import Collecting

    key = ("life-ablation", lab.sources.fingerprint("labels:human9"), wanted, playouts, seed)
    if key not in lab.read:
        how = Collecting(LifeFeatures("full", playouts), 0.05, None, seed)
        training, validation = lab.labelled("human9", "train"), lab.labelled("human9", "validation")
        learn = collect(
            training, wanted, how, threads=lab.threads, executor=lab.executor, progress=lab.progress
        )
        halves = [games.take(games.ids % 2 == 0) for games in validation]
        check = collect(halves, None, how, threads=lab.threads, executor=lab.executor, progress=lab.progress)
        rows, alive, game, done = [], [], [], 0
        for part in lab.labelled("human9", "validation", independent=True):
            for some in part.take(part.ids % 2 == 1).chunks(256):
                found = examples(
                    some,
                    how.features,
                    share=_MEASURED_SHARE,
                    first_game=done,
                    threads=lab.threads,
                )
                rows.append(found.features)
                alive.append(found.alive)
                game.append(found.game)
                done += len(some)
        measured = Examples(np.concatenate(rows), np.concatenate(alive).astype(np.float64))
        lab.read[key] = (learn, check, measured, np.concatenate(game))
    collected: tuple[Examples, Examples, Examples, Any] = lab.read[key]
    return collected


def _name(features: str, classifier: str) -> str:
    return f"{features}, {classifier}"


def _pairs(counts: Counts) -> list[tuple[str, str]]:
    return [
        (features, classifier)
        for features in counts["sets"]
        for classifier in (("trees", "gdx-25") if features in ("paper", "full") else ("trees",))
    ]


def _cells(counts: Counts, seed: int) -> list[Cell]:
    told = {name: counts[name] for name in ("examples", "playouts", "trees")}
    return [
        Cell(_name(*pair), TRAIN, {"features": pair[0], "classifier": pair[1], **told}, seed, LABELS)
        for pair in _pairs(counts)
    ]


def _tables(counts: Counts, found: Found) -> list[Table]:
    rows = []
    for features, classifier in _pairs(counts):
        result = found.get(_name(features, classifier))
        base_name = "paper" if features == "full" else features.partition(" ")[0]
        base = found.get(_name(base_name, classifier)) if base_name != features else None
        error = drawn_again(result, result["wrong_by_game"]) if result else Value(None)
        change = difference(result, base) if result and base else None
        rows.append(Row(features, [str(len(columns_of(features))), classifier, error, change]))
    known = next(iter(found.values()), None)
    note = ""
    if known:
        note = (
            f"{known['blocks']:,} blocks of {known['games']:,} validation games; all alive is wrong "
            f"in {100 * known['dead']:.1f} %. The change is from paper to full, or from the set that the "
            "row's name begins with."
        )
    heads = ["inputs", "classifier", "wrong, %", "change"]
    return [Table("", "features", heads, rows, note=note, chart=False)]


def difference(result: Result, base: Result) -> Value:
    """The change of the error in points of a per cent."""
    wrong = zip(result["wrong_by_game"], base["wrong_by_game"], strict=True)
    return drawn_again(result, [mine - theirs for mine, theirs in wrong], signed=True)


def drawn_again(result: Result, wrong: Sequence[int], signed: bool = False) -> Value:
    """Wrong blocks of each game among all of its blocks, in per cent; games are drawn again and again."""
    import numpy as np

    from kifu.work.seeds import stream

    blocks, more = np.array(result["blocks_by_game"]), np.array(wrong)
    n = len(blocks)
    drawn = stream(1, "bootstrap").multinomial(n, np.full(n, 1 / n), size=1000)
    low, high = np.quantile(100 * (drawn @ more) / np.maximum(1, drawn @ blocks), [0.025, 0.975])
    return Value(100 * float(more.sum()) / float(blocks.sum()), float(low), float(high), signed=signed)


EXPERIMENT = Experiment(
    name="life/ablation",
    title="from the paper's features to the full set",
    paper=PAPER,
    place="beyond it",
    statistic="Blocks judged wrongly, in per cent; the change with its 95 % interval over games.",
    goal=Goal("To know what the features beyond the paper are worth."),
    difference="The paper has one set of features.",
    scales={
        "quick": {"sets": SETS[:3], "examples": 60, "playouts": 4, "trees": 5},
        "standard": {"sets": SETS, "examples": 50_000, "playouts": 64, "trees": 200},
        "paper": {"sets": SETS, "examples": 175_000, "playouts": 64, "trees": 200},
    },
    cells=_cells,
    tables=_tables,
)
