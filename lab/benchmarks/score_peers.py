"""Tables of Kifu and its peers on the same finished games: totals only."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from peers import Dead, Peer, lead_with, open_peer

from kifu.analysis.score import ScoreSheet
from kifu.games.go import Colour


@dataclass(frozen=True, eq=False)
class Scored:
    """A finished game that Kifu has scored.

    Attributes:
        name: of its record; its hash decides which games a peer is asked about.
        sheet: Kifu's.
        seconds: processor time from bytes to sheet.
        marks: 1 on stones that the players marked as dead, where they did.
    """

    name: str
    sheet: ScoreSheet
    seconds: float
    marks: NDArray[np.bool_] | None = None


@dataclass
class Tally:
    """What came out over some games."""

    games: int = 0
    exact: int = 0
    winner: int = 0
    as_marked: int = 0
    blocks: int = 0
    wrong_blocks: int = 0

    def count(self, game: Scored, lead: float | None, dead: Dead | None) -> None:
        """Add a game; no lead is a wrong one, no dead stones are none as marked."""
        recorded = game.sheet.recorded
        self.games += 1
        if recorded is not None and lead is not None:
            sign = {Colour.BLACK: 1, Colour.WHITE: -1, None: 0}[recorded.winner]
            won = bool(np.sign(lead) == sign)
            self.winner += won
            # As `ScoreSheet.agrees`: a record that names no margin is about the winner.
            self.exact += won and (recorded.margin is None or abs(abs(lead) - recorded.margin) < 1e-6)
        if game.marks is not None:
            blocks = [block.points[0] for block in game.sheet.blocks]
            self.blocks += len(blocks)
            if dead is None:
                self.wrong_blocks += len(blocks)
                return
            differs = (dead > 0) != game.marks
            self.as_marked += not differs.any()
            self.wrong_blocks += sum(bool(differs[point.y, point.x]) for point in blocks)


def chosen(games: Sequence[Scored], wanted: int) -> list[Scored]:
    """The games whose names have the smallest SHA-256."""
    return sorted(games, key=lambda game: hashlib.sha256(game.name.encode()).digest())[:wanted]


def compare(games: Sequence[Scored], limits: dict[str, int], npm: Path | None) -> None:
    """Ask each peer about its number of games and print a table, Kifu on the same games above it."""
    marked = games[0].marks is not None
    print(
        "\n| program | games | all dead stones as marked | blocks | exact result | ms a game |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: |"
        if marked
        else "\n| program | games | exact result | right winner | ms a game |\n"
        "| --- | ---: | ---: | ---: | ---: |"
    )
    row = _marked_row if marked else _result_row
    printed = 0
    notes = []
    for name, limit in sorted(limits.items(), key=lambda item: -item[1]):
        some = chosen(games, limit)
        if len(some) != printed:
            printed = len(some)
            ours = Tally()
            for game in some:
                ours.count(game, game.sheet.lead, game.sheet.judgement.dead)
            print(row("Kifu", ours, 1000 * sum(game.seconds for game in some) / len(some)))
        note = _ask(open_peer(name, npm), some, row)
        if note:
            notes.append(note)
    print("\nMilliseconds are processor time, with the program's start; of a peer with two rows for both.")
    print("Each peer's dead stones are counted as Kifu's are.", *notes)


def _ask(peer: Peer, games: Sequence[Scored], row: "Callable[[str, Tally, float | None], str]") -> str:
    dead_counted, own = Tally(), Tally()
    has_own = False
    for game in games:
        dead, lead = peer.ask(game.sheet)
        dead_counted.count(game, None if dead is None else lead_with(game.sheet, dead), dead)
        own.count(game, lead, dead)
        has_own |= lead is not None
    milliseconds = 1000 * peer.close() / len(games)
    print(row(f"{peer.name}, its dead stones", dead_counted, milliseconds), flush=True)
    if has_own:
        print(row(f"{peer.name}, its own score", own, None), flush=True)
    return f"{peer.name} failed over {peer.failures} games." if peer.failures else ""


def _result_row(name: str, tally: Tally, milliseconds: float | None) -> str:
    return (
        f"| {name} | {tally.games} | {tally.exact / tally.games:.1%} | {tally.winner / tally.games:.1%} "
        f"| {_time(milliseconds)} |"
    )


def _marked_row(name: str, tally: Tally, milliseconds: float | None) -> str:
    return (
        f"| {name} | {tally.games} | {tally.as_marked / tally.games:.1%} "
        f"| {1 - tally.wrong_blocks / tally.blocks:.2%} | {tally.exact / tally.games:.1%} "
        f"| {_time(milliseconds)} |"
    )


def _time(milliseconds: float | None) -> str:
    return (
        "" if milliseconds is None else f"{milliseconds:.1f}" if milliseconds < 10 else f"{milliseconds:.0f}"
    )
