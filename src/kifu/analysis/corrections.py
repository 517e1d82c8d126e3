"""A person's word against the model's: a sheet counted again with other blocks dead or alive, kept as SGF."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

import numpy as np

from kifu.analysis.score import ScoreSheet
from kifu.analysis.tally import count
from kifu.errors import InputError, PositionError
from kifu.games.coordinates import to_sgf
from kifu.records import sgf
from kifu.records.moves import Point
from kifu.records.sgf import SgfRecord

Fate = Literal["alive", "dead"]


def corrected(sheet: ScoreSheet, fates: Mapping[Point, Fate]) -> ScoreSheet:
    """Count a sheet again with some blocks as a person says.

    Args:
        sheet: As Kifu judges.
        fates: By a stone of each block.

    Raises:
        InputError: A point has no stone, or two stones of one block are said to fare differently.
    """
    if not fates:
        return sheet
    judged = sheet.judgement
    said: dict[int, Fate] = {}
    for point, fate in fates.items():
        block = int(judged.block_of[point.y, point.x])
        name = str(Point(*point, judged.board.size))
        if block < 0:
            raise InputError(f"expected a stone whose block is {fate}, but {name} is empty")
        if said.setdefault(block, fate) != fate:
            raise InputError(f"expected one status for a block, but the block of {name} is given two")
    again = judged.with_fates((block, fate == "dead") for block, fate in said.items())
    return replace(sheet, judgement=again, counts=count(again, sheet.terms))


def marked_record(record: SgfRecord, sheet: ScoreSheet) -> SgfRecord:
    """Return a copy of a record whose last position has its territory marked with TB and TW.

    Raises:
        PositionError: The sheet is an estimate: there is no territory yet.
    """
    if not sheet.finished:
        raise PositionError(
            f"only a finished game has territory to mark: {sheet.unfinished_because or 'this one goes on'}"
        )
    copy = sgf.read(record.to_bytes())[0]
    *_, last = copy.main_line()
    marks: dict[str, list[str]] = {"TB": [], "TW": []}
    dead, stones = sheet.judgement.dead, sheet.judgement.stones
    for y, x in np.argwhere(sheet.owner != 0):
        if stones[y, x] == 0 or dead[y, x]:
            owner = "TB" if sheet.owner[y, x] == 1 else "TW"
            marks[owner].append(to_sgf(Point(int(x), int(y))))
    # A dead stone in a seki, or with nobody's points around it, is still the enemy's.
    for y, x in np.argwhere((dead != 0) & (sheet.owner == 0)):
        marks["TW" if stones[y, x] == 1 else "TB"].append(to_sgf(Point(int(x), int(y))))
    for name, points in marks.items():
        last.set(name, points)
    copy.root.set("RE", str(sheet.result))
    return copy
