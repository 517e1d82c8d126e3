"""Tables 1 to 5: players with different features meet."""

import statistics
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from kifu.work.facts import JsonObject
from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.experiment import Counts, Experiment, Found, Scale
from kifu_lab.experiments.goals import Goal, Shown
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.opening.paper import PAPER, PLAIN
from kifu_lab.experiments.opening.players import needs_of, trained
from kifu_lab.experiments.tables import Row, Table
from kifu_lab.experiments.values import mean_of, mean_share, points_of

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

_ADDED = "additional games won, %"

Player = tuple[str, str]


def _options(player: Player, counts: Counts) -> JsonObject:
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


def _name(player: Player, training: int) -> str:
    return "-".join(player) + (f", training {training}" if training > 1 else "")


def _cell(player: Player, others: list[Player], counts: Counts, seed: int, training: int) -> Cell:
    options = {
        "name": "-".join(player),
        "player": _options(player, counts),
        "others": {"-".join(other): _options(other, counts) for other in others},
        "match": counts["match"],
    }
    at = seed + training - 1
    return Cell(_name(player, training), MEET, options, at, needs_of(options["player"]))


def _trainings(counts: Counts) -> range:
    """All players are trained so often, each time with another seed, and meet those of their time."""
    return range(1, counts["trainings"] + 1)


def _robin(encoding: str) -> Any:
    def cells(counts: Counts, seed: int) -> list[Cell]:
        """A player meets those after it."""
        sets = counts["sets"]
        return [
            _cell((s, encoding), [(other, encoding) for other in sets[i + 1 :]], counts, seed, training)
            for training in _trainings(counts)
            for i, s in enumerate(sets[:-1])
        ]

    return cells


def _shares(encoding: str, counts: Counts, found: Found) -> list[dict[str, list[int]]]:
    """Wins, draws and losses of every player, for each training after which all have met."""
    shares = []
    for training in _trainings(counts):
        scores = {s: [0, 0, 0] for s in counts["sets"]}
        results = {s: found.get(_name((s, encoding), training)) for s in counts["sets"][:-1]}
        for s, result in results.items():
            for name, facts in result["against"].items() if result else ():
                for player, score in ((s, facts["score"]), (name.partition("-")[0], facts["score"][::-1])):
                    scores[player] = [a + b for a, b in zip(scores[player], score, strict=True)]
        if all(results.values()):
            shares.append(scores)
    return shares


def _robin_tables(encoding: str) -> Any:
    def tables(counts: Counts, found: Found) -> list[Table]:
        met = _shares(encoding, counts, found)
        shares = {s: mean_share([scores[s] for scores in met], digits=0) for s in counts["sets"] if met}
        order = sorted(shares, key=lambda s: shares[s].value or 0)
        ends = dict(zip((order[0], order[-1]), SPREAD[encoding], strict=True)) if order else {}
        rows = [Row(s, [replace(shares[s], paper=ends.get(s))]) for s in order]
        return [Table("", "player", ["games won, %"], rows, "per cent")]

    return tables


def _gain(letter: str, scores: dict[str, list[int]]) -> float | None:
    """How many more games the players of one training win with a feature, in per cent.

    Pairs of one round robin share players, so that only their mean is a value of its own.
    """
    shares = {s: points_of(score) for s, score in scores.items()}
    gains = [
        100 * (shares[more] / shares[s] - 1)
        for s in shares
        if letter not in s and (more := "".join(sorted(s + letter))) in shares and shares[s]
    ]
    return statistics.mean(gains) if gains else None


def _gain_tables(encoding: str) -> Any:
    def tables(counts: Counts, found: Found) -> list[Table]:
        met = _shares(encoding, counts, found)
        rows = []
        known = {letter for s in counts["sets"] for letter in s if s.replace(letter, "") in counts["sets"]}
        for letter in sorted(known):
            gains = [gain for scores in met if (gain := _gain(letter, scores)) is not None]
            rows.append(Row(letter, [mean_of(gains, GAINS[encoding][letter], 0, True)]))
        return [Table("", "feature", [_ADDED], rows, "per cent")]

    return tables


def _fifth(counts: Counts, seed: int) -> list[Cell]:
    cells = []
    for training in _trainings(counts):
        cells += [
            _cell((s, "binary"), [(s, "scalar")], counts, seed, training) for s in counts["sets"] if s != "A"
        ]
        if "ABCDE" in counts["sets"]:
            others = [("ABCDE", "scalar"), ("ABCDE", "binary")]
            cells.append(_cell(("ABCDE", "mixed"), others, counts, seed, training))
    return cells


def _fifth_tables(counts: Counts, found: Found) -> list[Table]:
    def met(player: Player, other: str) -> list[Sequence[int]]:
        results = [found.get(_name(player, training)) for training in _trainings(counts)]
        return [result["against"][other]["score"] for result in results if result]

    rows = []
    for s in counts["sets"]:
        against = met((s, "binary"), f"{s}-scalar")
        rows.append(Row(s, [mean_share(against, TABLE_5[s], 0) if s != "A" else "the same player (50)"]))
    tables = [Table("", "player", ["won by binary, %"], rows, "per cent")]
    if "ABCDE" in counts["sets"]:
        others = [
            Row(name, [mean_share(met(("ABCDE", "mixed"), name), digits=0)])
            for name in ("ABCDE-scalar", "ABCDE-binary")
        ]
        tables.append(Table("mixture", "against", ["won by the mixture, %"], others, chart=False))
    return tables


_SCALES: dict[Scale, Counts] = {
    "quick": {"sets": ("A", "AD"), "games": 20, "every": 20, "match": 4, "trainings": 1},
    "standard": {"sets": SETS, "games": 3000, "every": 500, "match": 100, "trainings": 3},
    "paper": {
        "sets": SETS,
        "games": 3000,
        "every": 500,
        "match": 100,
        "trainings": 1,
        "expert": "gnugo:level=1",
    },
}
_WON = (
    "Games won, in per cent, draws half: mean and 95 % interval over the trainings; of one training, as at "
    "scale paper, Wilson's over its games."
)
_EXPERT = (
    "Kifu's playouts finish the games where the paper's GNU Go did, which does so at scale paper. The paper "
    "trained every player once; one that is trained again with another seed may win or lose many more games, "
    "so at scale standard it is done three times."
)


def _experiment(
    number: int,
    title: str,
    cells: Any,
    tables: Any,
    goal: Goal,
    statistic: str = _WON,
    difference: str = _EXPERT,
) -> Experiment:
    name, place = f"opening/table-{number}", f"Table {number}"
    return Experiment(name, title, PAPER, place, statistic, goal, difference, _SCALES, cells, tables)


_SHOWN = " The heads of the printed table are damaged: its weakest and strongest stand beside ours."
_GAIN = (
    "Mean over the pairs of players with and without the feature; mean and 95 % interval over the trainings, "
    "of one training no interval."
)

_LUCK = (
    "Tried: three trainings of every player, with other options before. Trained again with another seed, a "
    "player may win half as many games, so that round robins of players trained once, as in the paper, "
    "mostly show the luck of that training."
)


def _more_features_win(shown: Shown) -> bool:
    shares = shown.column("games won, %")
    few, many = (
        [share for name, share in shares.items() if (len(name) > 3) is more] for more in (False, True)
    )
    return statistics.mean(many) > statistics.mean(few)


def _ranked(shown: Shown) -> list[str]:
    gains = shown.column(_ADDED)
    return sorted(gains, key=lambda letter: -gains[letter])


def _spread(shares: dict[str, float]) -> float:
    return max(shares.values()) - min(shares.values())


EXPERIMENTS = (
    _experiment(
        1,
        "round robin of the scalar players",
        _robin("scalar"),
        _robin_tables("scalar"),
        Goal("As in the paper: players with more features win more.", _more_features_win, _LUCK),
        difference=_EXPERT + _SHOWN,
    ),
    _experiment(
        2,
        "what each scalar feature adds",
        _robin("scalar"),
        _gain_tables("scalar"),
        Goal(
            "As in the paper: every feature helps, D most.",
            lambda shown: min(shown.column(_ADDED).values()) > 0 and _ranked(shown)[0] == "D",
            _LUCK,
        ),
        _GAIN,
    ),
    _experiment(
        3,
        "round robin of the binary players",
        _robin("binary"),
        _robin_tables("binary"),
        Goal(
            "As in the paper: a wider spread than its scalar players have, 14 points.",
            lambda shown: _spread(shown.column("games won, %")) > SPREAD["scalar"][1] - SPREAD["scalar"][0],
        ),
        difference=_EXPERT + _SHOWN,
    ),
    _experiment(
        4,
        "what each binary feature adds",
        _robin("binary"),
        _gain_tables("binary"),
        Goal(
            "As in the paper: D and E help most, B does not.",
            lambda shown: set(_ranked(shown)[:2]) == {"D", "E"} and shown.at("B", _ADDED) <= 0,
        ),
        _GAIN,
    ),
    _experiment(
        5,
        "binary players against scalar ones",
        _fifth,
        _fifth_tables,
        Goal(
            "As in the paper: binary is better for C and D, scalar for B and E.",
            lambda shown: all(
                (shown.at(f"A{letter}", "won by binary, %") > 50) == (letter in "CD") for letter in "BCDE"
            ),
            _LUCK,
        ),
    ),
)
