"""Positions of games with who is to move, what was played, and how the game ended."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from kifu._native import go as native
from kifu.archive import Batch
from kifu.archive.splits import SPLITS
from kifu.interfaces.export.choosing import Choice, go_batches, one_size
from kifu.interfaces.export.columns import Column, Rows, Table
from kifu.work.seeds import stream
from kifu.work.settings import Settings, setting

_SIMPLE_KO, _SUICIDE = 0, True  # what any rules of a record may have allowed

GAME = Column("game", "int64", "number of the game in the archive")
SPLIT = Column("split", "uint8", "which part the game is for: split by whole games", values=SPLITS)
MOVE = Column("move", "uint16", "number of the move that was played here, from 1")
RANKS = "30 kyu is -29, 1 kyu 0, 1 dan 1, professional 1 dan 11; -100 not known"
POINT = "points count row by row from the top left, from 0"


@dataclass(frozen=True)
class PositionOptions(Settings):
    """Which positions of a game.

    Attributes:
        share: probability with which each is taken. Neighbours differ by one stone, so a few of many games
            teach more than all of a few.
    """

    share: float = setting(0.1, "Probability with which each position is taken.", above=0, most=1)


@dataclass(frozen=True)
class Chunk:
    """Games on their way to a worker, and the split of each."""

    size: int
    games: Batch
    splits: npt.NDArray[np.uint8]


def positions_table(choice: Choice, options: PositionOptions | None = None) -> Table:
    """Positions of the chosen games of Go, each before a move or pass.

    Raises:
        InputError: The board sizes are mixed, or there are no such games.
    """
    options = options or PositionOptions()
    size = one_size(choice, "go")
    wanted, chunks = go_chunks(choice, size)
    return Table(
        "positions",
        "A position of a game of Go before a move or pass that was played in it.",
        (
            GAME,
            SPLIT,
            MOVE,
            Column("to_move", "uint8", "who is to move", values=("", "Black", "White")),
            Column("stones", "uint8", "0 empty, 1 black, 2 white; rows from the top", shape=(size, size)),
            Column("last", "int16", f"point of the move before, -1 for a pass or none; {POINT}"),
            Column("next", "int16", f"point of the move that was played, -1 for a pass; {POINT}"),
            Column("length", "uint16", "moves of the game"),
            Column("winner", "uint8", "as recorded", values=("nobody or not known", "Black", "White")),
            Column("margin", "float32", "points it was won by, as recorded; NaN when not known"),
            Column("komi", "float32", "points for White; NaN when not known"),
            Column("handicap", "uint8", "handicap stones"),
            Column("black_level", "int8", f"Black's rank: {RANKS}"),
            Column("white_level", "int8", "White's rank, likewise"),
            Column("year", "int16", "when it was played, 0 when not known"),
        ),
        len(wanted),
        chunks,
        partial(position_rows, share=options.share, seed=choice.seed),
        lambda chunk: len(chunk.games),
        choice.source(wanted),
        {**choice.facts(), "size": size, "share": options.share},
    )


def go_chunks(choice: Choice, size: int) -> tuple[frozenset[int], Iterator["Chunk"]]:
    """The numbers of the chosen games of one size, and the games themselves."""
    ids = [
        number
        for (number,) in choice.archive.query(
            "SELECT id FROM games WHERE game = 'go' AND width = ? AND height = ? ORDER BY id", [size, size]
        )
    ]
    wanted = choice.draw(ids)
    of_size = Choice(choice.archive, choice.games, choice.split, size, choice.seed)
    chunks = (
        Chunk(size, games, np.array(choice.split_numbers(games.ids.tolist()), np.uint8))
        for games in go_batches(of_size, wanted)
    )
    return wanted, chunks


def position_rows(chunk: Chunk, share: float, seed: int) -> Rows:
    """What a worker does."""
    games = chunk.games
    parts: list[Rows] = []
    for number, game in enumerate(games.ids.tolist()):
        actions = games.actions[games.offsets[number] : games.offsets[number + 1]]
        replay = native.Game(chunk.size, _SIMPLE_KO, _SUICIDE)
        replay.replay(actions, False)
        steps = np.array([replay.step(i) for i in range(replay.steps)], np.int16).reshape(-1, 3)
        moves = np.flatnonzero(steps[:, 2] == 0)
        taken = drawn(len(moves), share, seed, "export-positions", game)
        at = moves[taken]
        before = np.concatenate([[-1], np.where(steps[:, 2] == 0, steps[:, 1], -1)])
        n = len(at)
        of_game = {
            "game": game,
            "split": chunk.splits[number],
            "length": len(moves),
            "winner": games.winners[number],
            "margin": games.margins[number],
            "komi": games.komi[number],
            "handicap": games.handicaps[number],
            "black_level": games.black_levels[number],
            "white_level": games.white_levels[number],
            "year": games.years[number],
        }
        parts.append(
            {
                "move": taken + 1,
                "to_move": steps[at, 0],
                "stones": replay.boards()[at],
                "last": before[at],
                "next": steps[at, 1],
                **{name: np.full(n, value) for name, value in of_game.items()},
            }
        )
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def drawn(moves: int, share: float, seed: int, what: str, game: int) -> npt.NDArray[np.int64]:
    """Which moves of a game are taken, from 0: by seed and game, whoever goes through it."""
    return np.flatnonzero(stream(seed, what, game).random(moves) < share)
