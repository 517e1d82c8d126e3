"""Positions of a recorded game as `kifu show` prints them: facts for `--json`, and the same in words."""

import importlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kifu.games.game import Game, Position

#: Module of each game's words; its `words` says what there is beside the move itself.
_MODULES = {"go": "kifu.interfaces.go_view", "draughts": "kifu.interfaces.draughts_view"}


@dataclass(frozen=True)
class Shown:
    """A position to show.

    Attributes:
        position: with its past; it prints and draws itself.
        facts: what `--json` prints.
        lines: the same facts in words.
    """

    position: Position
    facts: Mapping[str, object]
    lines: list[str]


def views(game: Game[Any], moves: Iterable[int]) -> Iterator[Shown]:
    """Show a game after these numbers of moves."""
    words = importlib.import_module(_MODULES[game.kind])
    comments = game.comments()
    for move in moves:
        position = game.position(move)
        last = position.last_move
        facts = {
            "move": move,
            "moves": len(game),
            "to_play": position.to_play.side,
            "played": str(last) if last else None,
        }
        more, said, lines = words.words(position, comments[move])
        head = f"Move {move} of {len(game)}"
        yield Shown(position, {**facts, **more}, [head + (f": {said}" if said else ""), *lines])
