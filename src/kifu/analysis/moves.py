"""Expert moves of a position, in order, with their probability and the reasons in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kifu._native import models as native
from kifu.analysis.move_words import WORDS
from kifu.errors import MissingToolError
from kifu.games.coordinates import on_board
from kifu.games.go import Board
from kifu.models.moves import FACT_GROUPS, Candidate, Evidence, MovePredictor
from kifu.models.network import Evaluation, Network, View
from kifu.records.moves import Point

if TYPE_CHECKING:
    from kifu.archive import Archive

#: A point belongs to a local template when |dx| + |dy| + max(|dx|, |dy|) is at most this; the last template
#: is the whole board.
TEMPLATE_REACH = (2, 3, 4, 5, 6, 8, 11)
WHOLE_BOARD = 8

#: Whose moves are predicted where no rank is given: professionals', on small boards strong amateurs'.
EXPERT_RANK, EXPERT_RANK_9 = 19, 3
#: An answer is the mean over so many ways to turn the board; all eight would take long on large ones.
SYMMETRIES, SYMMETRIES_9 = 2, 8
_SMALL = 9

#: Which kinds of evidence belong together, and what they are about.
TOPICS = {
    "shape": ("shape", "liberties", "corner", "pattern", "frequency"),
    "answer": (
        "answer",
        "response",
        "liberties-answer",
        "to-last",
        "last-block",
        "own-beside-last",
        "last-kind",
        "pattern-last",
    ),
    "follow-up": (
        *("follow", "to-second", "to-third", "to-fourth", "both-distances"),
        *("pattern-second", "pattern-third", "pattern-fourth"),
    ),
    "place": ("place", "nearest", "influence", "zone", "stage", "point"),
    "groups": ("own-group", "enemy-group", "weak-near"),
    "surroundings": ("surroundings",),
    "capture": ("capture",),
    "escape": ("escape",),
    "atari": ("atari", "double-atari"),
    "self-atari": ("self-atari",),
    "liberties": ("liberties-count", "approach"),
    "defence": ("defend",),
    "eye": ("eye",),
    "ko": ("ko",),
}
# The chain of patterns and the group of facts are both called liberties: columns tell them apart.
_FACT_NAME = {"liberties": "liberties-count"}
# Facts that all moves of a position share: they are told only where nothing else is.
_SHARED = ("stage", "last-kind")


@dataclass(frozen=True)
class PatternMatch:
    """The largest known pattern around a move.

    Attributes:
        template: 1 to 8; 8 is the whole board.
        key: of the pattern.
        played: how often experts played there.
        seen: how often it came up; None when that was not counted.
        diagram: the part of the board it covers: X black, O white, `*` the move, `#` outside the board.
    """

    template: int
    key: int
    played: int | None
    seen: int | None
    diagram: str


@dataclass(frozen=True)
class Reason:
    """Why a move ranks where it does.

    Attributes:
        topic: one of `TOPICS`.
        text: in words.
        factor: by how much it multiplies the odds, beside the average legal move.
        share: of all that speaks for the move, from 0 to 1; 0 for what speaks against it.
    """

    topic: str
    text: str
    factor: float
    share: float


@dataclass(frozen=True)
class Prediction:
    """A move that experts would consider.

    Attributes:
        rank: from 1.
        point: where.
        probability: that an expert plays it.
        reasons: what counts most, first.
        pattern: the largest known pattern around it, when there is one.
    """

    rank: int
    point: Point
    probability: float
    reasons: tuple[Reason, ...] = ()
    pattern: PatternMatch | None = None


def rank_moves(
    board: Board,
    *,
    komi: float | None = None,
    rank: int | None = None,
    model: MovePredictor | None = None,
) -> list[Candidate]:
    """Return all legal moves with the probability that they are played, the likeliest first.

    Args:
        board: the position; its `to_play` moves.
        komi: points for White; the ruleset's usual komi if not given.
        rank: of both players as a number (`kifu.archive.ranks`); strong players if not given.
        model: a pattern model that answers alone; the bundled network if not given, and the bundled pattern
            model where there is no network.

    Raises:
        MissingToolError: A rank is given, and there is no network to ask.
    """
    network = None if model is not None else Network.bundled(board.size)
    if network is not None:
        views = [expert_view(board.size, rank)]
        return ranked_by(board, network.evaluate_all([board], komi=komi, views=views, threads=1)[0])
    if rank is not None:
        raise MissingToolError(
            "moves at a rank come from the network, which needs a board of 5 to 19 lines and ONNX "
            "Runtime: pip install 'kifu[network]'"
        )
    return (model or MovePredictor.bundled(board.size)).rank(board)


def expert_view(size: int, rank: int | None = None) -> View:
    """How the network sees a position to predict players of a rank, or experts."""
    if size <= _SMALL:
        return View(EXPERT_RANK_9 if rank is None else rank, SYMMETRIES_9)
    return View(EXPERT_RANK if rank is None else rank, SYMMETRIES)


def ranked_by(board: Board, evaluation: Evaluation) -> list[Candidate]:
    """The legal moves in the order of the network's evaluation of a board."""
    size, legal = board.size, board.legal_moves()
    chances = evaluation.policy[0, [point.y * size + point.x for point in legal]]
    chances /= max(float(chances.sum()), 1e-30)
    order = np.argsort(-chances, kind="stable")
    return list(map(Candidate, [legal[i] for i in order.tolist()], chances[order].tolist()))


def predict(
    board: Board,
    *,
    top: int = 10,
    explain: bool = False,
    komi: float | None = None,
    rank: int | None = None,
    model: MovePredictor | None = None,
) -> list[Prediction]:
    """Rank the moves of a position; empty when no move is legal. Arguments as for `rank_moves`."""
    ranked = rank_moves(board, komi=komi, rank=rank, model=model)[:top]
    if not explain:
        return [Prediction(i, c.point, c.probability) for i, c in enumerate(ranked, start=1)]
    model = model or MovePredictor.bundled(board.size)
    evidence = model.evidence(board)
    return [_explained(board, model, evidence, i, c) for i, c in enumerate(ranked, start=1)]


def explain(
    board: Board,
    points: Iterable[Point],
    *,
    ranked: Sequence[Candidate] | None = None,
    model: MovePredictor | None = None,
) -> dict[Point, Prediction]:
    """Say of some moves of a position where they rank, and why; illegal ones not.

    Args:
        board: the position.
        points: the moves.
        ranked: what `rank_moves` gave for this position, if that is known already.
        model: as for `rank_moves`.
    """
    if ranked is None:
        ranked = rank_moves(board, model=model)
    model = model or MovePredictor.bundled(board.size)
    evidence = model.evidence(board)
    wanted = set(points)
    return {
        c.point: _explained(board, model, evidence, i, c)
        for i, c in enumerate(ranked, start=1)
        if c.point in wanted
    }


def games_with(archive: "Archive", board: Board, match: PatternMatch, most: int = 5) -> list[tuple[int, int]]:
    """Return games of an archive in which an expert played in this pattern: their numbers and moves."""
    from kifu.archive.packed import read_packed
    from kifu.work.executors import core_count

    games = read_packed(archive, board.size)
    found = native.find_pattern(
        games.size, games.actions, games.offsets, match.template, match.key, most, core_count()
    )
    return [(int(games.ids[game]), move) for game, move in found]


def _explained(
    board: Board, model: MovePredictor, evidence: Evidence, rank: int, move: Candidate
) -> Prediction:
    i = evidence.points.index(move.point)
    match = _match(board, model, evidence, i)
    return Prediction(rank, move.point, move.probability, tuple(_reasons(evidence, i, match)), match)


def _match(board: Board, model: MovePredictor, evidence: Evidence, i: int) -> PatternMatch | None:
    template = int(evidence.templates[i])
    if template == 0:
        return None
    counted = model.counts(int(evidence.patterns[i]))
    played, seen = counted or (None, None)
    return PatternMatch(
        template, int(evidence.keys[i]), played, seen, _diagram(board, evidence.points[i], template)
    )


def _reasons(evidence: Evidence, i: int, match: PatternMatch | None) -> list[Reason]:
    columns = _columns(evidence.families)
    relative = evidence.parts[i] - evidence.parts.mean(axis=0)
    weight = {
        topic: float(sum(relative[columns[f]] for f in families if f in columns))
        for topic, families in TOPICS.items()
    }
    positive = sum(max(w, 0.0) for w in weight.values()) or 1.0
    reasons = []
    for topic, value in sorted(weight.items(), key=lambda item: -abs(item[1])):
        text = _text(topic, evidence, i, match, columns)
        if text is None or abs(value) < 0.05:
            continue
        reasons.append(
            Reason(topic, text, float(np.exp(np.clip(value, -30, 30))), max(value, 0.0) / positive)
        )
    return reasons


def _columns(families: tuple[str, ...]) -> dict[str, int]:
    columns: dict[str, int] = {}
    for number, name in enumerate(families):
        columns[_FACT_NAME.get(name, name) if name in columns else name] = number
    return columns


def _text(
    topic: str, evidence: Evidence, i: int, match: PatternMatch | None, columns: dict[str, int]
) -> str | None:
    if topic == "shape":
        return _shape_text(match)
    if topic == "surroundings":
        return "the stones around it, up to six lines away" if "surroundings" in columns else None
    names = [name for name in TOPICS[topic] if name in columns or name == "liberties-count"]
    told = []
    for name in names:
        group = "liberties" if name == "liberties-count" else name
        if group not in FACT_GROUPS or evidence.facts.shape[1] == 0:
            continue
        value = int(evidence.facts[i, FACT_GROUPS.index(group)])
        if value >= 0:
            counts = name in columns and group not in _SHARED
            told.append((abs(float(evidence.parts[i, columns[name]])) if counts else 0.0, group, value))
    if told:
        _, group, value = max(told)
        return WORDS[group](value)
    # The paper's model has no facts, only where the previous moves lie.
    plain = {"answer": "where it lies from the last move", "follow-up": "where it lies from the moves before"}
    if any(float(evidence.parts[i, columns[name]]) for name in names if name in columns):
        return plain.get(topic, "its place on the board" if topic == "place" else None)
    return None


def _shape_text(match: PatternMatch | None) -> str:
    if match is None:
        return "no expert played in this shape"
    name = "this whole-board position" if match.template == WHOLE_BOARD else "this shape"
    if match.played is None or match.seen is None:
        return f"experts have played in {name}"
    return f"{name} was played {match.played:,} of the {match.seen:,} times it came up"


def _diagram(board: Board, centre: Point, template: int) -> str:
    stones: npt.NDArray[np.uint8] = board.stones
    reach = TEMPLATE_REACH[min(template, WHOLE_BOARD - 1) - 1]
    radius = max(d for d in range(6) if 2 * d <= reach)
    lines = []
    for dy in range(-radius, radius + 1):
        signs = []
        for dx in range(-radius, radius + 1):
            point = Point(centre.x + dx, centre.y + dy)
            if abs(dx) + abs(dy) + max(abs(dx), abs(dy)) > reach:
                signs.append(" ")
            elif not on_board(point, board.size):
                signs.append("#")
            else:
                signs.append("*" if (dx, dy) == (0, 0) else ".XO"[stones[point.y, point.x]])
        lines.append(" ".join(signs).rstrip())
    return "\n".join(lines)
