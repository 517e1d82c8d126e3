"""Tables 2 to 4: the book instead of the hand-made opening shapes, beside them, and as candidates."""

import statistics
from collections.abc import Callable

from kifu.work.facts import JsonObject
from kifu_lab.experiments.book.matches import joined, match_cell, points, time_saved, won
from kifu_lab.experiments.book.paper import PAPER, POINTS
from kifu_lab.experiments.cells import Cell
from kifu_lab.experiments.experiment import Counts, Experiment, Found, Scale
from kifu_lab.experiments.goals import Goal, Shown
from kifu_lab.experiments.tables import Row, Table, Value

#: By `begin`, for K = 6, 9, 15.
TABLE_2 = {20: (-9, -2, -5), 30: (-9, -8, 3), 40: (-30, -10, -6)}
#: By `nk`, for `begin` = 0, 10, ... 50.
TABLE_4 = {
    0: (None, 1.0, 5.4, 0.6, 3.5, -11.1),
    1: (-1.3, 4.9, 1.8, 3.6, 2.1, -2.9),
    2: (9.6, 15.8, 10.0, 6.1, 5.8, -13.0),
    3: (3.9, 8.6, -0.7, -1.5, -6.7, -20.1),
    4: (5.1, -2.5, 6.7, -4.2, 1.0, -16.9),
}
_BEGINS = (0, 10, 20, 30, 40, 50)
_KS = (6, 9, 15)

_DIFFERENCE = (
    "The base is Kifu's own engine of Indigo's kind with every choice frozen, not Indigo, and its playouts a "
    "move are few."
)

#: Names of settings and what they change, for counts.
Settings = Callable[[Counts], dict[str, JsonObject]]
#: The cells of an experiment, for counts and a seed.
Cells = Callable[[Counts, int], list[Cell]]
#: Series played afresh have seeds that the grid does not use, this far from each other.
_FRESH = 100


def _second(counts: Counts) -> dict[str, JsonObject]:
    return {
        f"k={k},begin={begin}": {"k": k, "begin": begin, "shapes": "no"}
        for begin in counts.get("begins", TABLE_2)
        for k in counts.get("ks", _KS)
    }


def _third(counts: Counts) -> dict[str, JsonObject]:
    return {f"nk=0,begin={begin}": {"nk": 0, "begin": begin} for begin in counts.get("begins", _BEGINS[1:])}


def _fourth(counts: Counts) -> dict[str, JsonObject]:
    return {
        f"nk={nk},begin={begin}": {"nk": nk, "begin": begin}
        for nk in counts.get("nks", TABLE_4)
        for begin in counts.get("begins", _BEGINS)
        if nk or begin
    }


def _grid(settings: Settings) -> Cells:
    def cells(counts: Counts, seed: int) -> list[Cell]:
        return [_cell(name, counts, seed, changes) for name, changes in settings(counts).items()]

    return cells


def _fresh(counts: Counts, seed: int) -> list[Cell]:
    """A setting is played in series of their own seeds, so that none of them takes long."""
    return [
        _cell(_series(name, number), counts, number * _FRESH + seed, {**_pairs(name), **counts["also"]})
        for name in counts["settings"]
        for number in range(1, counts["series"] + 1)
    ]


def _cell(name: str, counts: Counts, seed: int, changes: JsonObject) -> Cell:
    return match_cell(name, counts["games"], counts["size"], counts["playouts"], seed, changes)


def _series(name: str, number: int) -> str:
    return f"{name},series={number}"


def _pairs(text: str) -> JsonObject:
    return dict(pair.split("=") for pair in text.split(","))


def _tables_2(counts: Counts, found: Found) -> list[Table]:
    ks = counts.get("ks", _KS)
    rows = [
        Row(
            f"{begin}",
            [points(found.get(f"k={k},begin={begin}"), TABLE_2[begin][_KS.index(k)]) for k in ks],
        )
        for begin in counts.get("begins", TABLE_2)
    ]
    return [Table("", "begin", [f"K = {k}" for k in ks], rows, "points")]


def _tables_3(counts: Counts, found: Found) -> list[Table]:
    rows = []
    for begin in counts.get("begins", _BEGINS[1:]):
        result = found.get(f"nk=0,begin={begin}")
        paper = TABLE_4[0][_BEGINS.index(begin)]
        rows.append(Row(f"{begin}", [points(result, paper), time_saved(result)]))
    return [Table("", "begin", ["points", "thinking time saved"], rows, "points")]


def _tables_4(counts: Counts, found: Found) -> list[Table]:
    nks = counts.get("nks", tuple(TABLE_4))
    rows = []
    for begin in counts.get("begins", _BEGINS):
        at = _BEGINS.index(begin)
        entries: list[Value | str | None] = [
            points(found.get(f"nk={nk},begin={begin}"), TABLE_4[nk][at]) if nk or begin else None
            for nk in nks
        ]
        rows.append(Row(f"{begin}", entries))
    return [Table("", "begin", [f"nk = {nk}" for nk in nks], rows, "points")]


def _tables_again(counts: Counts, found: Found) -> list[Table]:
    rows = []
    for name in counts["settings"]:
        series = [found.get(_series(name, number)) for number in range(1, counts["series"] + 1)]
        result, chosen = joined([one for one in series if one]), _pairs(name)
        paper = TABLE_4[int(chosen["nk"])][_BEGINS.index(int(chosen["begin"]))]
        games = f"{sum(result['score']) if result else 0}"
        rows.append(Row(name, [games, points(result, paper), won(result), time_saved(result)]))
    columns = ["games", "points", "games won, %", "thinking time saved"]
    return [Table("", "settings", columns, rows, "points", chart=False)]


def _smaller(counts: Counts, seed: int) -> list[Cell]:
    return [
        match_cell(_sized(name, size), counts["games"], size, counts["playouts"], seed, _pairs(name))
        for size in counts["sizes"]
        for name in counts["settings"]
    ]


def _sized(name: str, size: int) -> str:
    return f"{name},size={size}"


def _tables_smaller(counts: Counts, found: Found) -> list[Table]:
    rows = []
    for name in counts["settings"]:
        results = [found.get(_sized(name, size)) for size in counts["sizes"]]
        rows.append(Row(name, [value for result in results for value in (points(result), won(result))]))
    columns = [f"{size}x{size}, {what}" for size in counts["sizes"] for what in ("points", "games won, %")]
    return [Table("", "settings", columns, rows, chart=False)]


def _experiment(
    number: str,
    title: str,
    cells: Cells,
    tables: Callable[[Counts, Found], list[Table]],
    goal: Goal,
    scales: dict[Scale, Counts],
    difference: str = _DIFFERENCE,
) -> Experiment:
    place = number.replace("-", " ").capitalize() if number.startswith("table-") else "beyond it"
    return Experiment(f"book/{number}", title, PAPER, place, POINTS, goal, difference, scales, cells, tables)


def _costs_less_with_k(shown: Shown) -> bool:
    small, _, large = (statistics.mean(shown.column(f"K = {k}").values()) for k in _KS)
    return small < large < 0


def _no_weaker(shown: Shown) -> bool:
    def holds(begin: str) -> bool:
        high = shown.value(begin, "points").high
        return high is not None and high >= 0 and int(shown.text(begin, "thinking time saved").split()[0]) > 0

    return all(holds(begin) for begin in ("10", "20", "30", "40"))


def _gains_enough(shown: Shown) -> bool:
    found = [shown.value(row, "points") for row in shown.rows()]
    return any((at.value or 0) >= 15 and (at.low or 0) > 0 for at in found)


_QUICK = {"games": 2, "size": 9, "playouts": 20}
_STANDARD = {"games": 30, "size": 19, "playouts": 400}
_PAPER = {"games": 100, "size": 19, "playouts": 400}
_PREDICTOR = {"predictor": "yes"}
#: The four best of Table 4 at scale standard, the best first.
_CHOSEN = ("begin=50,nk=3", "begin=10,nk=4", "begin=0,nk=2", "begin=0,nk=4")
#: Moves straight from the book, candidates from it, and both; openings are shorter than on 19x19.
_SMALLER = ("begin=0,nk=2", "begin=0,nk=4", "begin=6,nk=0", "begin=6,nk=2")

EXPERIMENTS = (
    _experiment(
        "table-2",
        "the book instead of the hand-made opening shapes",
        _grid(_second),
        _tables_2,
        Goal(
            "As in the paper: it costs points, less with larger K.",
            _costs_less_with_k,
            "No cost is seen, with any K: the hand-made shapes of this base are few and soon silent, and "
            "thirty games tell apart only what is some twenty points away. More games were not tried.",
        ),
        {"quick": _QUICK | {"begins": (20,), "ks": (6, 15)}, "standard": _STANDARD, "paper": _PAPER},
    ),
    _experiment(
        "table-3",
        "the book beside the hand-made opening shapes",
        _grid(_third),
        _tables_3,
        Goal(
            "As in the paper: not shown to be weaker up to 40 moves, and thinking time is saved.", _no_weaker
        ),
        {"quick": _QUICK | {"begins": (10, 20)}, "standard": _STANDARD, "paper": _PAPER},
    ),
    _experiment(
        "table-4",
        "moves straight from the book by candidates from the book",
        _grid(_fourth),
        _tables_4,
        Goal(
            "As in the paper: two candidates of seven from the book gain points.",
            lambda shown: statistics.mean(shown.column("nk = 2").values()) > 0,
        ),
        {"quick": _QUICK | {"begins": (0, 10), "nks": (0, 2)}, "standard": _STANDARD, "paper": _PAPER},
    ),
    _experiment(
        "again",
        "settings chosen on the grid, played afresh",
        _fresh,
        _tables_again,
        Goal(
            "A gain of 15 points, its interval without 0: the best of 29 cells is a lucky one.", _gains_enough
        ),
        {
            "quick": _QUICK | {"settings": _CHOSEN[:1], "series": 1, "also": {}},
            "standard": _STANDARD | {"games": 50, "settings": _CHOSEN, "series": 8, "also": {}},
            "paper": _PAPER | {"games": 50, "settings": _CHOSEN, "series": 8, "also": {}},
        },
        "Not in the paper, which took the best of its grid. The games have seeds that the grid does not use. "
        "Thinking time is by the clock, that of the series in the middle.",
    ),
    _experiment(
        "predictor",
        "the same over candidates of the model of moves",
        _fresh,
        _tables_again,
        Goal("To see what is left of the gain where learned patterns already rank the candidates."),
        {
            "quick": _QUICK | {"settings": _CHOSEN[:1], "series": 1, "also": _PREDICTOR},
            "standard": _STANDARD | {"games": 50, "settings": _CHOSEN[:2], "series": 2, "also": _PREDICTOR},
            "paper": _PAPER | {"games": 50, "settings": _CHOSEN[:2], "series": 8, "also": _PREDICTOR},
        },
        "Not in the paper: the base here has the model of moves. Thinking time is by the clock, that of the "
        "series in the middle.",
    ),
    _experiment(
        "smaller",
        "the book on smaller boards",
        _smaller,
        _tables_smaller,
        Goal(
            "As on 19x19: candidates from the book gain points, on each board with one setting at least "
            "beyond its interval.",
            lambda shown: all(
                any(
                    (shown.value(row, f"{size}, points").low or 0) > 0
                    for row in shown.rows()
                    if "nk=0" not in row
                )
                for size in ("9x9", "13x13")
            ),
        ),
        {
            "quick": {"games": 2, "playouts": 20, "sizes": (9,), "settings": _SMALLER[:1]},
            "standard": {"games": 100, "playouts": 400, "sizes": (9, 13), "settings": _SMALLER},
            "paper": {"games": 400, "playouts": 400, "sizes": (9, 13), "settings": _SMALLER},
        },
        "The paper leaves smaller boards to later. 9x9 has a book of its own; on 13x13, for want of "
        "games to learn from, that of 19x19 answers.",
    ),
)
