"""How well a network predicts moves, owners and winners of games it has not learned from."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from kifu._native import models as native
from kifu.learners.network.games import NetworkGames
from kifu.models.network import UNKNOWN_RANK, Evaluation, Network
from kifu.work.facts import JsonObject
from kifu.work.progress import Progress, silent
from kifu_lab.evaluation.charts import BLUE, GREY, ORANGE, Axis, Panel, draw
from kifu_lab.evaluation.evolve import ticks
from kifu_lab.evaluation.intervals import by_game

#: Ranks at which the cumulative share is reported.
RANKS = (1, 5, 10, 20)
#: Players' levels by the weaker one (`kifu.archive.ranks`).
LEVELS = (("20k and below", -35, -19), ("19k-10k", -18, -9), ("9k-1k", -8, 0), ("dan", 1, 9), ("pro", 11, 19))
#: How far another rank is from the true one.
RANKS_AWAY = 6
_CHUNK = 512


@dataclass(frozen=True, eq=False)
class Positions:
    """Positions of games, before moves counted from 0: the end of a game is behind its last one."""

    game: npt.NDArray[np.int64]
    move: npt.NDArray[np.int64]


def every_move(games: NetworkGames) -> Positions:
    """All positions in which a move was made."""
    number = np.repeat(np.arange(len(games)), games.lengths)
    starts = np.repeat(np.cumsum(games.lengths) - games.lengths, games.lengths)
    return Positions(number, np.arange(len(number)) - starts)


def evaluate(
    network: Network,
    games: NetworkGames,
    at: Positions,
    *,
    symmetries: int = 1,
    threads: int = 1,
    progress: Progress = silent,
) -> Iterator[tuple[slice, Evaluation, npt.NDArray[np.int32]]]:
    """Go through positions: which ones, what the network says, and the move that was played."""
    for begin in range(0, len(at.game), _CHUNK):
        some = slice(begin, min(begin + _CHUNK, len(at.game)))
        chosen, index = np.unique(at.game[some], return_inverse=True)
        part = games.take(chosen)
        found, played = [], np.zeros(0, np.int32)
        for symmetry in range(symmetries):
            planes, numbers, to_play, moves, _ = native.network_samples(
                network.expert,
                games.size,
                part.actions,
                part.offsets,
                part.terms,
                np.zeros((0, games.size**2), np.uint8),
                index.astype(np.int32),
                at.move[some].astype(np.int32),
                np.full(len(index), symmetry, np.uint8),
                threads,
            )
            found.append(network.answer(planes, numbers, to_play, symmetry))
            played = moves if symmetry == 0 else played
        progress(some.stop, len(at.game), "asking the network")
        yield some, Evaluation.mean(found), played


@dataclass(frozen=True, eq=False)
class MoveOutcomes:
    """What a network said of moves that were played; passes are left out.

    Attributes:
        game, move: which ones, both from 0.
        rank: of the move among all points, from 1.
        probability: of the move among all points.
    """

    game: npt.NDArray[np.int64]
    move: npt.NDArray[np.int64]
    rank: npt.NDArray[np.int64]
    probability: npt.NDArray[np.float64]


def moves(network: Network, games: NetworkGames, **how: Any) -> MoveOutcomes:
    """Rank every move of the games; `how` as for `evaluate`."""
    at = every_move(games)
    rank = np.zeros(len(at.game), np.int64)
    probability = np.zeros(len(at.game))
    for some, said, played in evaluate(network, games, at, **how):
        points = said.policy[:, :-1]
        on_board = played < points.shape[1]
        mine = points[np.arange(len(points)), np.where(on_board, played, 0)]
        rank[some] = np.where(on_board, 1 + (points > mine[:, None]).sum(1), 0)
        probability[some] = mine / np.maximum(points.sum(1), 1e-9)
    kept = rank > 0
    return MoveOutcomes(at.game[kept], at.move[kept], rank[kept], probability[kept])


def move_report(found: MoveOutcomes) -> JsonObject:
    """Cumulative shares by rank with their 95 % intervals, and the log-loss."""
    ranks = {str(rank): by_game(found.rank <= rank, found.game) for rank in RANKS}
    return {
        "games": len(np.unique(found.game)),
        "positions": len(found.rank),
        "ranks": {rank: share.value for rank, share in ranks.items()},
        "intervals": {rank: [share.low, share.high] for rank, share in ranks.items()},
        "log_loss": _log_loss(found.probability),
    }


def rank_report(network: Network, games: NetworkGames, **how: Any) -> list[JsonObject]:
    """Log-loss of moves with the players' own ranks, with ranks six away on either side, and with none."""
    rows = []
    weaker = games.terms[:, 2:].min(1)
    for name, low, high in LEVELS:
        chosen = games.take((weaker >= low) & (weaker <= high))
        if not len(chosen):
            continue
        row: JsonObject = {"players": name, "games": len(chosen)}
        for column, away in (
            ("own", 0),
            ("weaker", -RANKS_AWAY),
            ("stronger", RANKS_AWAY),
            ("unknown", None),
        ):
            terms = chosen.terms.copy()
            terms[:, 2:] = UNKNOWN_RANK if away is None else terms[:, 2:] + away
            row[column] = _log_loss(moves(network, replace(chosen, terms=terms), **how).probability)
        rows.append(row)
    return rows


def end_report(network: Network, games: NetworkGames, after: Sequence[int], **how: Any) -> list[JsonObject]:
    """Winners, leads and owners after given numbers of moves, of games with a known winner."""
    rows = []
    decided = games.take((games.wins == 0) | (games.wins == 1))
    for number in after:
        wanted = decided.lengths + number if number < 0 else np.full(len(decided), number)
        chosen = np.flatnonzero((wanted >= 0) & (wanted <= decided.lengths))
        if not len(chosen):
            continue
        at = Positions(chosen, wanted[chosen])
        win, lead = np.zeros(len(chosen)), np.zeros(len(chosen))
        owners = np.zeros((len(chosen), games.size**2))
        for some, said, _ in evaluate(network, decided, at, **how):
            win[some], lead[some], owners[some] = said.win, said.lead, said.owners.reshape(len(said), -1)
        truth = decided.owners[chosen]
        known = (truth == 1) | (truth == 2)
        right = (owners > 0) == (truth == 1)
        scored = ~np.isnan(decided.leads[chosen])
        winners = by_game((win > 0.5) == (decided.wins[chosen] == 1), chosen)
        rows.append(
            {
                "after": number,
                "games": len(chosen),
                "winners": winners.value,
                "interval": [winners.low, winners.high],
                "owners": float(right[known].mean()) if known.any() else None,
                "lead_error": float(np.abs(lead - decided.leads[chosen])[scored].mean())
                if scored.any()
                else None,
            }
        )
    return rows


def curves(lines: Sequence[Mapping[str, Any]]) -> str:
    """An SVG of a run: shares of moves, owners and winners that are right, and the lead's error, by minutes.

    Args:
        lines: of the run's log, in order.
    """
    last = max([1.0, *(line["minutes"] for line in lines)])
    minutes = Axis("minutes of training", ticks(0, last))

    def points(name: str) -> list[tuple[float, float]]:
        return [(line["minutes"], line[name]) for line in lines if line[name] is not None]

    lowest = min([0.4, *(y for name in ("moves", "owners", "winners") for _, y in points(name))])
    shares = Panel("Validation games", minutes, Axis("share right", ticks(lowest, 1)), room=110)
    for name, colour in (("moves", BLUE), ("owners", ORANGE), ("winners", GREY)):
        shares.line(points(name), colour, name)
    lead = Panel("Lead", minutes, Axis("points off", ticks(0, max([1.0, *(y for _, y in points("lead"))]))))
    lead.line(points("lead"), BLUE)
    return draw([[shares, lead]], "Learning curves of the network")


def _log_loss(probability: npt.NDArray[np.float64]) -> float:
    return float(-np.log(np.maximum(probability, 1e-9)).mean())
