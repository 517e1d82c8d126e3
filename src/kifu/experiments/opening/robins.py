"""Tables 1 to 5: players with different features meet."""

import math
from itertools import combinations
from typing import Any

from kifu.experiments.cells import Cell, Result, Task
from kifu.experiments.experiment import Counts, Experiment, Found, Scale
from kifu.experiments.lab import Lab
from kifu.experiments.opening.paper import PAPER, PLAIN
from kifu.experiments.opening.players import needs_of, trained
from kifu.experiments.tables import Row, Table, Value

SETS = tuple("A" + "".join(more) for n in range(5) for more in combinations("BCDE", n))
#: The weakest and the strongest player of Tables 1 and 3, whose heads are damaged in the text.
SPREAD = {"scalar": (42, 56), "binary": (21, 65)}
#: Tables 2 and 4: additional games won with a feature, in per cent.
GAINS = {"scalar": {"B": 4, "C": 3, "D": 13, "E": 8}, "binary": {"B": -5, "C": 5, "D": 14, "E": 18}}
#: Table 5: games won by the binary player, of 100.
TABLE_5 = {
    "A": 50, "AB": 29, "AC": 63, "ABC": 48, "AD": 70, "ABD": 63, "ACD": 69, "ABCD": 66,
    "AE": 35, "ABE": 26, "ACE": 33, "ABCE": 52, "ADE": 49, "ABDE": 43, "ACDE": 49, "ABCDE": 54,
}  # fmt: skip

Player = tuple[str, str]


def _options(player: Player, counts: Counts) -> dict[str, Any]:
    features, encoding = player
    # Without other features both encodings are the same player, which is trained once.
    encoding = "scalar" if features == "A" else encoding
    told = {k: counts[k] for k in ("games", "expert") if k in counts}
    return (
        PLAIN | {"features": features, "encoding": encoding, "every": counts["every"], "test_games": 0} | told
    )


def _meet(cell: Cell, lab: Lab) -> Result:
    """Let a player meet others; the first two moves are drawn, the same in both games of a pair."""
    from kifu.arena.opening_experts import make_expert
    from kifu.arena.opening_games import OpeningTerms, play_pair
    from kifu.work.seeds import native_seed

    assert cell.seed is not None
    options = cell.options
    first, _ = trained(lab, options["player"], cell.seed)
    scores = {}
    expert = make_expert(options["player"].get("expert", "kifu"), lab.threads, lab.executor)
    try:
        for name, opponent in options["others"].items():
            second, _ = trained(lab, opponent, cell.seed)
            played = play_pair(
                first.network,
                second.network,
                options["match"],
                expert,
                OpeningTerms(drawn=2),
                seed=native_seed(cell.seed, options["name"], name),
                threads=lab.threads,
                progress=lab.progress,
            )
            losses = options["match"] - played.wins - played.draws
            points = float(played.first_points.mean())
            scores[name] = {"score": [played.wins, played.draws, losses], "points": points}
    finally:
        expert.close()
    return {"against": scores}


MEET = Task("opening/meet", 3, _meet)


def _cell(player: Player, others: list[Player], counts: Counts, seed: int) -> Cell:
    options = {
        "name": "-".join(player),
        "player": _options(player, counts),
        "others": {"-".join(other): _options(other, counts) for other in others},
        "match": counts["match"],
    }
    return Cell("-".join(player), MEET, options, seed, needs_of(options["player"]))


def _robin(encoding: str) -> Any:
    def cells(counts: Counts, seed: int) -> list[Cell]:
        """A player meets those after it."""
        sets = counts["sets"]
        return [
            _cell((s, encoding), [(other, encoding) for other in sets[i + 1 :]], counts, seed)
            for i, s in enumerate(sets[:-1])
        ]

    return cells


def _shares(encoding: str, counts: Counts, found: Found) -> dict[str, tuple[float, int]]:
    """Points and games of every player, if all have met."""
    sets = counts["sets"]
    won = {s: [0.0, 0] for s in sets}
    for s in sets[:-1]:
        result = found.get(f"{s}-{encoding}")
        if result is None:
            return {}
        for name, facts in result["against"].items():
            wins, draws, losses = facts["score"]
            games = wins + draws + losses
            for player, points in ((s, wins + draws / 2), (name.partition("-")[0], losses + draws / 2)):
                won[player][0] += points
                won[player][1] += games
    return {s: (points, int(games)) for s, (points, games) in won.items()}


def _robin_tables(encoding: str) -> Any:
    def tables(counts: Counts, found: Found) -> list[Table]:
        shares = _shares(encoding, counts, found)
        weakest, strongest = SPREAD[encoding]
        order = sorted(shares, key=lambda s: shares[s][0] / shares[s][1])
        rows = []
        for s in order:
            paper = weakest if s == order[0] else strongest if s == order[-1] else None
            rows.append(Row(s, [_share(*shares[s], paper)]))
        return [Table("", "player", ["games won, %"], rows, "per cent")]

    return tables


def _gain_tables(encoding: str) -> Any:
    def tables(counts: Counts, found: Found) -> list[Table]:
        shares = {s: won / games for s, (won, games) in _shares(encoding, counts, found).items()}
        rows = []
        known = {letter for s in counts["sets"] for letter in s if s.replace(letter, "") in counts["sets"]}
        for letter in sorted(known):
            gains = [
                100 * (shares[more] / shares[s] - 1)
                for s in shares
                if letter not in s and (more := "".join(sorted(s + letter))) in shares and shares[s]
            ]
            gain = sum(gains) / len(gains) if gains else None
            half = _half(gains)
            low, high = (gain - half, gain + half) if gain is not None and half is not None else (None, None)
            rows.append(Row(letter, [Value(gain, low, high, GAINS[encoding][letter], 0, True)]))
        return [Table("", "feature", ["additional games won, %"], rows, "per cent")]

    return tables


def _half(gains: list[float]) -> float | None:
    """Half of the 95 % interval of the mean over pairs of players."""
    import statistics

    if len(gains) < 3:
        return None
    return 2.0 * statistics.stdev(gains) / math.sqrt(len(gains))


def _share(points: float, games: int, paper: float | None) -> Value:
    from kifu.evaluation.intervals import wilson

    at = wilson(round(points), games)
    return Value(100 * at.value, 100 * at.low, 100 * at.high, paper, 0)


def _fifth(counts: Counts, seed: int) -> list[Cell]:
    cells = [_cell((s, "binary"), [(s, "scalar")], counts, seed) for s in counts["sets"] if s != "A"]
    if "ABCDE" in counts["sets"]:
        cells.append(_cell(("ABCDE", "mixed"), [("ABCDE", "scalar"), ("ABCDE", "binary")], counts, seed))
    return cells


def _fifth_tables(counts: Counts, found: Found) -> list[Table]:
    rows = []
    for s in counts["sets"]:
        facts = found.get(f"{s}-binary", {}).get("against", {}).get(f"{s}-scalar")
        rows.append(Row(s, [_of(facts, TABLE_5[s]) if s != "A" else "the same player (50)"]))
    mixed = found.get("ABCDE-mixed", {}).get("against", {})
    others = [Row(name, [_of(facts, None)]) for name, facts in mixed.items()]
    tables = [Table("", "player", ["won by binary, %"], rows, "per cent")]
    if others:
        tables.append(Table("mixture", "against", ["won by the mixture, %"], others, chart=False))
    return tables


def _of(facts: dict[str, Any] | None, paper: float | None) -> Value:
    if facts is None:
        return Value(None, paper=paper, digits=0)
    wins, draws, losses = facts["score"]
    return _share(wins + draws / 2, wins + draws + losses, paper)


_SCALES: dict[Scale, Counts] = {
    "quick": {"sets": ("A", "AD"), "games": 20, "every": 20, "match": 4},
    "standard": {"sets": SETS, "games": 3000, "every": 500, "match": 100},
    "paper": {"sets": SETS, "games": 3000, "every": 500, "match": 100, "expert": "gnugo:level=1"},
}
_WON = "Games won, in per cent, draws half; Wilson's 95 % interval."
_EXPERT = "Kifu's playouts finish the games where the paper's GNU Go did; one seed, as in the paper."


def _experiment(
    number: int,
    title: str,
    cells: Any,
    tables: Any,
    goal: str,
    statistic: str = _WON,
    difference: str = _EXPERT,
) -> Experiment:
    name, place = f"opening/table-{number}", f"Table {number}"
    return Experiment(name, title, PAPER, place, statistic, goal, difference, _SCALES, cells, tables)


_SHOWN = " The heads of the printed table are damaged: its weakest and strongest stand beside ours."
_GAIN = "Mean over the pairs of players with and without the feature; 95 % interval over the pairs."

EXPERIMENTS = (
    _experiment(
        1,
        "round robin of the scalar players",
        _robin("scalar"),
        _robin_tables("scalar"),
        "As in the paper: players with more features win more.",
        difference=_EXPERT + _SHOWN,
    ),
    _experiment(
        2,
        "what each scalar feature adds",
        _robin("scalar"),
        _gain_tables("scalar"),
        "As in the paper: every feature helps, D most.",
        _GAIN,
    ),
    _experiment(
        3,
        "round robin of the binary players",
        _robin("binary"),
        _robin_tables("binary"),
        "As in the paper: a wider spread than that of the scalar players.",
        difference=_EXPERT + _SHOWN,
    ),
    _experiment(
        4,
        "what each binary feature adds",
        _robin("binary"),
        _gain_tables("binary"),
        "As in the paper: D and E help most, B does not.",
        _GAIN,
    ),
    _experiment(
        5,
        "binary players against scalar ones",
        _fifth,
        _fifth_tables,
        "As in the paper: binary is better for C and D, scalar for B and E.",
    ),
)
