"""A few hand-made shapes of the opening: empty corners, enclosures and approaches, the middles of sides.

In the place of the hand-made large patterns of the engine that Bouzy and Chaslot started from; an experiment
can switch them off.
"""

from kifu.games.go import Board, Point

#: First moves in an empty corner, counted from the edges, with their weights.
_CORNER = (((3, 3), 3.0), ((2, 3), 2.0), ((3, 2), 2.0), ((2, 2), 1.0))
#: A second move beside a single stone, whoever's it is: enclosures and approaches at a knight's distance.
_BESIDE = {
    (3, 3): ((5, 2), (2, 5)),
    (2, 3): ((4, 2), (4, 3)),
    (3, 2): ((2, 4), (3, 4)),
    (2, 2): ((3, 5), (5, 3)),
}


def opening_shapes(board: Board) -> dict[Point, float]:
    """Return the points of shapes that fit this position, with weights; none on boards below 13 lines."""
    size = board.size
    if size < 13:
        return {}
    stones = board.stones
    quarter = min(7, size // 2)
    found: dict[Point, float] = {}
    for right in (False, True):
        for bottom in (False, True):

            def at(x: int, y: int, right: bool = right, bottom: bool = bottom) -> Point:
                return Point(size - 1 - x if right else x, size - 1 - y if bottom else y, size)

            there = [
                (x, y) for y in range(quarter) for x in range(quarter) if stones[at(x, y).y, at(x, y).x] != 0
            ]
            if not there:
                found.update({at(x, y): weight for (x, y), weight in _CORNER})
            elif len(there) == 1:
                found.update({at(x, y): 1.0 for x, y in _BESIDE.get(there[0], ())})
    middle = size // 2
    for height in (2, 3):
        for point in (
            Point(middle, height, size),
            Point(middle, size - 1 - height, size),
            Point(height, middle, size),
            Point(size - 1 - height, middle, size),
        ):
            near = stones[max(0, point.y - 4) : point.y + 5, max(0, point.x - 4) : point.x + 5]
            if not near.any():
                found[point] = 0.5
    return {point: weight for point, weight in found.items() if board.is_legal(point)}
