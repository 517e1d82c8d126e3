"""A score sheet as people look at it: the board with dead stones and territory marked, and words."""

from collections.abc import Iterable
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from kifu.analysis.score import ScoreSheet
from kifu.analysis.terms import Terms
from kifu.games.go import Board
from kifu.games.go.svg import draw
from kifu.judgement import BlockVerdict, Estimate, Judgement
from kifu.records.moves import COLUMNS, Point, vertex

_LEGEND = "X O living   x o dead   b w points of Black and White   ? in doubt   . nobody's"
_SHOWN = 12  # blocks of one kind that are named one by one


def board_text(judgement: Judgement, owner: NDArray[np.uint8]) -> str:
    """Draw the judged board: `x o` for dead stones, `b w` for points, `?` for points in doubt."""
    size = judgement.board.size
    letters = "   " + " ".join(COLUMNS[:size])
    lines = [letters]
    for y in range(size):
        signs = []
        for x in range(size):
            stone = judgement.stones[y, x]
            if stone:
                signs.append(("xo" if judgement.dead[y, x] else "XO")[stone - 1])
            else:
                signs.append("?" if judgement.in_doubt[y, x] else ".bw"[owner[y, x]])
        lines.append(f"{size - y:2} {' '.join(signs)} {size - y}")
    return "\n".join([*lines, letters, _LEGEND])


def board_svg(judgement: Judgement, owner: NDArray[np.uint8], heat: NDArray[np.float32] | None = None) -> str:
    """Draw the judged board as SVG: dead stones crossed, territory as small squares, doubts as `?`."""
    marks, labels = {}, {}
    for y, x in np.argwhere(judgement.dead):
        marks[Point(int(x), int(y))] = "cross"
    for y, x in np.argwhere(judgement.in_doubt & (judgement.stones == 0)):
        labels[Point(int(x), int(y))] = "?"
    if heat is None:
        heat = np.where(owner == 1, 0.7, np.where(owner == 2, -0.7, 0.0)).astype(np.float32)
        heat[(judgement.stones > 0) & (judgement.dead == 0)] = 0
    return draw(
        judgement.stones,
        marks=marks,
        labels=labels,
        heat=heat,
        title="Dead stones are crossed; blue is Black's, red is White's",
    )


def sheet_lines(sheet: ScoreSheet) -> list[str]:
    """Put a sheet into words."""
    terms, tally = sheet.terms, sheet.tally
    lines = [_headline(sheet), f"Rules: {terms.rules} ({_origin(terms.rules_from)})"]
    lines.append(f"Komi: {terms.komi:g} ({_origin(terms.komi_from)})")
    if terms.handicap:
        lines.append(f"Handicap: {terms.handicap} stones")
    if sheet.finished:
        for name, side in (("Black", 0), ("White", 1)):
            parts = [f"{tally.territory[side]} territory"]
            if tally.method == "area":
                parts.append(f"{tally.stones[side]} stones")
            else:
                parts.append(f"{tally.prisoners[side]} prisoners")
            if side and terms.komi:
                parts.append(f"{terms.komi:g} komi")
            if side and tally.compensation:
                parts.append(f"{tally.compensation} for the handicap")
            lines.append(f"{name}: {tally.points[side]:g} = {' + '.join(parts)}")
        lines += [f"Counted as {other.method} instead: {other.result}" for other in sheet.counts.others]
    lines += _recorded(sheet)
    lines += block_lines(sheet.blocks, sheet.board)
    if sheet.finished:
        counts = sheet.counts
        lines += _points("Dame", sheet.vertices(counts.dame))
        lines += _points("Behind an open border, which needs a move", sheet.vertices(counts.open_points))
        lines += _points("To be filled", sheet.vertices(counts.to_fill))
        lines += _points("Eyes in seki", sheet.vertices(counts.seki_eyes))
    lines += _points("Points in doubt", sheet.vertices(sheet.judgement.in_doubt))
    lines += [f"Note: {note}" for note in terms.notes]
    lines += [f"Problem: {problem}" for problem in sheet.problems]
    return lines


def estimate_lines(
    estimate: Estimate, terms: Terms, blocks: Iterable[BlockVerdict] | None = None
) -> list[str]:
    """Put an estimate into words; `blocks` are its own with more to say, if there is more."""
    given = terms.total_komi - terms.komi
    handicap = f" and {given:g} for the handicap" if given else ""
    who = f"{estimate.winner} leads by about {abs(estimate.lead):.1f}" if estimate.winner else "Even"
    return [
        f"Estimate after move {len(estimate.board.moves)}, {estimate.board.to_play} to play: {who} "
        f"(komi {terms.komi:g}{handicap}, {terms.rules} rules)",
        *block_lines(blocks or estimate.blocks, estimate.board),
    ]


def block_lines(blocks: Iterable[BlockVerdict], board: Board) -> list[str]:
    """Name the blocks, those that matter most first: doubtful, dead, seki, then the living."""
    order = {"doubtful": 0, "dead": 1, "seki": 2, "alive": 3}
    ranked = sorted(blocks, key=lambda block: (order[block.status], -len(block.points)))
    lines = []
    for status, group in groupby(ranked, key=lambda block: block.status):
        several = list(group)
        for block in several[:_SHOWN]:
            where = vertex(block.points[0])
            stones = f", {len(block.points)} stones" if len(block.points) > 1 else ""
            lines.append(
                f"{block.colour} {where}{stones}: {status} ({block.probability:.0%}), {block.reason}"
            )
        if len(several) > _SHOWN:
            lines.append(f"and {len(several) - _SHOWN} smaller blocks {status}")
    return lines


def _headline(sheet: ScoreSheet) -> str:
    winner = f"{sheet.winner} wins by {abs(sheet.lead):g}" if sheet.winner else "A draw"
    if sheet.winner and sheet.lead == 0:
        winner = f"equal points, which {sheet.terms.rules} rules give to {sheet.winner}"
    if sheet.finished:
        doubts = len(sheet.doubtful)
        unsure = f"; {doubts} doubtful {'block' if doubts == 1 else 'blocks'}, see below" if doubts else ""
        return f"Score: {sheet.result} ({winner}, {sheet.tally.method} counting{unsure})"
    ahead = f"{sheet.winner} leads by about {abs(sheet.lead):g}" if sheet.winner else "even"
    why = sheet.unfinished_because
    return f"Estimate, not a score: {ahead}. {why[:1].upper()}{why[1:]}"


def _recorded(sheet: ScoreSheet) -> list[str]:
    if sheet.recorded is None:
        return ["The record states no result"]
    if sheet.agrees is None:
        return [f"The record's result {sheet.recorded} says nothing about the score"]
    if sheet.agrees:
        decided = " and ".join(f"{block.colour} {block.points[0]}" for block in sheet.decided_by_result)
        return [
            f"The recorded result {sheet.recorded} agrees"
            + (f", and decides what was unsettled about {decided}" if decided else "")
        ]
    same = [other.method for other in sheet.counts.others if other.result == sheet.recorded]
    why = f": it is what {same[0]} counting gives" if same and sheet.finished else ""
    return [f"The recorded result is {sheet.recorded}{why}"]


def _origin(origin: str) -> str:
    return {
        "record": "from the record",
        "default": "taken by default",
        "asked": "as asked",
        "repaired": "repaired from the record",
    }[origin]


def _points(name: str, vertices: list[str]) -> list[str]:
    return [f"{name}: {' '.join(vertices)}"] if vertices else []
