"""A board with its past as a record: the way back from replaying one."""

from collections.abc import Mapping

from kifu.games.coordinates import from_index, to_sgf
from kifu.games.go.board import Board
from kifu.records.moves import Colour, Move
from kifu.records.sgf import Node, SgfRecord

_NAMES = ("AE", "AB", "AW")


def record_of(
    board: Board,
    *,
    komi: float | None = None,
    handicap: int = 0,
    info: Mapping[str, str] | None = None,
    comments: Mapping[int, str] | None = None,
) -> SgfRecord:
    """Write a game down.

    Args:
        board: with its past: moves, passes and setups.
        komi: points for White.
        handicap: number of handicap stones.
        info: more facts by their names in `GameInfo`, such as black, white, result.
        comments: on moves, by their number from 1; 0 is the start.
    """
    facts = {"rules": board.rules.name, **(info or {})}
    record = SgfRecord.new(board.size, komi=komi, handicap=handicap, info=facts)
    game, history = board._game, board.history()
    comments = comments or {}
    node, number = record.root, 0
    for step in range(game.steps):
        code, index, is_setup = game.step(step)
        if is_setup:
            # A setup after moves has a node of its own: SGF does not mix the two.
            node = node if number == 0 else node.add_child()
            _set_up(node, history[step].ravel().tolist(), history[step + 1].ravel().tolist(), board.size)
            continue
        number += 1
        colour = Colour.BLACK if code == 1 else Colour.WHITE
        point = from_index(index, board.size)
        node = node.add_child(Move(colour, point))
        if text := comments.get(number):
            node.set("C", text)
    if text := comments.get(0):
        record.root.set("C", text)
    if number == 0 and board.to_play is Colour.WHITE:
        record.root.set("PL", "W")
    return record


def _set_up(node: Node, before: list[int], after: list[int], size: int) -> None:
    changed: dict[str, list[str]] = {name: list(node.properties.get(name, ())) for name in _NAMES}
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        if old == new:
            continue
        text = to_sgf(from_index(index, size))
        for texts in changed.values():
            if text in texts:
                texts.remove(text)
        changed[_NAMES[new]].append(text)
    for name, texts in changed.items():
        node.set(name, texts)
