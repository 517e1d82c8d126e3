"""What a move lost in the words of the game: each sentence states a fact of the board or of the search.

Captures, ataris, connections, cuts, kos and ladders are played out on the board before they are said; who
lives and who owns points is what the search found.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

import numpy as np
import numpy.typing as npt

from kifu.analysis.game_search import best_move
from kifu.analysis.review_words import most_lost
from kifu.errors import IllegalMoveError
from kifu.games.go import Board
from kifu.games.go.board import Block
from kifu.players.network_search import SearchedMove, SearchedPosition
from kifu.records.moves import Colour, Move, Point, vertex

Kind = Literal[
    "self-atari",
    "loses stones",
    "stones die",
    "lets live",
    "ignores",
    "needs no answer",
    "own territory",
    "captures",
    "ko",
    "saves",
    "ladder",
    "race",
    "kills",
    "connects",
    "cuts",
    "atari",
    "points",
    "line",
]

#: Moves of a variation that sentences rest on; what comes later is too unsure.
_DEEP = 7
#: A block changes sides where the owner of its stones goes from beyond this to beyond it on the other side.
_CHANGED = 0.3
#: A point is the mover's territory from here on.
_TERRITORY = 0.9
#: Moves up to this far apart answer each other; from the other on they do not belong together.
_NEAR, _FAR = 3, 6
#: Points of one area that are worth a sentence.
_AREA = 2.0
#: Moves that a ladder is read, and those after which it is no ladder yet.
_LADDER, _SOON = 60, 4


@dataclass(frozen=True)
class Sentence:
    """A statement about a move.

    Attributes:
        kind: what it is about.
        text: a sentence.
        line: moves that show it on the board, from the position before the move; may be empty.
    """

    kind: Kind
    text: str
    line: tuple[Point | None, ...] = ()


@dataclass(frozen=True, eq=False)
class Comparison:
    """A move of a game and the better one.

    Attributes:
        board: the position before it, with the mover to play.
        move: what was played.
        before: the search of that position.
        after: the search of the position after the move.
    """

    board: Board
    move: Move
    before: SearchedPosition
    after: SearchedPosition

    @property
    def best(self) -> SearchedMove | None:
        """The best move."""
        return best_move(self.before)

    @property
    def reply(self) -> tuple[Point | None, ...]:
        """What was played, and the best line after it."""
        answer = best_move(self.after)
        return (self.move.point, *(answer.variation if answer else ()))

    @property
    def sign(self) -> int:
        """1 where Black made the move, -1 where White did."""
        return 1 if self.move.colour is Colour.BLACK else -1

    @property
    def gained(self) -> npt.NDArray[np.float32]:
        """By how much more the mover owns each point after the move than before it, -2 to 2."""
        return self.sign * (self.after.ownership - self.before.ownership)


def sentences(compared: Comparison, most: int = 3) -> list[Sentence]:
    """What was wrong with a move, the most telling first, and last what the better one does.

    Args:
        compared: the move and the better one.
        most: sentences.
    """
    best = compared.best
    if best is None or best.move == compared.move.point:
        return []
    wrong = list(islice(_wrong(compared), most - 1))
    return [*wrong, _better(compared, best, {one.kind for one in wrong})]


def _wrong(compared: Comparison) -> Iterator[Sentence]:
    """What is wrong with the move that was played."""
    yield from _self_atari(compared)
    stones = list(_lost_stones(compared))
    yield from stones
    yield from _changed_blocks(compared, own=True, without={p for one in stones for p in _points(one)})
    yield from _changed_blocks(compared, own=False, without=set())
    yield from _threat(compared)
    yield from _own_territory(compared)
    yield from _area(compared)


#: What the better move does where it says the same as what was wrong with the one played.
_SAME: dict[Kind, Kind] = {"points": "points", "kills": "lets live"}


def _better(compared: Comparison, best: SearchedMove, wrong: set[Kind]) -> Sentence:
    """What the better move does."""
    board, point = compared.board, best.move
    line = _legal(board, best.variation)
    shown = tuple(move.point for move in line)
    if point is None:
        return Sentence("line", "Better is to pass: nothing is left to gain.", (None,))
    for kind, text in _does(board, line, compared):
        if _SAME.get(kind) not in wrong:
            return Sentence(kind, f"Better is {point}: it {text}{_sente(line)}.", shown)
    return Sentence("line", f"Better is {_written(shown[:_DEEP])}{_sente(line)}.", shown)


def _does(board: Board, line: Sequence[Move], compared: Comparison) -> Iterator[tuple[Kind, str]]:
    """What the first move of a line does, the most telling first."""
    move, mover = line[0], line[0].colour
    assert move.point is not None
    after = _after(board, line[:1])
    if move.captured:
        kind: Kind = "ko" if after.ko is not None else "captures"
        yield kind, f"captures {_stones(move.captured)}{' in a ko' if kind == 'ko' else ''}"
    saved = [
        block
        for block in _beside(board, move.point, mover)
        if len(block.liberties) == 1 and _owned(compared.before, block) * compared.sign > _CHANGED
    ]
    mine = after.block_at(move.point)
    if saved and mine is not None and len(mine.liberties) > 1 and not ladder_captures(after, move.point):
        yield "saves", f"saves {_stones(p for block in saved for p in block.stones)}"
    for block in _beside(after, move.point, mover.opponent):
        if len(block.liberties) == 1 and ladder_captures(after, block.stones[0], to_play=mover.opponent):
            soon = ladder_captures(after, block.stones[0], to_play=mover.opponent, deep=_SOON)
            yield (
                "captures" if soon else "ladder",
                f"captures {_stones(block.stones)}{'' if soon else ' in a ladder'}",
            )
    # Only stones that are the enemy's for good after the move that was played.
    owner = compared.sign * compared.after.ownership
    later = [
        p
        for one in line[2:_DEEP:2]
        for p in one.captured
        if owner[p.y, p.x] < -_CHANGED and board[p] is not None
    ]
    if later:
        yield (
            "captures",
            f"leads to the capture of {_stones(later)} ({_written([m.point for m in line[:_DEEP]])})",
        )
    enemies = _beside(board, move.point, mover.opponent)
    for block in enemies:
        if mine is not None and _race(board, mine, block, compared):
            yield "race", f"wins the capturing race against {_stones(block.stones)}"
    killed = [
        block for block in board.blocks() if _turned(compared, block, own=False) and len(block.stones) > 1
    ]
    if killed:
        yield "kills", f"kills {_stones(max(killed, key=lambda b: len(b.stones)).stones)}"
    own = _beside(board, move.point, mover)
    if len(own) > 1:
        yield "connects", f"connects {' and '.join(str(block.stones[0]) for block in own[:2])}"
    if len(enemies) > 1 and _apart(after, enemies):
        yield "cuts", f"separates {' and '.join(str(block.stones[0]) for block in enemies[:2])}"
    for block in _beside(after, move.point, mover.opponent):
        if len(block.liberties) == 1:
            yield "atari", f"puts {_stones(block.stones)} in atari"
    where, points = most_lost(compared.gained)
    if points >= _AREA:
        yield "points", f"keeps about {points:.0f} points {where}"


def _self_atari(compared: Comparison) -> Iterator[Sentence]:
    point = compared.move.point
    if point is None or compared.move.captured:
        return
    board = _after(compared.board, [compared.move])
    block = board.block_at(point)
    if (
        block is not None
        and len(block.liberties) == 1
        and compared.gained[_index(block.stones)].sum() < -_CHANGED
    ):
        yield Sentence("self-atari", f"Puts {_stones(block.stones, 'its own')} in atari.", (point,))


def _lost_stones(compared: Comparison) -> Iterator[Sentence]:
    """Stones that the best line after the move captures, where they were not lost before it."""
    line = _legal(compared.board, compared.reply)[:_DEEP]
    for number, move in enumerate(line[1::2], start=1):
        worth = [p for p in move.captured if _own_now(compared, p)]
        if worth:
            shown = tuple(one.point for one in line[: 2 * number])
            how = f"with {shown[1]}" if number == 1 else f"({_written(shown[1:])})"
            can = "can capture" if number > 1 else "captures"
            yield Sentence("loses stones", f"{move.colour} {can} {_stones(move.captured)} {how}.", shown)
            return


def _own_now(compared: Comparison, point: Point) -> bool:
    """Whether a stone was the mover's and not yet lost before the move."""
    return compared.sign * float(compared.before.ownership[point.y, point.x]) > -_CHANGED


def _changed_blocks(compared: Comparison, *, own: bool, without: set[Point]) -> Iterator[Sentence]:
    blocks = [
        block
        for block in compared.board.blocks()
        if _turned(compared, block, own=own) and not without.intersection(block.stones)
    ]
    if not blocks:
        return
    block = max(blocks, key=lambda block: len(block.stones))
    side = 1 if block.colour is Colour.BLACK else -1
    was, now = ((1 + side * _owned(found, block)) / 2 for found in (compared.before, compared.after))
    whose = f"{block.colour}'s"
    change = f"{was:.0%} alive before, {now:.0%} after"
    if own:
        die = "dies" if len(block.stones) == 1 else "die"
        yield Sentence("stones die", f"{_stones(block.stones, whose)} probably {die}: {change}.")
    else:
        yield Sentence("lets live", f"Lets {_stones(block.stones, whose)} live: {change}.")


def _turned(compared: Comparison, block: Block, *, own: bool) -> bool:
    """Whether a block of the mover's was alive and is not, or one of the enemy's was dead and is alive."""
    if (block.colour is compared.move.colour) != own:
        return False
    was, now = (compared.sign * _owned(found, block) for found in (compared.before, compared.after))
    return was > _CHANGED and now < -_CHANGED


def _threat(compared: Comparison) -> Iterator[Sentence]:
    """A threat that was ignored, or an answer to what was no threat."""
    last, best = compared.board.last_move, compared.best
    played = compared.move.point
    if last is None or last.point is None or last.colour is compared.move.colour:
        return
    if best is None or best.move is None or played is None:
        return
    to_best, to_played = (_distance(last.point, point) for point in (best.move, played))
    if to_best <= _NEAR and to_played >= _FAR:
        yield Sentence("ignores", f"{last.point} needs an answer.", (played,))
    elif to_played <= _NEAR and to_best >= _FAR:
        yield Sentence("needs no answer", f"{last.point} needs no answer yet.", (best.move,))


def _own_territory(compared: Comparison) -> Iterator[Sentence]:
    point = compared.move.point
    if point is None or compared.move.captured:
        return
    owner = compared.sign * float(compared.before.ownership[point.y, point.x])
    enemies = _beside(compared.board, point, compared.move.colour.opponent)
    if owner >= _TERRITORY and not enemies:
        yield Sentence("own territory", f"{point} fills its own territory.", (point,))


def _area(compared: Comparison) -> Iterator[Sentence]:
    where, points = most_lost(compared.gained)
    if points >= _AREA:
        yield Sentence("points", f"Loses about {points:.0f} points {where}.")


def ladder_captures(board: Board, point: Point, to_play: Colour | None = None, deep: int = _LADDER) -> bool:
    """Whether a block is captured by continuous atari.

    Args:
        board: the position; unchanged.
        point: a stone of the block.
        to_play: who moves first; the attacker if not given.
        deep: moves read.
    """
    block = board.block_at(point)
    if block is None:
        return False
    attacker = block.colour.opponent
    return _caught(board.copy(), point, block.colour, (to_play or attacker) is attacker, deep)


def _caught(board: Board, point: Point, owner: Colour, attacks: bool, deep: int) -> bool:
    block = board.block_at(point)
    if block is None:
        return True
    if deep == 0 or len(block.liberties) > 2:
        return False
    if attacks:
        if len(block.liberties) == 1:
            return True
        return any(_tried(board, p, owner.opponent, point, owner, False, deep) for p in block.liberties)
    if len(block.liberties) > 1:
        return False
    # The block runs, or takes a stone that attacks it.
    ways = [*block.liberties]
    for stone in block.stones:
        for enemy in _beside(board, stone, owner.opponent):
            ways += enemy.liberties if len(enemy.liberties) == 1 else ()
    return all(_tried(board, p, owner, point, owner, True, deep) for p in dict.fromkeys(ways))


def _tried(
    board: Board, move: Point, mover: Colour, point: Point, owner: Colour, attacks: bool, deep: int
) -> bool:
    if not board.is_legal(move, mover):
        return attacks  # no way to attack, or no way to escape
    board.play(move, mover)
    caught = _caught(board, point, owner, attacks, deep - 1)
    board.undo()
    return caught


def _race(board: Board, mine: Block, enemy: Block, compared: Comparison) -> bool:
    """Whether the move decides which of two blocks side by side is captured."""
    if len(enemy.stones) < 2 or len(enemy.liberties) > 5 or not _turned(compared, enemy, own=False):
        return False
    rivals = {
        block.stones
        for stone in enemy.stones
        for block in _beside(board, stone, mine.colour)
        if len(block.liberties) <= 5 and _turned(compared, block, own=True)
    }
    return bool(rivals)


def _sente(line: Sequence[Move]) -> str:
    """Said where the answer is beside the move and the mover goes on elsewhere."""
    points = [move.point for move in line[:3]]
    if len(points) < 3 or any(point is None for point in points):
        return ""
    first, answer, then = (point for point in points if point is not None)
    return ", in sente" if _distance(first, answer) <= _NEAR and _distance(first, then) >= _FAR else ""


def _legal(board: Board, line: Iterable[Point | None]) -> list[Move]:
    """The moves of a line with what they capture, up to the first that the rules forbid."""
    played, copy = [], board.copy()
    for point in line:
        try:
            played.append(copy.play(point))
        except IllegalMoveError:
            break
    return played


def _after(board: Board, line: Iterable[Move]) -> Board:
    copy = board.copy()
    for move in line:
        copy.play(move)
    return copy


def _beside(board: Board, point: Point, colour: Colour) -> list[Block]:
    """The blocks of a colour beside a point."""
    found = {}
    for x, y in ((0, -1), (-1, 0), (1, 0), (0, 1)):
        if 0 <= point.x + x < board.size and 0 <= point.y + y < board.size:
            block = board.block_at((point.x + x, point.y + y))
            if block is not None and block.colour is colour:
                found[block.stones] = block
    return list(found.values())


def _apart(board: Board, blocks: Sequence[Block]) -> bool:
    """Whether two blocks cannot be connected soon: no liberty of one is, or is beside, one of the other."""
    first, second = (board.block_at(block.stones[0]) for block in blocks[:2])
    if first is None or second is None or first == second:
        return False
    return all(_distance(a, b) > 1 for a in first.liberties for b in second.liberties)


def _owned(found: SearchedPosition, block: Block) -> float:
    return float(found.ownership[_index(block.stones)].mean())


def _index(points: Sequence[Point]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    return np.array([point.y for point in points]), np.array([point.x for point in points])


def _points(sentence: Sentence) -> set[Point]:
    return {point for point in sentence.line if point is not None}


def _distance(a: Point, b: Point) -> int:
    return abs(a.x - b.x) + abs(a.y - b.y)


def _stones(points: Iterable[Point], whose: str = "the") -> str:
    listed = list(points)
    first = listed[0]
    return f"{whose} stone at {first}" if len(listed) == 1 else f"{whose} {len(listed)} stones at {first}"


def _written(line: Sequence[Point | None]) -> str:
    return " ".join(vertex(point) for point in line)
