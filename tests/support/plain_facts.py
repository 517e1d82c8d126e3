"""The facts behind reasons, recomputed in the plainest way: sets of points, no bits, no tables."""

from collections.abc import Iterable
from itertools import combinations

import numpy as np

from kifu.games.go import Board, Colour, Point

Points = frozenset[Point]


def beside(points: Iterable[Point], size: int) -> Points:
    """All points next to one of these, those among themselves included."""
    near = {Point(x + dx, y + dy) for x, y in points for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return frozenset(p for p in near if 0 <= p.x < size and 0 <= p.y < size)


def pieces(points: Iterable[Point], size: int) -> list[Points]:
    """Connected parts."""
    left, found = set(points), []
    while left:
        piece, grown = set(), {next(iter(left))}
        while grown:
            piece |= grown
            left -= grown
            grown = set(beside(grown, size)) & left
        found.append(frozenset(piece))
    return found


def where(layer: np.ndarray) -> Points:
    return frozenset(Point(int(x), int(y)) for y, x in np.argwhere(layer))


class Plain:
    """A position with its dead stones, looked at plainly."""

    def __init__(self, board: Board, dead: np.ndarray, territory: np.ndarray) -> None:
        self.size = board.size
        self.board = board
        self.dead = where(dead)
        self.empty = where(board.stones == 0)
        self.stones = {c: where(board.stones == n) for c, n in ((Colour.BLACK, 1), (Colour.WHITE, 2))}
        self.blocks = {c: pieces(self.stones[c], self.size) for c in Colour}
        self.eyes = {
            c: pieces(where(territory == n), self.size) for c, n in ((Colour.BLACK, 1), (Colour.WHITE, 2))
        }

    def around(self, points: Iterable[Point]) -> Points:
        return beside(points, self.size)

    def liberties(self, block: Points) -> Points:
        return self.around(block) & self.empty

    def group(self, block: Points, colour: Colour) -> Points:
        """Living blocks that border one piece of territory, or share two free points, with one another."""
        free = self.empty | self.dead
        living = [b for b in self.blocks[colour] if not b & self.dead]
        group, grows = {block}, True
        while grows:
            joined = {
                other
                for other in living
                for own in group
                if other not in group
                and (
                    len(self.around(own) & self.around(other) & free) >= 2
                    or any(e & self.around(own) and e & self.around(other) for e in self.eyes[colour])
                )
            }
            grows = bool(joined)
            group |= joined
        return frozenset().union(*group)

    def own_eyes(self, block: Points, colour: Colour) -> list[Points]:
        """Pieces of its own territory that its group borders."""
        near = self.around(self.group(block, colour))
        return [eye for eye in self.eyes[colour] if eye & near]

    def shared(self, block: Points, colour: Colour) -> int:
        return len(self.liberties(block) & self.around(self.stones[colour.opponent] - self.dead))

    def space(self, block: Points) -> Points:
        """The empty points and dead stones around a dead block."""
        return next(p for p in pieces(self.empty | self.dead, self.size) if block <= p)

    # Benson's unconditional life.

    def unconditional(self, colour: Colour) -> tuple[set[Points], list[Points]]:
        """Blocks of a colour that live even if it always passes, and the regions that only they enclose."""
        alive = set(self.blocks[colour])
        regions = pieces(self._all() - self.stones[colour], self.size)
        while True:
            enclosed = [r for r in regions if all(b in alive for b in self._border(r, colour))]
            staying = {b for b in alive if sum(self._is_eye(r, b) for r in enclosed) >= 2}
            if staying == alive:
                return alive, [r for r in enclosed if self._border(r, colour)]
            alive = staying

    def _all(self) -> Points:
        return self.empty | self.stones[Colour.BLACK] | self.stones[Colour.WHITE]

    def _border(self, region: Points, colour: Colour) -> list[Points]:
        return [b for b in self.blocks[colour] if b & self.around(region)]

    def _is_eye(self, region: Points, block: Points) -> bool:
        return bool(region & self.around(block)) and region & self.empty <= self.around(block)

    # Eye space and chains, as section 3 of the paper has them.

    def chain(self, block: Points, colour: Colour) -> list[Points]:
        """Blocks linked by shared liberties."""
        chain = [block]
        for own in chain:
            chain += [
                b for b in self.blocks[colour] if b not in chain and self.liberties(b) & self.liberties(own)
            ]
        return chain

    def eyespace(self, block: Points, colour: Colour) -> list[Points]:
        """Pieces of eye space that the block's chain touches."""
        near = self.around(frozenset().union(*self.chain(block, colour)))
        found: list[Points] = []
        for region in pieces(self._all() - self.stones[colour], self.size):
            space = self._region_eyespace(region, colour)
            found += [piece for piece in pieces(space, self.size) if piece & near]
        return pieces(frozenset().union(*found), self.size)

    def _region_eyespace(self, region: Points, colour: Colour) -> Points:
        enemies = [b for b in self.blocks[colour.opponent] if b <= region]
        cramped = frozenset().union(*(b for b in enemies if self._cramped(b)))
        strong = frozenset().union(*(b for b in enemies if not self._cramped(b)))
        space = (region & self.empty) - self.around(strong)
        return frozenset(p for p in space if not self._false(p, colour)) | cramped

    def _cramped(self, block: Points) -> bool:
        liberties = self.liberties(block)
        return len(liberties) <= 1 or (len(liberties) == 2 and bool(self.around(liberties) & liberties))

    def _false(self, p: Point, colour: Colour) -> bool:
        corners = [Point(p.x + dx, p.y + dy) for dx in (-1, 1) for dy in (-1, 1)]
        on_board = [c for c in corners if 0 <= c.x < self.size and 0 <= c.y < self.size]
        enemies = sum(not self._cramped(b) for c in on_board for b in self.blocks[colour.opponent] if c in b)
        return enemies >= (1 if len(on_board) < 4 else 2)


# Reading by playing everything out.


def ladder_captures(board: Board, at: Point, depth: int = 40) -> bool:
    """Whether the enemy, to move, captures a block of one or two liberties by atari after atari."""
    block = board.block_at(at)
    if len(block.liberties) > 2 or depth == 0:
        return False
    for liberty in block.liberties:
        next_board = _after(board, liberty, block.colour.opponent)
        if next_board is None:
            continue
        if next_board[at] is None:
            return True
        if not ladder_escapes(next_board, at, depth - 1):
            return True
    return False


def ladder_escapes(board: Board, at: Point, depth: int = 40) -> bool:
    """Whether its owner, to move, gets a block out of atari for good; every legal move is tried."""
    block = board.block_at(at)
    if len(block.liberties) > 1:
        return len(block.liberties) > 2 or not ladder_captures(board, at, depth)
    for point in board.legal_moves(block.colour):
        next_board = _after(board, point, block.colour)
        if next_board is None or next_board[at] is None:
            continue
        if len(next_board.block_at(at).liberties) > 1 and not ladder_captures(next_board, at, depth - 1):
            return True
    return False


def captured_in(board: Board, at: Point, moves: int) -> bool:
    """Whether the enemy captures a block in so many moves near its liberties, whatever its owner plays."""
    block = board.block_at(at)
    for point in sorted(_near(board, at)):
        attacked = _after(board, point, block.colour.opponent)
        if attacked is None:
            continue
        if attacked[at] is None:
            return True
        if moves == 1:
            continue
        answers = [attacked, *(_after(attacked, p, block.colour) for p in attacked.legal_moves(block.colour))]
        if all(a is None or a[at] is None or captured_in(a, at, moves - 1) for a in answers):
            return True
    return False


def _near(board: Board, at: Point) -> set[Point]:
    liberties = set(board.block_at(at).liberties)
    return {p for p in liberties | beside(liberties, board.size) if board[p] is None}


def _after(board: Board, point: Point, colour: Colour) -> Board | None:
    if not board.is_legal(point, colour):
        return None
    played = board.copy()
    played.play(point, colour)
    return played


def has_two_apart(points: Points, size: int) -> bool:
    """Whether two of the points are not neighbours."""
    return any(b not in beside([a], size) for a, b in combinations(points, 2))
