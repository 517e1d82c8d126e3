"""Openings that make games of a match differ: a few stones at random, the same for both games of a pair."""

import numpy as np

from kifu.games.go import Point


def usual_moves(size: int) -> int:
    """How many stones an opening has unless somebody says otherwise: fewer on small boards."""
    return 2 if size < 13 else 4


def random_opening(size: int, moves: int, random: np.random.Generator) -> tuple[Point, ...]:
    """Draw points from the third line inwards, none beside another; fewer where there is no room."""
    edge = 2 if size >= 7 else 1 if size >= 5 else 0
    points = [Point(x, y, size) for y in range(edge, size - edge) for x in range(edge, size - edge)]
    chosen: list[Point] = []
    for i in random.permutation(len(points)):
        if len(chosen) == moves:
            break
        point = points[i]
        if all(max(abs(point.x - other.x), abs(point.y - other.y)) > 1 for other in chosen):
            chosen.append(point)
    return tuple(chosen)
