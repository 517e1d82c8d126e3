"""Scores and judged blocks as plain facts, for `--json`, reports and the HTTP API."""

from typing import TYPE_CHECKING, Annotated, Literal, TypedDict, cast

import numpy as np

from kifu.games.facts import Vertex
from kifu.records.moves import Side, vertex
from kifu.work.facts import pick

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kifu.analysis.score import ScoreSheet
    from kifu.analysis.terms import Terms
    from kifu.judgement import BlockVerdict, Estimate


class BlockFacts(TypedDict):
    """A block and what becomes of it."""

    colour: Side
    points: list[Vertex]
    status: Literal["alive", "dead", "seki", "doubtful"]
    probability: Annotated[float, "that it lives"]
    reason: str


def block_facts(blocks: "Iterable[BlockVerdict]") -> list[BlockFacts]:
    """Blocks with status, probability of life and reason."""
    return [
        pick(BlockFacts, block, colour=block.colour.side, points=[vertex(point) for point in block.points])
        for block in blocks
    ]


class SideCount(TypedDict):
    """What one side has."""

    territory: float
    stones: float
    prisoners: float
    points: float


class SheetFacts(TypedDict):
    """The score of a game: `kifu score --json`."""

    rules: str
    rules_from: str
    komi: float
    komi_from: str
    handicap: int
    notes: list[str]
    finished: bool
    unfinished_because: str
    result: Annotated[str, "as records write it: B+3.5, W+R, 0"]
    margin: float
    winner: Side | None
    recorded: Annotated[str | None, "the result that the record states"]
    agrees: bool | None
    counting: Literal["area", "territory", "plain territory", "estimate"]
    other_counts: Annotated[dict[str, str], "results by other ways to count"]
    black: SideCount
    white: SideCount
    dead: list[Vertex]
    seki: list[Vertex]
    doubtful: list[Vertex]
    in_doubt: list[Vertex]
    dame: list[Vertex]
    open: list[Vertex]
    to_fill: list[Vertex]
    blocks: list[BlockFacts]
    ownership: Annotated[
        list[list[float]], "finished: 0 nobody's, 1 Black's, 2 White's; else from 1 Black's to -1 White's"
    ]
    moves: int
    size: int
    problems: list[str]


def sheet_facts(sheet: "ScoreSheet") -> SheetFacts:
    """A score sheet."""
    return cast(SheetFacts, sheet.to_json())


class LifeFacts(TypedDict):
    """Which blocks live and who leads: `kifu life --json`."""

    file: str
    move: int
    moves: int
    to_play: Side
    rules: str
    komi: float
    handicap: int
    lead: float
    winner: Side | None
    blocks: list[BlockFacts]
    ownership: list[list[float]]


def life_facts(
    file: str, moves: int, found: "Estimate", terms: "Terms", blocks: "Iterable[BlockVerdict]"
) -> LifeFacts:
    """An estimate of a position of a game of so many moves; `blocks` are its own, read out."""
    board = found.board
    return {
        "file": file,
        "move": len(board.moves),
        "moves": moves,
        "to_play": board.to_play.side,
        "rules": terms.rules.name,
        "komi": terms.komi,
        "handicap": terms.handicap,
        "lead": round(found.lead, 2),
        "winner": found.winner.side if found.winner else None,
        "blocks": block_facts(blocks),
        "ownership": np.round(found.ownership, 3).tolist(),
    }
