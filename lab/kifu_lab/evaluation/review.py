"""How far reviews agree with an outside judge about what moves lost."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu.analysis.course import Effort
from kifu.analysis.review import review_record
from kifu.errors import InputError
from kifu.games.coordinates import from_gtp
from kifu.records.moves import Colour, Move
from kifu.records.sgf import SgfRecord
from kifu.work.files import read_bytes
from kifu.work.seeds import stream

#: Moves of a game that count as its worst.
_WORST = 5
#: Points: a real loss, one that is none, and a blunder.
_REAL, _NONE, _BLUNDER = 2.0, 0.5, 8.0
_SAMPLES = 1000

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class JudgedGame:
    """A game with an outside judge's view of it.

    Attributes:
        record: the game.
        lost: points that each move lost, by the judge.
    """

    record: SgfRecord
    lost: Floats


@dataclass(frozen=True, eq=False)
class Agreement:
    """A reviewed game beside the judge.

    Attributes:
        judged: points that each move lost, by the judge.
        cost: the same by the review.
        called: whether the review calls a move a mistake or a blunder.
        expected: whether it is the experts' first choice.
    """

    judged: Floats
    cost: Floats
    called: npt.NDArray[np.bool_]
    expected: npt.NDArray[np.bool_]


def read_judged(path: str | Path) -> list[JudgedGame]:
    """Read judged games, a JSON object a line: `size`, `komi`, `moves` and `lead`.

    Raises:
        InputError: A line is not such an object.
    """
    games = []
    for number, line in enumerate(read_bytes(path).decode().splitlines(), start=1):
        try:
            games.append(_judged(json.loads(line)))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise InputError(
                f"{path}, line {number}: expected a judged game with size, komi, moves and lead: {error}"
            ) from None
    return games


def _judged(facts: Mapping[str, Any]) -> JudgedGame:
    size = int(facts["size"])
    record = SgfRecord.new(size, komi=float(facts["komi"]), info={"rules": "Japanese"})
    node, signs = record.root, []
    for letter, name in facts["moves"]:
        colour = Colour(letter.upper()[0])
        signs.append(1 if colour is Colour.BLACK else -1)
        node = node.add_child(Move(colour, from_gtp(name, size)))
    lead = np.array(facts["lead"], np.float64)
    if len(lead) != len(signs) + 1:
        raise ValueError(f"{len(signs)} moves have {len(lead)} leads")
    return JudgedGame(record, np.array(signs) * (lead[:-1] - lead[1:]))


def agreements(
    games: Sequence[JudgedGame], effort: Effort, *, seconds: float | None = None, threads: int = 0
) -> Iterator[Agreement]:
    """Review the games, one after another."""
    for game in games:
        moves = review_record(game.record, effort=effort, seconds=seconds, threads=threads).moves
        yield Agreement(
            game.lost[: len(moves)],
            np.array([move.cost for move in moves]),
            np.array([bool({"mistake", "blunder"} & {*move.marks}) for move in moves]),
            np.array([move.rank == 1 for move in moves]),
        )


def report(found: Sequence[Agreement], seed: int = 1) -> dict[str, Any]:
    """Every measure, with the middle 95 % over games that are drawn again and again."""
    drawn = stream(seed, "agreement").integers(len(found), size=(_SAMPLES, len(found)))
    facts: dict[str, Any] = {"games": len(found), "moves": sum(len(one.cost) for one in found)}
    for name, measure in MEASURES.items():
        values = [measure([found[i] for i in row]) for row in drawn]
        low, high = np.nanquantile(values, [0.025, 0.975])
        facts[name] = [round(float(value), 4) for value in (measure(found), low, high)]
    return facts


def _all(found: Sequence[Agreement], name: str) -> npt.NDArray[Any]:
    return np.concatenate([getattr(one, name) for one in found])


def _ranks(values: Floats) -> Floats:
    """Ranks from 0; equal values share the mean of theirs."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts + 1) / 2)[inverse]


def _correlation(a: Floats, b: Floats) -> float:
    return float(np.corrcoef(a, b)[0, 1]) if a.std() > 0 and b.std() > 0 else float("nan")


def _rank_correlation(found: Sequence[Agreement]) -> float:
    return _correlation(_ranks(_all(found, "judged")), _ranks(_all(found, "cost")))


def _pearson(found: Sequence[Agreement]) -> float:
    return _correlation(_all(found, "judged"), _all(found, "cost"))


def _worst_found(found: Sequence[Agreement]) -> float:
    shares = []
    for one in found:
        most = min(_WORST, len(one.cost))
        worst, mine = (set(np.argsort(-c, kind="stable")[:most]) for c in (one.judged, one.cost))
        shares.append(len(worst & mine) / max(1, most))
    return float(np.mean(shares))


def _share(of: npt.NDArray[np.bool_], among: npt.NDArray[np.bool_]) -> float:
    return float(of[among].mean()) if among.any() else float("nan")


MEASURES: dict[str, Callable[[Sequence[Agreement]], float]] = {
    "rank correlation": _rank_correlation,
    "Pearson": _pearson,
    "five worst moves found": _worst_found,
    "called mistakes: lost 2 points or more": lambda found: _share(
        _all(found, "judged") >= _REAL, _all(found, "called")
    ),
    "called mistakes: lost under half a point": lambda found: _share(
        _all(found, "judged") < _NONE, _all(found, "called")
    ),
    "called mistakes: the experts' first choice": lambda found: _share(
        _all(found, "expected"), _all(found, "called")
    ),
    "blunders of 8 points called mistakes": lambda found: _share(
        _all(found, "called"), _all(found, "judged") >= _BLUNDER
    ),
}
