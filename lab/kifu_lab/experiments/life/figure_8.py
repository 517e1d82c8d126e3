"""Figure 8: who leads where somebody resigns, by the rank of who did."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from kifu.errors import MissingDataError
from kifu.work.facts import JsonObject
from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.experiment import Counts, Experiment, Found
from kifu_lab.experiments.goals import Goal
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.life.paper import PAPER
from kifu_lab.experiments.needs import what_is_missing
from kifu_lab.experiments.tables import Row, Table, Value
from kifu_lab.experiments.values import share_of

_ROLE = "human9-unscored"


def _score(cell: Cell, lab: Lab) -> Result:
    from kifu.analysis.score import score_record
    from kifu.archive import Archive
    from kifu.archive.packed import UNKNOWN_LEVEL
    from kifu.judgement.estimates import nearest_living
    from kifu.models.life import LifeModel
    from kifu.records import sgf
    from kifu.records.moves import Colour

    by_level: dict[int | None, list[float]] = defaultdict(lambda: [0, 0, 0, 0, 0])
    with Archive(lab.sources.archive(_ROLE)) as archive:
        bots = lab.bots(_ROLE, archive) if cell.options["without_bots"] else set()
        rows = [
            (game, levels)
            for games in archive.packed(game="go", size=9, result="resign", split="test")
            for game, *levels in zip(
                games.ids.tolist(), games.black_levels.tolist(), games.white_levels.tolist(), strict=True
            )
            if game not in bots
        ]
        if not rows:
            raise MissingDataError(
                f"expected resigned 9x9 games among the test games of {_ROLE}, the archive has none; "
                + what_is_missing(f"archive:{_ROLE}")
            )
        for done, (game, (black, white)) in enumerate(rows[: cell.options["games"]]):
            lab.progress(done, len(rows), "scoring resigned games")
            sheet = score_record(sgf.read(archive.record(game))[0], model=LifeModel.bundled())
            if sheet.recorded is None or sheet.recorded.winner is None:
                continue
            black_won = sheet.recorded.winner is Colour.BLACK
            sign = 1 if black_won else -1
            stones, komi = sheet.judgement.stones, sheet.terms.komi
            living = _balance(nearest_living(stones, sheet.judgement.dead == 0)) - komi
            nothing = _balance(nearest_living(stones, stones > 0)) - komi
            resigned = white if black_won else black
            found = by_level[None if resigned == UNKNOWN_LEVEL else resigned]
            found[0] += 1
            found[1] += sheet.winner is sheet.recorded.winner
            found[2] += living * sign > 0
            found[3] += nothing * sign > 0
            found[4] += sign * sheet.lead
    names = ("games", "right", "nearest_living", "nothing_off")
    return {
        "ranks": [
            {
                "level": level,
                **{n: int(v) for n, v in zip(names, values, strict=False)},
                "margin": values[4] / values[0],
            }
            for level, values in sorted(by_level.items(), key=lambda item: (item[0] is None, item[0] or 0))
        ]
    }


def _balance(owner: Any) -> int:
    return int((owner == 1).sum()) - int((owner == 2).sum())


SCORE = Task("life/resigned", 1, _score)


def _cells(counts: Counts, seed: int) -> list[Cell]:
    without = counts["without_bots"]
    needs = ("model:life", f"archive:{_ROLE}") + ((f"index:{_ROLE}",) if without else ())
    return [Cell("resigned", SCORE, {"games": counts["games"], "without_bots": without}, None, needs)]


def _tables(counts: Counts, found: Found) -> list[Table]:
    ranks = found["resigned"]["ranks"] if "resigned" in found else []
    games = sum(rank["games"] for rank in ranks)
    named = {
        "bundled model's estimate": ("right", None),
        "nearest living block, the paper's way": ("nearest_living", 87.0),
        "nothing taken off": ("nothing_off", 69.0),
    }
    rows = []
    for name, (key, paper) in named.items():
        right = sum(rank[key] for rank in ranks)
        rows.append(Row(name, [share_of((right, 0, games - right), paper)]))
    note = f"{games:,} games." if games else ""
    heads = [
        "games",
        "right winner, %",
        "nearest living block, %",
        "nothing taken off, %",
        "estimated margin",
    ]
    by_rank = [_by_rank(rank) for rank in ranks if rank["games"] >= _fewest(ranks)]
    return [
        Table("", "way", ["right winner, %"], rows, note=note, chart=False),
        Table("ranks", "rank of who resigned", heads, by_rank, chart=False),
    ]


def _by_rank(rank: JsonObject) -> Row:
    games, level = rank["games"], rank["level"]
    name = "unknown" if level is None else f"{level}d" if level > 0 else f"{1 - level}k"
    keys = ("right", "nearest_living", "nothing_off")
    shares = [share_of((rank[key], 0, games - rank[key])) for key in keys]
    return Row(name, [f"{games}", *shares, Value(rank["margin"], digits=1)])


def _fewest(ranks: list[JsonObject]) -> int:
    """Games of a rank that is shown: fewer are noise, but for a handful of games in all."""
    return 10 if sum(rank["games"] for rank in ranks) > 500 else 1


def _charts(found: Found) -> Mapping[str, str]:
    from kifu_lab.evaluation.life_charts import resigned

    ranks = found["resigned"]["ranks"] if "resigned" in found else []
    fewest = _fewest(ranks)
    known = [rank for rank in ranks if rank["level"] is not None and rank["games"] >= fewest]
    return {"by-rank": resigned(known, fewest)} if known else {}


EXPERIMENT = Experiment(
    name="life/figure-8",
    title="who leads where somebody resigns",
    paper=PAPER,
    place="Figure 8",
    statistic="Winner predicted rightly, in per cent, with Wilson's 95 % interval.",
    goal=Goal(
        "90 % (the paper: 87 %).",
        lambda shown: shown.at("bundled model's estimate", "right winner, %") >= 90,
    ),
    difference="Resigned games of OGS, suspected bots left out; most players are weaker than the paper's.",
    scales={
        "quick": {"games": 20, "without_bots": False},
        "standard": {"games": None, "without_bots": True},
        "paper": {"games": None, "without_bots": True},
    },
    cells=_cells,
    tables=_tables,
    charts=_charts,
)
