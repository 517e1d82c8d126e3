"""Matches of Katia against its own base: Indigo in kind, without learned patterns."""

from collections.abc import Mapping, Sequence
from typing import Any

from kifu.work.facts import JsonObject
from kifu_lab.experiments.cells import Cell, Result, Task
from kifu_lab.experiments.lab import Lab
from kifu_lab.experiments.tables import Value
from kifu_lab.experiments.values import mean_of, share_of

#: Every choice of the base engine is written down, so that better defaults do not change who is measured:
#: seven candidates by tactics and 3x3 shapes, hand-made opening shapes, nobody resigns.
BASE: JsonObject = {
    "mode": "verify", "resign": 0, "ns": 7, "predictor": "no", "shapes": "yes", "nk": 0, "begin": 0,
    "cleanup": "yes", "capture": 0.95, "escape": 0.95, "vital": 0.8, "squeeze": 0.6, "shape": 0.95,
    "refuse_self_atari": 0.95, "race": 0, "patterns": 0,
}  # fmt: skip

#: Who names the dead stones of a game; players ask it about the end, too.
REFEREE = "model:life"


def player(playouts: int, changes: Mapping[str, Any] = BASE) -> str:
    """The text of a player that differs from the base in some choices."""
    options = {**BASE, "playouts": playouts, **changes}
    return "katia:" + ",".join(f"{name}={value}" for name, value in options.items())


def match_cell(
    name: str, games: int, size: int, playouts: int, seed: int, changes: Mapping[str, Any]
) -> Cell:
    """Games of a player against the base, in pairs with colours exchanged, from the empty board."""
    base = {"predictor": changes["predictor"]} if "predictor" in changes else {}
    options = {
        "first": player(playouts, changes),
        "second": player(playouts, base),
        "games": games,
        "size": size,
        "komi": 7.0,
    }
    small = "-9" if size <= 9 else ""
    moves = (f"model:moves{small}",) if base.get("predictor") == "yes" else ()
    return Cell(name, PLAY, options, seed, (f"model:book{small}", *moves, REFEREE))


def joined(series: Sequence[Result]) -> Result | None:
    """Several series between the same players as one; None of none."""
    if not series:
        return None
    return {
        "score": [sum(one["score"][way] for one in series) for way in range(3)],
        "margins": [margin for one in series for margin in one["margins"]],
        # Of the series in the middle: a machine that stood still once says nothing of the players.
        "seconds_a_move": sorted((one["seconds_a_move"] for one in series), key=_ratio)[len(series) // 2],
    }


def _ratio(seconds: Sequence[float]) -> float:
    return seconds[0] / seconds[1] if seconds[1] else 0.0


def points(found: Result | None, paper: float | None = None) -> Value:
    """The mean of the points."""
    margins = found["margins"] if found else []
    return mean_of(margins if len(margins) > 1 else [], paper, signed=True)


def time_saved(found: Result | None) -> str | None:
    """By how much less the first player thought than the base."""
    if not found or not found["seconds_a_move"][1]:
        return None
    first, second = found["seconds_a_move"]
    return f"{100 * (1 - first / second):.0f} %"


def won(found: Result | None) -> Value:
    """Share of the games that the first player won, in per cent."""
    return share_of(found["score"] if found else None)


def play(cell: Cell, lab: Lab) -> Result:
    """Play the match of a cell."""
    from kifu.arena.go import GoTerms
    from kifu.arena.match import play_match
    from kifu.arena.settings import MatchSettings

    assert cell.seed is not None
    told = cell.options
    terms = GoTerms(size=told["size"], komi=told["komi"], opening=told.get("opening", 0))
    settings = MatchSettings(told["first"], told["second"], terms, seed=cell.seed)
    result = play_match(
        settings,
        told["games"],
        parallel=lab.threads,
        executor=lab.executor,
        folder=lab.folder,
        progress=lab.progress,
    )
    for record in sorted(lab.folder.glob("*.sgf")):
        lab.keep(record.name, record.read_bytes())
    return {
        "score": [result.wins, result.draws, result.losses],
        "margins": [margin for game in result.games if (margin := margin_of(game)) is not None],
        "moves": sum(game.moves for game in result.games),
        "seconds_a_move": list(result.seconds_a_move()),
        "endings": result.endings(),
    }


PLAY = Task("book/match", 1, play)


def margin_of(game: Any) -> float | None:
    """Points of the first player; None where none were counted."""
    import re

    if game.score == 0.5:
        return 0.0
    found = re.fullmatch(r"([BW])\+(\d+(?:\.\d+)?)", game.result)
    if found is None:
        return None
    sign = 1 if (found[1] == "B") == (game.first_is == "black") else -1
    return sign * float(found[2])
