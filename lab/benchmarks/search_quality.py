"""How good the moves of a quick search are, by the judgement of a slow one: for choosing how the tree grows.

    python lab/benchmarks/search_quality.py --positions 60 --playouts 3000 a.db "" rave=400 exploration=0.2

Each argument after the archive is one kind of search, as options of `katia`; "" are the defaults. Positions
come from validation games. A move chosen is judged by a search of `--judge` playouts after it, kept in
`--cache` so that the next run knows it already; what a kind of search loses is the chance to win of the best
move that anybody chose less that of its own. The judge is the default search itself and prefers its kin a
little; games decide.
"""

import argparse
import json
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from playout_quality import positions

from kifu.games.coordinates import to_gtp
from kifu.games.go import Board, Point
from kifu.models.moves import MovePredictor
from kifu.players.tree_search import PlayoutOptions, TreeOptions, TreeSearch

KOMI = 7.0


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("archive")
    parser.add_argument("kinds", nargs="*", default=[""])
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--playouts", type=int, default=3000)
    parser.add_argument("--judge", type=int, default=20_000)
    parser.add_argument("--shares", type=float, nargs="+", default=[0.2, 0.4, 0.6])
    parser.add_argument("--cache", type=Path, default=Path("search_quality.json"))
    arguments = parser.parse_intermixed_args()
    per_game = len(arguments.shares)
    asked = [
        board
        for board, *_ in positions(
            arguments.archive, -(-arguments.positions // per_game), tuple(arguments.shares)
        )
    ][: arguments.positions]
    judge = Judge(arguments.cache, arguments.judge)
    chosen = {
        kind: [choose(board, kind, arguments.playouts, MovePredictor.bundled(board.size)) for board in asked]
        for kind in arguments.kinds
    }
    values = {
        kind: [judge.value(board, move) for board, move in zip(asked, moves, strict=True)]
        for kind, moves in chosen.items()
    }
    best = [judge.best(board) for board in asked]
    print(f"{len(asked)} positions, {arguments.playouts:,} playouts, judged with {arguments.judge:,}")
    print("lost on average  best found  kind")
    for kind, found in values.items():
        lost = [b - v for b, v in zip(best, found, strict=True)]
        right = sum(value < 0.01 for value in lost) / len(lost)
        print(f"{sum(lost) / len(lost):15.4f}  {right:10.1%}  {kind or 'defaults'}")


def choose(board: Board, kind: str, playouts: int, model: MovePredictor) -> Point | None:
    """The move of one kind of search."""
    pairs = {name: float(value) for name, value in (part.split("=") for part in kind.split(",") if part)}
    tree = {f.name: f.type for f in fields(TreeOptions)}
    known = {f.name for f in fields(PlayoutOptions)}
    if not pairs.keys() <= tree.keys() | known:
        raise SystemExit(f"expected options among {', '.join(sorted(tree.keys() | known))}, got {kind!r}")
    changes: dict[str, Any] = {n: int(v) if tree[n] is int else v for n, v in pairs.items() if n in tree}
    options = replace(TreeOptions(), **changes)
    knowledge = replace(PlayoutOptions(), **{n: v for n, v in pairs.items() if n in known})
    search = TreeSearch(model, options, seed=3, playouts=knowledge)
    best = search.run(board, KOMI, playouts=playouts, stop_when_decided=False).best
    return best.move if best is not None else None


class Judge:
    """Chances to win after a move, by a slow search; remembered in a file."""

    def __init__(self, path: Path, playouts: int) -> None:
        self._path, self._playouts = path, playouts
        self._known: dict[str, dict[str, float]] = json.loads(path.read_text()) if path.exists() else {}

    def value(self, board: Board, move: Point | None) -> float:
        """Chance to win of the player to move after this move."""
        name = to_gtp(move, board.size)
        known = self._known.setdefault(self._key(board), {})
        if name not in known:
            after = board.copy()
            after.play(move)
            found = TreeSearch(MovePredictor.bundled(board.size), seed=17).run(
                after, KOMI, playouts=self._playouts, stop_when_decided=False
            )
            best = found.best
            known[name] = 1 - (best.value if best is not None else found.value)
            self._path.write_text(json.dumps(self._known))
        return known[name]

    def best(self, board: Board) -> float:
        """Of the moves that were ever judged here."""
        return max(self._known[self._key(board)].values())

    def _key(self, board: Board) -> str:
        return f"{board.size} {len(board.moves)} {board.situation} {self._playouts}"


if __name__ == "__main__":
    main()
