"""A slow, plain Go board: what the native one must agree with. Positions are tuples of rows."""

Stones = tuple[tuple[int, ...], ...]


def neighbours(size: int, x: int, y: int) -> list[tuple[int, int]]:
    around = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return [(a, b) for a, b in around if 0 <= a < size and 0 <= b < size]


def block_and_liberties(stones: Stones, x: int, y: int) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    colour, size = stones[y][x], len(stones)
    block, liberties, waiting = {(x, y)}, set(), [(x, y)]
    while waiting:
        for a, b in neighbours(size, *waiting.pop()):
            if stones[b][a] == 0:
                liberties.add((a, b))
            elif stones[b][a] == colour and (a, b) not in block:
                block.add((a, b))
                waiting.append((a, b))
    return block, liberties


def put(stones: Stones, points: set[tuple[int, int]], colour: int) -> Stones:
    return tuple(
        tuple(colour if (x, y) in points else stones[y][x] for x in range(len(stones)))
        for y in range(len(stones))
    )


class ReferenceGame:
    """Rules by their words: place, take off enemy blocks without liberties, then one's own."""

    def __init__(self, size: int, ko: str, suicide: bool) -> None:
        self.ko, self.suicide = ko, suicide
        self.stones: Stones = ((0,) * size,) * size
        self.to_play = 1
        self.seen: list[tuple[Stones, int]] = [(self.stones, 1)]
        self.ko_point: tuple[int, int] | None = None

    def result(self, x: int, y: int) -> tuple[Stones, set[tuple[int, int]]] | None:
        """The board after a stone of the player to move, and what it captured; None if forbidden."""
        if self.stones[y][x] != 0:
            return None
        enemy = 3 - self.to_play
        after = put(self.stones, {(x, y)}, self.to_play)
        captured: set[tuple[int, int]] = set()
        for a, b in neighbours(len(after), x, y):
            if after[b][a] == enemy:
                block, liberties = block_and_liberties(after, a, b)
                if not liberties:
                    captured |= block
        after = put(after, captured, 0)
        own, liberties = block_and_liberties(after, x, y)
        if not liberties:
            if not self.suicide or len(own) == 1:
                return None
            after = put(after, own, 0)
        if self.ko == "simple" and (x, y) == self.ko_point:
            return None
        if self.ko == "positional" and any(after == stones for stones, _ in self.seen):
            return None
        if self.ko == "situational" and (after, enemy) in self.seen:
            return None
        return after, captured

    def legal(self) -> set[tuple[int, int]]:
        size = len(self.stones)
        return {(x, y) for y in range(size) for x in range(size) if self.result(x, y) is not None}

    def play(self, point: tuple[int, int] | None) -> None:
        self.ko_point = None
        if point is not None:
            outcome = self.result(*point)
            assert outcome is not None
            self.stones, captured = outcome
            own, liberties = block_and_liberties(self.stones, *point)
            if len(captured) == 1 and len(own) == 1 and len(liberties) == 1:
                self.ko_point = captured.pop()
        self.to_play = 3 - self.to_play
        self.seen.append((self.stones, self.to_play))
