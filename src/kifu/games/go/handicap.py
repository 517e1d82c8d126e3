"""Where fixed handicap stones stand, in the order of the GTP specification."""

from kifu.errors import InputError
from kifu.records.moves import Point


def star_points(size: int) -> tuple[Point, ...]:
    """Return the marked points of a board: corners, then sides, then the centre, as its size has them."""
    if size < 7:
        return (Point(size // 2, size // 2, size),) if size % 2 == 1 and size >= 5 else ()
    near = 2 if size < 13 else 3
    far, middle = size - 1 - near, size // 2
    corners = tuple(Point(x, y, size) for y in (near, far) for x in (near, far))
    if size % 2 == 0 or size == 7:
        return corners
    centre = (Point(middle, middle, size),)
    if size < 13:
        return corners + centre
    sides = (
        Point(middle, near, size),
        Point(near, middle, size),
        Point(far, middle, size),
        Point(middle, far, size),
    )
    return corners + sides + centre


def fixed_handicap(size: int, stones: int) -> tuple[Point, ...]:
    """Return the points of a fixed handicap; raises InputError where the board has no such handicap."""
    if size < 7:
        most = 0
    elif size % 2 == 0 or size == 7:
        most = 4
    else:
        most = 9
    if not 2 <= stones <= most:
        allowed = f"from 2 to {most}" if most else "no fixed handicap"
        raise InputError(f"expected {allowed} on a {size}x{size} board, got {stones!r}")
    near = 2 if size < 13 else 3
    far, middle = size - 1 - near, size // 2
    lower_left, upper_right = Point(near, far, size), Point(far, near, size)
    lower_right, upper_left = Point(far, far, size), Point(near, near, size)
    left, right = Point(near, middle, size), Point(far, middle, size)
    below, above = Point(middle, far, size), Point(middle, near, size)
    order = [lower_left, upper_right, upper_left, lower_right, left, right, below, above]
    if stones in (5, 7, 9):
        # An odd number has its last stone in the centre.
        return (*order[: stones - 1], Point(middle, middle, size))
    return tuple(order[:stones])
